// Sentences and numbers in the language of the page. The sentences come with the page, from
// scoring/web/table_words.py, so that they are translated where all others are.

const texts = JSON.parse(document.getElementById("words").textContent);
const language = document.documentElement.lang || "vi";
const whole = new Intl.NumberFormat(language, { useGrouping: true });

/** The sentence of this key, with `{name}`, or `%(name)s` in those of the server, filled in. */
export function say(key, values = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}|%\((\w+)\)s/g, (_all, own, other) => String(values[own ?? other] ?? ""));
}

export const has = (key) => key in texts;

/** 1.284 or −12, without a plus. */
export const number = (value) => (value < 0 ? "−" : "") + whole.format(Math.abs(value));

/** +6, −3 or 0. */
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

/** ▲+6, ▼−3 or 0: told by shape, sign and colour. */
export const change = (value) => (value ? `${value > 0 ? "▲" : "▼"}${signed(value)}` : "0");

const hours = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** 21:30, in the time of this phone; empty where none is known. */
export const clock = (instant) => (instant ? hours.format(new Date(instant)) : "");

/** "cộng 6", "trừ 1": numbers to be heard. */
export const spoken = (value) =>
  say(value < 0 ? "spoken_minus" : "spoken_plus", { points: whole.format(Math.abs(value)) });
