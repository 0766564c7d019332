// Ids that a phone draws by itself. On plain http there is no `crypto.randomUUID`.

/** A random UUID, version 4. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

let phone = "";

/** Which phone this is: told with everything it sends, so that two phones of one login are two. */
export function phoneId() {
  try {
    phone ||= localStorage.getItem("phom-phone") ?? "";
    if (!phone) localStorage.setItem("phom-phone", (phone = newId()));
  } catch {
    phone ||= newId(); // a phone that keeps nothing is another one after every load
  }
  return phone;
}
