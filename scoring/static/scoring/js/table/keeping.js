// What the page keeps in the outbox, and what it does where the phone keeps nothing, or only later.

import { acts } from "./acts.js";
import { newId } from "./ids.js";

const KEPT_DRAFTS = 100;

/** Keep what has to be sent, and the inputs of the latest deals. True once it is on the phone. */
export async function keep(page) {
  const { book, outbox } = page;
  if (!outbox.isLoaded) await recover(page);
  const ids = new Set(book.deals.slice(0, KEPT_DRAFTS).map((deal) => deal.id));
  const inputs = Object.entries(page.inputs).filter(([id]) => ids.has(id));
  page.inputs = Object.fromEntries(inputs);
  const { board: now, events, differing } = book;
  const kinds = {
    event: events.map((event) => [event.id, event]),
    differing: Object.entries(differing),
    inputs,
  };
  if (now !== page.keptBoard) kinds.board = [["last", now]];
  const isKept = await outbox.keep(kinds);
  if (isKept) page.keptBoard = now;
  // The phone keeps things again: nothing waits for the server any more.
  if (isKept && page.held && !page.isSaving) acts.release(page);
  return isKept;
}

/** The phone did not tell at the start what it holds: what was done before this page goes first. */
function recover(page) {
  const { book } = page;
  return page.outbox.load(({ event = [], differing = [], inputs = [], board }) => {
    page.inputs = { ...Object.fromEntries(inputs), ...page.inputs };
    book.differing = { ...Object.fromEntries(differing), ...book.differing };
    book.adopt({ news: event.map(([, one]) => one), order: event.map(([id]) => id) });
    book.take(newer(book.board, board?.[0][1]), { isFresh: false });
    page.fitDraft();
    page.show();
  });
}

/** The server answered about a deal that only the form holds: refused, it stays in the form. */
export function letGo(page) {
  const { event } = page.held;
  if (!page.book.events.includes(event) || event.state !== "parked") return acts.release(page);
  page.held = null;
  page.book.drop(event.id);
  page.draft = { ...page.draft, id: newId() };
  page.rejected = { draft: page.draft, reason: event.reason };
  return page.speak(event.reason);
}

/** Of two boards of one table the one that knows more: a copy of the page may be an old one. */
export function newer(one, other) {
  const isAhead = other && other.table.version > one.table.version;
  return isAhead && other.table.id === one.table.id ? other : one;
}
