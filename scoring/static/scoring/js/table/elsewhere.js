// What becomes of this phone's events by what happened elsewhere: in the books, or in another tab.
// Knows events, and nothing of pages or of the network.

import { newId } from "./ids.js";

/** A new deal that the books have is told, whatever was answered; what was wanted since waits. */
export function arrived(event, deal) {
  if (event.kind !== "record" || !deal || event.state === "done") return [event];
  const kind = event.isUndone ? "void" : event.isChanged && "correct";
  Object.assign(event, { state: "done", isUndone: false });
  if (!kind || deal.is_void) return [event];
  const [id, n] = [newId(), deal.n + 1];
  const told = { id, kind: "revise", dealId: deal.id, n, path: `deals/${deal.id}/revisions/${id}` };
  const body = kind === "correct" ? { kind, sheet: event.body.sheet } : { kind };
  const after = { ...event.deal, n, number: deal.number };
  return [{ ...told, ifMatch: deal.n, body, deal: after, state: "waiting" }];
}

/** These events and the `news`, without those `gone`; what has no place in the `order` comes last. */
export function joined(events, { news, gone = new Set(), order }) {
  const place = new Map(order.map((id, at) => [id, at]));
  const at = ({ id }) => place.get(id) ?? order.length;
  const all = new Map([...events, ...news].map((event) => [event.id, event]));
  return [...all.values()].filter(({ id }) => !gone.has(id)).sort((one, other) => at(one) - at(other));
}

/** Was this draft saved, by this page or another one of this phone? */
export function hasSaved({ events, board }, draft) {
  const isIt = (one) => one.id === draft?.id;
  return events.some(isIt) || board.deals.some(isIt);
}
