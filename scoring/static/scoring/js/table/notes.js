// The field for words about a deal. Keeps its element; says what was typed.

import { h } from "./dom.js";
import { say } from "./words.js";

const LONGEST_NOTE = 500;

/** One element for as long as the page is open: panels are made anew, and typing must not be lost. */
export class NoteField {
  constructor(onWritten) {
    this.input = h("input", {
      type: "text",
      id: "deal-note",
      maxlength: LONGEST_NOTE,
      autocomplete: "off",
      enterkeyhint: "done",
    });
    this.element = h(
      "form",
      { class: "group guest" },
      h("label", { for: "deal-note" }, say("note")),
      h("div", { class: "guest__field" }, this.input),
    );
    this.input.addEventListener("input", () => onWritten(this.input.value));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.input.blur();
    });
  }

  /** Is a note being typed? Then nothing around it may be made anew. */
  get isTyping() {
    return document.activeElement === this.input;
  }

  /** The element, for this draft. */
  update({ note }) {
    if (!this.isTyping && this.input.value !== note) this.input.value = note;
    return this.element;
  }
}
