// What each tap does in what needs a second look: possible duplicates, and what the server refused.

import { forget } from "./acts-edit.js";
import { decidedText, stretchWith } from "./doubles.js";
import { exportText } from "./export.js";
import { foldRecord } from "./folding.js";
import { cleanName } from "./names.js";
import { withOther } from "./newcomers.js";
import { sidesOf } from "./pairs.js";
import { handWritten, isClosed } from "./parked.js";
import { sent } from "./sent.js";
import { number, say } from "./words.js";

export const review = {
  // Possible duplicates

  doubles(page) {
    page.panel = page.panel === "doubles" ? null : "doubles";
    page.looked = page.book.pairs;
    page.show();
  },
  "keep-both": (page, { deal }) => decide(page, deal, null),
  "drop-deal": (page, { deal, value }) => decide(page, deal, value),
  "drop-all"(page, { phone, value: side }) {
    const looked = page.looked.map((pair) => sidesIn(page, pair)).filter(Boolean);
    const dropped = new Set();
    for (const sides of stretchWith(phone, looked).reverse()) {
      // One after the other from the last: each then changes the fewest ù behind it. And only what
      // was shown is dropped, whatever the server has paired since.
      const isOpen = page.book.pairs.some((pair) => pair.deal_id === sides.pair.deal_id);
      if (isOpen) page.book.decide(sides.pair, sides[side].id);
      if (isOpen) dropped.add(sides[side].id);
    }
    closeWhenDone(page);
    sent(page, say("dropped_many", { count: number(dropped.size) }));
  },

  // What was refused

  again(page, { event: id }) {
    sendAgain(page, [find(page, id)]);
  },
  "again-closed": (page) => sendAgain(page, page.book.parked.filter(isClosed)),
  "again-barred": (page) => sendAgain(page, page.book.parked),
  "by-hand"(page, { event: id }) {
    const event = find(page, id);
    const written = handWritten(event, page);
    if (!written) return;
    const deal = page.book.record(written.sheet, written.score);
    page.book.supersede(event.dealId);
    forget(page, event.dealId);
    closeEmpty(page);
    sent(page, say("written_by_hand", { number: number(deal.number) }));
  },
  "use-mine"(page, { event: id }) {
    const event = find(page, id);
    page.book.rebase(event);
    page.fitDraft();
    closeEmpty(page);
    const text = event.deal ? say("used_mine", { number: number(event.deal.number) }) : say("sending_again");
    sent(page, text);
  },
  "drop-event"(page, { event: id }) {
    const event = find(page, id);
    // A deal stands in the history as a void one, from where it can be brought back.
    if (event?.kind === "record") foldRecord(event, { body: { kind: "void" }, deal: event.deal });
    else page.book.drop(id);
    page.book.touch();
    closeEmpty(page);
    page.keep();
    page.changed();
  },
  "is-known"(page, { event: id, seat }) {
    page.book.becomes(id, seat);
    page.draft = withOther(page.draft, id, seat);
    page.aside = withOther(page.aside, id, seat);
    page.inputs = withOther(page.inputs, id, seat);
    page.lastTerms = withOther(page.lastTerms, id, seat);
    closeEmpty(page);
    sent(page, say("sending_again"));
  },
  "rename-guest"(page, { event: id }) {
    const name = cleanName(document.getElementById(`rename-${id}`).value);
    const event = find(page, id);
    if (!name || name === event.body.name) return;
    page.book.rename(event, name);
    closeEmpty(page);
    sent(page, say("sending_again"));
  },
  // Deals of this phone that the books do not have are looked at first.
  "settle-first"(page) {
    page.panel = "parked";
    page.isSettling = true;
    page.show();
  },
  async export(page) {
    page.exported = exportText(page.view());
    page.show();
    try {
      await navigator.clipboard.writeText(page.exported);
      page.speak(say("exported"));
    } catch {
      // Without a clipboard, as on plain http, the text stands there marked.
      const copy = document.querySelector(".as-text");
      copy?.scrollIntoView();
      copy?.select();
    }
  },
  "join-again": ({ links }) => location.assign(links.join),
};

const find = (page, id) => page.book.events.find((event) => event.id === id);

const sidesIn = (page, pair) => sidesOf(pair, { book: page.book, board: page.book.board });

/** One pair is decided; this phone goes on as if the server had heard it. */
function decide(page, id, droppedId) {
  const pair = page.book.pairs.find((one) => one.deal_id === id);
  if (!pair) return;
  page.book.decide(pair, droppedId);
  closeWhenDone(page);
  sent(page, decidedText(sidesIn(page, pair)));
}

/** Nothing that was looked at is open any more: back to the table. */
function closeWhenDone(page) {
  const open = new Set(page.book.pairs.map((pair) => pair.deal_id));
  if (!page.looked.some((pair) => open.has(pair.deal_id))) page.panel = null;
}

function closeEmpty(page) {
  if (!page.book.parked.length) page.panel = null;
}

function sendAgain(page, events) {
  for (const event of events) page.book.sendAgain(event);
  closeEmpty(page);
  sent(page, say("sending_again"));
}

/** Another phone was quicker with a pair: nobody is bothered, only told what was decided. */
export function heedOthers(page) {
  const { book } = page;
  const late = book.parked.filter((event) => event.code === "duplicate_resolved");
  for (const event of late) book.drop(event.id);
  page.overtaken.push(...late.map((event) => event.pair));
  const isOpen = (pair) => book.pairs.some((one) => one.deal_id === pair.deal_id);
  const told = page.overtaken.filter((pair) => !isOpen(pair)).map((pair) => sidesIn(page, pair));
  page.overtaken = page.overtaken.filter(isOpen);
  const what = told.filter(Boolean).map(decidedText).join(" ");
  if (what) page.speak(say("overtaken", { what }));
}
