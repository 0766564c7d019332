// What each tap does: `data-act` names it. Acts change the page's state and say so; what a draft or
// a book may become is decided in draft.js and book.js.

import { whyNot } from "./denials.js";
import * as drafts from "./draft.js";
import { isOpen, nextSeat, typeDigit } from "./keypad.js";
import { chooseTheme, keepLooks } from "./looks.js";
import { withNewcomer } from "./names.js";
import { offerAfter, rotated } from "./offers.js";
import { answered, outcomeOf } from "./outcome.js";
import { isReady } from "./panels.js";
import { back, basisOf, edits } from "./acts-edit.js";
import { review } from "./acts-review.js";
import { isRefused } from "./book.js";
import { isShut } from "./closed.js";
import { sent } from "./sent.js";
import { uOf } from "./sheets.js";
import { number, say, spoken } from "./words.js";

const SAVED_BUZZ = 20;

/** Another draft, and nothing else. */
function draw(page, draft) {
  page.denied = null;
  page.draft = draft;
  page.note.input.blur(); // a tap elsewhere ends it, where a button takes no focus too
  page.changed();
}

const onDraft = (change) => (page, data) => draw(page, change(page.draft, data));

export const acts = {
  // The rows

  rank(page, { seat }) {
    if (page.typing || page.draft.mode === "points") startTyping(page, seat);
    else draw(page, drafts.tapName(page.draft, seat));
  },
  an: onDraft((draft, { seat }) => drafts.tapEat(draft, seat, false)),
  chot: onDraft((draft, { seat }) => drafts.tapEat(draft, seat, true)),
  mom(page, { seat }) {
    const isOn = page.draft.mom.includes(seat);
    if (!isOn && whyNot(page.draft, page.rules, { act: "mom", seat })) {
      page.explain({ act: "mom", seat });
      return;
    }
    draw(page, drafts.tapMom(page.draft, seat, placing(page)));
    const { draft, typing, rules } = page;
    const isHalf = typing?.typed && seat in draft.points;
    if (typing?.seat === seat && !isHalf && !isOpen(draft, seat, rules)) next(page);
  },
  u(page, { seat }) {
    page.typing = null;
    draw(page, drafts.tapU(page.draft, seat));
  },

  // The slot

  kind: onDraft((draft, { value }) => drafts.chooseKind(draft, value)),
  zero: (page) => draw(page, withU(page)),
  compensator(page, { value }) {
    const { chosen } = page.view().compensator;
    draw(page, drafts.chooseCompensator(withU(page), chosen === value ? "nobody" : value));
  },
  answer(page, { seat }) {
    const { question } = outcomeOf(page.draft, page.rules, page.pot);
    if (question) draw(page, answered(page.draft, question, seat));
  },
  retype(page, { seat }) {
    setPoints(page, seat, null);
    startTyping(page, seat);
  },

  // The keypad

  points(page) {
    if (page.typing) return stopTyping(page);
    // Once more is back to ranks; the points are kept.
    if (page.draft.mode === "points") return draw(page, drafts.setMode(page.draft, "ranks"));
    page.draft = drafts.setMode(page.draft, "points");
    return startTyping(page, firstOpen(page) ?? page.draft.seats[0]);
  },
  digit(page, { value }) {
    const { seat, typed, isAgain } = page.typing;
    const { draft, rules } = page;
    const keyed = typeDigit({ draft, rules, seat, typed, isAgain }, value);
    setPoints(page, seat, keyed.points);
    page.typing = { seat, typed: keyed.typed, isAgain };
    if (keyed.next === seat) page.changed();
    else move(page, keyed.next);
  },
  erase(page) {
    const { seat, typed, isAgain } = page.typing;
    const rest = typed.slice(0, -1);
    setPoints(page, seat, rest ? Number(rest) : null);
    page.typing = { seat, typed: rest, isAgain };
    page.changed();
  },
  "key-mom": (page) => acts.mom(page, { seat: page.typing.seat }),
  "key-next": next,
  "key-done": (page) => stopTyping(page),

  // More

  ending: onDraft((draft, { value }) => drafts.chooseEnding(draft, value)),
  multiplier: onDraft((draft, { value }) => drafts.chooseMultiplier(draft, Number(value))),
  fault: onDraft((draft, { seat, value }) => drafts.chooseFault(draft, seat, value)),
  times: (page, { value }) => draw(page, drafts.chooseTimes(withU(page), Number(value))),
  forfeit(page, { seat }) {
    const leave = page.rules.quit_as === "void" ? drafts.toggleQuit : drafts.toggleForfeit;
    draw(page, leave(page.draft, seat));
  },
  starter: onDraft((draft, { seat }) => drafts.chooseStarter(draft, seat)),
  "hand-payer": (page, { seat }) => takeSide(page, "payer", seat),
  "hand-payee": (page, { seat }) => takeSide(page, "payee", seat),
  bets(page, { value }) {
    page.hand = { ...page.hand, bets: Math.min(1000, Math.max(1, page.hand.bets + Number(value))) };
    page.show();
  },
  "add-line"(page) {
    if (!isReady(page.hand)) return;
    const line = { ...page.hand };
    page.hand = { payer: null, payee: null, bets: 1 };
    draw(page, drafts.addLine(page.draft, line));
  },
  "drop-line": onDraft((draft, { index }) => drafts.dropLine(draft, Number(index))),

  // Saving

  save,
  release,
  settle: ({ links }) => location.assign(links.settlement),
  "sign-in"({ links }) {
    const next = encodeURIComponent(location.pathname);
    location.assign(links.night ? `/dang-nhap/?next=${next}` : links.join);
  },

  // People and stakes, from the next deal on

  leave(page, { seat }) {
    const { seats, bench } = page.book.terms;
    const terms = { seats: seats.filter((one) => one !== seat), bench: [...bench, seat] };
    setTerms(page, terms, say("left", { name: page.book.board.names[seat] }));
  },
  sit(page, { seat }) {
    const terms = withNewcomer(page.book.terms, seat);
    const { names, roster } = page.book.board;
    names[seat] ??= roster.find((one) => one.player_id === seat)?.name;
    page.guest.clear();
    setTerms(page, terms, say(terms.seats ? "came" : "waits", { name: names[seat] }));
  },
  // Two events, one behind the other. Taking it back undoes who sits: the guest stays in the roster,
  // where a person is never deleted, and comes again by a tap.
  guest: (page) => acts.sit(page, { seat: page.book.addGuest(page.guest.name) }),
  "go-home"(page, { seat }) {
    const bench = page.book.terms.bench.filter((one) => one !== seat);
    setTerms(page, { bench }, say("went_home", { name: page.book.board.names[seat] }));
  },
  rotate: (page) => rotate(page, page.offer),
  // Who comes is chosen first, then whose place it is.
  replacing(page, { seat }) {
    page.replacing = page.replacing === seat ? null : seat;
    page.show();
  },
  replace: (page, { seat }) => rotate(page, { leaves: seat, comes: page.replacing }),
  swap(page, { seat }) {
    if (page.swapping === null || page.swapping === seat) {
      page.swapping = page.swapping === seat ? null : seat;
      page.show();
      return;
    }
    const other = page.swapping;
    const change = { [seat]: other, [other]: seat };
    const seats = page.book.terms.seats.map((one) => change[one] ?? one);
    page.swapping = null;
    const { names } = page.book.board;
    setTerms(page, { seats }, say("swapped", { one: names[other], other: names[seat] }));
  },
  "stake-by"(page, { value }) {
    page.newStake = Math.max(1, page.newStake + Number(value));
    page.show();
  },
  stake(page, { value }) {
    const before = page.book.terms.stake_points;
    if (Number(value) === before) return;
    const said = { before: number(before), after: number(Number(value)) };
    setTerms(page, { stake_points: Number(value) }, say("stake_changed", said));
  },

  // The page itself

  open(page, { value }) {
    page.panel = page.panel === value ? null : value;
    page.exported = "";
    page.newStake = page.book.terms.stake_points;
    page.swapping = null;
    page.replacing = null;
    page.isSettling = false;
    page.show();
  },
  close(page) {
    page.panel = null;
    page.show();
  },
  look(page, { value }) {
    page.looks = { ...page.looks, [value]: !page.looks[value] };
    keepLooks(page.looks);
    page.changed();
  },
  theme(page, { value }) {
    chooseTheme(value, page.sender.csrf);
    page.show();
  },
  wake: (page) => page.wake.toggle(),
  send: (page) => page.sender.flush(),

  ...edits,
  ...review,
};

function takeSide(page, side, seat) {
  page.hand = { ...page.hand, [side]: page.hand[side] === seat ? null : seat };
  page.show();
}

const firstOpen = ({ draft, rules }) => nextSeat(draft, draft.seats.at(-1), rules);

function next(page) {
  move(page, nextSeat(page.draft, page.typing.seat, page.rules));
}

/** The draft with the ù of 0 points said, where nobody said another. */
const withU = ({ draft, rules }) => (draft.u ? draft : drafts.sayU(draft, uOf(draft, rules)));

/** Are móm seats placed by their points? Then they have some. */
const placing = ({ rules }) => ({ isMomPlaced: rules.mom_place === "by_points" });

function setPoints(page, seat, points) {
  page.draft = drafts.typePoints(page.draft, seat, points, placing(page));
  page.denied = null;
}

function startTyping(page, seat) {
  const isAgain = seat in page.draft.points;
  page.typing = { seat, typed: "", isAgain };
  page.panel = null;
  page.denied = null;
  page.changed();
}

function move(page, seat) {
  if (seat === null) stopTyping(page);
  else startTyping(page, seat);
}

function stopTyping(page) {
  page.typing = null;
  page.denied = null;
  if (!Object.keys(page.draft.points).length) page.draft = drafts.setMode(page.draft, "ranks");
  page.changed();
}

/** Kept on the phone before the form is empty again; what a second tap finds is not ready. */
async function save(page) {
  const { outcome, isWritable } = page.view();
  if (!outcome.score || !isWritable || page.held) return undefined;
  if (page.draft.editing && !beforeOf(page)) {
    page.denied = { key: "edit_gone" };
    return page.show();
  }
  page.isSaving = true;
  let held;
  let isKept = false;
  try {
    held = put(page, outcome);
    isKept = await page.keep();
  } finally {
    page.isSaving = false;
  }
  page.held = held;
  return isKept ? release(page) : sent(page, say("no_storage"));
}

/** The deal that is changed. */
const beforeOf = ({ book, draft: { editing } }) =>
  editing && (book.deals.find((deal) => deal.id === editing.id) ?? editing.was);

/** What is tapped goes into the book: {event, text, played}. */
function put(page, { sheet, score }) {
  const { editing, id, ...inputs } = page.draft;
  const told = { id, note: inputs.note?.trim() ?? "" };
  const before = beforeOf(page);
  // What the server would not have is no deal yet: a new one is sent in its place.
  const deal = before && !isRefused(before)
    ? page.book.revise({ ...before, n: basisOf(page, editing) }, "correct", sheet, score, told)
    : page.book.record(sheet, score, told);
  if (before) page.book.supersede(before.id);
  page.inputs[deal.id] = { ...inputs, editing: null };
  const event = page.book.events.at(-1);
  return { event, text: savedText(page, deal), played: before ? null : { sheet, score } };
}

/** What was saved is safe, here or on the server: an empty form for the next deal. */
function release(page) {
  const { text, played } = page.held;
  page.held = null;
  page.lastTerms = null;
  back(page);
  page.offer = played && offerAfter(page.view(), played.sheet, played.score);
  navigator.vibrate?.(SAVED_BUZZ);
  sent(page, text);
}

function savedText(page, deal) {
  const { names } = page.book.board;
  const sums = deal.sheet.seats.map((seat) => `${names[seat]} ${spoken(deal.net_points[seat] ?? 0)}`);
  return say("saved", { number: number(deal.number), sums: sums.join(", ") });
}

function rotate(page, change) {
  const { names } = page.book.board;
  const text = say("rotated", { leaves: names[change.leaves], comes: names[change.comes] });
  page.replacing = null;
  setTerms(page, rotated(page.book.terms, change), text);
}

function setTerms(page, terms, text) {
  if (isShut(page)) return;
  const event = page.book.change(terms);
  page.lastTerms = { id: event.id, before: event.before, text, number: page.book.lastNumber };
  page.panel = null;
  page.fitDraft();
  sent(page, text);
}

