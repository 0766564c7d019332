// Sending what this phone did, one after the other, and asking how the table stands.
// A refusal parks its event with the reason; no answer at all leaves it waiting and is tried again.
// What the server fails at again and again, while it answers otherwise, is parked too.

import { phoneId } from "./ids.js";
import { say } from "./words.js";

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;
const DEADLINE = 15_000; // a network that is there and brings nothing is none
const LATER = [401, 408, 429, 503]; // it says itself that this is not about what was sent
const MOST_FAILURES = 5; // of one event, in half a minute
const NO_ANSWER = { status: 0 };

export class Sender {
  #timer = 0;
  #wait = FIRST_WAIT;
  #tried = 0; // when it was begun
  #asked = 0; // when the last request went out
  #isBusy = false;
  #isAgain = false;
  #stop = new AbortController();

  /**
   * `onTurn` is called before anything is sent, `onChange` after every answer; `csrf` and `api`
   * come with the page.
   */
  constructor({ api, csrf, book, onTurn, onChange }) {
    Object.assign(this, { api, csrf, book, onTurn, onChange });
    this.state = "idle"; // idle, sending, offline, failing (at what was sent), signed_out
    this.etag = "";
    addEventListener("online", () => this.#restart());
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
    if (!this.#isAgain) return;
    this.#isAgain = false;
    this.flush();
  }

  /** There is another network: what the old one owes an answer for long is asked for again. */
  #restart() {
    this.#isAgain = this.#isBusy && performance.now() - this.#asked > FIRST_WAIT;
    if (this.#isAgain) this.#stop.abort();
    this.flush();
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
    this.#stop = new AbortController();
    for (;;) {
      await this.onTurn();
      const [event] = this.book.sendable;
      if (!event) break;
      this.state = "sending";
      this.onChange();
      const isOver = await this.#send(event);
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
    let answer = await this.#put(event);
    // Signing in again, here or in another tab, draws another token.
    if (answer.status === 403 && (await this.#renewToken())) answer = await this.#put(event);
    const { ok, status, isHere, told } = answer;
    if (isHere && ok) {
      event.state = "done";
      return true;
    }
    if (isHere && status < 500 && !LATER.includes(status)) {
      this.book.park(event, told ?? {});
      return true;
    }
    this.state = isHere && status === 401 ? "signed_out" : "offline";
    this.#wait = Math.max(this.#wait, Math.min(1_000 * (answer.retryAfter || 0), LONGEST_WAIT));
    return !LATER.includes(status) && this.#hasFailed(event, answer);
  }

  /**
   * No answer to this event, or none that helps. The board is asked for all the same: it may have
   * the event, and who only looks on sees the table. True when the event is over.
   */
  async #hasFailed(event, { status, isHurried }) {
    if (isHurried || !(await this.ask())) return false;
    if (!this.book.waiting.includes(event)) return true;
    this.state = status ? "failing" : "offline";
    if (status) event.failures = (event.failures ?? 0) + 1;
    if (!(event.failures >= MOST_FAILURES)) return false;
    this.book.park(event, { code: "server_fails", detail: say("server_fails") });
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
    const body = JSON.stringify(event.body);
    return this.#reach(this.api + event.path, { method, headers, body });
  }

  /** NO_ANSWER where none comes in time; `isHurried` where there was a time to wait for. */
  #reach(url, options) {
    this.#asked = performance.now();
    return reach(url, options, this.#stop.signal);
  }

  /** The token this page would be given now; true when it is another one. */
  async #renewToken() {
    const { ok, text } = await this.#reach(location.pathname, { cache: "no-store" });
    const page = new DOMParser().parseFromString(ok ? text : "", "text/html");
    const token = page.getElementById("table")?.dataset.csrf;
    const isOther = Boolean(token) && token !== this.csrf;
    if (isOther) this.csrf = token;
    return isOther;
  }

  /** How the table stands now; false when nobody answers. */
  async ask({ isForced = false } = {}) {
    const headers = this.etag && !isForced ? { "If-None-Match": this.etag } : {};
    const url = `${this.api}tables/${this.book.board.table.id}/board`;
    const answer = await this.#reach(url, { headers });
    if (answer.status === 304) return true;
    if (!answer.isHere || !answer.ok) {
      // 404 is what the table says to whom it is closed.
      const isOut = answer.isHere && [401, 403, 404].includes(answer.status);
      this.state = isOut ? "signed_out" : "offline";
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

/** An answer, read to its end; NO_ANSWER where none comes, `isHurried` where it took too long. */
async function reach(url, options, stopped) {
  const stop = new AbortController();
  const end = () => stop.abort();
  const timer = setTimeout(end, DEADLINE);
  stopped.addEventListener("abort", end);
  try {
    const answer = await fetch(url, { ...options, signal: stop.signal });
    const { ok, status, headers } = answer;
    const text = await answer.text();
    // This server answers in JSON: a hotel's sign-in page or a proxy's apology is no answer.
    const isHere = Boolean(headers.get("Content-Type")?.includes("json")) || status === 204;
    const told = isHere && text ? JSON.parse(text) : null;
    const retryAfter = Number(headers.get("Retry-After"));
    return { ok, status, isHere, told, text, etag: headers.get("ETag") ?? "", retryAfter };
  } catch {
    return { ...NO_ANSWER, isHurried: stop.signal.aborted };
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener("abort", end);
  }
}
