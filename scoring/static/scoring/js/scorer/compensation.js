// Compensation (đền): one seat pays in place of the losers of an ù.
// the twin of scoring/engine/transfers/compensation.py.

import { NOBODY } from "./parts.js";
import { previousSeat } from "./sheet.js";

const THREE_EATS = 3;

export const EACH_PAYS = Object.freeze({ seat: null, exempt: null, rule: null });

/**
 * Who pays for whom, and the rule that says so: `seat` pays for all losers; or `exempt` alone pays
 * nothing; or both are null and every loser pays for itself.
 */
export function findCompensation(sheet, rules, winners) {
  const { u } = sheet;
  if (u.compensator === NOBODY) return EACH_PAYS;
  if (u.compensator !== null) return by("R-34", u.compensator);
  const threeEats = ofThreeEats(sheet, rules, winners[0]);
  const lastRound = ofLastRound(sheet, rules, winners[0]);
  if (threeEats.seat === null) return lastRound;
  const isLastRoundFirst = rules.compensation_precedence === "last_round";
  return lastRound.seat !== null && isLastRoundFirst ? lastRound : threeEats;
}

const by = (rule, seat) => ({ ...EACH_PAYS, seat, rule });

/** the winner ate three times from the seat before it; a dry winner ate nothing. */
function ofThreeEats(sheet, rules, winner) {
  const count = sheet.eats.filter((eat) => eat.eater === winner).length;
  const pays = rules.compensation_three_eats && count === THREE_EATS;
  return pays ? by("R-30", previousSeat(sheet, winner)) : EACH_PAYS;
}

/**
 * the latest last-round eat. Where there is one, the ù is in the last round. A dry ù
 * meets one only where it may be declared on any turn.
 */
function ofLastRound(sheet, rules, winner) {
  const eaters = sheet.eats.filter((eat) => eat.lastRound).map((eat) => eat.eater);
  if (!rules.compensation_last_round || !eaters.length) return EACH_PAYS;
  if (eaters.at(-1) !== winner) return by("R-31", eaters.at(-1));
  return ofWinnerWhoAteLast(sheet, rules, winner, eaters);
}

function ofWinnerWhoAteLast(sheet, rules, winner, eaters) {
  const feeder = previousSeat(sheet, winner);
  const option = rules.compensation_winner_ate_last;
  if (option === "feeder_pays") return by("R-32", feeder);
  if (option === "feeder_exempt" && sheet.seats.length > 2) {
    return { ...EACH_PAYS, exempt: feeder, rule: "R-32" };
  }
  const others = eaters.filter((eater) => eater !== winner);
  if (option === "last_other_eater" && others.length) return by("R-32", others.at(-1));
  return EACH_PAYS;
}
