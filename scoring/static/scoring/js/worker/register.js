// Putting the service worker in. On plain http there is none, and the pages work without it.

const REST = 1_000; // after the page has loaded: nothing is being asked for any more

/** Ask for the worker, tell it of this page, and let one of a new release take its place. */
export async function register({ isAtTable }) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  try {
    const registration = await workers.register("/sw.js");
    // The table page says itself when nothing is being written.
    if (!isAtTable) onceAtRest(() => registration?.waiting?.postMessage("take"));
    if (workers.controller) return;
    // The page came before the worker did, which has to ask for it once more.
    const { active } = await workers.ready;
    active.postMessage({ keep: location.href });
  } catch {
    // A certificate that is not trusted, or a private window: as on plain http.
  }
}

/** A file that is asked for just when one worker goes would call it back for half a minute. */
function onceAtRest(act) {
  const wait = () => setTimeout(act, REST);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}
