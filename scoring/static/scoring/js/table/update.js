// A new release: its worker waits, and the page is loaded again between deals, never while one is
// being written. What waits to be sent is kept on the phone; where nothing can be kept it is sent
// first.

import { hasInput } from "./draft.js";

const LOOK_EVERY = 30 * 60_000;
const CALM = 3_000; // nobody has tapped for so long: no tap is lost to the loading

export class Update {
  #registration = null;
  #isTaken = false;
  #tapped = 0;

  constructor(page) {
    this.page = page;
    this.isReady = false;
    if (navigator.serviceWorker) this.#watch(navigator.serviceWorker);
  }

  async #watch(workers) {
    addEventListener("pointerdown", () => (this.#tapped = Date.now()), { capture: true });
    if (workers.controller) workers.addEventListener("controllerchange", () => this.#take());
    this.#registration = await workers.ready;
    this.#registration.addEventListener("updatefound", () => this.#see());
    this.#see();
    setInterval(() => this.#registration.update().catch(() => {}), LOOK_EVERY);
    setInterval(() => this.#apply(), CALM);
  }

  #see() {
    const { installing, waiting } = this.#registration;
    installing?.addEventListener("statechange", () => this.#see());
    if (!waiting || this.isReady) return;
    this.isReady = true;
    this.page.show();
  }

  /** The new worker has come, by us or by another page: its files are what is loaded from now on. */
  #take() {
    this.#isTaken = true;
    this.isReady = true;
    this.#apply();
  }

  get #isBetweenDeals() {
    const { draft, aside, typing, panel, isSaving, outbox, book } = this.page;
    const isTyping = typing && !book.board.table.habits.counts_points; // there it is always open
    const isWriting = hasInput(draft) || draft.editing || aside.length || isTyping || panel || isSaving;
    const isSafe = outbox.isWorking || !(book.waiting.length || book.parked.length);
    return !isWriting && isSafe && Date.now() - this.#tapped >= CALM;
  }

  async #apply() {
    if (!this.isReady || !this.#isBetweenDeals || this.page.sender.state !== "idle") return;
    if (!this.#isTaken) {
      this.#registration.waiting?.postMessage("take");
      return;
    }
    // Without the network meanwhile the page is opened from its copy.
    const copy = await caches.match(location.href, { ignoreVary: true });
    if (copy && this.#isBetweenDeals) location.reload();
    else if (!copy) navigator.serviceWorker.controller?.postMessage({ keep: location.href });
  }
}
