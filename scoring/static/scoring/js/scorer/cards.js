// The 52 cards and what a meld is. Knows nothing of seats, deals or prices.
// Section 1 of docs/rules.md; the twin of cards.py, melds.py and hands.py in scoring/engine.

const RANK_NAMES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["S", "C", "D", "H"];
const RANKS = new Map(
  SUITS.flatMap((suit) => RANK_NAMES.map((name, index) => [name + suit, index + 1])),
);
const U_MELDS = 3;
const U_CARDS = 10;
const PARTIAL_MELD_SPAN = 2;

export const isCard = (name) => RANKS.has(name);
const rankOf = (card) => RANKS.get(card);
const suitOf = (card) => card.at(-1);

/** A 1, 2 to 10 their number, J 11, Q 12, K 13. */
export const pointsOf = (cards) => cards.reduce((sum, card) => sum + rankOf(card), 0);

/** Every card of a hand: melds, left, sent. */
export const allCards = (cards) => [...cards.melds.flat(), ...cards.left, ...cards.sent];

/** Phỏm: one set (ngang) or one run (dọc), A low, no wrap. */
export const isMeld = (cards) => isSet(cards) || isRun(cards);

function isSet(cards) {
  const isOneRank = new Set(cards.map(rankOf)).size === 1;
  return cards.length >= 3 && cards.length <= 4 && isOneRank && new Set(cards).size === cards.length;
}

function isRun(cards) {
  const ranks = cards.map(rankOf).sort((one, other) => one - other);
  const isOneSuit = new Set(cards.map(suitOf)).size === 1;
  return cards.length >= 3 && isOneSuit && ranks.every((rank, i) => rank === ranks[0] + i);
}

/** Ù khan: no two cards of one rank, nor of one suit at most two ranks apart. */
const isDry = (cards) =>
  !cards.some((one, i) => cards.slice(i + 1).some((other) => isPartialMeld(one, other)));

function isPartialMeld(one, other) {
  const apart = Math.abs(rankOf(one) - rankOf(other));
  return apart === 0 || (suitOf(one) === suitOf(other) && apart <= PARTIAL_MELD_SPAN);
}

/** Whether the cards a winner showed fit the kind of ù. */
export function fitsU(cards, kind) {
  if (kind === "plain") return cards.melds.length === U_MELDS && cards.left.length <= 1;
  if (kind === "ten") {
    return cards.melds.flat().length === U_CARDS && !cards.left.length && !cards.sent.length;
  }
  if (kind === "dry") return !cards.melds.length && isDry(cards.left);
  return !cards.left.length;
}
