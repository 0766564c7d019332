// From what was tapped to what happened: the sheet of a draft, and the draft of a sheet.
// Knows the format `phom-sheet/1` (section 5 of docs/rules.md); knows no price.

import { downOf, fullRanks, newDraft, previousSeat, standing } from "./draft.js";
import { readSheet } from "../scorer/sheet.js";

/** Who is expected to lay down when: turn order, moved on by every ordinary eat. */
export function expectedOrder(draft) {
  const dodges = draft.eats.filter((eat) => !eat.last_round).length;
  const start = (draft.seats.indexOf(draft.starter) + dodges) % draft.seats.length;
  return [...draft.seats.slice(start), ...draft.seats.slice(0, start)];
}

/** The sheet of a draft as it stands, complete or not; `pot` in bets. */
export function toSheet(draft, rules, pot = 0) {
  const ending = endingOf(draft, rules);
  const sheet = { seats: draft.seats, starter: draft.starter, ending };
  if (draft.eats.length) sheet.eats = draft.eats.map((eat) => withFeeder(draft, eat));
  if (draft.adjustments.length && ending !== "void") sheet.adjustments = draft.adjustments;
  if (draft.multiplier > 1) sheet.multiplier = draft.multiplier;
  if (pot) sheet.pot = pot;
  if (ending === "normal") return { ...sheet, ...normalParts(draft, rules) };
  if (ending === "u") return { ...sheet, u: uPart(draft, rules), ...handsOf(draft) };
  if (ending === "fault") return { ...sheet, fault: draft.fault };
  return sheet;
}

/** The seat with no points left, which is ù where the rules say so; else undefined. */
export function zeroSeat(draft, rules) {
  if (draft.mode !== "points" || draft.u || !rules.zero_points_is_u) return undefined;
  return standing(draft).find((seat) => draft.points[seat] === 0);
}

function endingOf(draft, rules) {
  if (draft.ending) return draft.ending;
  if (draft.fault) return "fault";
  return draft.u || zeroSeat(draft, rules) !== undefined ? "u" : "normal";
}

function withFeeder(draft, { eater, last_round }) {
  return { eater, feeder: previousSeat(draft, eater), last_round };
}

/** The ù that was tapped, or the one of 0 points; null where there is none. */
export function uOf(draft, rules) {
  const winner = draft.u ? null : zeroSeat(draft, rules);
  return draft.u ?? (winner === undefined ? null : { winner, kind: "zero", compensator: null });
}

function uPart(draft, rules) {
  const { winner, kind, compensator, times = 1 } = uOf(draft, rules);
  return times > 1 ? { winner, kind, compensator, times } : { winner, kind, compensator };
}

/** Are the points of móm seats needed? They are where móm seats are placed by them. */
export function needsMomPoints(draft, rules) {
  const down = downOf(draft).length;
  const hasPlaces = down < draft.seats.length || rules.all_mom !== "no_payment";
  return rules.mom_place === "by_points" && down > 1 && hasPlaces;
}

/**
 * Seats of equal points whose order a rule may ask for, in expected order; móm seats among
 * themselves, and only where points place them.
 */
export function tiedGroups(draft, rules) {
  const left = standing(draft);
  const groups = new Map();
  for (const seat of expectedOrder(draft)) {
    const isUp = left.includes(seat);
    if (!isUp && rules.mom_place !== "by_points") continue;
    const key = `${isUp} ${draft.points[seat]}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function normalParts(draft, rules) {
  const parts = handsOf(draft);
  const down = downOf(draft);
  const isAllDown = down.length === draft.seats.length;
  const isRanked = draft.mode === "ranks" && !isAllDown;
  const head = isAllDown ? draft.answers.slice(0, 1) : isRanked ? fullRanks(draft) : [];
  // Móm seats nobody asks points of are placed in the order in which they were tapped.
  const isTapped = rules.mom_place === "by_laid_down" || (draft.mode === "ranks" && rules.mom_place === "by_points");
  const tail = isTapped && down.length > 1 ? down.filter((seat) => !head.includes(seat)) : [];
  const order = draft.mode === "points" ? saidOrder(draft, rules) : [];
  if (order.length) parts[tieKey(rules)] = order;
  if (isRanked || head.length) parts.finish = [...head, ...tail];
  else if (tail.length && !isAllDown) parts.laid_down = [...(parts.laid_down ?? []), ...tail];
  return parts;
}

const tieKey = (rules) => (rules.tie_break === "laid_down" ? "laid_down" : "last_discards");

/**
 * The ties that are said, each with the one who is left; `settled` are those that need no answer.
 * Who was named stands in front, or behind where it was asked who came last.
 */
function saidOrder(draft, rules) {
  const named = [...draft.answers, ...(draft.settled ?? [])];
  return tiedGroups(draft, rules).flatMap((group) => {
    const said = named.filter((seat) => group.includes(seat));
    const left = group.filter((seat) => !said.includes(seat));
    if (left.length > 1) return [];
    return rules.tie_break === "laid_down" ? [...said, ...left] : [...left, ...said.reverse()];
  });
}

function handsOf(draft) {
  const hands = {};
  for (const seat of draft.seats) {
    const hand = {};
    if (draft.mode === "points" && seat in draft.points) hand.points = draft.points[seat];
    if (draft.mom.includes(seat)) hand.mom = true;
    if (draft.forfeit.includes(seat)) hand.forfeit = true;
    if (Object.keys(hand).length) hands[seat] = hand;
  }
  return Object.keys(hands).length ? { hands } : {};
}

/** Can this page show and change everything the sheet says? Cards and several dry ù it cannot. */
export function isPlain(sheet) {
  const hands = Object.values(sheet.hands ?? {});
  const hasCards = hands.some((hand) => "melds" in hand || "left" in hand || "sent" in hand);
  return !hasCards && !sheet.u?.also?.length;
}

/** Do both say the same, but for what lay in the pot? */
export const isSameSheet = (one, other) => textOf(one) === textOf(other);

function textOf({ pot: _pot, ...sheet }) {
  const plain = (_key, value) => (value instanceof Map ? [...value].sort() : value);
  try {
    return JSON.stringify(readSheet(sheet), plain);
  } catch {
    return JSON.stringify(sheet); // one that was refused for what it is
  }
}

/** The draft that would make this sheet again, for correcting it. */
export function fromSheet(sheet, editing) {
  const hands = sheet.hands ?? {};
  const draft = newDraft(sheet.seats, sheet.starter);
  const points = {};
  for (const [seat, hand] of Object.entries(hands)) {
    if (Number.isInteger(hand.points)) points[seat] = hand.points;
  }
  draft.eats = (sheet.eats ?? []).map(({ eater, last_round }) => ({
    eater,
    last_round: Boolean(last_round),
  }));
  draft.mom = orderedMom(sheet);
  draft.forfeit = sheet.seats.filter((seat) => hands[seat]?.forfeit);
  draft.adjustments = sheet.adjustments ?? [];
  draft.multiplier = sheet.multiplier ?? 1;
  draft.fault = sheet.fault ?? null;
  draft.ending = ["drawn", "void"].includes(sheet.ending) ? sheet.ending : null;
  if (sheet.u) {
    const { winner, kind, compensator = null, times = 1 } = sheet.u;
    draft.u = { winner, kind, compensator, times, isGuess: false };
  }
  const left = standing(draft).length;
  if (sheet.finish && left) draft.ranks = sheet.finish.slice(0, left);
  else if (sheet.finish) draft.answers = sheet.finish.slice(0, 1);
  // Points beside a finish were written somewhere else, except where móm is placed by them.
  if (Object.keys(points).length && !(sheet.finish && left)) {
    draft.mode = "points";
    draft.points = points;
    // Among móm seats alone nobody was asked: where it matters, `finish` says it.
    if (left) draft.answers = tiedOrder(sheet, draft);
  }
  return { ...draft, editing };
}

function orderedMom(sheet) {
  const order = sheet.finish ?? sheet.laid_down ?? [];
  const mom = sheet.seats.filter((seat) => sheet.hands?.[seat]?.mom);
  return mom.sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Those among equal points whose order was said, as they would be named. */
function tiedOrder(sheet, draft) {
  const { laid_down = [], last_discards = [] } = sheet;
  const order = laid_down.length ? laid_down : [...last_discards].reverse();
  return tiedGroups(draft, { mom_place: "by_points" }).flatMap((group) =>
    order.filter((seat) => group.includes(seat)).slice(0, -1),
  );
}
