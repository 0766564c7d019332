// The shell: files and offline pages of one release, kept when this worker is put in.

// The server writes `self.SHELL` in front of this script: what belongs to the release it serves.
const { digest, files, offline } = self.SHELL;
const NAME = `shell-${digest}`;
const known = new Set(files);

/** Ask for all of it, past what the browser may have kept of another release. */
export async function keepShell() {
  const cache = await caches.open(NAME);
  await cache.addAll(files.map((url) => new Request(url, { cache: "no-cache" })));
}

export async function dropOtherShells() {
  const others = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
}

export const isOfShell = ({ pathname, search }) => !search && known.has(pathname);

/** A file of the shell; a browser may throw away what was kept, then the network has it. */
export async function answerFile(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** What is said where neither network nor copy has the page. */
export async function answerOffline({ pathname }, language) {
  const pages = offline[language] ?? offline.vi;
  const cache = await caches.open(NAME);
  return cache.match(/^\/ban\/\d+\/$/.test(pathname) ? pages.table : pages.page);
}
