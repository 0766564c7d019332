// The deals of the table as this phone knows them: what the server told, and what was done here
// since. Knows deals, balances and the events that change them; knows no page and no network.
//
// An event is {id, kind, method, path, body, ifMatch, deal, state}: `kind` is record, revise, terms or
// guest (its id is the player's) or decide (a possible duplicate); `method` is PUT unless it is said;
// `state` is waiting, parked (the server said no) or done (told, and not yet in a board). A parked
// record that `isUndone` was taken back here; it is no question any more.

import { isSame, potWithHere, scored, withHere, withoutPot } from "./deals.js";
import { arrived, joined } from "./elsewhere.js";
import { foldBehind, foldRecord } from "./folding.js";
import { newId } from "./ids.js";
import { isAbout, sendable, withOther } from "./newcomers.js";
import { calledAs } from "./names.js";
import { applyDecision, openPairs } from "./pairs.js";

const WAITING = { state: "waiting", reason: "", code: "", current: null, failures: 0 };

export class Book {
  #deals = null;

  /** `differing`: results of this phone by deal that the server has otherwise. */
  constructor(board, events = [], differing = {}) {
    this.events = events;
    this.differing = differing;
    this.take(board, { isFresh: false });
  }

  /**
   * The server's state. What is in it is no event any more: one that was asked for just now has
   * all that was told before; a copy may be older than what was told.
   */
  take(board, { isFresh = true } = {}) {
    this.board = board;
    this.#introduce();
    this.touch();
    const known = new Map(board.deals.map((deal) => [deal.id, deal]));
    this.events = this.events.flatMap((event) => arrived(event, known.get(event.dealId)));
    this.events = this.events.filter((event) => {
      if (event.state !== "done") return true;
      const deal = known.get(event.dealId);
      if (deal && deal.n === event.n) this.#compare(event.deal, deal);
      return !isFresh && !(deal?.n >= event.n);
    });
  }

  /** What other tabs of this phone did, or the phone told late; what it does not hold comes last. */
  adopt(seen) {
    this.events = joined(this.events, seen);
    this.#introduce();
    this.touch();
  }

  /** The guests of this phone, whom the server may not know yet; who was refused comes no more. */
  #introduce() {
    const { names, roster } = this.board;
    for (const { id, kind, body, state } of this.events) {
      if (kind !== "guest") continue;
      names[id] ??= calledAs(body.name, names);
      const isKnown = state === "parked" || roster.some((one) => one.player_id === id);
      const told = { player_id: id, name: names[id], full_name: body.name, isHere: true };
      if (!isKnown) roster.unshift(told);
    }
  }

  /** Both compute; where they differ, both results are kept and shown. */
  #compare(mine, theirs) {
    if (theirs.is_void || isSame(mine, theirs)) delete this.differing[theirs.id];
    else this.differing[theirs.id] = { n: theirs.n, deal: mine };
  }

  /** An event came, went, or was answered: what was put together is put together again. */
  touch() {
    this.#deals = null;
  }

  /** Newest first, with everything of this phone in it. */
  get deals() {
    this.#deals ??= this.#merged();
    return this.#deals;
  }

  #merged() {
    const deals = new Map(this.board.deals.map((deal) => [deal.id, deal]));
    for (const event of this.events) {
      // What the server would not have changes nothing; a new deal it would not have stays seen.
      const isRefused = event.state === "parked" && event.kind !== "record";
      if (event.kind === "decide") applyDecision(deals, event);
      if (!event.dealId || isRefused) continue;
      const before = deals.get(event.dealId);
      deals.set(event.dealId, { ...before, ...event.deal, isHere: true, state: event.state });
    }
    for (const [id, { n, deal }] of Object.entries(this.differing)) {
      const theirs = deals.get(id);
      if (theirs?.n === n) deals.set(id, { ...theirs, differs: deal });
    }
    // A refused deal has no number in the books: the deal that got it stands before.
    return [...deals.values()].sort(
      (one, other) => other.number - one.number || isRefused(one) - isRefused(other),
    );
  }

  /** What a deal was played by, {rules, label}; of a new one, or none, what the table plays by. */
  rulesOf(deal) {
    const { rules, rules_label, other_rules } = this.board;
    return other_rules?.[deal?.ruleset_version_id] ?? { rules, label: rules_label };
  }

  /** The latest deal that is not void, or undefined. */
  get last() {
    return this.deals.find((deal) => !deal.is_void);
  }

  get lastNumber() {
    return Math.max(this.board.table.last_number, ...this.#counted.map((deal) => deal.number), 0);
  }

  get #counted() {
    return this.deals.filter((deal) => !isRefused(deal));
  }

  /** The server's deals by id, with those that had left its board before they were changed here. */
  #told() {
    const gone = this.events.filter(({ was }) => was).map(({ was }) => [was.id, was]);
    return new Map([...gone.reverse(), ...this.board.deals.map((deal) => [deal.id, deal])]);
  }

  /** Points of the night by player, everything of this phone counted but what was refused. */
  get balances() {
    return withHere(this.board.balances, this.#counted, this.#told());
  }

  /** Points in the pot before the deal of this number, everything of this phone counted. */
  potBefore(number) {
    return potWithHere(this.board.pot_points ?? 0, this.#counted, this.#told(), number);
  }

  /** The stake, seats and bench in force here: the last change of this phone on top. */
  get terms() {
    const { stake_points, seats, bench } = this.board.table;
    const start = { stake_points, seats: ids(seats), bench: ids(bench) };
    return this.events.reduce(
      (terms, event) =>
        event.kind === "terms" && event.state !== "parked" ? { ...terms, ...event.terms } : terms,
      start,
    );
  }

  /** Taken from the queue; what it did here is undone. Nobody seats a guest who is not coming. */
  drop(id) {
    const isFor = ({ terms }) =>
      !this.isKnown(id) && [...(terms?.seats ?? []), ...(terms?.bench ?? [])].includes(id);
    this.events = this.events.filter((event) => event.id !== id && !isFor(event));
    this.touch();
  }

  get waiting() {
    return this.events.filter((event) => event.state === "waiting");
  }

  /** What waits and may be sent. */
  get sendable() {
    const isRefusedGuest = ({ id, kind }) => kind === "guest" && !this.isKnown(id);
    return sendable(this.waiting, this.parked.filter(isRefusedGuest));
  }

  /** Is this somebody whom the server told of? */
  isKnown(id) {
    return this.board.roster.some((one) => one.player_id === id && !one.isHere);
  }

  /** Does anything that is not told yet name this person? */
  isNamed(id) {
    return this.events.some((event) => event.dealId && isAbout(event, id));
  }

  /** Do both stand in one deal, or sit at one table? Then they are not the same person. */
  areTwo(id, other) {
    return this.events.some((event) => isAbout(event, id) && isAbout(event, other));
  }

  /** The refused guest is somebody the club knows: everything here means that one. */
  becomes(id, other) {
    const left = this.events.filter((event) => event.id !== id);
    this.events = left.map((event) => (isAbout(event, id) ? withOther(event, id, other) : event));
    this.touch();
  }

  /** The refused guest is somebody else, and is told once more by another name. */
  rename(event, name) {
    event.body = { name };
    delete this.board.names[event.id];
    this.sendAgain(event);
    this.#introduce();
  }

  /** How many deals of this phone the books do not have as they are here. */
  get unsent() {
    const open = [...this.waiting, ...this.parked].filter((event) => event.dealId);
    return new Set(open.map((event) => event.dealId)).size;
  }

  get parked() {
    return this.events.filter((event) => event.state === "parked" && !event.isUndone);
  }

  /** The server said no, with its problem; what waits behind for the same deal goes with it. */
  park(event, { detail, title, code, current, values }) {
    event.state = "parked";
    event.reason = detail ?? title ?? "";
    event.code = code ?? "";
    event.current = current ?? null; // what holds there now
    event.bearer = values?.player_id ?? null; // who has the name of a guest
    this.events = foldBehind(this.events, event);
    // A change that was taken back before it was refused is wanted by nobody.
    const back = this.events.find((one) => one.body.cancels_id === event.id);
    if (back) this.events = this.events.filter((one) => one !== event && one !== back);
    this.touch();
  }

  /** The event of a new deal the server would not have, or undefined. */
  parkedRecord(dealId) {
    return this.events.find(
      (event) => event.kind === "record" && event.dealId === dealId && isRefused(event),
    );
  }

  /** What was refused waits to be sent once more. */
  sendAgain(event) {
    Object.assign(event, WAITING);
    this.touch();
  }

  /** What was refused of this deal has something newer in its place. */
  supersede(dealId) {
    const isOver = (event) => event.dealId === dealId && event.state === "parked";
    this.events = this.events.filter((event) => !isOver(event));
    this.touch();
  }

  /** The same revision of the deal as it is by now, in place of the one that came too late. */
  rebase(event) {
    if (event.kind === "terms") {
      this.drop(event.id);
      return this.change(event.terms);
    }
    const deal = this.deals.find((one) => one.id === event.dealId);
    const ifMatch = Math.max(deal?.n ?? 0, event.current?.n ?? 0);
    const [id, n] = [newId(), ifMatch + 1];
    const path = `deals/${event.dealId}/revisions/${id}`;
    this.drop(event.id);
    const based = { id, n, path, ifMatch, deal: { ...event.deal, n }, under: null };
    return this.#add({ ...event, ...based, ...WAITING });
  }

  /** Possible duplicates nobody has decided. */
  get pairs() {
    return openPairs(this.board.deals, this.events);
  }

  /** Both of a pair stay, or the one of them that is named is dropped. */
  decide(pair, dropped_id = null) {
    const body = dropped_id ? { decision: "drop_one", dropped_id } : { decision: "keep_both" };
    const path = `deals/${pair.deal_id}/duplicates`;
    this.#add({ id: newId(), kind: "decide", method: "POST", path, body, pair, state: "waiting" });
  }

  /**
   * A new deal; `score` in bets, `note` words about it. Returns it. Its id may have been drawn with
   * the draft.
   */
  record(sheet, score, { note = "", id = newId() } = {}) {
    const { stake_points } = this.terms;
    const version = this.board.table.ruleset_version_id;
    const base = this.lastNumber;
    // Stake and rules are those of the board, which knows nothing of deals that wait here.
    const seen = this.board.table.last_number;
    const told = { id, number: base + 1, n: 1, ruleset_version_id: version };
    const deal = scored(told, sheet, score, stake_points);
    this.#add({
      id,
      kind: "record",
      dealId: id,
      n: 1,
      path: `tables/${this.board.table.id}/deals/${id}`,
      body: {
        sheet: withoutPot(sheet),
        played_at: new Date().toISOString(),
        stake_points,
        ruleset_version_id: version,
        base_number: base,
        ...(seen < base && { seen_number: seen }),
        ...(note && { note }),
      },
      deal,
      state: "waiting",
    });
    return deal;
  }

  /** Correct (with sheet and score, and words), void or restore a deal. Returns it as it is then. */
  revise(deal, kind, sheet = null, score = null, { note = "", id = newId() } = {}) {
    const n = deal.n + 1;
    const { number, ruleset_version_id } = deal;
    const told = { id: deal.id, number, n, ruleset_version_id, is_void: kind === "void" };
    const after =
      kind === "correct"
        ? scored(told, sheet, score, deal.stake_points)
        : { ...deal, ...told };
    const refused = this.parkedRecord(deal.id);
    if (refused) {
      // The server has no such deal, so what is changed is what it would be told.
      foldRecord(refused, { body: { kind, sheet: sheet && withoutPot(sheet), note }, deal: after });
      this.touch();
      return after;
    }
    const isShown = this.board.deals.some((one) => one.id === deal.id) || deal.isHere;
    this.#add({
      id,
      kind: "revise",
      ...(isShown ? {} : { was: deal }),
      dealId: deal.id,
      n,
      path: `deals/${deal.id}/revisions/${id}`,
      ifMatch: deal.n,
      body: kind === "correct" ? { kind, sheet: withoutPot(sheet), ...(note && { note }) } : { kind },
      deal: after,
      state: "waiting",
    });
    return after;
  }

  /** Somebody the club does not know. Returns the id; a change of terms behind this seats them. */
  addGuest(name) {
    const id = newId();
    const path = `tables/${this.board.table.id}/guests/${id}`;
    this.#add({ id, kind: "guest", path, body: { name }, state: "waiting" });
    this.#introduce();
    return id;
  }

  /** Other terms from the next deal on. Returns the event, which can be taken back by its id. */
  change(terms) {
    const id = newId();
    const before = pick(this.terms, Object.keys(terms));
    const event = {
      id,
      kind: "terms",
      path: `tables/${this.board.table.id}/terms/${id}`,
      body: { ...terms, based_on: before },
      terms,
      before,
      state: "waiting",
    };
    this.#add(event);
    return event;
  }

  /** The last change of terms of this phone is taken back; what was refused is only forgotten. */
  takeBack(event) {
    if (isRefused(event)) return this.drop(event.id);
    const id = newId();
    return this.#add({
      id,
      kind: "terms",
      path: `tables/${this.board.table.id}/terms/${id}`,
      body: { cancels_id: event.id },
      terms: event.before,
      before: null,
      state: "waiting",
    });
  }

  #add(event) {
    this.events.push(event);
    this.touch();
  }
}

/** Of a deal: a new one the server would not have. Of an event: it was refused. */
export const isRefused = ({ state }) => state === "parked";

const ids = (people) => people.map((one) => one.player_id);

const pick = (object, keys) => Object.fromEntries(keys.map((key) => [key, object[key]]));
