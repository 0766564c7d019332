// The bar above, the strip of the last deal under it, and the buttons below.

import { button, h, set, write } from "./dom.js";
import { doublesText } from "./doubles.js";
import { offerOf } from "./offers.js";
import { parkedText } from "./parked.js";
import { number, say, signed } from "./words.js";

export class TopBar {
  constructor(links) {
    const back = { class: "icon", href: links.night ?? links.watch, "aria-label": say("back") };
    this.title = h("h1", { class: "title" });
    this.sync = button("open", "", { class: "icon", data: { value: "parked" } });
    this.wake = button("wake", "☀", { class: "icon" });
    this.menu = button("open", "⋯", { class: "icon", data: { value: "menu" }, "aria-label": say("menu") });
    this.element = h("header", { class: "top" }, h("a", back, "‹"), this.title, this.sync, this.wake, this.menu);
  }

  update({ board, number: at, sender, book, outbox, wake, potPoints }) {
    const parts = [board.table.label, say("deal_number", { number: number(at) })];
    if (potPoints !== null) parts.push(say("pot_holds", { points: number(potPoints) }));
    write(this.title, parts.join(" · "));
    const { look, text } = syncOf(sender, book, outbox);
    set(this.sync, "data-look", look);
    set(this.sync, "aria-label", text);
    write(this.sync, { sent: "✓", sending: "⟳", offline: "☁", review: "!" }[look] + countOf(look, book));
    set(this.wake, "hidden", wake.state === "missing" ? "" : null);
    set(this.wake, "aria-pressed", String(wake.state === "on"));
    set(this.wake, "aria-label", say(wake.state === "on" ? "wake_on" : "wake_off"));
  }
}

function syncOf(sender, book, outbox) {
  const count = book.waiting.length;
  const waiting = say("waiting", { count: number(count) });
  if (book.parked.length) return { look: "review", text: [say("needs_review"), count ? waiting : ""].join(" ").trim() };
  if (["offline", "failing", "signed_out"].includes(sender.state)) return { look: "offline", text: waiting };
  if (count) return { look: "sending", text: waiting };
  // What the phone has not told yet may wait as well.
  if (!outbox.isLoaded) return { look: "sending", text: say("no_storage") };
  return { look: "sent", text: say("all_sent") };
}

/** What needs a look, and what waits. */
function countOf(look, { parked, waiting }) {
  const count = waiting.length ? ` ${waiting.length}` : "";
  if (look === "review") return ` ${parked.length}${count && `·${waiting.length}`}`;
  return look === "sent" ? "" : count;
}

export class Strip {
  constructor() {
    this.last = h("span", { class: "strip__last" });
    this.text = button("open", "", { class: "strip__text", data: { value: "history" } });
    this.text.append(this.last);
    this.undo = button("undo", say("undo"), { class: "undo" });
    this.element = h("div", { class: "strip" }, this.text, this.undo);
  }

  /** Undo and redo are one button in one place: what it does is what it says. */
  update(view) {
    const { text, act, look, leads = { act: "open", value: "history" } } = stripOf(view);
    write(this.last, text);
    set(this.text, "data-act", leads.act);
    set(this.text, "data-value", leads.value);
    set(this.element, "data-look", look);
    set(this.undo, "hidden", act ? null : "");
    if (!act) return;
    set(this.undo, "data-act", act);
    set(this.undo, "data-deal", act === "undo" ? view.book.last?.id : null);
    write(this.undo, say(act));
  }
}

const QUEUE = { act: "open", value: "parked" };

function stripOf(view) {
  const { book, sender, draft, redo, dropped, lastTerms, names, links, update } = view;
  const canUndo = view.isWritable && (lastTerms || book.last) ? "undo" : null;
  const isKeeping = view.store.isWorking && view.outbox.isWorking;
  const out = sender.state === "signed_out" ? outOf(view) : null;
  if (!isKeeping) {
    if (out && book.waiting.length) return out;
    const isRejected = view.rejected?.draft === draft;
    return { text: isRejected ? view.rejected.reason : say("no_storage"), act: canUndo, look: "warn" };
  }
  const isChanging = redo || dropped || draft.editing;
  const isOffline = ["offline", "failing"].includes(sender.state) && book.waiting.length > 0;
  const waits = { count: number(book.waiting.length) };
  const offline = isOffline ? say(sender.state, waits) : null;
  const review = isChanging ? null : (doublesText(view) ?? parkedText(view));
  if (review) {
    const why = out ? out.act : isOffline ? sender.state : null;
    const text = why && book.waiting.length ? `${review.text} · ${say(`${why}_too`, waits)}` : review.text;
    return { ...review, text, act: out?.act ?? canUndo, look: "warn" };
  }
  const differs = book.deals.find((deal) => deal.differs);
  if (differs && !isChanging) {
    return { text: say("differs_at", { number: number(differs.number) }), act: canUndo, look: "warn" };
  }
  if (!view.isWritable) {
    const leads = links.settlement ? { act: "settle", value: null } : undefined;
    return { text: say(leads ? "closed_see" : "needs_closed"), act: null, look: "warn", leads };
  }
  if (dropped) return { text: say("draft_dropped"), act: "take-back", look: "edit" };
  if (redo) return { text: say("undone", { number: number(redo.number) }), act: "redo", look: "edit" };
  if (draft.editing) {
    return { text: say("editing", { number: number(draft.editing.number) }), act: "stop-editing", look: "edit" };
  }
  if (out) return out;
  const offer = offerOf(view);
  if (offer) return { text: offer.text, act: canUndo, look: "offer", leads: offer };
  if (offline) return { text: offline, act: canUndo, look: "warn" };
  if (update.isReady) return { text: say("update_ready"), act: canUndo, look: null };
  if (lastTerms) return { text: lastTerms.text, act: "undo", look: null };
  const { last } = book;
  if (!last) return { text: say("no_deals_yet"), act: null, look: null };
  const sums = Object.entries(last.net_points ?? {})
    .filter(([seat]) => seat !== "POT")
    .map(([seat, points]) => `${names[seat]} ${signed(points)}`);
  return { text: say("last_deal", { number: number(last.number), sums: sums.join(" · ") }), act: "undo", look: null };
}

/** This phone may not write here any more. */
function outOf({ book, links }) {
  const count = number(book.waiting.length);
  const isPhone = !links.night;
  const text = say(isPhone ? "code_over_at" : "signed_out", { count });
  return { text, act: isPhone ? "join-again" : "sign-in", look: "warn", leads: QUEUE };
}

export class Foot {
  constructor() {
    this.points = button("points", say("points"), { class: "foot__small" });
    this.more = button("open", say("more"), { class: "foot__small", data: { value: "more" } });
    this.save = button("save", "", { class: "save" });
    this.element = h("footer", { class: "foot" }, this.points, this.more, this.save);
  }

  update({ outcome, draft, number: at, panel, isWritable, held }) {
    const isReady = Boolean(outcome.score) && isWritable && !held;
    const missing = held ? "network" : isWritable ? (outcome.missing ?? "refused") : "closed";
    write(this.save, isReady ? say("save", { number: number(at) }) : say(`needs_${missing}`));
    set(this.save, "aria-disabled", isReady ? null : "true");
    set(this.points, "aria-pressed", String(draft.mode === "points"));
    set(this.points, "aria-disabled", draft.seats.length < 2 ? "true" : null);
    set(this.more, "aria-expanded", String(panel === "more"));
  }
}
