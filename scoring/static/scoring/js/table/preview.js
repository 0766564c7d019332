// What the deal comes to, line by line; a line opens into its rule and arithmetic.

import { h, set } from "./dom.js";
import { number, say } from "./words.js";

export class Preview {
  #shown = "";

  constructor() {
    this.list = h("ul", { class: "lines", tabindex: "0", "aria-label": say("preview") });
    this.element = h("section", { class: "preview" }, this.list);
  }

  /** `lines` of lines.js; `isWhole` where they are the whole deal, which sums to zero. */
  update(lines, { isWhole, empty }) {
    const now = JSON.stringify([lines, isWhole, empty]);
    if (now === this.#shown) return;
    this.#shown = now;
    const items = lines.map(makeLine);
    if (isWhole) items.push(h("li", { class: "zero" }, say("zero_sum")));
    if (!items.length) items.push(h("li", { class: "nothing" }, empty));
    this.list.replaceChildren(...items);
    set(this.element, "data-whole", isWhole || null);
  }
}

/** Closed it is one line of text and its points; open, the reason. */
export function makeLine({ text, points, why }) {
  const sum = h("span", { class: "line__points" }, number(points));
  const summary = h("summary", {}, h("span", { class: "line__text" }, text), sum);
  return h("li", {}, h("details", { class: "line" }, summary, h("p", { class: "line__why" }, why)));
}
