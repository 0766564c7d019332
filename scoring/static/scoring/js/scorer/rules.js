// The rule set of a club, `phom-rules/1`: read, completed, refused where it is amiss.
// Section 4 of docs/rules.md; the twin of scoring/engine/ruleset.py.

import { refuse } from "./refusals.js";
import { firstUnknown, get, has, isFlag, isObject, isText, isWhole } from "./values.js";

const FORMAT = "phom-rules/1";
const MAX_BETS = 1000;
const PLACE_PAY = { 2: [1], 3: [1, 2], 4: [1, 2, 3] };
const U_PAY = { plain: 6, zero: 6, ten: 12, round: 12, dry: 6 };

const choice = (...words) => ({
  start: words[0],
  read: (value, path) => (isText(value) && words.includes(value) ? value : amiss(path)),
});
const flag = (start) => ({
  start,
  read: (value, path) => (isFlag(value) ? value : amiss(path)),
});
const amount = (start) => ({ start, read: readAmount });

// Every option with its default and how it is read, in the order in which they are asked.
const OPTIONS = {
  place_pay: { start: PLACE_PAY, read: readPlacePay },
  place_payee: choice("winner", "paired"),
  mom_pay: amount(4),
  mom_place: choice("shared_last", "by_points", "by_laid_down"),
  all_mom: choice("lowest_points", "first_to_lay_down", "no_payment"),
  tie_break: choice("laid_down", "last_discard"),
  zero_points_is_u: flag(true),
  eat_pay: { start: [1, 1, 1], read: (value, path) => readAmounts(value, 3, path) },
  last_eat_pay: amount(4),
  eat_payee: choice("eater", "pot", "pot_except_last_round"),
  eats_when_u: choice("stand", "void_if_compensated", "void"),
  u_pay: { start: U_PAY, read: readUPay },
  round_u_allowed: flag(true),
  dry_u_allowed: flag(true),
  dry_u_when: choice("dealt", "any_turn"),
  dry_u_several: choice("first_in_turn", "split", "all_collect"),
  u_losers_place: choice("unplaced", "shared_second"),
  compensation_three_eats: flag(true),
  compensation_last_round: flag(true),
  compensation_winner_ate_last: choice("last_other_eater", "none", "feeder_pays", "feeder_exempt"),
  compensation_precedence: choice("three_eats", "last_round"),
  pot_enabled: flag(false),
  pot_ante: amount(0),
  pot_at_close: choice("carry_over", "split_equal", "last_winner"),
  false_u_pay: amount(6),
  false_eat_pay: amount(6),
  quit_as: choice("mom", "void"),
  next_starter: choice("winner", "rotate", "manual"),
};

/** A whole rule set; Refused `ruleset_invalid` with `field` for the first option amiss. */
export function readRules(value) {
  if (!isObject(value)) amiss("");
  if (get(value, "format", FORMAT) !== FORMAT) amiss("format");
  const rules = {};
  for (const [name, option] of Object.entries(OPTIONS)) {
    rules[name] = has(value, name) ? option.read(value[name], name) : option.start;
  }
  refuseUnknown(value, ["format", ...Object.keys(OPTIONS)], "");
  if (!rules.pot_enabled && rules.eat_payee !== "eater") amiss("eat_payee");
  if (!rules.pot_enabled && rules.pot_ante) amiss("pot_ante");
  return Object.freeze(rules);
}

function readPlacePay(value) {
  if (!isObject(value)) amiss("place_pay");
  const read = { ...PLACE_PAY };
  for (const count of [2, 3, 4]) {
    if (has(value, count)) {
      read[count] = readAmounts(value[count], count - 1, `place_pay.${count}`);
    }
  }
  refuseUnknown(value, Object.keys(PLACE_PAY), "place_pay.");
  return read;
}

function readUPay(value) {
  if (!isObject(value)) amiss("u_pay");
  const read = { ...U_PAY };
  for (const kind of Object.keys(U_PAY)) {
    if (has(value, kind)) read[kind] = readAmount(value[kind], `u_pay.${kind}`);
  }
  refuseUnknown(value, Object.keys(U_PAY), "u_pay.");
  return read;
}

function readAmounts(value, length, path) {
  if (!Array.isArray(value) || value.length !== length) amiss(path);
  return value.map((item, index) => readAmount(item, `${path}.${index}`));
}

function readAmount(value, path) {
  return isWhole(value) && value >= 0 && value <= MAX_BETS ? Number(value) : amiss(path);
}

function refuseUnknown(value, known, prefix) {
  const unknown = firstUnknown(value, known);
  if (unknown !== undefined) amiss(prefix + unknown);
}

function amiss(field) {
  refuse("ruleset_invalid", { field });
}
