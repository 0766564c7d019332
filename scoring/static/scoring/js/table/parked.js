// What waits to be sent, and what the server would not have: nothing is lost before somebody says so.
// Knows what may be done with each refusal; the sentences of refusals are the server's.

import { byHand } from "./by-hand.js";
import { button, h } from "./dom.js";
import { makeSide } from "./doubles.js";
import { guestCard, termsCard } from "./people-cards.js";
import { isPlain } from "./sheets.js";
import { number, say } from "./words.js";

const QUEUE = { act: "open", value: "parked" };
const CLOSED = ["night_settled", "night_locked", "season_closed"];
const NO_RIGHT = ["role_too_low", "not_signed_in", "not_found"];

export const isClosed = ({ code }) => CLOSED.includes(code);

const isBarred = ({ code }) => NO_RIGHT.includes(code);

/** What the strip says of refusals, or null. */
export function parkedText({ book }) {
  const { parked } = book;
  if (!parked.length) return null;
  if (parked.some(isClosed)) return { text: closedText(parked), leads: QUEUE };
  const first = parked.find((event) => event.dealId);
  const text = first ? say("review_at", { number: numberOf(first) }) : say("needs_review");
  return { text, leads: QUEUE };
}

function closedText(parked) {
  const closed = parked.filter(isClosed);
  const deals = new Set(closed.map((event) => event.dealId ?? event.id));
  const isSeason = closed.some(({ code }) => code === "season_closed");
  return say(isSeason ? "season_over" : "night_over", { count: number(deals.size) });
}

const numberOf = (event) => number((event.deal ?? event.pair)?.number ?? 0);

/** The panel. */
export function parked(view) {
  const { book, sender } = view;
  const waiting = book.waiting.map((event) =>
    h("div", { class: "person" }, h("span", {}, whatOf(event, view)), h("span", { class: "tag" }, say("is_waiting"))),
  );
  const open = book.parked.filter((event) => !isClosed(event) && !isBarred(event));
  const first = view.isSettling && book.unsent ? [settleAfter(book.unsent, view)] : [];
  const content = [...first, ...barred(view), ...closed(view), ...open.map((event) => makeRefused(event, view)), ...waiting];
  if (!content.length) content.push(h("p", { class: "help" }, say("all_sent")));
  const isOffered = sender.state === "signed_out" || book.parked.length > open.length;
  const isLeft = book.waiting.length || book.parked.length;
  content.push(chips(chip("send", say("send_now")), isLeft && !isOffered ? exportChip() : null));
  if (view.exported) content.push(copyOf(view.exported));
  return { title: say("queue"), content };
}

/** Whoever settles sees first what the books do not have; looking at them is never barred. */
const settleAfter = (count, { links }) =>
  h(
    "section",
    { class: "review review--warn" },
    h("h3", {}, say("settle_unsent", { count: number(count) })),
    h("p", { class: "help" }, say("settle_after")),
    chips(h("a", { class: "chip", href: links.settlement }, say("settle_look"))),
  );

const chips = (...content) => h("div", { class: "chips chips--wrap" }, ...content);

const chip = (act, text, data = {}) => button(act, text, { class: "chip", data });

const exportChip = () => chip("export", say("export"));

/** The text, marked, for phones on plain http: they have no clipboard. */
const copyOf = (text) =>
  h("textarea", { class: "as-text", readonly: "", rows: "6", "aria-label": say("exported_here") }, text);

function whatOf(event, view) {
  if (event.kind === "terms") return say("event_terms");
  if (event.kind === "guest") return say("event_guest", event.body);
  const numbered = event.deal ?? view.book.deals.find((deal) => deal.id === event.pair.other_id);
  const at = { number: number(numbered?.number ?? 0) };
  return say(event.kind === "decide" ? "event_decide" : "event_deal", at);
}

/** The night is closed: all of it is kept, sent again after it was opened, or written down. */
function closed(view) {
  const events = view.book.parked.filter(isClosed);
  if (!events.length) return [];
  const { settlement } = view.links;
  const link = settlement ? h("a", { class: "chip", href: settlement }, say("settle")) : null;
  return [
    h(
      "section",
      { class: "review review--warn" },
      h("h3", {}, closedText(events)),
      h("p", { class: "help" }, events[0].reason),
      ...events.map((event) => dropRow(event, view)),
      chips(chip("again-closed", say("send_again")), exportChip(), link),
    ),
  ];
}

const dropRow = (event, view) =>
  h("div", { class: "person" }, h("span", {}, whatOf(event, view)), dropChip(event));

const dropChip = (event) => chip("drop-event", say("drop_event"), { event: event.id });

const againChip = (event) => chip("again", say("send_again"), { event: event.id });

/** The phone may not write here any more: what it has is kept, and can be written down. */
function barred(view) {
  const events = view.book.parked.filter(isBarred);
  const isOut = view.sender.state === "signed_out";
  if (!events.length && !isOut) return [];
  const isPhone = !view.links.night;
  const enter = isPhone || events.length ? h("a", { class: "chip", href: view.links.join }, say("enter_code")) : null;
  const sign = isPhone ? null : chip("sign-in", say("sign-in"));
  return [
    h(
      "section",
      { class: "review review--warn" },
      h("h3", {}, say(isPhone ? "code_over" : "may_not")),
      h("p", { class: "help" }, events[0]?.reason ?? say("all_kept")),
      ...events.map((event) => dropRow(event, view)),
      chips(enter, isOut ? sign : null, exportChip(), events.length ? chip("again-barred", say("send_again")) : null),
    ),
  ];
}

const CARDS = { stale_revision: stale, stale_terms: termsCard, name_taken: guestCard };

function makeRefused(event, view) {
  const content = (CARDS[event.code] ?? refused)(event, view);
  const title = event.dealId ? say("review_at", { number: numberOf(event) }) : whatOf(event, view);
  return h(
    "section",
    { class: "review review--warn", data: { event: event.id } },
    h("h3", {}, title),
    h("p", { class: "help" }, event.reason),
    ...content,
  );
}

/** The deal was changed elsewhere: what holds, and what was wanted here. */
function stale(event, view) {
  const holds = view.book.deals.find((deal) => deal.id === event.dealId);
  const mine = { ...holds, ...event.deal };
  const sides = [holds && makeSide(holds, say("holds_now"), view), makeSide(mine, say("my_version"), view)];
  return [
    h("div", { class: "sides" }, ...sides.filter(Boolean)),
    h(
      "div",
      { class: "decisions" },
      button("use-mine", say("use_mine"), { class: "decide", data: { event: event.id } }),
      button("drop-event", say("drop_my_version"), { class: "decide", data: { event: event.id } }),
    ),
  ];
}

function refused(event, view) {
  const isDeal = event.kind === "record" || event.body.kind === "correct";
  if (!isDeal) return [chips(againChip(event), dropChip(event))];
  const isNew = event.kind === "record";
  const acts = [
    isPlain(event.deal.sheet) ? chip("edit", say("edit"), { deal: event.dealId }) : null,
    isNew && handWritten(event, view) ? chip("by-hand", say("keep_by_hand"), { event: event.id }) : null,
    againChip(event),
    dropChip(event),
  ];
  return [
    h("div", { class: "sides" }, makeSide(event.deal, say("my_version"), view)),
    chips(...acts),
  ];
}

/** The refused deal as lines by hand, under the terms that hold now; null where that cannot be. */
export function handWritten(event, { book, rules }) {
  const stake = book.terms.stake_points;
  const pot = Math.floor(book.potBefore(book.lastNumber + 1) / stake);
  return byHand(event.deal, { rules, stake, pot });
}
