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

  update({ board, number: at, sender, book, wake, potPoints }) {
    const parts = [board.table.label, say("deal_number", { number: number(at) })];
    if (potPoints !== null) parts.push(say("pot_holds", { points: number(potPoints) }));
    write(this.title, parts.join(" · "));
    const { look, text } = syncOf(sender, book);
    set(this.sync, "data-look", look);
    set(this.sync, "aria-label", text);
    write(this.sync, { sent: "✓", sending: "⟳", offline: "☁", review: "!" }[look] + countOf(look, book));
    set(this.wake, "hidden", wake.state === "missing" ? "" : null);
    set(this.wake, "aria-pressed", String(wake.state === "on"));
    set(this.wake, "aria-label", say(wake.state === "on" ? "wake_on" : "wake_off"));
  }
}

function syncOf(sender, book) {
  if (book.parked.length) return { look: "review", text: say("needs_review") };
  const count = book.waiting.length;
  if (sender.state === "offline" || sender.state === "signed_out") {
    return { look: "offline", text: say("waiting", { count: number(count) }) };
  }
  if (count) return { look: "sending", text: say("waiting", { count: number(count) }) };
  return { look: "sent", text: say("all_sent") };
}

const countOf = (look, book) => {
  if (look === "review") return ` ${book.parked.length}`;
  return look !== "sent" && book.waiting.length ? ` ${book.waiting.length}` : "";
};

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
  if (!isKeeping) return { text: say("no_storage"), act: canUndo, look: "warn" };
  const isChanging = redo || dropped || draft.editing;
  const review = isChanging ? null : (doublesText(view) ?? parkedText(view));
  if (review) return { ...review, act: canUndo, look: "warn" };
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
  if (sender.state === "signed_out") {
    const count = number(book.waiting.length);
    const isPhone = !links.night;
    const text = say(isPhone ? "code_over_at" : "signed_out", { count });
    return { text, act: isPhone ? "join-again" : "sign-in", look: "warn", leads: QUEUE };
  }
  const offer = offerOf(view);
  if (offer) return { text: offer.text, act: canUndo, look: "offer", leads: offer };
  if (sender.state === "offline" && book.waiting.length) {
    return { text: say("offline", { count: number(book.waiting.length) }), act: canUndo, look: "warn" };
  }
  if (update.isReady) return { text: say("update_ready"), act: canUndo, look: null };
  if (lastTerms) return { text: lastTerms.text, act: "undo", look: null };
  const { last } = book;
  if (!last) return { text: say("no_deals_yet"), act: null, look: null };
  const sums = Object.entries(last.net_points ?? {})
    .filter(([seat]) => seat !== "POT")
    .map(([seat, points]) => `${names[seat]} ${signed(points)}`);
  return { text: say("last_deal", { number: number(last.number), sums: sums.join(" · ") }), act: "undo", look: null };
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
    set(this.more, "aria-expanded", String(panel === "more"));
  }
}
