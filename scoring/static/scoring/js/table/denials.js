// Why something cannot be tapped now: what is greyed, and the sentence that says why.
// Knows drafts and what the rules forbid beside each other; changes nothing.

import { eatsOf, MAX_EATS, whyNotMom } from "./draft.js";

/** {key, seat} of the sentence, or null where it can be tapped. `act` and the rest as on a button. */
export function whyNot(draft, rules, { act, seat, value }) {
  const found = { an: eat, chot: lastEat, mom, u, kind }[act]?.(draft, rules, { seat, value });
  return found ? { seat, ...found } : null;
}

const isMom = (draft, seat) => draft.mom.includes(seat);

const isDry = ({ u: won }) => won?.kind === "dry";

function eat(draft, _rules, { seat }) {
  if (isMom(draft, seat)) return { key: "eat_mom" };
  return isDry(draft) && draft.u.winner === seat ? { key: "eat_dry" } : null;
}

function lastEat(draft, rules, { seat }) {
  const isTooMany = eatsOf(draft, seat, false) === MAX_EATS;
  if (isTooMany) return { key: "eat_full" };
  if (isDry(draft) && rules.dry_u_when === "dealt") return { key: "last_dry" };
  return eat(draft, rules, { seat });
}

function mom(draft, _rules, { seat }) {
  const key = draft.u?.winner === seat ? "mom_u" : whyNotMom(draft, seat);
  return key ? { key } : null;
}

function u(draft, _rules, { seat }) {
  if (isMom(draft, seat)) return { key: "u_mom" };
  const isAnother = draft.u && draft.u.winner !== seat;
  return isAnother ? { key: "u_two", seat: draft.u.winner } : null;
}

/** A dry ù is nobody's who ate, and as dealt none beside a last-round eat. */
function kind(draft, rules, { value }) {
  if (value !== "dry") return null;
  const { winner } = draft.u;
  if (draft.eats.some((one) => one.eater === winner)) return { key: "dry_ate", seat: winner };
  const isLate = rules.dry_u_when === "dealt" && draft.eats.some((one) => one.last_round);
  return isLate ? { key: "dry_last", seat: winner } : null;
}
