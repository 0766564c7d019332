// What this phone did and the server may not have: in IndexedDB, each thing a record of its own, so
// that two tabs of one phone never write over each other. Knows records and transactions, no deals.
// Works on plain http too. A phone that keeps nothing says so, and goes on in memory.

const DATABASE = "phom";
const STORE = "records";
const PATIENCE = 2_000; // a database that does not answer is none

export class Outbox {
  #database = null;
  #table;
  #known = new Map(); // what is kept, as text, by key
  #order = 0;

  /** The outbox of one table, with what it holds. Never fails: see `isWorking`. */
  static async open(tableId) {
    const outbox = new Outbox(tableId);
    const held = await outbox.#load();
    return { outbox, held };
  }

  constructor(tableId) {
    this.#table = tableId;
    this.isWorking = true;
  }

  /** What was kept: values in the order they came, by kind. */
  async #load() {
    const held = {};
    try {
      for (const record of await this.#read()) {
        const [, kind, id] = record.key;
        (held[kind] ??= []).push([id, record.value]);
        this.#order = Math.max(this.#order, record.order);
        this.#known.set(nameOf(kind, id), { text: JSON.stringify(record.value), order: record.order });
      }
    } catch {
      this.isWorking = false;
    }
    return held;
  }

  /** Events that another tab of this phone kept since, as [id, value] in their order. */
  async others(kind) {
    if (!this.isWorking) return [];
    const records = await this.#read().catch(() => []);
    const isNews = ({ key }) => key[1] === kind && !this.#known.has(nameOf(kind, key[2]));
    return records.filter(isNews).map(({ key, value }) => [key[2], value]);
  }

  /**
   * Keep exactly these: by kind, pairs of [id, value]. What did not change is not written again,
   * what another tab keeps is not touched. True once all of it is on the phone.
   */
  async keep(kinds) {
    const writes = Object.entries(kinds).flatMap(([kind, pairs]) => this.#changes(kind, pairs));
    if (!writes.length) return this.isWorking;
    try {
      await this.#write(writes);
      this.isWorking = true;
    } catch {
      this.isWorking = false;
      for (const { key } of writes) this.#doubt(key);
    }
    return this.isWorking;
  }

  /** What has to be put, or taken away (`text` is null), for these to be what is kept. */
  #changes(kind, pairs) {
    const changes = [];
    const named = new Set();
    for (const [id, value] of pairs) {
      const name = nameOf(kind, id);
      const text = JSON.stringify(value);
      named.add(name);
      const known = this.#known.get(name);
      if (known?.text === text) continue;
      const order = known?.order ?? (this.#order += 1);
      this.#known.set(name, { text, order });
      changes.push({ key: [this.#table, kind, id], text, order });
    }
    for (const [name, { text }] of this.#known) {
      if (!name.startsWith(`${kind} `) || named.has(name) || text === null) continue;
      this.#known.set(name, { text: null, order: 0 });
      changes.push({ key: [this.#table, kind, name.slice(kind.length + 1)], text: null });
    }
    return changes;
  }

  async #write(writes) {
    const store = await this.#store("readwrite");
    for (const { key, text, order } of writes) {
      if (text === null) store.delete(key);
      else store.put({ key, order, value: JSON.parse(text) });
    }
    await soon(committed(store.transaction));
  }

  /** Nobody knows whether this was written: it is written again. */
  #doubt([, kind, id]) {
    const known = this.#known.get(nameOf(kind, id));
    if (known) known.text = "";
  }

  async #read() {
    const store = await this.#store("readonly");
    const mine = IDBKeyRange.bound([this.#table], [this.#table, []]);
    const records = await soon(answered(store.getAll(mine)));
    return records.sort((one, other) => one.order - other.order);
  }

  async #store(mode) {
    this.#database ??= await soon(openDatabase(() => this.#close()));
    try {
      // "strict": on the phone's disk, not in its memory, when it says so.
      return this.#database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
    } catch (error) {
      this.#close(); // the next one is opened anew
      throw error;
    }
  }

  /** The browser closed it, and may have thrown away what was in it. */
  #close() {
    this.#database = null;
    for (const known of this.#known.values()) known.text = "";
  }
}

const nameOf = (kind, id) => `${kind} ${id}`;

function openDatabase(onGone) {
  const asked = indexedDB.open(DATABASE, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
  return answered(asked).then((database) => {
    database.onclose = onGone;
    database.onversionchange = () => {
      database.close();
      onGone();
    };
    return database;
  });
}

const answered = (request) =>
  new Promise((tell, fail) => {
    request.onsuccess = () => tell(request.result);
    request.onerror = () => fail(request.error);
    request.onblocked = () => fail(new Error("another version is open"));
  });

const committed = (transaction) =>
  new Promise((tell, fail) => {
    transaction.oncomplete = tell;
    transaction.onabort = () => fail(transaction.error);
    transaction.onerror = () => fail(transaction.error);
  });

/** The same answer, or a failure where none comes. */
const soon = (promise) =>
  Promise.race([
    promise,
    new Promise((_tell, fail) => {
      setTimeout(() => fail(new Error("no answer")), PATIENCE);
    }),
  ]);
