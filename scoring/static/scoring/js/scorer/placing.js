// Places: who is first, second …, how equal points and móm seats are ordered.
// the twin of scoring/engine/placing.py. The checks ask the
// same functions, so a sheet is refused exactly where they could not answer.

import { turnOrder } from "./sheet.js";

// Stands for the points of a forfeited hand that has none: behind every hand that has.
const NO_POINTS = 1000;

/** Seat → place in seat order; null for a seat without one. */
export function place(sheet, rules) {
  if (sheet.ending === "normal") return normalPlaces(sheet, rules);
  const places = new Map(sheet.seats.map((seat) => [seat, null]));
  if (sheet.ending !== "u") return places;
  if (rules.u_losers_place === "shared_second") {
    for (const seat of sheet.seats) places.set(seat, 2);
  }
  for (const seat of uWinners(sheet, rules)) places.set(seat, 1);
  return places;
}

/** Who wins the ù, in turn order: several only where dry ones share or all collect. */
export function uWinners(sheet, rules) {
  const { u } = sheet;
  if (u === null || u.winner === null) return [];
  if (!u.also.length) return [u.winner];
  const dry = turnOrder(sheet).filter((seat) => seat === u.winner || u.also.includes(seat));
  return rules.dry_u_several === "first_in_turn" ? dry.slice(0, 1) : dry;
}

/** Móm, or given up: the same in a normal deal. */
export const countsAsMom = (hand) => hand.mom || hand.forfeit;

/** The seats of a normal deal that are not móm, in seat order. */
export const standingSeats = (sheet) =>
  sheet.seats.filter((seat) => !countsAsMom(sheet.hands.get(seat)));

/** Hand points; a forfeited hand without points comes behind all others. */
export const pointsToRank = (sheet, seat) => sheet.hands.get(seat).points ?? NO_POINTS;

/** The order that decides between equal points, the higher seat first. */
export const tieOrder = (sheet, rules) =>
  rules.tie_break === "laid_down" ? sheet.laidDown : sheet.lastDiscards;

/** Who is first when everybody is móm, or null where nothing says it. */
export function firstOfAllMom(sheet, rules) {
  const possible = possibleFirsts(sheet, rules);
  if (possible.length === 1) return possible[0];
  if (sheet.finish?.length) return sheet.finish[0];
  const order = tieOrder(sheet, rules);
  const allRanked = [...sheet.hands.values()].every(canRank);
  const isOrdered = possible.every((seat) => order.includes(seat));
  if (rules.all_mom === "lowest_points" && allRanked && isOrdered) {
    return order.find((seat) => possible.includes(seat)) ?? null;
  }
  return null;
}

/** The seats, in seat order, that points or lay-down order leave to be first. */
export function possibleFirsts(sheet, rules) {
  if (rules.all_mom === "first_to_lay_down") {
    if (sheet.laidDown.length === sheet.seats.length) return [sheet.laidDown[0]];
    // A seat known to have laid down behind another cannot be the first.
    return sheet.seats.filter((seat) => !sheet.laidDown.slice(1).includes(seat));
  }
  const rankable = sheet.seats.filter((seat) => canRank(sheet.hands.get(seat)));
  const lowest = rankable.length
    ? Math.min(...rankable.map((seat) => pointsToRank(sheet, seat)))
    : NO_POINTS;
  return sheet.seats.filter(
    (seat) => !rankable.includes(seat) || pointsToRank(sheet, seat) === lowest,
  );
}

/**
 * The móm seats, in seat order, whose places R-06 takes from points or lay-down order. None where
 * they share the last place, where there is only one, or where `finish` goes on with them.
 */
export function seatsToOrder(sheet, rules) {
  const isFinished = (sheet.finish ?? []).length === sheet.seats.length;
  if (rules.mom_place === "shared_last" || isFinished) return [];
  let ahead = standingSeats(sheet);
  if (!ahead.length) {
    if (rules.all_mom === "no_payment") return [];
    ahead = [firstOfAllMom(sheet, rules)];
  }
  const behind = sheet.seats.filter((seat) => !ahead.includes(seat));
  return behind.length > 1 ? behind : [];
}

const canRank = (hand) => hand.points !== null || hand.forfeit;

function normalPlaces(sheet, rules) {
  const places = new Map(sheet.seats.map((seat) => [seat, sheet.seats.length]));
  const ahead = seatsAhead(sheet, rules);
  if (ahead === null) return new Map(sheet.seats.map((seat) => [seat, null]));
  const ordered =
    rules.mom_place === "shared_last" ? ahead : [...ahead, ...momInOrder(sheet, rules, ahead)];
  ordered.forEach((seat, index) => places.set(seat, index + 1));
  return places;
}

/** The seats before the móm ones, best first; null where nobody has a place. */
function seatsAhead(sheet, rules) {
  const standing = standingSeats(sheet);
  if (!standing.length) {
    const first = rules.all_mom === "no_payment" ? null : firstOfAllMom(sheet, rules);
    return first === null ? null : [first];
  }
  if (sheet.finish !== null) return sheet.finish.slice(0, standing.length);
  return byPoints(sheet, rules, standing);
}

function momInOrder(sheet, rules, ahead) {
  const behind = sheet.seats.filter((seat) => !ahead.includes(seat));
  if (behind.length < 2) return behind;
  if (sheet.finish !== null && sheet.finish.length === sheet.seats.length) {
    return sheet.finish.filter((seat) => behind.includes(seat));
  }
  if (rules.mom_place === "by_points") return byPoints(sheet, rules, behind);
  return behind.sort(by((seat) => sheet.laidDown.indexOf(seat)));
}

/** Only seats with equal points need a position in the order; the checks saw to it. */
function byPoints(sheet, rules, seats) {
  const order = tieOrder(sheet, rules);
  const position = (seat) => Math.max(order.indexOf(seat), 0);
  return [...seats].sort(
    (one, other) =>
      pointsToRank(sheet, one) - pointsToRank(sheet, other) || position(one) - position(other),
  );
}

const by = (key) => (one, other) => key(one) - key(other);
