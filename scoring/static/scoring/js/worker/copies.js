// Copies of pages, for when there is no network. The server says of each page whether it may be
// kept ("first": shown before the network is asked, "last": only when it does not answer) and for
// whom: release, language, and a digest of who looks. There is one cache, called by all three; a
// page for somebody else, in another language, or the end of a sign-in ends it.

const { digest } = self.SHELL;
const PREFIX = "pages-";
const MOST = 40;
const CLOSED = [401, 403, 404, 410];

let era = 0; // counted on when copies go: what was asked for before is not kept any more

const list = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

const ofThisRelease = (name) => name.startsWith(`${PREFIX}${digest}-`);

/** "vi-0a1b2c3d4e5f" of a cache's or a viewer's name: language and person, of any release. */
const personIn = (name) => name.split("-").slice(-2).join("-");

async function open() {
  const name = (await list()).find(ofThisRelease);
  return name ? caches.open(name) : null;
}

export const isFirst = (copy) => copy?.headers.get("X-Phom-Copy") === "first";

export async function findCopy(request) {
  return (await open())?.match(request, { ignoreVary: true });
}

/** The language pages were shown in last. */
export async function findLanguage() {
  const name = (await list()).find(ofThisRelease);
  return name ? personIn(name).split("-")[0] : navigator.language.slice(0, 2);
}

/** Somebody signs in or out, joins a table, changes the language: nothing is kept from before. */
export async function forget() {
  era += 1;
  for (const name of await list()) await caches.delete(name);
}

/**
 * The page from the network. Beside answering with it, and not before, it is kept if it may be: an
 * event's `waitUntil` is told how long that takes.
 */
export async function ask(request, waitUntil) {
  const asked = era;
  const answer = await fetch(request);
  if (asked === era) waitUntil(hear(request, answer.clone()));
  return answer;
}

async function hear(request, answer) {
  // What is closed now takes every copy with it.
  const isClosed = answer.type === "opaqueredirect" || CLOSED.includes(answer.status);
  if (isClosed && (await findCopy(request))) await forget();
  const viewer = answer.headers.get("X-Phom-Viewer");
  if (!viewer) return;
  for (const name of await list()) {
    if (personIn(name) === personIn(viewer)) continue;
    era += 1;
    await caches.delete(name);
  }
  if (!viewer.startsWith(`${digest}-`)) {
    // A page of another release wants the files of that one: its own worker keeps it.
    self.registration.update().catch(() => {});
    return;
  }
  const cache = await caches.open(PREFIX + viewer);
  if (!answer.headers.get("X-Phom-Copy")) return;
  await cache.delete(request, { ignoreVary: true }); // to stand last, as the youngest
  await cache.put(request, answer);
  for (const old of (await cache.keys()).slice(0, -MOST)) await cache.delete(old, { ignoreVary: true });
}

/** Pages that are shown before the network is asked are needed in this release too. */
export async function renewCopies() {
  const addresses = new Set();
  for (const name of await list()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (isFirst(await cache.match(request, { ignoreVary: true }))) addresses.add(request.url);
    }
  }
  for (const url of addresses) await keep(url).catch(() => {});
}

/** Ask for a page only to keep it. */
export async function keep(url) {
  const kept = [];
  await ask(asPage(url), (promise) => kept.push(promise));
  await Promise.all(kept);
}

// What the address bar would ask for.
const asPage = (url) => new Request(url, { redirect: "manual", headers: { Accept: "text/html" } });

export async function dropOtherReleases() {
  const others = (await list()).filter((name) => !ofThisRelease(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The copy with the moment it is of, so that the page says so. */
export async function dated(copy) {
  const text = await copy.text();
  const moment = new Date(copy.headers.get("Date") ?? 0).toISOString();
  const headers = new Headers(copy.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(text.replace("<html ", `<html data-copy="${moment}" `), { headers });
}
