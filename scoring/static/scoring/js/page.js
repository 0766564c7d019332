// What a page can do better with scripts; everything works without them.
// Opens the deal that the address points at, changes the theme at once, closes the menu, and stays
// on the phone.

import { offerInstall, sayOfWhen } from "./worker/page.js";
import { register } from "./worker/register.js";

const root = document.documentElement;

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const deal = target?.closest("details");
  if (deal) {
    deal.open = true;
    deal.scrollIntoView({ block: "start" });
  }
}

function changeTheme(event) {
  const button = event.submitter;
  if (button?.name !== "theme") return;
  event.preventDefault();
  root.dataset.theme = button.value;
  for (const other of button.parentElement.querySelectorAll("button")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
  const kept = new FormData(event.target, button);
  fetch(event.target.action, { method: "POST", body: kept, redirect: "manual" }).catch(() => {
    // Without a network the page keeps the theme until it is left.
  });
}

function closeMenu(event) {
  const menu = document.querySelector(".menu[open]");
  if (!menu) return;
  if (event.type === "keydown" && event.key !== "Escape") return;
  if (event.type === "click" && menu.contains(event.target)) return;
  menu.open = false;
  if (event.type === "keydown") menu.querySelector("summary").focus();
}

addEventListener("hashchange", openTarget);
document.querySelector(".menu form")?.addEventListener("submit", changeTheme);
document.addEventListener("click", closeMenu);
document.addEventListener("keydown", closeMenu);
openTarget();
sayOfWhen();
offerInstall();
// After everything the page itself asks for.
addEventListener("load", () => register({ isAtTable: Boolean(document.getElementById("table")) }));
