// Possible duplicates: two phones may have recorded the same ván. Knows the pairs of the board, what
// this phone decided since, and whose deal is whose. Nothing is dropped by itself.

import { phoneId } from "./ids.js";

/** The open pairs, {deal_id, other_id, why}, the first dealt first; those decided here are over. */
export function openPairs(deals, events) {
  const known = new Set(deals.map((deal) => deal.id));
  const decided = events.filter((event) => event.kind === "decide" && event.state !== "parked");
  return deals
    .filter(({ id, doubles }) => doubles?.deal_id === id && known.has(doubles.other_id))
    .map((deal) => deal.doubles)
    .filter((pair) => !decided.some((event) => closes(event, pair)))
    .reverse();
}

/** A deal that is dropped closes every pair it stands in. */
function closes({ body, pair }, { deal_id, other_id }) {
  if (body.decision === "keep_both") return pair.deal_id === deal_id;
  return body.dropped_id === deal_id || body.dropped_id === other_id;
}

/** What a decision of this phone makes of the deals, by id, before the server tells. */
export function applyDecision(deals, { state, body }) {
  const dropped = deals.get(body.dropped_id);
  if (state === "parked" || !dropped || dropped.is_void) return;
  deals.set(dropped.id, { ...dropped, is_void: true, n: dropped.n + 1, isHere: true, state });
}

/** Recorded by this phone? It knows itself by its cookie, or by the id it sends. */
export const isMine = (deal, board) =>
  deal.recorded_by === phoneId() || deal.recorded_by === board.table.records_as;

/**
 * The two deals of a pair as they are shown: `other` stands left, `own` right. `isOurs` where
 * exactly one of them is this phone's, which then is `own`; `name` is what the other's phone is
 * called, or empty where that would tell nobody apart.
 */
export function sidesOf(pair, { book, board }) {
  const find = (id) => book.deals.find((deal) => deal.id === id);
  const [first, second] = [find(pair.other_id), find(pair.deal_id)];
  if (!first || !second) return null;
  const isOurs = isMine(first, board) !== isMine(second, board);
  const [other, own] = isOurs && isMine(first, board) ? [second, first] : [first, second];
  const isTold = other.author && other.author !== own.author;
  return { pair, other, own, isOurs, name: isTold ? other.author : "", number: first.number };
}
