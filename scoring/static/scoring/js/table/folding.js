// What happens to the events behind one that was refused. They were made in the belief that it would
// hold, so none of them is sent alone: their wish goes into the refused one, as far as it is a wish.
// Knows events, and nothing of deals or of the network.

/** The events without those of the same deal that wait behind `refused`, which takes up their wish. */
export function foldBehind(events, refused) {
  const isBehind = (event) =>
    event !== refused && event.state === "waiting" && event.dealId === refused.dealId;
  if (!refused.dealId) return events;
  const behind = events.filter(isBehind);
  const fold = refused.kind === "record" ? foldRecord : foldRevision;
  for (const event of behind) fold(refused, event);
  return events.filter((event) => !behind.includes(event) && !event.isNothing);
}

/** The server has no such deal: corrected it is told anew, taken back there is nothing to tell. */
export function foldRecord(refused, { body, deal }) {
  if (body.kind === "correct") {
    const { note: _before, ...told } = refused.body;
    refused.body = { ...told, sheet: body.sheet, ...(body.note && { note: body.note }) };
    refused.deal = { ...deal, n: refused.n, number: refused.deal.number };
    Object.assign(refused, { state: "waiting", isUndone: false, reason: "", code: "", failures: 0 });
    refused.isChanged = true;
    return;
  }
  const isUndone = body.kind === "void";
  const is_void = isUndone || refused.deal.sheet.ending === "void";
  refused.deal = { ...refused.deal, is_void };
  Object.assign(refused, { state: "parked", isUndone });
}

/** One revision remains: the last that was wanted, still based on what the first was based on. */
function foldRevision(refused, { body, deal }) {
  const [before, after] = [refused.body.kind, body.kind];
  const wish = { body, deal: { ...deal, n: refused.n }, isNothing: false };
  if (after === "correct") Object.assign(refused, wish, { under: null });
  else if (before === "correct") {
    const under = { body: refused.body, deal: refused.deal };
    Object.assign(refused, wish, { under });
  } else if (refused.under) Object.assign(refused, refused.under, { under: null });
  else refused.isNothing = !refused.isNothing; // a void and its restoring
}
