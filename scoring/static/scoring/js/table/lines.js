// A transfer in words: who pays whom for what, and the arithmetic behind it.
// The same for the draft on the phone and for deals that came from the server.

import { has, number, say } from "./words.js";

// The groups of the preview, in its order.
const ORDER = ["ante", "eat", "last_eat", "compensation", "u", "place", "mom", "fault", "pot", "adjustment"];
const PLACES = { 2: "line_second", 3: "line_third", 4: "line_last" };

/**
 * The lines of a score, grouped: {text, points, why}. `told` is {sheet, places, transfers}, the
 * transfers in bets; `names` by seat; `stake` points a bet; `rules` the name of the rule set.
 */
export function linesOf(told, { names, stake, rules }) {
  const counts = new Map();
  const lines = told.transfers.map((transfer) => {
    const values = valuesOf(transfer, told, names, counts);
    const points = transfer.bets * stake;
    const text = `${whatOf(transfer, told, values)}: ${values.payer} → ${values.payee}`;
    const sum = { bets: number(transfer.bets), stake: number(stake), points: number(points), rules };
    return { reason: transfer.reason, text, points, why: whyOf(transfer, values, sum) };
  });
  return lines.sort((one, other) => ORDER.indexOf(one.reason) - ORDER.indexOf(other.reason));
}

function valuesOf(transfer, told, names, counts) {
  const name = (seat) => (seat === "POT" ? say("pot") : names[seat]);
  const count = (counts.get(transfer.payee) ?? 0) + 1;
  if (transfer.reason === "eat" || transfer.reason === "last_eat") counts.set(transfer.payee, count);
  return {
    payer: name(transfer.payer),
    payee: name(transfer.payee),
    loser: transfer.for ? name(transfer.for) : "",
    count,
    multiplier: told.sheet.multiplier ?? 1,
    times: told.sheet.u?.times ?? 1,
  };
}

function whatOf(transfer, told, values) {
  const { reason } = transfer;
  if (reason === "place") {
    const place = told.places[transfer.payer];
    const isLast = place === told.sheet.seats.length;
    return say(isLast ? "line_last" : (PLACES[place] ?? "line_last"));
  }
  if (reason === "u") return say(`u_${told.sheet.u.kind}`);
  if (reason === "fault") return say(`fault_${told.sheet.fault.kind}`);
  if (reason === "compensation") {
    const isOwn = transfer.for === transfer.payer;
    return say(isOwn ? "line_own" : "line_for", values);
  }
  return say(`line_${reason}`, values);
}

function whyOf(transfer, values, sum) {
  const key = `why_${transfer.rule.replace("-", "")}`;
  const rule = has(key) ? say(key, values) : "";
  const times = values.multiplier > 1 && transfer.reason !== "adjustment" ? say("why_times", values) : "";
  const isOfU = transfer.reason === "u" || transfer.reason === "compensation";
  const ofU = isOfU && values.times > 1 ? say("why_u_times", values) : "";
  return [rule, ofU, times, say("why_sum", sum)].filter(Boolean).join(" ");
}
