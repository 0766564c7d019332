// Looking on at a table: asks every two and a half seconds whether something happened, and puts the new
// ranking and deals in place. Without it the page is read and loaded again by hand.

const PAUSE = 2_500;
const DEADLINE = 15_000; // a network that is there and brings nothing is none
const region = document.getElementById("watch");
const stale = document.getElementById("stale");
const said = document.getElementById("said");
let tag = "";
let shown = region.innerHTML; // as it was sent: what somebody opened is not a change
const { copy } = document.documentElement.dataset; // of when the page is, if the phone kept it
let heard = copy ? new Date(copy) : new Date();
let timer = 0;

async function ask() {
  if (document.hidden) return;
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), DEADLINE);
  try {
    // The browser sends the tag it kept; an answer of "not modified" is the page it kept.
    const answer = await fetch(location.href, { cache: "no-cache", signal: stop.signal });
    if (answer.redirected || [403, 404].includes(answer.status)) {
      location.reload(); // the server says there why this page is closed
      return;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    await show(answer);
    heard = new Date();
    stale.hidden = true;
  } catch {
    tellStale();
  } finally {
    clearTimeout(late);
  }
}

async function show(answer) {
  const now = answer.headers.get("ETag") ?? "";
  if (now && now === tag) return;
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("watch");
  tag = now;
  if (!fresh || fresh.innerHTML === shown) return;
  shown = fresh.innerHTML;
  region.setAttribute("aria-busy", "true");
  const before = lastDeal();
  replace(fresh);
  region.removeAttribute("aria-busy");
  document.dispatchEvent(new Event("fresh")); // what is shared of the page has changed with it
  if (lastDeal() !== before) said.textContent = lastDeal();
}

function lastDeal() {
  return document.getElementById("van-cuoi")?.textContent ?? "";
}

// What somebody opened stays open, and the focus stays where it was.
function replace(fresh) {
  const opened = [...region.querySelectorAll("details[open]")].map((one) => one.id);
  const focused = region.contains(document.activeElement)
    ? document.activeElement.closest("details")?.id
    : "";
  for (const id of opened) {
    const one = fresh.querySelector(`#${CSS.escape(id)}`);
    if (one?.tagName === "DETAILS") one.open = true;
  }
  region.replaceChildren(...fresh.childNodes);
  if (focused) {
    const again = document.getElementById(focused)?.querySelector("summary");
    again?.focus({ preventScroll: true });
  }
}

function tellStale() {
  const time = heard.toTimeString().slice(0, 5);
  stale.textContent = region.dataset.stale.replace("{time}", time);
  stale.hidden = false;
}

async function goOn() {
  clearTimeout(timer);
  await ask();
  timer = setTimeout(goOn, PAUSE);
}

document.addEventListener("visibilitychange", goOn);
if (copy) tellStale();
timer = setTimeout(goOn, PAUSE);
