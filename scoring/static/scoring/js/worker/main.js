// The service worker: pages open without a network. It keeps the shell of its release and copies of
// pages; it never answers for the API or the admin, and sends nothing by itself: what waits to be
// sent waits in the page, which also works where there is no worker.

import * as copies from "./copies.js";
import * as shell from "./shell.js";

const PATIENCE = 6_000; // how long a page that has a copy may take to come
const { apart, changes } = self.SHELL;

addEventListener("install", (event) => {
  letPass(event);
  event.waitUntil(shell.keepShell().then(copies.renewCopies));
});

/**
 * What this worker never answers does not even wake it, where the browser can see to that. A table
 * is asked for every few seconds, and a worker in use never makes room for one of a new release.
 */
function letPass(event) {
  const byScripts = { requestMethod: "get", requestMode: "cors", requestDestination: "" };
  const conditions = [byScripts, ...apart.map((path) => ({ urlPattern: { pathname: `${path}*` } }))];
  event.addRoutes?.(conditions.map((condition) => ({ condition, source: "network" }))).catch(() => {});
}

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([shell.dropOtherShells(), copies.dropOtherReleases()]));
});

addEventListener("message", (event) => {
  // A new worker waits until a page says that nothing is being written.
  if (event.data === "take") self.skipWaiting();
  // The page that put this worker in came before it.
  if (event.data?.keep) event.waitUntil(copies.keep(event.data.keep).catch(() => {}));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isUnder = (path) => url.pathname.startsWith(path);
  if (url.origin !== location.origin || apart.some(isUnder)) return;
  if (request.method !== "GET") {
    if (changes.some(isUnder)) event.waitUntil(copies.forget());
  } else if (request.mode === "navigate") event.respondWith(answerPage(event, url));
  else if (shell.isOfShell(url)) event.respondWith(shell.answerFile(request));
});

async function answerPage(event, url) {
  const copy = await copies.findCopy(event.request);
  const answer = copies.ask(event.request, (promise) => event.waitUntil(promise));
  event.waitUntil(answer.catch(() => {}));
  // The table page asks how the table stands as soon as it is open.
  if (copies.isFirst(copy)) return copy;
  try {
    return await (copy ? Promise.race([answer, outOfPatience()]) : answer);
  } catch {
    if (copy) return copies.dated(copy);
    return (await shell.answerOffline(url, await copies.findLanguage())) ?? Response.error();
  }
}

const outOfPatience = () =>
  new Promise((_done, fail) => {
    setTimeout(() => fail(new Error("late")), PATIENCE);
  });
