// What a draft comes to: its score, or the one thing that is still missing, or the one question.
// Knows the scorer and drafts; makes no sentence and touches no page.

import { Refused, score } from "../scorer/score.js";
import { answer, eatLast, fullRanks, hasInput, standing } from "./draft.js";
import { expectedOrder, needsMomPoints, tiedGroups, toSheet, uOf, zeroSeat } from "./sheets.js";

const OVERDRAWN = new Refused("pot_overdrawn");

/**
 * `{sheet, score, missing, question, notice, partial}`. `score` is null until the deal can be
 * saved; then `missing` is the key of what the save button says. `question` is {key, seats}: the
 * one thing to ask. `notice` is {key, seat}: what was filled in. `partial` is the score of what is
 * certain already: eats and lines by hand.
 */
export function outcomeOf(draft, rules, pot = 0) {
  const notice = noticeOf(draft, rules);
  const open = (more) => ({
    sheet: toSheet(draft, rules, pot),
    score: null,
    question: null,
    partial: partialOf(draft, rules, pot),
    notice,
    ...more,
  });
  const missing = missingOf(draft, rules);
  if (missing) return open({ missing });
  const settled = withSettledTies(draft, rules, pot);
  const sheet = toSheet(settled, rules, pot);
  const [told, refused] = attempt(sheet, rules);
  const question = questionOf(settled, rules, told, refused, pot);
  if (question) return open({ question, missing: question.key });
  if (refused?.code === "points_missing") return open({ missing: "missing_points" });
  if (refused) return open({ missing: "refused", refused });
  // The server refuses it too: nobody wins more than lies in the pot.
  if (pot + (told.net.POT ?? 0) < 0) return open({ missing: "refused", refused: OVERDRAWN });
  return { sheet, score: told, missing: null, question: null, partial: null, notice };
}

/** The score or null, and the refusal or null. */
export function attempt(sheet, rules) {
  try {
    return [score(sheet, rules), null];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [null, error];
  }
}

/** What nobody has said yet, before the rules are asked. */
function missingOf(draft, rules) {
  if (draft.seats.length < 2) return "people";
  if (!hasInput(draft)) return draft.mode === "points" ? "missing_points" : "missing_ranks";
  const isDecided = draft.ending || draft.fault || draft.u || zeroSeat(draft, rules) !== undefined;
  if (isDecided) return null;
  const left = standing(draft);
  if (draft.mode === "points") {
    const needed = needsMomPoints(draft, rules) ? [...left, ...draft.mom] : left;
    return needed.every((seat) => seat in draft.points) ? null : "missing_points";
  }
  return fullRanks(draft).length === left.length ? null : "missing_ranks";
}

function questionOf(draft, rules, told, refused, pot) {
  if (refused?.code === "all_mom_needs_order") {
    const key = rules.all_mom === "lowest_points" ? "all_mom_points" : "all_mom_first";
    return { key, seats: refused.values.seats };
  }
  if (refused?.code === "tie_needs_order") return tieQuestion(draft, rules, refused.values.seats);
  return told && lastEaterQuestion(draft, rules, told, pot);
}

/** Equal points: who laid down first, or discarded last; the expected one stands in front. */
function tieQuestion(draft, rules, seats) {
  const ordered = expectedOrder(draft).filter((seat) => seats.includes(seat));
  return { key: rules.tie_break === "laid_down" ? "tie_laid" : "tie_discard", seats: ordered };
}

/** The same draft; every tie that makes no difference to who pays what is settled as expected. */
function withSettledTies(draft, rules, pot) {
  if (draft.mode !== "points") return draft;
  const [, refused] = attempt(toSheet(draft, rules, pot), rules);
  if (refused?.code !== "tie_needs_order") return draft;
  const isOpen = (group) => !group.some((seat) => draft.answers.includes(seat));
  const groups = tiedGroups(draft, rules).filter(isOpen);
  const ways = waysOf(groups).map((way) => {
    const [told] = attempt(toSheet({ ...draft, settled: way.flat() }, rules, pot), rules);
    return { way, paid: told && paidIn(told) };
  });
  const settled = groups.filter((_group, at) => isFree(ways, at)).flat();
  return { ...draft, settled };
}

/** Does the order of this group change nothing, whatever the others are? */
function isFree(ways, at) {
  const paidBy = new Map();
  return ways.every(({ way, paid }) => {
    const others = String(way.filter((_order, index) => index !== at));
    if (!paidBy.has(others)) paidBy.set(others, paid);
    return paid !== null && paid === paidBy.get(others);
  });
}

/** Who pays whom and for what, in whatever order. */
const paidIn = ({ transfers }) =>
  transfers.map((line) => [line.payer, line.payee, line.bets, line.reason].join()).sort().join(" ");

/** An order of each group, in every way. */
const waysOf = (groups) =>
  groups.reduce(
    (ways, group) => ways.flatMap((way) => orders(group).map((order) => [...way, order])),
    [[]],
  );

const orders = (seats) =>
  seats.length < 2
    ? [seats]
    : seats.flatMap((seat) =>
        orders(seats.filter((other) => other !== seat)).map((rest) => [seat, ...rest]),
      );

/** Who ate last in the last round: asked where several did and it decides who compensates. */
function lastEaterQuestion(draft, rules, told, pot) {
  const u = uOf(draft, rules);
  if (!u || draft.ending || draft.fault || u.compensator !== null) return null;
  const eaters = draft.eats.filter((eat) => eat.last_round).map((eat) => eat.eater);
  const others = [...new Set(eaters)].filter((seat) => seat !== u.winner);
  if (others.length < 2 || others.includes(draft.answers[0])) return null;
  const outcomes = others.map((seat) => attempt(toSheet(eatLast(draft, seat), rules, pot), rules)[0]);
  const isSame = outcomes.every((one) => one && one.compensator === told.compensator);
  return isSame ? null : { key: "last_eater", seats: others };
}

/** Saying it: the draft after somebody was named to this question. */
export const answered = (draft, question, seat) =>
  question.key === "last_eater" ? eatLast(draft, seat) : answer(draft, seat);

function noticeOf(draft, rules) {
  const zero = draft.ending || draft.fault ? undefined : zeroSeat(draft, rules);
  return zero === undefined ? null : { key: "zero_u", seat: zero };
}

/** The lines that stand whatever comes: the deal as if it had been stopped now. */
function partialOf(draft, rules, pot) {
  const stopped = { ...draft, ending: "drawn", fault: null, u: null };
  return attempt(toSheet(stopped, rules, pot), rules)[0];
}

/** Who would compensate if nobody chose, and whom the chip offers. */
export function compensatorOf(draft, rules, pot = 0) {
  const u = uOf(draft, rules);
  if (!u) return { chosen: null, offered: null };
  const [told] = attempt(toSheet(draft, rules, pot), rules);
  const auto = attempt(toSheet({ ...draft, u: { ...u, compensator: null } }, rules, pot), rules)[0];
  const before = draft.seats.at(draft.seats.indexOf(u.winner) - 1);
  return { chosen: told?.compensator ?? null, offered: auto?.compensator ?? before };
}

/** Who starts the next deal; the first seat where nobody is suggested. */
export function nextStarter(last, rules, seats) {
  if (!last || rules.next_starter === "manual") return seats[0];
  const start = last.sheet.seats.indexOf(last.sheet.starter ?? last.sheet.seats[0]);
  const order = [...last.sheet.seats.slice(start), ...last.sheet.seats.slice(0, start)];
  const found =
    rules.next_starter === "rotate" ? order[1] : order.find((seat) => last.places?.[seat] === 1);
  return seats.includes(found) ? found : seats.includes(order[0]) ? order[0] : seats[0];
}
