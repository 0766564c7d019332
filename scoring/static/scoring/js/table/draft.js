// The draft of a deal: what has been tapped so far. Every tap makes a new draft out of the old one;
// nothing here knows the page, the network or a price.
//
// `ranks` are seats in the order tapped; `eats` as made; `mom` and `forfeit` seats; `u` is null or
// {winner, kind, compensator, times, isGuess}; `points` hand points by seat, as far as typed; `answers`
// the seats named to the questions that were asked; `quit` is who left, where that voids the deal.
// `editing` names the deal that is changed.

export const MAX_EATS = 3;

/** Nothing tapped yet; `seats` in turn order. */
export const newDraft = (seats, starter = seats[0]) => ({
  seats,
  starter,
  mode: "ranks",
  ranks: [],
  eats: [],
  mom: [],
  forfeit: [],
  u: null,
  points: {},
  answers: [],
  ending: null,
  quit: null,
  fault: null,
  adjustments: [],
  multiplier: 1,
  note: "",
  editing: null,
});

/** Has anything been typed that a reload must not lose? */
export function hasInput(draft) {
  const lists = [draft.ranks, draft.eats, draft.mom, draft.forfeit, draft.adjustments];
  const isTyped = lists.some((list) => list.length) || Object.keys(draft.points).length;
  const isChosen = draft.u || draft.ending || draft.fault || draft.multiplier > 1;
  return Boolean(isTyped || isChosen || draft.note);
}

export const eatsOf = (draft, seat, lastRound) =>
  draft.eats.filter((eat) => eat.eater === seat && eat.last_round === lastRound).length;

export const previousSeat = (draft, seat) => draft.seats.at(draft.seats.indexOf(seat) - 1);

/** The seats that are not móm, in seat order. */
export const standing = (draft) =>
  draft.seats.filter((seat) => !draft.mom.includes(seat) && !draft.forfeit.includes(seat));

/** The seats that are móm or left, in the order in which that was tapped, who left behind. */
export const downOf = (draft) => [
  ...draft.mom,
  ...draft.forfeit.filter((seat) => !draft.mom.includes(seat)),
];

/** The ranks with the last one filled in where only one seat is left. */
export function fullRanks(draft) {
  const left = standing(draft).filter((seat) => !draft.ranks.includes(seat));
  return left.length === 1 ? [...draft.ranks, ...left] : draft.ranks;
}

/** A name: the next free rank, or its rank back; those behind move up. */
export function tapName(draft, seat) {
  if (draft.mom.includes(seat) || draft.forfeit.includes(seat)) return draft;
  const ranks = draft.ranks.includes(seat)
    ? draft.ranks.filter((one) => one !== seat)
    : [...draft.ranks, seat];
  return { ...draft, ranks, answers: [] };
}

/** One more card eaten from the seat before; after the third, none. */
export function tapEat(draft, seat, lastRound) {
  const own = draft.eats.filter((eat) => eat.eater === seat);
  const kind = own.filter((eat) => eat.last_round === lastRound);
  const isFull = own.length >= MAX_EATS || (lastRound && kind.length);
  const eats =
    isFull && kind.length
      ? draft.eats.filter((eat) => eat.eater !== seat || eat.last_round !== lastRound)
      : [...draft.eats, { eater: seat, last_round: lastRound }];
  if (isFull && !kind.length) return draft;
  return guessU({ ...draft, eats, answers: [] });
}

/**
 * Móm: out of the ranking, and without points unless móm is placed by them. A seat that ate has a
 * meld and cannot be móm.
 */
export function tapMom(draft, seat, { isMomPlaced = false } = {}) {
  if (draft.mom.includes(seat)) {
    return { ...draft, mom: draft.mom.filter((one) => one !== seat), answers: [] };
  }
  if (whyNotMom(draft, seat)) return draft;
  const points = { ...draft.points };
  if (!isMomPlaced) delete points[seat];
  const ranks = draft.ranks.filter((one) => one !== seat);
  return { ...draft, mom: [...draft.mom, seat], ranks, points, answers: [] };
}

/** Why somebody cannot be móm, as the key of a sentence; empty where it can be. */
export const whyNotMom = (draft, seat) =>
  draft.eats.some((eat) => eat.eater === seat) ? "mom_ate" : "";

/** Ù on for this seat, or off again; nobody else can be. The kind offered first is plain. */
export function tapU(draft, seat) {
  if (draft.u?.winner === seat) return { ...draft, u: null, answers: [] };
  return draft.u ? draft : sayU(draft, { winner: seat, kind: "plain", compensator: null });
}

/** An ù that is no guess any more, whatever it was before. */
export const sayU = (draft, u) => ({ ...draft, u: { ...u, isGuess: false }, answers: [] });

export const chooseKind = (draft, kind) => ({ ...draft, u: { ...draft.u, kind } });

/** So many times the rate of the ù, in this deal alone. */
export const chooseTimes = (draft, times) => ({ ...draft, u: { ...draft.u, times } });

/** Who compensates: a seat, "nobody", or null for what the rules say. */
export const chooseCompensator = (draft, compensator) => ({
  ...draft,
  u: { ...draft.u, compensator },
});

/** Words about the deal, which change nothing. */
export const writeNote = (draft, note) => ({ ...draft, note });

/** The seat that is named to the question; the same one again takes it back. */
export function answer(draft, seat) {
  const answers = draft.answers.includes(seat)
    ? draft.answers.filter((one) => one !== seat)
    : [...draft.answers, seat];
  return { ...draft, answers };
}

/** This seat made the latest last-round eat. */
export function eatLast(draft, seat) {
  const isIt = (eat) => eat.eater === seat && eat.last_round;
  const eats = [...draft.eats.filter((eat) => !isIt(eat)), ...draft.eats.filter(isIt)];
  return { ...draft, eats, answers: [seat] };
}

/** Hand points of a seat; null takes them back. They end móm, unless móm is placed by them. */
export function typePoints(draft, seat, points, { isMomPlaced = false } = {}) {
  const all = { ...draft.points, [seat]: points };
  if (points === null) delete all[seat];
  const mom = isMomPlaced ? draft.mom : draft.mom.filter((one) => one !== seat);
  // An ù by 0 points is none with more of them.
  const isOver = draft.u?.kind === "zero" && draft.u.winner === seat && points !== 0;
  return { ...draft, points: all, mom, u: isOver ? null : draft.u, answers: [] };
}

export const setMode = (draft, mode) => ({ ...draft, mode, answers: [] });

/** Drawn or void, or neither again. */
export const chooseEnding = (draft, ending) => ({
  ...draft,
  ending: draft.ending === ending ? null : ending,
  fault: null,
  quit: null,
});

/** Somebody left in the middle, which voids the deal under some rules; again takes it back. */
export function toggleQuit(draft, seat) {
  const isSame = draft.quit === seat;
  return { ...draft, quit: isSame ? null : seat, ending: isSame ? null : "void", fault: null };
}

/** A fault ends the deal; the same again takes it back. */
export function chooseFault(draft, player, kind) {
  const isSame = draft.fault?.player === player && draft.fault.kind === kind;
  return { ...draft, fault: isSame ? null : { player, kind }, ending: null, quit: null, u: null };
}

/** Somebody left in the middle: móm as it is counted, whatever was eaten. */
export function toggleForfeit(draft, seat) {
  const forfeit = draft.forfeit.includes(seat)
    ? draft.forfeit.filter((one) => one !== seat)
    : [...draft.forfeit, seat];
  return { ...draft, forfeit, ranks: draft.ranks.filter((one) => one !== seat), answers: [] };
}

export const addLine = (draft, line) => ({ ...draft, adjustments: [...draft.adjustments, line] });

export const dropLine = (draft, index) => ({
  ...draft,
  adjustments: draft.adjustments.filter((_line, at) => at !== index),
});

export const chooseMultiplier = (draft, multiplier) => ({ ...draft, multiplier });

export const chooseStarter = (draft, starter) => ({ ...draft, starter, isStarterChosen: true });

/** Three eats need three melds, so their eater is ù: said for them, as long as it holds. */
function guessU(draft) {
  const count = (seat) => draft.eats.filter((eat) => eat.eater === seat).length;
  const full = draft.seats.find((seat) => count(seat) === MAX_EATS);
  if (full && !draft.u && !draft.fault) {
    return { ...draft, u: { winner: full, kind: "plain", compensator: null, isGuess: true } };
  }
  if (draft.u?.isGuess && draft.u.winner !== full) return { ...draft, u: null };
  return draft;
}
