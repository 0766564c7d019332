// What every act ends with that has something to send.

/** Keep it, show it, say it; and send it after the tap was answered: what sending shows comes then. */
export function sent(page, text) {
  page.keep();
  page.changed();
  page.speak(text);
  setTimeout(() => page.sender.flush());
}
