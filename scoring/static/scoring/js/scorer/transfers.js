// Transfers: who pays whom how many bets, and by which rule; one generator a rule of money.
// Section 6 of docs/rules.md; the twin of scoring/engine/transfers.

import { POT } from "./parts.js";
import { previousSeat } from "./sheet.js";

// What the last pays the first in the paired house table, by seat count.
const PAIRED_LAST_BETS = { 2: 1, 3: 1, 4: 2 };
// What the third of four pays the second there.
const PAIRED_THIRD_BETS = 1;

const line = (payer, payee, bets, reason, rule, loser = null) => ({
  payer,
  payee,
  bets,
  reason,
  rule,
  for: loser,
});

/** one line per seat, in seat order, into the pot. */
export function* anteTransfers(sheet, rules) {
  for (const seat of sheet.seats) {
    yield line(seat, POT, rules.pot_ante * sheet.multiplier, "ante", "R-40");
  }
}

/** eats are paid always, but for an ù under the two other options. */
export function eatsStand(sheet, rules, compensator) {
  if (sheet.ending !== "u" || rules.eats_when_u === "stand") return true;
  return rules.eats_when_u === "void_if_compensated" && compensator === null;
}

/** one line per eat, in the order made, to the eater or the pot. */
export function* eatTransfers(sheet, rules) {
  const counts = new Map();
  for (const { eater, lastRound } of sheet.eats) {
    const number = (counts.get(eater) ?? 0) + 1;
    counts.set(eater, number);
    const payer = previousSeat(sheet, eater);
    if (lastRound) {
      const payee = rules.eat_payee === "pot" ? POT : eater;
      yield line(payer, payee, rules.last_eat_pay * sheet.multiplier, "last_eat", "R-12");
    } else {
      const payee = rules.eat_payee === "eater" ? eater : POT;
      yield line(payer, payee, rules.eat_pay[number - 1] * sheet.multiplier, "eat", "R-11");
    }
  }
}

/** the lines of the seats that are not móm, by place; `ranked` holds them, best first. */
export function* placeTransfers(sheet, rules, ranked) {
  for (let place = 2; place <= ranked.length; place += 1) {
    const isPaired = rules.place_payee === "paired" && place < sheet.seats.length;
    const payee = isPaired ? ranked[1] : ranked[0];
    const bets = placeBets(rules, sheet.seats.length, place) * sheet.multiplier;
    yield line(ranked[place - 1], payee, bets, "place", "R-04");
  }
}

function placeBets(rules, seatCount, place) {
  if (rules.place_payee === "winner") return rules.place_pay[seatCount][place - 2];
  if (place === seatCount) return PAIRED_LAST_BETS[seatCount];
  return seatCount === 4 && place === 3 ? PAIRED_THIRD_BETS : 0;
}

/** one line per móm seat, in seat order, to the first; the first of all móm pays nothing. */
export function* momTransfers(sheet, rules, first, mom) {
  for (const payer of mom) {
    if (payer !== first) yield line(payer, first, rules.mom_pay * sheet.multiplier, "mom", "R-05");
  }
}

/** a line per loser and winner, losers in seat order and winners in turn order. */
export function* uTransfers(sheet, rules, winners, compensation) {
  const rate = rules.u_pay[sheet.u.kind] * sheet.u.times * sheet.multiplier;
  const isSplit = rules.dry_u_several === "split";
  const paid = isSplit ? shares(rate, winners.length) : winners.map(() => rate);
  for (const loser of sheet.seats) {
    if (winners.includes(loser) || loser === compensation.exempt) continue;
    for (const [index, winner] of winners.entries()) {
      yield compensation.seat === null
        ? line(loser, winner, paid[index], "u", "R-21")
        : line(compensation.seat, winner, paid[index], "compensation", compensation.rule, loser);
    }
  }
}

/** the whole pot, what these lines paid in included, to the winners in turn order. */
export function* potTransfers(sheet, winners, lines) {
  const paidIn = lines.filter((one) => one.payee === POT);
  const bets = paidIn.reduce((sum, one) => sum + one.bets, sheet.pot);
  for (const [index, share] of shares(bets, winners.length).entries()) {
    yield line(POT, winners[index], share, "pot", "R-40");
  }
}

/** one line per opponent, in seat order. */
export function* faultTransfers(sheet, rules) {
  const { player, kind } = sheet.fault;
  const bets = (kind === "false_u" ? rules.false_u_pay : rules.false_eat_pay) * sheet.multiplier;
  for (const opponent of sheet.seats) {
    if (opponent !== player) yield line(player, opponent, bets, "fault", "R-41");
  }
}

/** one line per adjustment, in the order written; nothing multiplies them. */
export function* adjustmentTransfers(sheet) {
  for (const { payer, payee, bets } of sheet.adjustments) {
    yield line(payer, payee, bets, "adjustment", "R-42");
  }
}

/** Equal shares, odd bets to the earlier ones. */
function shares(bets, count) {
  const each = Math.floor(bets / count);
  return Array.from({ length: count }, (_, index) => each + (index < bets % count ? 1 : 0));
}
