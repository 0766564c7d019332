// The table page: hears every tap, changes the draft or the book, keeps both, shows what is so.
// The parts it puts together each know one thing; what a tap does stands in acts.js.

import { acts } from "./acts.js";
import { heedOthers } from "./acts-review.js";
import { Foot, Strip, TopBar } from "./bars.js";
import { Book, isRefused } from "./book.js";
import { h, set, write } from "./dom.js";
import { whyNot } from "./denials.js";
import { hasInput, newDraft, setMode, writeNote } from "./draft.js";
import { hasSaved } from "./elsewhere.js";
import { readRules } from "../scorer/score.js";
import { GuestField } from "./guests.js";
import { newId } from "./ids.js";
import { offerBrowser } from "./in-app.js";
import { keep, letGo, newer } from "./keeping.js";
import { firstTyped, Keypad } from "./keypad.js";
import { linesOf } from "./lines.js";
import { readLooks } from "./looks.js";
import { Outbox } from "./outbox.js";
import { compensatorOf, nextStarter, outcomeOf } from "./outcome.js";
import { NoteField } from "./notes.js";
import { makePanel, shownIn } from "./panels.js";
import { Presence, presenceActs, WritingSign } from "./presence.js";
import { Preview } from "./preview.js";
import { Rows } from "./rows.js";
import { Sender } from "./send.js";
import { Slot } from "./slot.js";
import { Store } from "./store.js";
import { Update } from "./update.js";
import { WakeLock } from "./wake.js";
import { say } from "./words.js";

const HINTED_DEALS = 3;
const ASK_EVERY = 2_500;
// What can be tapped while a deal waits for the server because the phone cannot keep it.
const WHILE_HELD = ["open", "close", "look", "send", "wake", "theme", "export"]
  .concat(["sign-in", "join-again", "again", "again-barred", "again-closed", "drop-event"]);

const read = new WeakMap(); // rules as the scorer takes them, by what the board told

const root = document.getElementById("table");
const board = JSON.parse(document.getElementById("board").textContent);
const links = JSON.parse(document.getElementById("links").textContent);

/** Everything the page knows. Acts change it and call `changed`. */
class TablePage {
  /** `held` is what the outbox kept: pairs of [id, value] by kind. */
  constructor(outbox, held) {
    this.store = new Store(board.table.id);
    this.outbox = outbox;
    const { event = [], differing = [], inputs = [] } = held;
    const events = event.map(([, one]) => one);
    this.book = new Book(newer(board, held.board?.[0][1]), events, Object.fromEntries(differing));
    this.keptBoard = null;
    this.links = links;
    this.draft = this.store.read("draft", null);
    // Of two pages each may write a deal of its own; one that was begun is the same in both.
    if (this.draft && !hasInput(this.draft)) this.draft.id = newId();
    // Drafts that wait while another deal is changed, the last one on top.
    this.aside = [this.store.read("aside", null) ?? []].flat();
    this.taken = null; // the draft of a deal that is changed, as it was before anything was typed
    this.inputs = Object.fromEntries(inputs); // the drafts of deals this phone wrote, by id
    this.dropped = this.store.read("dropped", null); // {draft, aside} thrown away just now
    this.lastTerms = this.store.read("lastTerms", null); // {id, text, number} of the change to take back
    this.looks = readLooks(this.store);
    this.panel = null;
    this.typing = null; // the seat whose points are typed, with what was typed of them
    this.hand = { payer: null, payee: null, bets: 1 };
    this.swapping = null;
    this.isSettling = false; // the queue was opened on the way to the settlement
    this.replacing = null; // who of the bench takes somebody's place
    this.newStake = this.book.terms.stake_points;
    this.denied = null;
    this.isSaving = false; // what was saved is on its way to the outbox
    this.held = null; // {event, text, played}: a deal this phone cannot keep, which waits for the server
    this.rejected = null; // {draft, reason}: such a deal that the server would not have
    this.offer = null; // what the strip offers after a deal, until the draft is touched
    this.guest = new GuestField();
    this.note = new NoteField((note) => {
      this.draft = writeNote(this.draft, note);
      this.changed();
    });
    this.looked = []; // the pairs of the panel of possible duplicates, as it was opened
    this.overtaken = []; // pairs that another phone decided before this one's decision came
    this.exported = ""; // what waits, as text
    this.fitDraft();
    this.begin();
    this.wake = new WakeLock(() => this.show());
    this.sender = new Sender({
      api: links.api,
      csrf: root.dataset.csrf,
      book: this.book,
      onChange: () => this.boardChanged(),
      onTurn: () => this.lookAround(),
    });
    const { sender, book, store } = this;
    this.presence = new Presence({ api: links.api, writer: root.dataset.writer, sender, book, store });
    this.update = new Update(this);
  }

  get isWritable() {
    return this.book.board.table.state === "open" && !this.book.board.table.is_season_closed;
  }

  /** The rules the deal that is written goes by: an older one that is changed keeps its own. */
  get rules() {
    return this.rulesOf(this.draft?.editing?.was);
  }

  /** The rules of a deal; of none, those of the table. */
  rulesOf(deal) {
    const { rules } = this.book.rulesOf(deal);
    if (!read.has(rules)) read.set(rules, readRules(rules));
    return read.get(rules);
  }

  /** {id, number, …} of the deal that was undone and stands in the draft, or null. */
  get redo() {
    return this.draft.editing?.isUndone ? this.draft.editing : null;
  }

  /** A fresh draft for those who sit here now; one that is being written keeps its people. */
  fitDraft() {
    if (!this.isSaving && !this.held && hasSaved(this.book, this.draft)) {
      this.draft = this.aside.at(-1); // the page ended before it was emptied
      this.aside = this.aside.slice(0, -1);
    }
    const { draft } = this;
    if (draft && (draft.editing || hasInput(draft))) return;
    const fresh = this.freshDraft();
    if (draft?.seats.join() !== fresh.seats.join()) {
      this.draft = fresh;
      this.begin();
      return;
    }
    // Another deal may have become the last one meanwhile, unless somebody said who starts.
    if (!draft.isStarterChosen && draft.starter !== fresh.starter) {
      this.draft = { ...draft, starter: fresh.starter };
    }
  }

  /** A draft nothing was typed in begins with the keypad where the club writes hand points down. */
  begin() {
    const { draft, book } = this;
    const isEmpty = !draft.editing && !hasInput(draft);
    if (isEmpty && book.board.table.habits.counts_points) this.draft = setMode(draft, "points");
    this.typing = firstTyped(this);
  }

  freshDraft() {
    const { seats } = this.book.terms;
    const draft = newDraft(seats, nextStarter(this.book.last, this.rulesOf(null), seats));
    return { ...draft, id: newId() }; // of the deal it becomes
  }

  /** Something was typed: keep it and show it. */
  changed() {
    const { draft, aside, dropped, lastTerms, looks } = this;
    this.store.write({ draft, aside, dropped, lastTerms, looks });
    this.show();
  }

  /** Something was done: keep what has to be sent. True once it is on the phone. */
  keep() {
    return keep(this);
  }

  /** The server answered, or did not. */
  boardChanged() {
    // Once a deal was played under it, a change of terms is not taken back any more.
    if (this.book.lastNumber > this.lastTerms?.number) this.lastTerms = null;
    this.fitDraft();
    heedOthers(this);
    this.keep().then((isKept) => isKept || this.show());
    if (this.held && !this.book.waiting.includes(this.held.event)) letGo(this);
    this.changed();
    if (this.sender.state === "idle") this.presence.tellWaiting();
  }

  /** Another tab of this phone may have written too. */
  async lookAround() {
    if (await this.outbox.look("event", (seen) => this.book.adopt(seen))) {
      this.fitDraft();
      this.show();
    }
  }

  /** The number of the deal that is written: a new one, or the one being changed. */
  get number() {
    return this.draft.editing?.number ?? this.book.lastNumber + 1;
  }

  /** Points a bet of that deal. */
  get stake() {
    return this.draft.editing?.stake ?? this.book.terms.stake_points;
  }

  /** Whole bets in the pot before it. */
  get pot() {
    return Math.floor(this.book.potBefore(this.number) / this.stake);
  }

  /** What every part shows itself from. */
  view() {
    const { draft, book, rules, sender, pot } = this;
    const outcome = outcomeOf(draft, rules, pot);
    return {
      ...this,
      board: book.board,
      balances: this.balances(),
      names: book.board.names,
      compensator: compensatorOf(draft, rules, pot),
      hint: say(draft.seats.length < 2 ? "needs_people" : book.deals.length < HINTED_DEALS ? "hint" : "hint_short"),
      isTypingPoints: this.typing !== null,
      typing: this.typing?.seat ?? null,
      isWritable: this.isWritable,
      number: this.number,
      outcome,
      redo: this.redo,
      rules,
      potPoints: book.board.pot_points === null ? null : book.potBefore(this.number),
      reason: outcome.refused ? say(`refused_${outcome.refused.code}`, this.refusedNames(outcome)) : "",
      sender,
      stake: this.stake,
      terms: book.terms,
    };
  }

  /** Without the deal that is being changed, so that rows show what comes on top. */
  balances() {
    const { balances } = this.book;
    const { editing: told } = this.draft;
    const editing = this.book.deals.find((deal) => deal.id === told?.id) ?? told?.was;
    if (!editing || editing.is_void || isRefused(editing)) return balances;
    for (const [seat, points] of Object.entries(editing.net_points ?? {})) {
      if (seat in balances) balances[seat] -= points;
    }
    return balances;
  }

  refusedNames({ refused }) {
    const { names } = this.book.board;
    const { seat, seats = [] } = refused.values;
    const seated = seats.map((one) => names[one]).join(", ");
    return { ...refused.values, seat: names[seat] ?? "", seats: seated };
  }

  show() {
    if (this.isSaving) return;
    const view = this.view();
    parts.top.update(view);
    parts.strip.update(view);
    this.showWriting();
    parts.rows.update(view);
    const heard = parts.slot.update(view);
    if (heard) this.speak(heard);
    parts.foot.update(view);
    this.showResult(view);
    this.showPanel(view);
    for (const look of ["large", "table", "turned", "left"]) {
      set(root, `data-${look}`, this.looks[look] || null);
    }
    set(root, "data-mode", this.typing ? "keypad" : "result");
    set(parts.keypad.element, "hidden", this.typing ? null : "");
    set(parts.preview.element, "hidden", this.typing ? "" : null);
  }

  showWriting() {
    const text = this.presence.look();
    if (parts.writing.update(text)) this.speak(text);
  }

  showResult(view) {
    const { outcome, names, stake } = view;
    const told = outcome.score ?? outcome.partial;
    const lines = told
      ? linesOf({ ...told, sheet: outcome.score ? outcome.sheet : view.draft }, {
          names,
          stake,
          rules: view.book.rulesOf(view.draft.editing?.was).label,
        })
      : [];
    parts.preview.update(lines, { isWhole: Boolean(outcome.score), empty: view.reason || say("preview_empty") });
  }

  showPanel(view) {
    const open = root.querySelector(".panel");
    if (!this.panel) {
      open?.remove();
      return;
    }
    const isTyping = document.activeElement?.matches(".guest input");
    if (isTyping && open?.dataset.panel === this.panel) return;
    const isSame = open?.dataset.panel === this.panel;
    const shown = shownIn(this.panel, view);
    if (isSame && shown !== null && shown === this.shown) return;
    this.shown = shown;
    const focused = open?.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
    const scrolled = isSame ? open.lastElementChild.scrollTop : 0;
    const folds = [...(open?.querySelectorAll("details") ?? [])];
    const unfolded = folds.filter((one) => one.open).map((one) => one.dataset.deal);
    const panel = makePanel(this.panel, { ...view, unfolded });
    panel.querySelectorAll("details:not([data-deal])").forEach((one, index) => {
      one.open = folds.filter((fold) => !fold.dataset.deal)[index]?.open ?? false;
    });
    // What is as it was stays where it is, under a finger and with what is marked in it.
    if (open?.isEqualNode(panel)) return;
    if (open) open.replaceWith(panel);
    else root.append(panel);
    panel.lastElementChild.scrollTop = scrolled;
    const same = focused && findSame(panel, focused);
    if (same) same.focus();
    else if (!open) panel.querySelector("button").focus({ preventScroll: true });
  }

  /** Another draft was begun: the one thrown away before it is not offered any more. */
  forget() {
    this.dropped = null;
    this.changed();
  }

  /** A tap on what is greyed: the slot says why, and nothing changes. */
  explain(data) {
    const why = whyNot(this.draft, this.rules, data);
    if (!why) return;
    this.denied = why;
    this.show();
    this.speak(say(why.key, { name: this.book.board.names[why.seat] }));
  }

  /** Said aloud to whoever hears the page. */
  speak(text) {
    write(parts.live, text);
  }
}

const findSame = (panel, data) =>
  [...panel.querySelectorAll("button")].find(
    (one) => JSON.stringify({ ...one.dataset }) === JSON.stringify(data),
  );

const strip = new Strip();
const parts = {
  top: new TopBar(links),
  strip,
  writing: new WritingSign(strip),
  rows: new Rows(),
  slot: new Slot(),
  preview: new Preview(),
  keypad: new Keypad(),
  foot: new Foot(),
  live: h("p", { class: "live", role: "status", "aria-live": "polite" }),
};

async function start() {
  const { outbox, held } = await Outbox.open(board.table.id);
  const page = new TablePage(outbox, held);
  root.replaceChildren(
    parts.top.element,
    parts.strip.element,
    parts.rows.element,
    parts.slot.element,
    parts.preview.element,
    parts.keypad.element,
    parts.foot.element,
    parts.live,
  );
  offerBrowser(root);
  page.show();
  // On https the browser may be asked not to throw away what was not sent.
  navigator.storage?.persist?.().catch(() => {});
  page.sender.flush();
  setInterval(() => {
    if (!outbox.isLoaded) page.keep();
    if (document.visibilityState === "visible") page.sender.poll();
  }, ASK_EVERY);
  document.addEventListener("visibilitychange", () => page.lookAround());
  root.addEventListener("click", (event) => hear(page, event));
}

function hear(page, event) {
  const target = event.target.closest("[data-act]");
  page.wake.ask();
  page.sender.nudge();
  const { act: name } = target?.dataset ?? {};
  const act = acts[name] ?? presenceActs[name];
  if (!act || page.isSaving || (page.held && !WHILE_HELD.includes(name))) return;
  const { draft, dropped } = page;
  if (target.getAttribute("aria-disabled") !== "true") act(page, target.dataset);
  else page.explain(target.dataset);
  if (page.draft === draft) return;
  page.presence.touch();
  if (dropped && page.dropped === dropped) page.forget();
}

start();
