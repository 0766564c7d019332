// From what was tapped to what happened: the sheet of a draft, and the draft of a sheet.
// Knows the format `phom-sheet/1` (section 5 of docs/rules.md); knows no price.

import { fullRanks, newDraft, previousSeat, standing } from "./draft.js";

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
  if (ending === "u") return { ...sheet, u: uOf(draft, rules), ...handsOf(draft) };
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

function uOf(draft, rules) {
  const u = draft.u ?? { winner: zeroSeat(draft, rules), kind: "zero", compensator: null };
  return { winner: u.winner, kind: u.kind, compensator: u.compensator };
}

function normalParts(draft, rules) {
  const parts = handsOf(draft);
  const isAllMom = !standing(draft).length;
  if (isAllMom && draft.answers.length) parts.finish = draft.answers.slice(0, 1);
  else if (draft.mode === "ranks" && !isAllMom) parts.finish = fullRanks(draft);
  else if (draft.answers.length) parts[tieKey(rules)] = answeredOrder(draft, rules);
  // Móm seats that are placed by laying down are so in the order in which they were tapped.
  if (rules.mom_place === "by_laid_down" && draft.mom.length > 1) {
    const ahead = (parts.laid_down ?? []).filter((seat) => !draft.mom.includes(seat));
    parts.laid_down = [...ahead, ...draft.mom];
  }
  return parts;
}

const tieKey = (rules) => (rules.tie_break === "laid_down" ? "laid_down" : "last_discards");

/** Those who were named in front, or behind where it was asked who came last. */
function answeredOrder(draft, rules) {
  const others = expectedOrder(draft).filter((seat) => !draft.answers.includes(seat));
  return rules.tie_break === "laid_down"
    ? [...draft.answers, ...others]
    : [...others, ...[...draft.answers].reverse()];
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
  const isUnusual = sheet.u?.also?.length || (sheet.u?.times ?? 1) !== 1;
  return !hasCards && !isUnusual;
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
    const { winner, kind, compensator = null } = sheet.u;
    draft.u = { winner, kind, compensator, isGuess: false };
  }
  if (sheet.finish && standing(draft).length) draft.ranks = sheet.finish.slice(0, standing(draft).length);
  else if (sheet.finish) draft.answers = sheet.finish.slice(0, 1);
  else if (sheet.ending === "normal" && Object.keys(points).length) {
    draft.mode = "points";
    draft.points = points;
    draft.answers = tiedOrder(sheet, points);
  }
  return { ...draft, editing };
}

function orderedMom(sheet) {
  const order = sheet.laid_down ?? [];
  const mom = sheet.seats.filter((seat) => sheet.hands?.[seat]?.mom);
  return mom.sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Those among equal points whose order was said, as they would be named. */
function tiedOrder(sheet, points) {
  const isTied = (seat) =>
    Object.entries(points).some(([other, value]) => other !== seat && value === points[seat]);
  if (sheet.laid_down?.length) return sheet.laid_down.filter(isTied).slice(0, -1);
  return [...(sheet.last_discards ?? [])].reverse().filter(isTied).slice(0, -1);
}
