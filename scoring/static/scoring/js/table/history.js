// The deals of the table, the last first. Each is one line until it is unfolded: a night has a hundred.

import { button, h } from "./dom.js";
import { linesOf } from "./lines.js";
import { makeLine } from "./preview.js";
import { isPlain } from "./sheets.js";
import { number, say, signed } from "./words.js";

/** The panel; `view.unfolded` are the ids of deals that were unfolded in it before. */
export function history(view) {
  const paired = pairedIn(view);
  const deals = view.book.deals.map((deal) => makeDeal(deal, paired.has(deal.id), view));
  const none = h("p", { class: "help" }, say("no_deals"));
  return { title: say("history"), content: deals.length ? deals : [none] };
}

/** What it is made from: as long as this is the same, so is the panel. */
export function shownHistory(view) {
  const { book, names, isWritable } = view;
  const labels = book.deals.map((deal) => book.rulesOf(deal).label);
  return JSON.stringify([book.deals, [...pairedIn(view)], labels, names, isWritable]);
}

const pairedIn = ({ book }) => new Set(book.pairs.flatMap((pair) => [pair.deal_id, pair.other_id]));

function makeDeal(deal, isPaired, view) {
  const element = h("details", { class: "past", data: { deal: deal.id } }, headOf(deal, isPaired, view));
  const fill = () => {
    if (element.children.length === 1) element.append(...unfolded(deal, view));
  };
  element.open = view.unfolded.includes(deal.id);
  if (element.open) fill();
  element.addEventListener("toggle", () => element.open && fill());
  return element;
}

function headOf(deal, isPaired, { names }) {
  const net = Object.entries(deal.net_points ?? {}).filter(([seat]) => seat !== "POT");
  const sums = net.map(([seat, points]) => `${names[seat]} ${signed(points)}`).join(" · ");
  const mark = deal.is_void ? say("is_void") : deal.n > 1 ? say("is_corrected") : "";
  return h(
    "summary",
    {},
    h("strong", {}, String(deal.number)),
    h("span", { class: "past__sums" }, deal.is_void ? say("nothing_paid") : sums),
    mark ? h("span", { class: "tag" }, mark) : null,
    isPaired ? h("span", { class: "tag tag--warn" }, say("is_paired")) : null,
    deal.state === "parked" && !deal.is_void
      ? h("span", { class: "tag tag--warn" }, say("is_refused"))
      : null,
    deal.state === "waiting" ? h("span", { class: "tag" }, say("is_waiting")) : null,
    deal.differs ? h("span", { class: "tag tag--warn" }, say("differs")) : null,
  );
}

/** Its lines, and what may be done with it. */
function unfolded(deal, { book, board, names, isWritable, links }) {
  const { label } = book.rulesOf(deal);
  const words = { names, stake: deal.stake_points, rules: label };
  const lines = deal.is_void ? [] : linesOf(deal, words);
  const parts = [
    h("ul", { class: "lines" }, ...lines.map(makeLine)),
    ...(deal.differs ? otherResult(deal.differs, words) : []),
    label === board.rules_label
      ? null
      : h("p", { class: "help past__mine" }, say("other_rules", { number: number(deal.number), rules: label })),
    isWritable ? whatNext(deal, links) : null,
  ];
  return parts.filter(Boolean);
}

/** A void deal comes back; another is corrected here, or where all of it can be shown. */
function whatNext(deal, links) {
  if (!deal.is_void && !isPlain(deal.sheet)) {
    const text = links.correct ? say("not_plain") : say("not_plain_phone");
    const href = links.correct?.replace("{number}", deal.number);
    const form = href ? chips(h("a", { class: "chip", href }, say("plain_form"))) : null;
    return h("div", { class: "past__mine" }, h("p", { class: "help" }, text), form);
  }
  const act = deal.is_void ? "restore" : "edit";
  return chips(button(act, say(act), { class: "chip", data: { deal: deal.id } }));
}

const chips = (...content) => h("div", { class: "chips chips--wrap" }, ...content);

/** What this phone had made of a deal that the server has otherwise. */
const otherResult = (deal, words) => [
  h("p", { class: "help past__mine" }, say("computed_here")),
  h("ul", { class: "lines" }, ...linesOf(deal, words).map(makeLine)),
];
