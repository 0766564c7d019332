// What waits on this phone as lines of text, for a club that must go on without its server.

import { linesOf } from "./lines.js";
import { clock, number, say, signed } from "./words.js";

/** Every deal that is not in the books, the first dealt first, with its lines. */
export function exportText({ book, board, names }) {
  const { label, day } = board.table;
  const events = book.events.filter((event) => event.dealId && event.state !== "done" && !event.isUndone);
  return [`${label} · ${day}`, ...events.flatMap((event) => textOf(event, { names, book }))].join("\n");
}

function textOf({ deal, body }, { names, book }) {
  const at = clock(body.played_at);
  const head = say("event_deal", { number: number(deal.number) }) + (at && ` (${at})`);
  if (deal.is_void) return [`${head}: ${say("is_void")}`];
  const sums = deal.sheet.seats.map((seat) => `${names[seat]} ${signed(deal.net_points[seat] ?? 0)}`);
  const words = { names, stake: deal.stake_points, rules: book.rulesOf(deal).label };
  const lines = linesOf(deal, words).map(({ text, points }) => `  ${text} ${number(points)}`);
  return [`${head}: ${sums.join(", ")}`, ...lines];
}
