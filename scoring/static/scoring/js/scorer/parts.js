// Reading the parts of a `phom-sheet/1`: types, keys, and the defaults of keys left out.
// Knows no rule: whoever is named may still be a stranger, and any number is taken.
// Section 5 and step 2 of section 7 of docs/rules.md; the twin of scoring/engine/reading.py.

import { isCard, pointsOf } from "./cards.js";
import { refuse } from "./refusals.js";
import { byCodePoints, firstUnknown, get, has, isFlag, isObject, isText, isWhole } from "./values.js";

export const POT = "POT";
export const NOBODY = "nobody";
export const MAX_HAND_CARDS = 10;

const NO_HAND = { points: null, mom: false, forfeit: false, cards: null };
const CARD_KEYS = ["melds", "left", "sent"];

export function amiss(path, more = {}) {
  refuse("sheet_invalid", { path, ...more });
}

export function refuseUnknown(value, known, prefix) {
  const unknown = firstUnknown(value, known);
  if (unknown !== undefined) amiss(prefix + unknown);
}

/** Any number of ids that are neither empty nor a word of the sheet. */
export function readSeats(value) {
  if (!Array.isArray(value)) amiss("seats");
  value.forEach((seat, index) => {
    if (!isText(seat) || !seat || seat === POT || seat === NOBODY) amiss(`seats.${index}`);
  });
  return [...value];
}

export function readIds(value, path) {
  if (!Array.isArray(value)) amiss(path);
  value.forEach((seat, index) => {
    if (!isText(seat)) amiss(`${path}.${index}`);
  });
  return [...value];
}

/** A hand for every seat, in seat order; behind them those of strangers, to be refused. */
export function readHands(value, seats) {
  if (!isObject(value)) amiss("hands");
  const hands = new Map();
  for (const seat of seats) hands.set(seat, has(value, seat) ? readHand(value[seat], seat) : NO_HAND);
  const strangers = Object.keys(value).filter((seat) => !hands.has(seat));
  for (const seat of strangers.sort(byCodePoints)) hands.set(seat, readHand(value[seat], seat));
  return hands;
}

function readHand(value, seat) {
  const path = `hands.${seat}`;
  if (!isObject(value)) amiss(path);
  let points = null;
  if (has(value, "points")) {
    if (!isWhole(value.points)) amiss(`${path}.points`);
    points = value.points;
  }
  let mom = readFlag(value, "mom", path);
  const forfeit = readFlag(value, "forfeit", path);
  const cards = CARD_KEYS.some((key) => has(value, key)) ? readCards(value, path) : null;
  refuseUnknown(value, ["points", "mom", "forfeit", ...CARD_KEYS], `${path}.`);
  if (cards !== null) {
    // A hand of too many cards is refused later, and for that, not for its points.
    if (points === null && cards.left.length <= MAX_HAND_CARDS) points = pointsOf(cards.left);
    if (!has(value, "mom")) mom = !cards.melds.length;
  }
  return { points, mom, forfeit, cards };
}

function readFlag(value, key, path) {
  const found = get(value, key, false);
  if (!isFlag(found)) amiss(`${path}.${key}`);
  return found;
}

function readCards(value, path) {
  const melds = get(value, "melds", []);
  if (!Array.isArray(melds)) amiss(`${path}.melds`);
  return {
    melds: melds.map((meld, index) => readPile(meld, `${path}.melds.${index}`)),
    left: readPile(get(value, "left", []), `${path}.left`),
    sent: readPile(get(value, "sent", []), `${path}.sent`),
  };
}

function readPile(value, path) {
  const pile = readIds(value, path);
  pile.forEach((card, index) => {
    if (!isCard(card)) amiss(`${path}.${index}`, { card });
  });
  return pile;
}

/** The eats as made; a feeder left out is the previous seat. */
export function readEats(value, seats) {
  if (!Array.isArray(value)) amiss("eats");
  return value.map((item, index) => readEat(item, `eats.${index}`, seats));
}

function readEat(value, path, seats) {
  if (!isObject(value)) amiss(path);
  const eater = readId(value, "eater", path);
  let feeder = get(value, "feeder", null);
  if (has(value, "feeder")) {
    if (!isText(feeder)) amiss(`${path}.feeder`);
  } else if (seats.includes(eater)) {
    feeder = seats.at(seats.indexOf(eater) - 1);
  }
  const lastRound = readFlag(value, "last_round", path);
  refuseUnknown(value, ["eater", "feeder", "last_round"], `${path}.`);
  return { eater, feeder, lastRound };
}

/** The ù; winner and kind may be missing, which a later step refuses. */
export function readU(value, eats) {
  if (!isObject(value)) amiss("u");
  const winner = readMissing(value, "winner", "u");
  const kind = readMissing(value, "kind", "u");
  let lastRound = get(value, "last_round", null);
  if (lastRound === null) lastRound = kind === "round" || eats.some((eat) => eat.lastRound);
  else if (!isFlag(lastRound)) amiss("u.last_round");
  const also = has(value, "also") ? readIds(value.also, "u.also") : [];
  const compensator = get(value, "compensator", null);
  if (compensator !== null && !isText(compensator)) amiss("u.compensator");
  const times = readWhole(get(value, "times", 1), "u.times");
  const known = ["winner", "kind", "last_round", "also", "compensator", "times"];
  refuseUnknown(value, known, "u.");
  return { winner, kind, lastRound, also, compensator, times };
}

/** The fault; its kind may be missing, which a later step refuses. */
export function readFault(value) {
  if (!isObject(value)) amiss("fault");
  const player = readId(value, "player", "fault");
  const kind = readMissing(value, "kind", "fault");
  refuseUnknown(value, ["player", "kind"], "fault.");
  return { player, kind };
}

/** The free lines; nobody pays itself. */
export function readAdjustments(value) {
  if (!Array.isArray(value)) amiss("adjustments");
  return value.map((item, index) => readAdjustment(item, `adjustments.${index}`));
}

function readAdjustment(value, path) {
  if (!isObject(value)) amiss(path);
  const payer = readId(value, "payer", path);
  const payee = readId(value, "payee", path);
  if (payee === payer) amiss(`${path}.payee`);
  if (!isWhole(get(value, "bets", null))) amiss(`${path}.bets`);
  const note = get(value, "note", "");
  if (!isText(note)) amiss(`${path}.note`);
  refuseUnknown(value, ["payer", "payee", "bets", "note"], `${path}.`);
  return { payer, payee, bets: value.bets, note };
}

function readId(value, key, path) {
  const id = get(value, key, null);
  if (!isText(id)) amiss(`${path}.${key}`);
  return id;
}

/** A word that may be left out, but not be something else. */
function readMissing(value, key, path) {
  return has(value, key) ? readId(value, key, path) : null;
}

/** A whole number of any size. */
export function readWhole(value, path) {
  if (!isWhole(value)) amiss(path);
  return value;
}
