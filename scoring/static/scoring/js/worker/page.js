// What a page says of being kept on this phone: that it is a copy, and that it can be an app.

/** The band over a page that the worker kept: of when it is. */
export function sayOfWhen() {
  const { copy } = document.documentElement.dataset;
  const band = document.getElementById("copy");
  // The page of who looks on says it in a line of its own, and asks again by itself.
  if (!copy || !band || document.getElementById("stale")) return;
  band.prepend(band.dataset.words.replace("{time}", clock(new Date(copy))), " ");
  band.hidden = false;
}

/** 21:30 of today; of another day with its date. */
function clock(moment) {
  const time = moment.toTimeString().slice(0, 5);
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday ? time : `${time} ${moment.toLocaleDateString(document.documentElement.lang)}`;
}

/** The browser would install the site: the page "Tôi" offers it, no other page does. */
export function offerInstall() {
  const offer = document.getElementById("install");
  if (!offer) return;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.hidden = false;
    offer.querySelector("button").onclick = async () => {
      await event.prompt();
      offer.hidden = true; // a prompt is good for one time
    };
  });
}
