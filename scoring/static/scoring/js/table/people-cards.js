// The cards of refusals that are about people: a guest whose name somebody has, and seats or a stake
// that another phone changed meanwhile. They show what holds and what was wanted here.

import { button, h } from "./dom.js";
import { number, say } from "./words.js";

const LONGEST_NAME = 80;

const decide = (act, text, data) => button(act, text, { class: "decide", data });

/** Who bears the name, or another name; nothing that names the guest is sent before. */
export function guestCard(event, { book, board }) {
  const { id, bearer, body } = event;
  const known = board.roster.find((one) => one.player_id === bearer);
  const isSame = known && !book.areTwo(id, bearer);
  const field = `rename-${id}`;
  const name = h("input", {
    type: "text",
    id: field,
    value: body.name,
    maxlength: LONGEST_NAME,
    autocomplete: "off",
    autocapitalize: "words",
  });
  return [
    isSame ? decide("is-known", say("is_known", { name: known.full_name }), { event: id, seat: bearer }) : null,
    h(
      "div",
      { class: "guest" },
      h("label", { for: field }, say("rename_guest")),
      h("div", { class: "guest__field" }, name, button("rename-guest", say("rename"), { class: "chip", data: { event: id } })),
    ),
    // A deal that was played with them needs somebody.
    book.isNamed(id) ? null : button("drop-event", say("drop_event"), { class: "chip", data: { event: id } }),
  ].filter(Boolean);
}

/** Who sits and waits and for how much: now, and as it was wanted here. */
export function termsCard(event, view) {
  const side = (title, terms) =>
    h("div", { class: "side" }, h("h4", {}, title), ...textsOf(terms, event.terms, view).map((text) => h("p", {}, text)));
  return [
    h("div", { class: "sides" }, side(say("holds_now"), view.terms), side(say("my_version"), event.terms)),
    h(
      "div",
      { class: "decisions" },
      decide("use-mine", say("use_mine"), { event: event.id }),
      decide("drop-event", say("drop_my_version"), { event: event.id }),
    ),
  ];
}

/** Only what was to be changed. */
function textsOf(terms, wanted, { names }) {
  const people = (seats) => seats.map((seat) => names[seat] ?? "?").join(", ") || "–";
  return [
    wanted.seats && people(terms.seats),
    wanted.bench && `${say("bench")}: ${people(terms.bench)}`,
    wanted.stake_points && say("stake_now", { stake: number(terms.stake_points) }),
  ].filter(Boolean);
}
