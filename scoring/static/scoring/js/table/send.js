// Sending what this phone did, one after the other, and asking how the table stands.
// A refusal parks its event with the reason; no answer at all leaves it waiting and is tried again.

import { phoneId } from "./ids.js";

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;
const DEADLINE = 15_000; // a network that is there and brings nothing is none
const RETRIED = [401, 408, 429];

export class Sender {
  #timer = 0;
  #wait = FIRST_WAIT;
  #tried = 0;
  #isBusy = false;

  /** `onChange` is called after every answer; `csrf` and `api` come with the page. */
  constructor({ api, csrf, book, onChange }) {
    Object.assign(this, { api, csrf, book, onChange });
    this.state = "idle"; // idle, sending, offline, signed_out
    this.etag = "";
    addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.flush();
    });
  }

  /** Send everything that waits, in order; then ask for the board. */
  async flush() {
    if (this.#isBusy) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#tried = performance.now();
    this.#isBusy = true;
    try {
      await this.#sendAll();
    } finally {
      this.#isBusy = false;
      this.onChange();
    }
  }

  /** Time to ask again; where nobody answered it is tried less and less often instead. */
  poll() {
    if (!this.#timer) this.flush();
  }

  /** Somebody is at the page: what waits is tried again now, though not with every tap. */
  nudge() {
    if (this.#timer && performance.now() - this.#tried > FIRST_WAIT) this.flush();
  }

  async #sendAll() {
    let sent = 0;
    while (this.book.sendable.length) {
      this.state = "sending";
      this.onChange();
      const isOver = await this.#send(this.book.sendable[0]);
      this.book.touch();
      if (!isOver) return this.#later();
      sent += 1;
    }
    const isTold = await this.ask({ isForced: sent > 0 });
    if (!isTold) return this.#later();
    this.#wait = FIRST_WAIT;
    this.state = "idle";
    return undefined;
  }

  /** True when the event is over: told, or parked. */
  async #send(event) {
    let answer;
    try {
      answer = await this.#put(event);
      // Signing in again, here or in another tab, draws another token.
      if (answer.status === 403 && (await this.#renewToken())) answer = await this.#put(event);
    } catch {
      this.state = "offline";
      return false;
    }
    if (answer.ok) {
      event.state = "done";
      return true;
    }
    if (answer.status >= 500 || RETRIED.includes(answer.status)) {
      this.state = answer.status === 401 ? "signed_out" : "offline";
      this.#wait = Math.max(this.#wait, 1_000 * (answer.retryAfter || 0));
      return false;
    }
    this.book.park(event, answer.told ?? {});
    return true;
  }

  #put(event) {
    const { method = "PUT" } = event;
    const headers = {
      "Content-Type": "application/json",
      "X-CSRFToken": this.csrf,
      "X-Phom-Phone": phoneId(),
    };
    if (event.ifMatch) headers["If-Match"] = `"${event.ifMatch}"`;
    if (method === "POST") headers["Idempotency-Key"] = event.id;
    return reach(this.api + event.path, { method, headers, body: JSON.stringify(event.body) });
  }

  /** The token this page would be given now; true when it is another one. */
  async #renewToken() {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    const text = answer.ok ? await answer.text() : "";
    const page = new DOMParser().parseFromString(text, "text/html");
    const token = page.getElementById("table")?.dataset.csrf;
    const isOther = Boolean(token) && token !== this.csrf;
    if (isOther) this.csrf = token;
    return isOther;
  }

  /** How the table stands now; false when nobody answers. */
  async ask({ isForced = false } = {}) {
    const headers = this.etag && !isForced ? { "If-None-Match": this.etag } : {};
    let answer;
    try {
      answer = await reach(`${this.api}tables/${this.book.board.table.id}/board`, { headers });
    } catch {
      this.state = "offline";
      return false;
    }
    if (answer.status === 304) return true;
    if (!answer.ok) {
      this.state = answer.status === 401 || answer.status === 403 ? "signed_out" : "offline";
      return false;
    }
    this.etag = answer.etag;
    this.book.take(answer.told);
    return true;
  }

  #later() {
    this.#timer = setTimeout(() => this.flush(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
}

/** An answer with its JSON read; an error where none comes in time, or only half of it. */
async function reach(url, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), DEADLINE);
  try {
    const answer = await fetch(url, { ...options, signal: stop.signal });
    const { ok, status, headers } = answer;
    const text = await answer.text();
    // This server answers in JSON: a hotel's sign-in page or a proxy's apology is no answer.
    const isHere = headers.get("Content-Type")?.includes("json") || status === 304;
    if (!isHere) throw new Error("not from here");
    const told = text ? JSON.parse(text) : null;
    return { ok, status, told, etag: headers.get("ETag") ?? "", retryAfter: Number(headers.get("Retry-After")) };
  } finally {
    clearTimeout(timer);
  }
}
