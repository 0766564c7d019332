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

/** The points the server told, with those of the deals of this phone in place of what it `told`. */
export function withHere(balances, deals, told) {
  const all = { ...balances };
  const add = (net, sign) => {
    for (const [seat, points] of Object.entries(net ?? {})) {
      if (seat !== "POT") all[seat] = (all[seat] ?? 0) + sign * points;
    }
  };
  for (const deal of deals.filter((one) => one.isHere)) {
    const before = told.get(deal.id);
    if (before && !before.is_void) add(before.net_points, -1);
    if (!deal.is_void) add(deal.net_points, 1);
  }
  return all;
}

/** The pot the server told, as it is before the deal of this number, those of this phone counted. */
export function potWithHere(points, deals, told, number) {
  let pot = points;
  for (const deal of deals) {
    if (deal.isHere) pot += inPot(deal) - inPot(told.get(deal.id));
    if (deal.number >= number) pot -= inPot(deal);
  }
  return pot;
}

/** What a deal put into the pot; less than nothing where somebody won it. */
function inPot(deal) {
  const lines = deal && !deal.is_void ? deal.transfers : [];
  const sum = (side) =>
    lines.filter((line) => line[side] === "POT").reduce((all, line) => all + line.points, 0);
  return sum("payee") - sum("payer");
}

// What lay in the pot is filled in by whoever scores, and no part of what was typed.
export function withoutPot({ pot: _pot, ...sheet }) {
  return sheet;
}
