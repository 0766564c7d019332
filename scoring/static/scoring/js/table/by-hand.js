// A deal the server would not have, kept as lines by hand: a drawn deal that pays exactly what was
// shown. Knows sheets and the scorer, which has to agree.

import { attempt } from "./outcome.js";

/**
 * `{sheet, score}` of the same transfers as lines by hand, or null where they cannot be: at another
 * stake that does not divide them, or under rules that would add something. `pot` in bets.
 */
export function byHand(deal, { rules, stake, pot }) {
  const lines = deal.transfers.filter((line) => line.points);
  if (deal.is_void || lines.some((line) => line.points % stake)) return null;
  // Antes are paid by a drawn deal too, and then not twice.
  for (const written of [lines, lines.filter((line) => line.reason !== "ante")]) {
    const sheet = drawn(deal.sheet, written, stake, pot);
    const [score] = attempt(sheet, rules);
    const isWhole = score && pot + (score.net.POT ?? 0) >= 0;
    if (isWhole && isSameNet(score.net, deal.net_points, stake)) return { sheet, score };
  }
  return null;
}

function drawn({ seats, starter }, lines, stake, pot) {
  const sheet = { seats, ending: "drawn" };
  if (starter) sheet.starter = starter;
  if (pot) sheet.pot = pot;
  const adjustments = lines.map(({ payer, payee, points }) => ({ payer, payee, bets: points / stake }));
  return adjustments.length ? { ...sheet, adjustments } : sheet;
}

/** Points of everybody, and of the pot, are what they were. */
function isSameNet(bets, points, stake) {
  const seats = new Set([...Object.keys(bets), ...Object.keys(points)]);
  return [...seats].every((seat) => (bets[seat] ?? 0) * stake === (points[seat] ?? 0));
}
