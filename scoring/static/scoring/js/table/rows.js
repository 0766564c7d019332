// The rows: one seat each, in an order that never changes while a deal is written.
// Knows what a row shows; taps are heard in main.js.

import { whyNot } from "./denials.js";
import { eatsOf, fullRanks, previousSeat, standing } from "./draft.js";
import { button, h, set, write } from "./dom.js";
import { uOf } from "./sheets.js";
import { change, say, signed, spoken } from "./words.js";

const PLACES = ["first", "second", "third", "fourth"];

export class Rows {
  #rows = new Map();

  constructor() {
    this.element = h("ol", { class: "seats" });
  }

  /** `view`: the draft, its outcome, names, balances, the stake and the seat being typed. */
  update(view) {
    const { seats } = view.draft;
    this.element.dataset.seats = seats.length;
    if (seats.length < 2) {
      this.#showNobody(view);
      return;
    }
    if (seats.join() !== [...this.#rows.keys()].join()) this.#build(seats, view.names);
    for (const seat of seats) this.#show(seat, view);
  }

  /** Two are needed to play: who comes is asked where their rows will be. */
  #showNobody({ isWritable }) {
    const come = button("open", say("add_people"), { class: "chip chip--strong", data: { value: "players" } });
    const found = this.element.querySelector(".seats__none");
    if (found && Boolean(found.querySelector("button")) === isWritable) return;
    this.#rows = new Map();
    this.element.replaceChildren(
      h("li", { class: "seats__none" }, h("p", {}, say("needs_people")), isWritable ? come : null),
    );
  }

  #build(seats, names) {
    this.#rows = new Map(seats.map((seat) => [seat, makeRow(seat, names[seat])]));
    this.element.replaceChildren(...[...this.#rows.values()].map((row) => row.element));
  }

  #show(seat, view) {
    const row = this.#rows.get(seat);
    const { draft } = view;
    const badge = badgeOf(seat, view);
    write(row.badge, badge.text);
    set(row.badge, "data-look", badge.look);
    write(row.name, view.names[seat]);
    const delta = deltaOf(seat, view);
    write(row.balance, signed(view.balances[seat] ?? 0));
    write(row.delta, delta.text);
    set(row.delta, "data-sign", delta.sign);
    const isTyped = view.typing === seat;
    set(row.element, "data-typing", isTyped || null);
    set(row.element, "data-starter", draft.starter === seat || null);
    set(row.rank, "aria-label", labelOf(seat, view, badge, delta));
    const isRanked = draft.mode === "ranks" && draft.ranks.includes(seat);
    set(row.rank, "aria-pressed", String(isRanked));
    this.#showEats(row, seat, view);
    pressed(row.mom, draft.mom.includes(seat), view);
    pressed(row.u, draft.u?.winner === seat, view);
  }

  #showEats(row, seat, view) {
    const { draft, names } = view;
    const values = { name: names[seat], feeder: names[previousSeat(draft, seat)] };
    for (const [element, counter, lastRound, key] of [
      [row.eat, row.eatCount, false, "eat"],
      [row.last, row.lastCount, true, "last"],
    ]) {
      const count = eatsOf(draft, seat, lastRound);
      write(counter, count ? String(count) : "");
      pressed(element, count > 0, view);
      set(element, "aria-label", say(`label_${key}`, { ...values, count }));
    }
  }
}

function makeRow(seat, name) {
  const data = { seat };
  const badge = h("span", { class: "badge" });
  const called = h("span", { class: "called" }, name);
  const balance = h("span", { class: "balance" });
  const delta = h("span", { class: "delta" });
  const rank = button("rank", "", { class: "who", data });
  rank.append(badge, called, h("span", { class: "sums" }, balance, delta));
  const eatCount = h("span", { class: "count" });
  const lastCount = h("span", { class: "count" });
  const eat = button("an", say("eat"), { data });
  eat.append(eatCount);
  const last = button("chot", say("last"), { data });
  last.append(lastCount);
  const mom = button("mom", say("mom"), { data, "aria-label": say("label_mom", { name }) });
  const u = button("u", say("u"), { data, "aria-label": say("label_u", { name }) });
  const element = h("li", { class: "seat" }, rank, eat, last, mom, u);
  return { element, badge, name: called, balance, delta, rank, eat, last, eatCount, lastCount, mom, u };
}

/** On, or greyed where it cannot be put on. */
function pressed(element, isOn, { draft, rules }) {
  set(element, "aria-pressed", String(isOn));
  set(element, "aria-disabled", !isOn && whyNot(draft, rules, element.dataset) ? "true" : null);
}

/** What stands in the round badge: the place, M, the points typed, or nothing yet. */
function badgeOf(seat, { draft, outcome, rules, isTypingPoints }) {
  if (isTypingPoints) {
    const isPlaced = rules.mom_place === "by_points" && seat in draft.points;
    if (draft.mom.includes(seat) && !isPlaced) return { text: "M", look: "said" };
    return { text: String(draft.points[seat] ?? ""), look: seat in draft.points ? "said" : null };
  }
  if (outcome.question?.key.startsWith("tie") && outcome.question.seats.includes(seat)) {
    return { text: `=${tiedPlace(seat, draft)}`, look: "asked" };
  }
  if (draft.u?.winner === seat) return { text: "Ù", look: "said" };
  if (outcome.notice?.seat === seat) return { text: "Ù", look: "filled" };
  if (draft.mom.includes(seat) || draft.forfeit.includes(seat)) return { text: "M", look: "said" };
  const place = outcome.score?.places[seat] ?? draftPlace(draft, seat);
  if (!place) return { text: "", look: null };
  const isSaid = draft.ranks.includes(seat) && draft.mode === "ranks";
  return { text: String(place), look: isSaid ? "said" : "filled" };
}

/** Behind how many a tied seat stands. */
const tiedPlace = (seat, draft) =>
  1 + standing(draft).filter((other) => draft.points[other] < draft.points[seat]).length;

function draftPlace(draft, seat) {
  if (draft.u || draft.fault || draft.ending || draft.mode === "points") return 0;
  return fullRanks(draft).indexOf(seat) + 1;
}

function deltaOf(seat, { outcome, stake }) {
  const isAsked = outcome.question?.seats?.includes(seat);
  if (isAsked) return { text: "?", sign: null, points: null };
  if (!outcome.score) return { text: "", sign: null, points: null };
  const points = (outcome.score.net[seat] ?? 0) * stake;
  return { text: change(points), sign: Math.sign(points) || null, points };
}

function labelOf(seat, view, badge, delta) {
  const parts = [view.names[seat]];
  if (view.draft.starter === seat) parts.push(say("plays_first"));
  if (badge.text === "M") parts.push(say("mom"));
  else if (badge.text === "Ù") parts.push(say(`u_${uOf(view.draft, view.rules).kind}`));
  else if (badge.text.startsWith("=")) parts.push(say("tied", { place: badge.text.slice(1) }));
  else if (view.isTypingPoints && badge.text) parts.push(say("label_points", { points: badge.text }));
  else if (/^[1-4]$/.test(badge.text)) parts.push(say(PLACES[badge.text - 1]));
  if (delta.text === "?") parts.push(say("asked"));
  if (delta.points !== null && delta.points !== undefined) parts.push(spoken(delta.points));
  parts.push(say("label_balance", { balance: signed(view.balances[seat] ?? 0) }));
  return parts.join(", ");
}
