// Somebody new at the table: the field where a name is typed, and whom of the club it may mean.
// Keeps its element; changes nothing by itself.

import { button, h, set, write } from "./dom.js";
import { cleanName, knownAs, SEATS } from "./names.js";
import { say } from "./words.js";

const LONGEST_NAME = 80;
const OFFERED = 3;

/** One element for as long as the page is open: panels are made anew, and typing must not be lost. */
export class GuestField {
  constructor() {
    this.input = h("input", {
      type: "text",
      id: "guest-name",
      maxlength: LONGEST_NAME,
      autocomplete: "off",
      autocapitalize: "words",
      enterkeyhint: "done",
    });
    this.enter = button("guest", "", { class: "chip chip--strong" });
    this.said = h("p", { class: "help", role: "status" });
    this.offered = h("div", { class: "chips chips--wrap" });
    this.element = h(
      "form",
      { class: "group guest" },
      h("label", { for: "guest-name" }, say("guest_new")),
      h("div", { class: "guest__field" }, this.input, this.enter),
      this.said,
      this.offered,
    );
    this.input.addEventListener("input", () => this.#show());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter.click();
    });
  }

  get name() {
    return cleanName(this.input.value);
  }

  clear() {
    this.input.value = "";
  }

  /** Is a name being typed here? Then nothing around it may be made anew. */
  get isTyping() {
    return document.activeElement === this.input;
  }

  /** The element, for those who sit and wait now. */
  update({ board, terms }) {
    this.roster = board.roster;
    this.here = [...terms.seats, ...terms.bench];
    write(this.enter, say(terms.seats.length < SEATS ? "sit" : "sit_bench"));
    this.#show();
    return this.element;
  }

  #show() {
    const { taken, like } = knownAs(this.name, this.roster);
    const isHere = (one) => this.here.includes(one.player_id);
    const offered = (taken ? [taken] : like).filter((one) => !isHere(one)).slice(0, OFFERED);
    set(this.enter, "aria-disabled", !this.name || taken ? "true" : null);
    write(this.said, this.#sentence(taken ?? (offered.length ? null : like[0]), isHere, offered.length));
    this.offered.replaceChildren(
      ...offered.map((one) =>
        button("sit", `+ ${one.full_name}`, { class: "chip", data: { seat: one.player_id } }),
      ),
    );
  }

  #sentence(known, isHere, count) {
    if (known) return say(isHere(known) ? "guest_here" : "guest_known", { name: known.full_name });
    return count ? say("guest_like") : "";
  }
}
