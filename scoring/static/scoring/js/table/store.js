// What is being written at one table on this phone: the draft and what belongs to it, kept on every
// tap, each under a name of its own. Knows local storage; what was done is kept in outbox.js.

export class Store {
  #prefix;
  #kept = new Map();

  /** @param {number} tableId */
  constructor(tableId) {
    this.#prefix = `phom-table-${tableId}-`;
    this.isWorking = true;
  }

  /** What was kept under this name, or `otherwise`. */
  read(name, otherwise) {
    try {
      const text = localStorage.getItem(this.#prefix + name);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      this.isWorking = false;
      return otherwise;
    }
  }

  /** Keep these, by name. A phone that keeps nothing goes on and says so. */
  write(values) {
    try {
      for (const [name, value] of Object.entries(values)) {
        const text = JSON.stringify(value);
        if (this.#kept.get(name) === text) continue;
        localStorage.setItem(this.#prefix + name, text);
        this.#kept.set(name, text);
      }
      this.isWorking = true;
    } catch {
      this.isWorking = false;
    }
  }
}
