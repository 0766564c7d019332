// Step 13: a normal deal says everything that its places depend on, and nothing against it.
// the twin of scoring/engine/verify/normal.py.

import {
  firstOfAllMom,
  pointsToRank,
  possibleFirsts,
  seatsToOrder,
  standingSeats,
  tieOrder,
} from "./placing.js";
import { refuse } from "./refusals.js";

export function verifyNormal(sheet, rules) {
  const standing = standingSeats(sheet);
  verifyNoEaterIsMom(sheet);
  if (sheet.finish !== null) {
    verifyFinish(sheet, standing);
    verifyHead(sheet, rules, standing);
  }
  if (rules.zero_points_is_u) {
    const seat = standing.find((one) => sheet.hands.get(one).points === 0);
    if (seat !== undefined) refuse("zero_points_is_u", { seat });
  }
  const needsFirst = !standing.length && rules.all_mom !== "no_payment";
  if (needsFirst && firstOfAllMom(sheet, rules) === null) {
    refuse("all_mom_needs_order", { seats: possibleFirsts(sheet, rules) });
  }
  verifyOrderIsKnown(sheet, rules, standing);
}

function verifyNoEaterIsMom(sheet) {
  for (const seat of sheet.seats) {
    const hand = sheet.hands.get(seat);
    if (hand.mom && !hand.forfeit && sheet.eats.some((eat) => eat.eater === seat)) {
      refuse("mom_player_has_eaten", { seat });
    }
  }
}

function verifyFinish(sheet, standing) {
  const head = sheet.finish.slice(0, standing.length);
  const tail = sheet.finish.slice(standing.length);
  const missing = standing.find((seat) => !head.includes(seat));
  if (missing !== undefined) refuse("finish_incomplete", { seat: missing });
  // Where everybody is móm the first alone may stand there; otherwise all the móm or none.
  const namesFirstAlone = !standing.length && tail.length === 1;
  if (tail.length && !namesFirstAlone) {
    const left = sheet.seats.find((seat) => !sheet.finish.includes(seat));
    if (left !== undefined) refuse("finish_incomplete", { seat: left });
  }
  let most = 0;
  for (const seat of head) {
    const { points } = sheet.hands.get(seat);
    if (points === null) continue;
    if (points < most) refuse("finish_contradicts_points", { seat });
    most = points;
  }
}

function verifyHead(sheet, rules, standing) {
  if (standing.length || !sheet.finish.length || rules.all_mom === "no_payment") return;
  const seat = sheet.finish[0];
  if (possibleFirsts(sheet, rules).includes(seat)) return;
  if (rules.all_mom === "lowest_points") refuse("finish_contradicts_points", { seat });
  refuse("order_invalid", { path: "finish.0", seat });
}

/** Points, then ties, then the lay-down order of móm seats. */
function verifyOrderIsKnown(sheet, rules, standing) {
  const byPoints = sheet.finish === null ? standing : [];
  const mom = standing.length < sheet.seats.length ? seatsToOrder(sheet, rules) : [];
  const momByPoints = rules.mom_place === "by_points" ? mom : [];
  for (const seat of sheet.seats) {
    const hand = sheet.hands.get(seat);
    const needsPoints =
      byPoints.includes(seat) || (momByPoints.includes(seat) && !hand.forfeit);
    if (hand.points === null && needsPoints) refuse("points_missing", { seat });
  }
  const ties = [
    ...undecidedTies(sheet, rules, byPoints),
    ...undecidedTies(sheet, rules, momByPoints),
  ].sort((one, other) => sheet.seats.indexOf(one[0]) - sheet.seats.indexOf(other[0]));
  if (ties.length) refuse("tie_needs_order", { seats: ties[0] });
  const isUnordered = mom.some((seat) => !sheet.laidDown.includes(seat));
  if (rules.mom_place === "by_laid_down" && isUnordered) refuse("mom_needs_order", { seats: mom });
}

/** Groups of these seats with equal points that the order of R-03 does not decide. */
function undecidedTies(sheet, rules, seats) {
  const groups = new Map();
  for (const seat of seats) {
    const points = pointsToRank(sheet, seat);
    groups.set(points, [...(groups.get(points) ?? []), seat]);
  }
  const order = tieOrder(sheet, rules);
  const isUndecided = (group) => group.length > 1 && group.some((seat) => !order.includes(seat));
  return [...groups.values()].filter(isUndecided);
}
