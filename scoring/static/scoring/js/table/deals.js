// What deals come to, and how two compare. Knows a deal as the board tells it; knows no page.

/** A deal with what its sheet comes to; `score` in bets. */
export function scored(told, sheet, score, stake) {
  const net_points = Object.fromEntries(
    Object.entries(score.net).map(([seat, bets]) => [seat, bets * stake]),
  );
  const transfers = score.transfers.map((line) => ({ ...line, points: line.bets * stake }));
  const { places } = score;
  const kept = { sheet, places, net_points, transfers, stake_points: stake };
  return { ...told, is_void: sheet.ending === "void", ...kept };
}

/** The same places, and the same lines in the same order? */
export function isSame(one, other) {
  const told = ({ places, transfers }) => [
    Object.entries(places).sort(),
    transfers.map((line) => [line.payer, line.payee, line.points, line.reason, line.rule, line.for]),
  ];
  return JSON.stringify(told(one)) === JSON.stringify(told(other));
}

/** What a deal put into the pot; less than nothing where somebody won it. */
export function inPot(deal) {
  const lines = deal && !deal.is_void ? deal.transfers : [];
  const sum = (side) =>
    lines.filter((line) => line[side] === "POT").reduce((all, line) => all + line.points, 0);
  return sum("payee") - sum("payer");
}

// What lay in the pot is filled in by whoever scores, and no part of what was typed.
export function withoutPot({ pot: _pot, ...sheet }) {
  return sheet;
}
