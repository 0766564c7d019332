// Is the sheet possible under the rule set? Steps 5 to 12 of the rule book's checks, in its order;
// step 13 stands in verify-normal.js. The first that fails is the answer.
// Section 7 of docs/rules.md; the twin of scoring/engine/verify.

import { allCards, fitsU, isMeld, pointsOf } from "./cards.js";
import { MAX_HAND_CARDS, NOBODY, POT } from "./parts.js";
import { uWinners } from "./placing.js";
import { refuse } from "./refusals.js";
import { previousSeat } from "./sheet.js";
import { verifyNormal } from "./verify-normal.js";

const MAX_POINTS = 130;
const MAX_TIMES = 10;
const MAX_ADJUSTMENT_BETS = 1000;
const MAX_MULTIPLIER = 100;
const MAX_POT_BETS = 1_000_000;
const MAX_EATS = 3;
const U_KINDS = ["plain", "ten", "round", "zero", "dry"];
const FAULT_KINDS = ["false_u", "false_eat"];

export function verify(sheet, rules) {
  verifyPlayers(sheet, rules);
  verifyOrders(sheet);
  verifyAmounts(sheet, rules);
  if (sheet.ending === "void") return;
  verifyCards(sheet);
  verifyEats(sheet);
  if (sheet.ending === "u") verifyWinner(sheet);
  verifyThreeEats(sheet, rules);
  if (sheet.ending === "u") verifyAllowed(sheet, rules);
  else if (sheet.ending === "fault") verifyFault(sheet);
  else if (sheet.ending === "normal") verifyNormal(sheet, rules);
}

// Step 5

function verifyPlayers(sheet, rules) {
  const named = [sheet.starter, ...sheet.hands.keys(), ...sheet.eats.map((eat) => eat.eater)];
  if (sheet.u !== null) {
    if (sheet.u.winner !== null) named.push(sheet.u.winner);
    named.push(...sheet.u.also);
  }
  if (sheet.fault !== null) named.push(sheet.fault.player);
  const sides = sheet.adjustments.flatMap((line) => [line.payer, line.payee]);
  named.push(...sides.filter((side) => !(side === POT && rules.pot_enabled)));
  const stranger = named.find((seat) => !sheet.seats.includes(seat));
  if (stranger !== undefined) refuse("unknown_player", { seat: stranger });
}

// Step 6

function verifyOrders(sheet) {
  verifyOrder("finish", sheet.finish ?? [], sheet.seats);
  verifyOrder("laid_down", sheet.laidDown, sheet.seats);
  verifyOrder("last_discards", sheet.lastDiscards, sheet.seats);
}

function verifyOrder(key, order, seats) {
  order.forEach((seat, index) => {
    if (!seats.includes(seat) || order.indexOf(seat) < index) {
      refuse("order_invalid", { path: `${key}.${index}`, seat });
    }
  });
}

// Step 7

function verifyAmounts(sheet, rules) {
  for (const [seat, hand] of sheet.hands) {
    if (hand.points !== null && !(hand.points >= 0 && hand.points <= MAX_POINTS)) {
      refuse("points_out_of_range", { path: `hands.${seat}.points`, seat });
    }
  }
  if (sheet.u !== null) verifyRange(sheet.u.times, 1, MAX_TIMES, "u.times");
  sheet.adjustments.forEach((line, index) => {
    verifyRange(line.bets, 1, MAX_ADJUSTMENT_BETS, `adjustments.${index}.bets`);
  });
  verifyRange(sheet.multiplier, 1, MAX_MULTIPLIER, "multiplier");
  verifyRange(sheet.pot, 0, MAX_POT_BETS, "pot");
  if (sheet.pot && !rules.pot_enabled) refuse("pot_not_enabled", { path: "pot" });
}

function verifyRange(number, low, high, path) {
  if (!(number >= low && number <= high)) refuse("amount_invalid", { path });
}

// Step 8

function verifyCards(sheet) {
  const shown = [...sheet.hands].filter(([, hand]) => hand.cards !== null);
  for (const [seat, { cards }] of shown) {
    if (allCards(cards).length > MAX_HAND_CARDS) refuse("too_many_cards", { seat });
  }
  const seen = new Set();
  for (const [seat, { cards }] of shown) {
    for (const card of allCards(cards)) {
      if (seen.has(card)) refuse("card_repeated", { seat, card });
      seen.add(card);
    }
  }
  for (const [seat, { cards }] of shown) {
    const broken = cards.melds.find((meld) => !isMeld(meld));
    if (broken) refuse("meld_invalid", { seat, ...(broken.length ? { card: broken[0] } : {}) });
  }
  for (const [seat, hand] of shown) {
    if (contradicts(hand)) refuse("cards_contradict_points", { seat });
  }
}

function contradicts({ points, mom, cards }) {
  const hasMeld = cards.melds.length > 0;
  return points !== pointsOf(cards.left) || mom === hasMeld || (cards.sent.length > 0 && !hasMeld);
}

// Steps 9 and 11

function verifyEats(sheet) {
  for (const { eater, feeder } of sheet.eats) {
    if (feeder !== previousSeat(sheet, eater)) {
      refuse("feeder_not_previous_seat", { seat: feeder || eater });
    }
  }
  const counts = new Map();
  for (const { eater } of sheet.eats) {
    counts.set(eater, (counts.get(eater) ?? 0) + 1);
    if (counts.get(eater) > MAX_EATS) refuse("too_many_eats", { seat: eater });
  }
}

function verifyThreeEats(sheet, rules) {
  const excused = sheet.fault === null ? uWinners(sheet, rules) : [sheet.fault.player];
  for (const seat of sheet.seats) {
    const count = sheet.eats.filter((eat) => eat.eater === seat).length;
    if (count === MAX_EATS && !excused.includes(seat)) refuse("three_eats_without_u", { seat });
  }
}

// Step 10

function verifyWinner(sheet) {
  const { u } = sheet;
  if (u === null || u.winner === null) refuse("u_winner_missing");
  if (!U_KINDS.includes(u.kind)) refuse("u_kind_unknown", { kind: u.kind ?? "" });
  if (u.also.length && u.kind !== "dry") refuse("several_u_winners", { kind: u.kind });
  const named = [u.winner, ...u.also];
  const repeated = named.find((seat, index) => named.indexOf(seat) < index);
  if (repeated !== undefined) refuse("player_repeated", { seat: repeated });
  for (const seat of sheet.seats) {
    const { cards } = sheet.hands.get(seat);
    if (named.includes(seat) && cards !== null && !fitsU(cards, u.kind)) {
      refuse("cards_contradict_u", { seat, kind: u.kind });
    }
  }
}

// Step 12

function verifyAllowed(sheet, rules) {
  const { u } = sheet;
  const hasLastRoundEat = sheet.eats.some((eat) => eat.lastRound);
  if (u.kind === "dry") verifyDry(sheet, rules, hasLastRoundEat);
  const isForbidden =
    (u.kind === "zero" && !rules.zero_points_is_u) ||
    (u.kind === "round" && !rules.round_u_allowed);
  if (isForbidden) refuse("u_kind_not_allowed", { kind: u.kind });
  if (hasLastRoundEat && !u.lastRound) refuse("u_before_last_round_eat");
  if (u.kind === "round" && !u.lastRound) refuse("round_u_before_last_round");
  if (u.compensator === null || u.compensator === NOBODY) return;
  const winners = uWinners(sheet, rules);
  const isLoser = sheet.seats.includes(u.compensator) && !winners.includes(u.compensator);
  if (!isLoser || winners.length > 1) refuse("compensator_not_a_loser", { seat: u.compensator });
}

function verifyDry(sheet, rules, hasLastRoundEat) {
  const { u } = sheet;
  if (!rules.dry_u_allowed) refuse("dry_u_not_allowed", { kind: "dry" });
  for (const seat of sheet.seats) {
    const isDry = seat === u.winner || u.also.includes(seat);
    if (isDry && sheet.eats.some((eat) => eat.eater === seat)) refuse("dry_u_after_eat", { seat });
  }
  if (rules.dry_u_when === "dealt" && (u.lastRound || hasLastRoundEat)) {
    refuse("dry_u_in_last_round");
  }
}

function verifyFault(sheet) {
  const { kind } = sheet.fault;
  if (!FAULT_KINDS.includes(kind)) refuse("fault_kind_unknown", { kind: kind ?? "" });
}
