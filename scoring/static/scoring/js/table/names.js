// Names of people as this phone compares them, and where somebody who comes sits down. Knows names
// and terms; knows no page.

export const SEATS = 4;

/** NFC and single spaces, as the roster keeps names. */
export const cleanName = (text) => text.normalize("NFC").trim().split(/\s+/).join(" ");

const nameKey = (name) => cleanName(name).toLowerCase();

/** Without tones and marks: `Đặng Hùng` is found by `dang hung`. */
const searchKey = (name) =>
  nameKey(name)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("đ", "d");

/** What a guest is called until the server says it: the last word, unless somebody is called so. */
export function calledAs(name, names) {
  const last = name.split(" ").at(-1);
  return Object.values(names).includes(last) ? name : last;
}

/**
 * Whom of the roster a name means. `taken` bears it, and nobody else may; `like` are others it may
 * have been meant for: every word typed begins a word of their name, whatever its marks.
 */
export function knownAs(name, roster) {
  const words = searchKey(name).split(" ").filter(Boolean);
  const isLike = ({ full_name }) => {
    const theirs = searchKey(full_name).split(" ");
    return words.every((word) => theirs.some((one) => one.startsWith(word)));
  };
  const taken = roster.find((one) => nameKey(one.full_name) === nameKey(name)) ?? null;
  const like = words.join("").length > 1 ? roster.filter((one) => one !== taken && isLike(one)) : [];
  return { taken, like };
}

/** The terms once somebody came: a seat while one is free, else the bench. */
export function withNewcomer({ seats, bench }, id) {
  const waiting = bench.filter((one) => one !== id);
  return seats.length < SEATS
    ? { seats: [...seats, id], bench: waiting }
    : { bench: [...waiting, id] };
}
