// After the night was settled nothing is written here any more: what would come back refused is not
// begun, and what was typed stays for when the night is opened again.

import { say } from "./words.js";

/** Is it closed? Then the page says so, with the strip that leads to the settlement. */
export function isShut(page) {
  if (page.isWritable) return false;
  page.panel = null;
  page.show();
  page.speak(say("needs_closed"));
  return true;
}
