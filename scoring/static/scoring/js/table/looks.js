// How this phone shows the table page: kept for every table alike. Only which way round it lies is a
// table's own, and for a moment.

const KEY = "phom-looks";
const OF_PHONE = ["large", "table", "left"];

/** Every look that is on. `store` is the table's; once it kept all of them, which are taken over. */
export function readLooks(store) {
  const before = store.read("looks", {});
  try {
    const kept = localStorage.getItem(KEY);
    if (kept !== null) return { ...JSON.parse(kept), turned: before.turned };
  } catch {
    // The page is shown as it was for this table.
  }
  return before;
}

export function keepLooks(looks) {
  try {
    const kept = OF_PHONE.map((name) => [name, Boolean(looks[name])]);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // It holds until the page is loaded again.
  }
}

/** "system", "light" or "dark", as the whole site is shown on this phone. */
export const themeNow = () => document.documentElement.dataset.theme;

/** At once; and for the pages that come, if the server hears of it. */
export function chooseTheme(theme, csrf) {
  document.documentElement.dataset.theme = theme;
  const body = new URLSearchParams({ theme, csrfmiddlewaretoken: csrf });
  fetch(document.getElementById("table").dataset.themeUrl, { method: "POST", body, redirect: "manual" }).catch(() => {
    // Without a network the page keeps the theme until it is left.
  });
}
