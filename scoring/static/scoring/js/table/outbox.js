// What this phone did and the server may not have: in IndexedDB, each thing a record of its own, so
// that two tabs of one phone never write over each other. Knows records and transactions, no deals.
// Works on plain http too. A phone that keeps nothing says so, and goes on in memory.

const DATABASE = "phom";
const STORE = "records";
const PATIENCE = 2_000; // a database that does not answer in time is none for now
const NO_ANSWER = new Error("no answer");

export class Outbox {
  #database = null;
  #opening = null;
  #table;
  // By name: `text` as it shall be kept (null: not at all), `stored` as it was seen on the phone,
  // its `order`, and how many are `writing` it.
  #known = new Map();

  /** The outbox of one table, with what it holds. Never fails: see `isLoaded` and `isWorking`. */
  static async open(tableId) {
    const outbox = new Outbox(tableId);
    let held = {};
    await outbox.load((found) => (held = found));
    return { outbox, held };
  }

  constructor(tableId) {
    this.#table = tableId;
    this.isLoaded = false; // nobody knows yet what is in it
    this.isWorking = false;
  }

  /** What was kept is told: values in the order they came, by kind. Not yet, where nothing answers. */
  async load(tell) {
    const records = await this.#read().catch(() => null);
    if (!records || this.isLoaded) return;
    const held = {};
    for (const { key, order, value } of records) {
      const [, kind, id] = key;
      (held[kind] ??= []).push([id, value]);
      this.#know(kind, id, order, JSON.stringify(value));
    }
    this.isLoaded = true;
    this.isWorking = true;
    tell(held);
  }

  /**
   * What other tabs of this phone did to these records since, if anything, is told: the `news`, the
   * ids that are `gone`, and all ids in their `order`. True where something was.
   */
  async look(kind, tell) {
    if (!this.isWorking) return false;
    const found = await this.#read(kind).catch(() => null);
    if (!found) return false;
    const mine = [...this.#known].filter(([name]) => name.startsWith(`${kind} `));
    const gone = new Set(mine.filter(([, one]) => isSettled(one)).map(([name]) => idOf(name)));
    const news = [];
    for (const { key, order, value } of found) {
      const id = key[2];
      gone.delete(id);
      const text = JSON.stringify(value);
      const known = this.#known.get(nameOf(kind, id));
      if (known && (!isSettled(known) || known.stored === text)) continue;
      this.#know(kind, id, order, text);
      news.push(value);
    }
    for (const id of gone) this.#known.delete(nameOf(kind, id));
    const isChanged = news.length + gone.size > 0;
    if (isChanged) tell({ news, gone, order: found.map(({ key }) => key[2]) });
    return isChanged;
  }

  /**
   * Keep exactly these: by kind, pairs of [id, value]. What did not change is not written again,
   * what another tab keeps is not touched. True once all of it is on the phone.
   */
  async keep(kinds) {
    if (!this.isLoaded) return false;
    const writes = Object.entries(kinds).flatMap(([kind, pairs]) => this.#changes(kind, pairs));
    if (!writes.length) return this.isWorking;
    try {
      await this.#write(writes);
      this.isWorking = true;
      for (const { known, text } of writes) known.stored = text;
    } catch {
      this.isWorking = false;
      // Nobody knows whether this was written: it is written again.
      for (const { known } of writes) forget(known);
    }
    for (const { known } of writes) known.writing -= 1;
    return this.isWorking;
  }

  #know(kind, id, order, text) {
    this.#known.set(nameOf(kind, id), { text, stored: text, order, writing: 0 });
  }

  /** What has to be put, or taken away (`text` is null), for these to be what is kept. */
  #changes(kind, pairs) {
    const changes = [];
    const named = new Set();
    const change = (known, id, text) => {
      Object.assign(known, { text, writing: known.writing + 1 });
      changes.push({ key: [this.#table, kind, id], known, text });
    };
    for (const [id, value] of pairs) {
      const name = nameOf(kind, id);
      const text = JSON.stringify(value);
      named.add(name);
      if (!this.#known.has(name)) this.#known.set(name, { text: "", stored: "", order: 0, writing: 0 });
      const known = this.#known.get(name);
      if (known.text !== text) change(known, id, text);
    }
    for (const [name, known] of this.#known) {
      if (!name.startsWith(`${kind} `) || named.has(name) || known.text === null) continue;
      change(known, idOf(name), null);
    }
    return changes;
  }

  async #write(writes) {
    try {
      await this.#commit(writes);
    } catch (error) {
      if (error === NO_ANSWER) throw error;
      this.#close(); // a phone that slept may have lost its database: once more, opened anew
      await this.#commit(writes);
    }
  }

  async #commit(writes) {
    const store = await this.#store("readwrite");
    const isNew = ({ known, text }) => text !== null && !known.order;
    const kept = writes.some(isNew) ? await eventsOf(store, this.#table) : [];
    const ids = new Set(kept.map(({ key }) => nameOf(...key.slice(1))));
    // Tabs count on where the last of them was.
    let last = Math.max(0, ...kept.map(({ order }) => order));
    for (const write of writes) {
      const { key, known, text } = write;
      const name = nameOf(...key.slice(1));
      // A draft that stood in two tabs and was saved in the other one: that one is looked at next.
      if (isNew(write) && ids.has(name)) this.#known.delete(name);
      else if (text === null) store.delete(key);
      else store.put({ key, order: (known.order ||= last += 1), value: JSON.parse(text) });
    }
    await soon(committed(store.transaction));
  }

  /** What is kept, or of one kind; null where a browser threw all of it away, the board too. */
  async #read(...kind) {
    const store = await this.#store("readonly");
    const all = answered(store.count(within(this.#table)));
    const asked = answered(store.getAll(within(this.#table, ...kind)));
    const [count, records] = await soon(Promise.all([all, asked]));
    if (kind.length && !count) return null;
    return records.sort((one, other) => one.order - other.order);
  }

  async #store(mode) {
    if (!this.#database) await soon(this.#open());
    try {
      // "strict": on the phone's disk, not in its memory, when it says so.
      return this.#database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
    } catch (error) {
      this.#close(); // the next one is opened anew
      throw error;
    }
  }

  /** One that takes long is waited for again, not asked for again. */
  #open() {
    this.#opening ??= openDatabase(() => this.#close())
      .then((database) => (this.#database = database))
      .finally(() => (this.#opening = null));
    return this.#opening;
  }

  /** The browser closed it, and may have thrown away what was in it. */
  #close() {
    this.#database = null;
    for (const known of this.#known.values()) forget(known);
  }
}

const isSettled = ({ text, stored, writing }) => Boolean(text && stored && !writing);

/** Whatever is on the phone: what shall be there is written again. */
function forget(known) {
  if (known.text !== null) known.text = "";
  known.stored = "";
}

const within = (...key) => IDBKeyRange.bound(key, [...key, []]);

const eventsOf = (store, table) => soon(answered(store.getAll(within(table, "event"))));

/** All that this phone keeps, of whatever table. */
export async function readAll() {
  const database = await soon(openDatabase(() => {}));
  const store = database.transaction(STORE).objectStore(STORE);
  const records = await soon(answered(store.getAll())).finally(() => database.close());
  return records.sort((one, other) => one.order - other.order);
}

const nameOf = (kind, id) => `${kind} ${id}`;

const idOf = (name) => name.slice(name.indexOf(" ") + 1);

async function openDatabase(onGone) {
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
      setTimeout(() => fail(NO_ANSWER), PATIENCE);
    }),
  ]);
