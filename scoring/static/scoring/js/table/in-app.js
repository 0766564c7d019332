// The browsers inside Zalo, Messenger and the like forget what they keep when the app is closed.
// Who scores in one is offered the address for a browser of their own, over the preview: nothing
// that is tapped moves for it.

import { h } from "./dom.js";
import { say } from "./words.js";

const CLOSED = "phom-in-app";
const SHOWN = 2_000;

/** The offer at the foot of the page, where the server sees such a browser. */
export function offerBrowser(root) {
  if (!("inApp" in root.dataset) || isClosed()) return;
  const address = h("input", { class: "offer__address", value: location.href, readonly: "", "aria-label": say("address") });
  const copy = h("button", { type: "button", class: "chip chip--strong" }, say("copy_link"));
  const close = h("button", { type: "button", class: "chip" }, say("close"));
  const offer = h("aside", { class: "offer" }, h("p", {}, say("open_in_browser")), address, copy, close);
  copy.addEventListener("click", async () => {
    copy.textContent = (await isCopied(address)) ? say("link_copied") : say("copy_link");
    setTimeout(() => (copy.textContent = say("copy_link")), SHOWN);
  });
  close.addEventListener("click", () => {
    offer.remove();
    try {
      localStorage.setItem(CLOSED, "1");
    } catch {
      // Then it is offered again after the next load.
    }
  });
  root.append(offer);
}

function isClosed() {
  try {
    return localStorage.getItem(CLOSED) !== null;
  } catch {
    return false;
  }
}

/** By the clipboard, or as one copies by hand where there is none. */
async function isCopied(address) {
  try {
    await navigator.clipboard.writeText(address.value);
    return true;
  } catch {
    address.select();
    return document.execCommand("copy");
  }
}
