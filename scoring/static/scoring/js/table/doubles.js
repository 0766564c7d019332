// Possible duplicates on the page: the sentence in the strip, and the panel where the two results
// stand side by side. What the panel shows is what it was opened with: while somebody looks, no
// button comes, goes or moves, and what is decided meanwhile only greys.

import { button, h } from "./dom.js";
import { linesOf } from "./lines.js";
import { sidesOf } from "./pairs.js";
import { makeLine } from "./preview.js";
import { change, clock, number, say } from "./words.js";

/** What the strip says of open pairs, or null. */
export function doublesText(view) {
  const sides = view.book.pairs.map((pair) => sidesOf(pair, view)).filter(Boolean);
  if (!sides.length) return null;
  const [{ number: at, name, isOurs }] = sides;
  const isOfOne = isOurs && name && sides.every((one) => one.isOurs && one.name === name);
  const key = (sides.length > 1 ? "doubles_many" : "doubles_at") + (isOfOne ? "_of" : "");
  const text = say(key, { number: number(at), count: number(sides.length), name });
  return { text: say("see", { text }).replace("· ", "·\u00a0"), leads: { act: "doubles", value: "doubles" } };
}

/** The panel. */
export function doubles(view) {
  const open = new Set(view.book.pairs.map((pair) => pair.deal_id));
  const looked = view.looked.map((pair) => sidesOf(pair, view)).filter(Boolean);
  const cards = looked.map((sides) => makePair(sides, open.has(sides.pair.deal_id), view));
  const content = [h("p", { class: "help" }, say("doubles_help")), ...stretches(looked, open), ...cards];
  return { title: say("doubles"), content };
}

/** Pairs of one other phone with this one, where there are several: all at once. */
export function stretchWith(phone, looked) {
  const stretch = looked.filter((sides) => sides.isOurs && sides.other.recorded_by === phone);
  return stretch.length > 1 ? stretch : [];
}

function stretches(looked, open) {
  const phones = new Set(looked.map((sides) => sides.other.recorded_by));
  return [...phones].flatMap((phone) => {
    const stretch = stretchWith(phone, looked);
    if (!stretch.length) return [];
    const left = stretch.filter((sides) => open.has(sides.pair.deal_id));
    const drop = (side, text) =>
      choice("drop-all", text, { value: side, phone }, left.length > 0);
    const count = (side) => number(new Set(stretch.map((sides) => sides[side].id)).size);
    const { name } = stretch[0];
    const theirs = say(name ? "drop_all_of" : "drop_all_that", { count: count("other"), name });
    const mine = say("drop_all_mine", { count: count("own") });
    return [h("div", { class: "decisions" }, drop("other", theirs), drop("own", mine))];
  });
}

function makePair(sides, isOpen, view) {
  const { pair, other, own } = sides;
  const isSame = JSON.stringify(netOf(other)) === JSON.stringify(netOf(own));
  const drop = (side) =>
    choice("drop-deal", dropText(sides, side), { deal: pair.deal_id, value: side.id }, isOpen);
  return h(
    "section",
    { class: "review", "aria-label": say("doubles_at", { number: number(sides.number) }) },
    h("h3", {}, say("doubles_at", { number: number(sides.number) })),
    h("p", { class: "help" }, isOpen ? say(isSame ? "same_results" : "other_results") : decidedText(sides)),
    h("div", { class: "sides" }, makeSide(other, sideTitle(sides, other), view), makeSide(own, sideTitle(sides, own), view)),
    h(
      "div",
      { class: "decisions" },
      choice("keep-both", say("keep_both"), { deal: pair.deal_id }, isOpen, "decide decide--wide"),
      drop(other),
      drop(own),
    ),
  );
}

const choice = (act, text, data, isOpen, look = "decide") =>
  button(act, text, { class: look, data, "aria-disabled": isOpen ? null : "true" });

/** One result: when and what it came to, and its lines. */
export function makeSide(deal, title, { names, book }) {
  const told = deal.is_void ? [] : Object.entries(netOf(deal));
  const sums = told.map(([seat, points]) =>
    h(
      "li",
      {},
      h("span", { class: "side__name" }, names[seat]),
      h("span", { class: "delta", data: { sign: Math.sign(points) } }, change(points)),
    ),
  );
  const words = { names, stake: deal.stake_points, rules: book.rulesOf(deal).label };
  const lines = deal.is_void ? [] : linesOf(deal, words).map(makeLine);
  const at = clock(deal.played_at ?? book.parkedRecord(deal.id)?.body.played_at);
  return h(
    "div",
    { class: "side" },
    h("h4", {}, title),
    h("p", { class: "help" }, [say("event_deal", { number: number(deal.number) }), at].filter(Boolean).join(" · ")),
    deal.is_void ? h("p", { class: "tag" }, say("is_void")) : null,
    sums.length ? h("ul", { class: "side__sums" }, ...sums) : null,
    lines.length
      ? h("details", { class: "side__lines" }, h("summary", {}, say("by_line")), h("ul", { class: "lines" }, ...lines))
      : null,
  );
}

/** Points by seat, in the order of the seats; the pot is no seat. */
const netOf = ({ sheet, net_points = {} }) =>
  Object.fromEntries(sheet.seats.map((seat) => [seat, net_points[seat] ?? 0]));

function sideTitle({ own, isOurs, name }, deal) {
  if (isOurs && deal === own) return say("this_phone");
  if (isOurs) return name ? say("phone_of", { name }) : say("that_phone");
  return deal.author ? say("phone_of", { name: deal.author }) : say("that_phone");
}

/** On the phone of neither, and where two are called the same, the numbers tell them apart. */
function dropText({ own, isOurs, name, other }, deal) {
  if (isOurs && deal === own) return say("drop_mine");
  if (isOurs) return name ? say("drop_of", { name }) : say("drop_that");
  if (name && own.author) return say("drop_of", { name: deal === other ? name : own.author });
  return say("drop_number", { number: number(deal.number) });
}

/** What became of a pair. */
export function decidedText({ other, own }) {
  const dropped = [other, own].find((deal) => deal.is_void);
  if (dropped) return say("dropped", { number: number(dropped.number) });
  return say("kept_both", { number: number(other.number), other: number(own.number) });
}
