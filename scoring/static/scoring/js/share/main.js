// Sharing what a page shows: as a picture, as text, as a link. The picture is drawn when the page
// opens, because a share sheet opens only within the tap that asks for it. Pages that change by
// themselves say so by the event "fresh".

import { copy, download, openSheet } from "./give.js";
import { drawPicture } from "./picture.js";

const SOON = 1_000;
const holder = document.getElementById("share");
const said = holder.querySelector(".share__said");
const folded = holder.querySelector("details");
const shown = holder.querySelector("pre");
const button = holder.querySelector("[data-share=picture]");
const soon = window.requestIdleCallback
  ? (draw) => requestIdleCallback(draw, { timeout: SOON })
  : (draw) => setTimeout(draw, 0);

let told = read(); // what the page shows now
let ready = null; // the picture, and what was told when it was drawn
let turn = 0;
let isAsked = false;

function read() {
  return JSON.parse(document.getElementById("share-state").textContent);
}

function say(text) {
  said.textContent = "";
  requestAnimationFrame(() => {
    said.textContent = text;
  });
}

const whole = (state) => `${state.text}\n${state.url}`;

/** Draw what is told now; the picture before it is kept until then. */
async function prepare() {
  turn += 1;
  const [mine, state] = [turn, told];
  const file = await makeFile(state).catch(() => null);
  if (mine !== turn) return; // what the page shows has changed meanwhile
  ready = { state, file };
  button.removeAttribute("aria-busy");
  if (!isAsked) return;
  isAsked = false;
  if (navigator.userActivation?.isActive) sharePicture();
  else say(state.words.ready);
}

async function makeFile(state) {
  const canvas = drawPicture(state.picture);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the canvas made no picture");
  return new File([blob], state.file, { type: "image/png" });
}

function sharePicture() {
  if (!ready) {
    isAsked = true;
    say(told.words.drawing);
    return;
  }
  const { state, file } = ready;
  if (!file) {
    shareText();
    return;
  }
  const given = { files: [file], title: state.title, text: state.text, url: state.url };
  if (!openSheet(given, () => save(state, file))) save(state, file);
}

/** Without a picture the words alone; the next tap may find it drawn. */
function shareText() {
  const given = { title: told.title, text: told.text, url: told.url };
  const instead = () => copyAs(whole(told), told.words.no_picture);
  if (!openSheet(given, instead)) instead();
  soon(prepare);
}

async function save(state, file) {
  const copying = copy(whole(state), { shown, folded });
  download(file);
  say((await copying) ? state.words.saved : state.words.saved_alone);
}

async function copyAs(text, done) {
  say((await copy(text, { shown, folded })) ? done : told.words.by_hand);
}

const ACTS = {
  picture: sharePicture,
  text: () => copyAs(whole(told), told.words.text_copied),
  link: () => copyAs(told.url, told.words.link_copied),
};

holder.addEventListener("click", (event) => {
  ACTS[event.target.closest("[data-share]")?.dataset.share]?.();
});
document.addEventListener("fresh", () => {
  told = read();
  shown.textContent = whole(told);
  soon(prepare);
});
holder.querySelector(".share__do").hidden = false;
soon(prepare);
