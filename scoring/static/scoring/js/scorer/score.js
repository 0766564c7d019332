// Scoring a deal in the browser: the same places, transfers and refusals as scoring/engine, which
// recomputes every deal when it arrives. tests/browser/table/test_twin.py holds the two together.
// Section 6 of docs/rules.md.

import { EACH_PAYS, findCompensation } from "./compensation.js";
import { POT } from "./parts.js";
import { place, standingSeats, uWinners } from "./placing.js";
import { readSheet } from "./sheet.js";
import * as transfers from "./transfers.js";
import { verify } from "./verify.js";

export { readRules } from "./rules.js";
export { Refused } from "./refusals.js";

const FORMAT = "phom-score/1";

/**
 * The score, `phom-score/1`, of a `phom-sheet/1` under rules that `readRules` gave.
 * Throws Refused for the first check of the rule book that fails.
 */
export function score(written, rules) {
  const sheet = readSheet(written);
  verify(sheet, rules);
  const places = place(sheet, rules);
  const winners = uWinners(sheet, rules);
  const compensation = winners.length ? findCompensation(sheet, rules, winners) : EACH_PAYS;
  const lines = sheet.ending === "void" ? [] : linesOf(sheet, rules, places, winners, compensation);
  const kept = lines.filter((line) => line.bets);
  return {
    format: FORMAT,
    places: Object.fromEntries(places),
    transfers: kept,
    net: netOf(sheet, kept),
    compensator: compensation.seat,
  };
}

/** The only place that knows the order of the lines and what an ending sets in motion. */
function linesOf(sheet, rules, places, winners, compensation) {
  const lines = [...transfers.anteTransfers(sheet, rules)];
  if (transfers.eatsStand(sheet, rules, compensation.seat)) {
    lines.push(...transfers.eatTransfers(sheet, rules));
  }
  if (sheet.ending === "normal") lines.push(...normalTransfers(sheet, rules, places));
  else if (winners.length) {
    lines.push(...transfers.uTransfers(sheet, rules, winners, compensation));
    if (rules.pot_enabled) lines.push(...transfers.potTransfers(sheet, winners, lines));
  } else if (sheet.ending === "fault") lines.push(...transfers.faultTransfers(sheet, rules));
  lines.push(...transfers.adjustmentTransfers(sheet));
  return lines;
}

function* normalTransfers(sheet, rules, places) {
  const first = sheet.seats.find((seat) => places.get(seat) === 1);
  if (first === undefined) return;
  const standing = standingSeats(sheet);
  const ranked = [...standing].sort((one, other) => places.get(one) - places.get(other));
  yield* transfers.placeTransfers(sheet, rules, ranked);
  const mom = sheet.seats.filter((seat) => !standing.includes(seat));
  yield* transfers.momTransfers(sheet, rules, first, mom);
}

/** Every seat, and the pot behind them exactly when a line names it. */
function netOf(sheet, lines) {
  const net = new Map(sheet.seats.map((seat) => [seat, 0]));
  if (lines.some((line) => line.payer === POT || line.payee === POT)) net.set(POT, 0);
  for (const { payer, payee, bets } of lines) {
    net.set(payer, net.get(payer) - bets);
    net.set(payee, net.get(payee) + bets);
  }
  return Object.fromEntries(net);
}
