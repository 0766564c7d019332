// The keypad for hand points: our own, so that no keyboard covers half the table.

import { button, h } from "./dom.js";
import { hasInput } from "./draft.js";
import { needsMomPoints } from "./sheets.js";
import { say } from "./words.js";

export class Keypad {
  constructor() {
    const digit = (value) => button("digit", value, { class: "key", data: { value } });
    const word = (act, key, more = {}) =>
      button(act, say(key), { class: "key key--word", ...more });
    this.element = h(
      "div",
      { class: "keypad", role: "group", "aria-label": say("keypad"), hidden: "" },
      ...["1", "2", "3"].map(digit),
      button("erase", "⌫", { class: "key key--word", "aria-label": say("erase") }),
      ...["4", "5", "6"].map(digit),
      word("key-mom", "mom"),
      ...["7", "8", "9"].map(digit),
      word("key-done", "done"),
      h("span", {}),
      digit("0"),
      h("span", {}),
      word("key-next", "next"),
    );
  }
}

/**
 * One key: the points of the seat being typed, and which seat is typed next. Two digits move on;
 * a seat that was typed before waits for "next", so that three digits are possible.
 */
export function typeDigit({ draft, rules, seat, typed, isAgain }, digit) {
  const text = (typed + digit).replace(/^0+(?=\d)/, "").slice(0, 3);
  const isFull = text.length >= (isAgain ? 3 : 2);
  return { points: Number(text), typed: text, next: isFull ? nextSeat(draft, seat, rules) : seat };
}

/** Does this seat still need points? */
export const isOpen = (draft, seat, rules) =>
  !(seat in draft.points) &&
  !draft.forfeit.includes(seat) &&
  (!draft.mom.includes(seat) || needsMomPoints(draft, rules));

/** Whose points are typed first in a draft that begins with them; null where nothing is typed so. */
export function firstTyped({ draft, rules }) {
  if (draft.mode !== "points" || hasInput(draft)) return null;
  return { seat: nextSeat(draft, draft.seats.at(-1), rules), typed: "", isAgain: false };
}

/** The next seat without points after this one, in seat order; null where none is left. */
export function nextSeat(draft, seat, rules) {
  const start = draft.seats.indexOf(seat) + 1;
  const order = [...draft.seats.slice(start), ...draft.seats.slice(0, start)];
  return order.find((one) => one !== seat && isOpen(draft, one, rules)) ?? null;
}
