// What a phone keeps of one table: the draft, what waits to be sent, the inputs of deals it wrote.
// Kept on every tap. Knows local storage; knows nothing of deals. (The outbox of issue 6 takes its
// place: whoever calls `read` and `write` does not notice.)

export class Store {
  #key;
  #kept;

  /** @param {number} tableId */
  constructor(tableId) {
    this.#key = `phom-table-${tableId}`;
    this.isWorking = true;
    this.#kept = this.#load();
  }

  /** What was kept under this name, or `otherwise`. */
  read(name, otherwise) {
    return this.#kept[name] ?? otherwise;
  }

  /** Keep these, by name. A phone that keeps nothing goes on and says so. */
  write(values) {
    this.#kept = { ...this.#kept, ...values };
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#kept));
      this.isWorking = true;
    } catch {
      this.isWorking = false;
    }
  }

  #load() {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "{}");
    } catch {
      this.isWorking = false;
      return {};
    }
  }
}
