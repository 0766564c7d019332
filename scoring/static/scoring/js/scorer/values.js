// What JSON values are: asked before a value is believed. Knows nothing of Phỏm.

// A whole number outside 2^53 arrives as a BigInt where the text is read exactly; it is outside
// every range of the rule book all the same.
export const isWhole = (value) => typeof value === "bigint" || Number.isInteger(value);

export const isText = (value) => typeof value === "string";
export const isFlag = (value) => typeof value === "boolean";
export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Ids are typed by people: "constructor" and "__proto__" are names like others.
export const has = (object, key) => Object.hasOwn(object, key);
export const get = (object, key, otherwise) => (has(object, key) ? object[key] : otherwise);

/** Text in the order of code points, which is the server's; JavaScript's own is another. */
export function byCodePoints(one, other) {
  const [left, right] = [[...one], [...other]];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const apart = left[i].codePointAt(0) - right[i].codePointAt(0);
    if (apart) return apart;
  }
  return left.length - right.length;
}

/** The first key nobody knows, by its letters; undefined where all are known. */
export const firstUnknown = (object, known) =>
  Object.keys(object)
    .filter((key) => !known.includes(key))
    .sort(byCodePoints)[0];
