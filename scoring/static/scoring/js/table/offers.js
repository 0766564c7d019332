// What the club does after a deal, offered in the strip for one tap: the one who lost makes room for
// the one who waits longest, and seats are changed after an ù. Knows deals and terms; changes nothing.
//
// An offer is {draft, leaves, comes}; without somebody who leaves it is about changing seats. It
// stands as long as nothing was tapped: every touch makes another draft.

import { say } from "./words.js";

/** The offer after a deal was saved, or null; `draft` is the empty one of the next deal. */
export function offerAfter({ board, terms, draft }, sheet, score) {
  const { rotates_loser, swaps_after_u } = board.table.habits;
  const leaves = rotates_loser && terms.bench.length ? loserOf(sheet, score) : null;
  if (leaves) return { draft, leaves, comes: terms.bench[0] };
  return swaps_after_u && sheet.ending === "u" ? { draft, leaves: null, comes: null } : null;
}

/**
 * Who is last: the lowest place, of several (who are móm together) the one last in turn. An ù has no
 * last one, all lose alike, unless somebody compensates: then it was this one's deal to lose. A
 * fault is a penalty and a drawn deal is nobody's: there the people say who makes room.
 */
function loserOf(sheet, { places, compensator }) {
  if (sheet.ending === "u") return compensator;
  if (sheet.ending !== "normal") return null;
  const start = sheet.seats.indexOf(sheet.starter ?? sheet.seats[0]);
  const inTurn = [...sheet.seats.slice(start), ...sheet.seats.slice(0, start)];
  const lowest = Math.max(...inTurn.map((seat) => places[seat]));
  return inTurn.findLast((seat) => places[seat] === lowest);
}

/** What the strip offers now: {act, value, text}, or null once it is touched or no longer so. */
export function offerOf({ offer, draft, terms, lastTerms, names, isWritable }) {
  if (!offer || offer.draft !== draft || lastTerms || !isWritable) return null;
  const { leaves, comes } = offer;
  if (leaves === null) return { act: "open", value: "swap", text: say("offer_swap") };
  if (!terms.seats.includes(leaves) || !terms.bench.includes(comes)) return null;
  const text = say("offer_rotate", { leaves: names[leaves], comes: names[comes] });
  return { act: "rotate", value: null, text };
}

/** The terms once the one sits in the other's place, who waits behind all others. */
export const rotated = ({ seats, bench }, { leaves, comes }) => ({
  seats: seats.map((seat) => (seat === leaves ? comes : seat)),
  bench: [...bench.filter((seat) => seat !== comes), leaves],
});
