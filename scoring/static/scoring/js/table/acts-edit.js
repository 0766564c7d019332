// What each tap does in undoing, correcting and bringing back. The draft of a deal that is changed has
// `editing`: {id, number, stake, n, was, isUndone}, where `was` is the deal as it stood when its
// change was begun, and n its revision then.

import { isRefused } from "./book.js";
import { isShut } from "./closed.js";
import { scored } from "./deals.js";
import { hasInput } from "./draft.js";
import { newId } from "./ids.js";
import { attempt, outcomeOf } from "./outcome.js";
import { sent } from "./sent.js";
import { fromSheet, isPlain, isSameSheet } from "./sheets.js";
import { number, say } from "./words.js";

export const edits = {
  undo,
  redo(page) {
    if (isShut(page)) return;
    const { id, number: at } = page.redo;
    bringBack(page, id);
    sent(page, say("redone", { number: number(at) }));
  },
  edit(page, { deal: id }) {
    if (isShut(page)) return;
    page.panel = null;
    take(page, find(page, id));
    page.changed();
  },
  restore(page, { deal: id }) {
    if (isShut(page)) return;
    const deal = find(page, id);
    bringBack(page, id);
    sent(page, say("redone", { number: number(deal.number) }));
  },
  "stop-editing"(page) {
    back(page);
    page.changed();
  },
  clear(page) {
    const { draft, aside } = page;
    page.dropped = draft.editing || hasInput(draft) ? { draft, aside } : null;
    back(page);
    page.changed();
    if (page.dropped) page.speak(say("draft_dropped"));
  },
  "take-back"(page) {
    Object.assign(page, page.dropped, { dropped: null });
    page.changed();
  },
};

const find = (page, id) => page.book.deals.find((deal) => deal.id === id);

/** The last thing done is taken back: a change of terms, or else the deal the button was shown with. */
function undo(page, { deal: id }) {
  if (isShut(page)) return;
  if (page.lastTerms) {
    const event = page.book.events.find((one) => one.id === page.lastTerms.id) ?? page.lastTerms;
    page.lastTerms = null;
    page.book.takeBack(event);
    page.fitDraft();
    sent(page, say("terms_undone"));
    return;
  }
  const deal = id ? find(page, id) : page.book.last;
  if (!deal || deal.is_void) return;
  const after = page.book.revise(deal, "void");
  if (isPlain(deal.sheet)) take(page, { ...deal, n: after.n, is_void: true }, true);
  sent(page, say("undone", { number: number(deal.number) }));
}

/** A void deal counts again; its draft, which stood or waited here, is done with. */
function bringBack(page, id) {
  const { editing } = [page.draft, ...page.aside].find((one) => one.editing?.id === id) ?? {};
  const found = find(page, id) ?? editing?.was;
  const deal = found && counted(page, found);
  if (deal) page.book.revise(editing ? { ...deal, n: basisOf(page, editing) } : deal, "restore");
  forget(page, id);
  page.fitDraft();
}

/** The deal with its result: of a void one the server tells none. */
function counted(page, deal) {
  const [score] = Object.keys(deal.places ?? {}).length ? [] : attempt(deal.sheet, page.rulesOf(deal));
  return score ? scored(deal, deal.sheet, score, deal.stake_points) : deal;
}

/** Another deal has come in the place of this one: nothing of it is changed any more. */
export function forget(page, id) {
  page.aside = page.aside.filter((one) => one.editing?.id !== id);
  if (page.draft.editing?.id === id) back(page);
}

/** The inputs of a deal become the draft; what was being written waits aside. */
function take(page, deal, isUndone = false) {
  const mine = [page.draft, ...page.aside].find((one) => one.editing?.id === deal.id);
  if (mine !== page.draft) putAside(page);
  page.aside = page.aside.filter((one) => one !== mine);
  // What was begun here goes on from where it was left.
  if (!mine || isUndone) {
    const { lastNumber, terms } = page.book;
    const told = isRefused(deal)
      ? { number: lastNumber + 1, stake: terms.stake_points }
      : { number: deal.number, stake: deal.stake_points, was: deal };
    const editing = { id: deal.id, n: deal.n, isUndone, ...told };
    page.draft = mine ? { ...mine, editing } : { ...inputsOf(page, deal), editing, id: newId() };
  } else page.draft = mine;
  page.taken = page.draft;
  page.typing = null;
  page.denied = null;
}

/** A draft somebody has typed in, or whose deal would else be left void. */
function putAside(page) {
  const { draft, taken } = page;
  const isWanted = draft.editing ? draft.editing.isUndone || draft !== taken : hasInput(draft);
  if (isWanted) page.aside = [...page.aside, draft];
}

/** As it was tapped here, if that is what holds; else as its sheet says. */
function inputsOf(page, deal) {
  const known = page.inputs[deal.id];
  const made = known && outcomeOf(known, page.rulesOf(deal), deal.sheet.pot ?? 0).sheet;
  return made && isSameSheet(made, deal.sheet) ? known : fromSheet(deal.sheet, null);
}

/**
 * What a change is based on: the revision that was seen, unless nothing was changed since but the
 * pot. Another one is told as it was seen, so that the server says what holds now.
 */
export function basisOf(page, { id, n, was }) {
  const now = find(page, id);
  if (!now) return n;
  const isSeen =
    !was ||
    (now.is_void === was.is_void &&
      now.stake_points === was.stake_points &&
      isSameSheet(now.sheet, was.sheet));
  return isSeen ? now.n : Math.max(1, Math.min(n, now.n - 1));
}

/** Back to what was being written before, or to an empty draft. */
export function back(page) {
  page.draft = page.aside.at(-1) ?? page.freshDraft();
  page.aside = page.aside.slice(0, -1);
  page.denied = null;
  page.panel = null;
  page.fitDraft();
  page.begin();
}
