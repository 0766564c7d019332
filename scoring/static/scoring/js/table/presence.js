// Who is writing: this phone says so while somebody touches the draft, and shows when another one
// does. A sign and no lock: nothing waits for it, and what fails is tried again with the next beat.

import { button, h, set, write } from "./dom.js";
import { phoneId } from "./ids.js";
import { say } from "./words.js";

const BEAT_EVERY = 20_000;
const TOUCHED_FOR = 60_000; // so long after the last tap somebody still counts as writing
const NAME_KEY = "phom-writer";

export class Presence {
  #timer = 0;
  #touchedAt = 0;
  #seen = new Set(); // takings over this page knows of
  #lost = ""; // the one that ended its own writing

  /** `sender` has the token of the page; `writer` is what the phone is called unless somebody says
   * otherwise. */
  constructor({ api, sender, book, store, writer }) {
    Object.assign(this, { api, sender, book, store, writer });
    for (const one of this.others) this.#seen.add(taking(one));
    addEventListener("pagehide", () => {
      this.leave();
      this.tellWaiting();
    });
  }

  get isWriting() {
    return this.#timer !== 0;
  }

  /** The phones that are writing beside this one. */
  get others() {
    const me = phoneId();
    return (this.book.board.writers ?? []).filter((one) => one.phone !== me);
  }

  /** Who holds this phone: as chosen here, as long as that one is known at the table. */
  get name() {
    return this.book.board.names[this.chosen] ?? this.writer;
  }

  get chosen() {
    try {
      return localStorage.getItem(NAME_KEY) ?? "";
    } catch {
      return this.kept ?? "";
    }
  }

  choose(seat) {
    this.kept = seat;
    try {
      localStorage.setItem(NAME_KEY, seat);
    } catch {
      // it holds until the page is loaded again
    }
    if (this.isWriting) this.#tell();
  }

  /** The draft was touched: say so now and every twenty seconds, for a minute. */
  touch() {
    this.#touchedAt = Date.now();
    this.#lost = "";
    if (this.isWriting) return;
    this.#tell();
    this.#timer = setInterval(() => {
      if (Date.now() - this.#touchedAt > TOUCHED_FOR) this.leave();
      else this.#tell();
    }, BEAT_EVERY);
  }

  /** This phone writes from now on; the other one is told by its next board. */
  async takeOver() {
    this.touch();
    this.book.board.writers = [];
    await this.#tell({ is_taking_over: true });
    this.sender.flush();
  }

  /** What is left on this phone once everything was tried: the night is not locked before. */
  tellWaiting() {
    const { unsent } = this.book;
    if (unsent === this.told) return;
    this.#tell(this.isWriting ? {} : { is_leaving: true });
  }

  /** The deals that were told to wait here, also by this page before it was loaded again. */
  get told() {
    return this.store.read("told", 0);
  }

  leave() {
    if (!this.isWriting) return;
    this.#rest();
    this.#tell({ is_leaving: true });
  }

  /** What the page shows: nobody, or who writes on another phone. */
  look() {
    const { others } = this;
    const taker = others.find((one) => one.took_over_at && !this.#seen.has(taking(one)));
    if (taker) {
      this.#seen.add(taking(taker));
      if (this.isWriting) {
        this.#lost = taking(taker);
        this.#rest();
      }
    }
    if (!others.length || this.sender.state === "offline") return null;
    const one = others.find((other) => taking(other) === this.#lost) ?? others[0];
    const key = this.#lost && taking(one) === this.#lost ? "writing_on" : "writing";
    return say(key, { name: one.name || say("other_phone") });
  }

  #rest() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  async #tell(more = {}) {
    const { api, book, sender } = this;
    const waiting = book.unsent;
    const body = { phone: phoneId(), name: this.name.slice(0, 40), waiting, ...more };
    try {
      const answer = await fetch(`${api}tables/${book.board.table.id}/presence`, {
        method: "PUT",
        headers: { "Content-Type": "application/json", "X-CSRFToken": sender.csrf },
        body: JSON.stringify(body),
        keepalive: true,
      });
      if (answer.ok) this.store.write({ told: waiting });
    } catch {
      // a sign that is missing misleads nobody for longer than a minute
    }
  }
}

const taking = (one) => `${one.phone} ${one.took_over_at ?? ""}`;

/** Who writes, and the button that takes over: both in the strip, which keeps its height, so that
 * nothing that is tapped moves. */
export class WritingSign {
  constructor(strip) {
    this.line = h("span", { class: "strip__writer", hidden: "" });
    this.button = button("write-here", say("write_here"), { class: "write-here", hidden: "" });
    strip.text.prepend(this.line);
    strip.undo.before(this.button);
  }

  /** True when somebody else has just begun. */
  update(text) {
    const isNew = Boolean(text) && this.line.textContent !== text;
    write(this.line, text ?? "");
    set(this.line, "hidden", text ? null : "");
    set(this.button, "hidden", text ? null : "");
    return isNew;
  }
}

/** Names of those at the table, to say who holds this phone: two taps from the bar above. */
export function writerChips({ terms, names, presence }) {
  const people = [...terms.seats, ...terms.bench];
  const chips = people.map((seat) =>
    button("writer", names[seat], {
      class: "chip",
      data: { seat },
      "aria-pressed": String(presence.name === names[seat]),
    }),
  );
  return h(
    "div",
    { class: "group" },
    h("h3", {}, say("writer")),
    h("div", { class: "chips chips--wrap" }, ...chips),
  );
}

export const presenceActs = {
  "write-here"(page) {
    page.presence.takeOver();
    page.show();
  },
  writer(page, { seat }) {
    page.presence.choose(seat);
    page.show();
  },
};
