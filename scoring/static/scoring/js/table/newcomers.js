// What a guest whom the server would not have means for everything else: nothing that names them is
// sent before somebody said who they are. Knows events and the roster; knows no page.

const namesOf = (event) => JSON.stringify([event.body, event.deal ?? null]);

/** Does this event say anything of that person? */
export const isAbout = (event, id) => event.id !== id && namesOf(event).includes(id);

/** Those of `waiting` that may be sent: what names a refused guest waits, and all behind it that is
 * of the same deal. */
export function sendable(waiting, refused) {
  if (!refused.length) return waiting;
  const held = new Set();
  return waiting.filter((event) => {
    const isHeld = held.has(event.dealId) || refused.some(({ id }) => isAbout(event, id));
    if (isHeld && event.dealId) held.add(event.dealId);
    return !isHeld;
  });
}

/** The same, with one person in the place of another. */
export const withOther = (value, id, other) =>
  value && JSON.parse(JSON.stringify(value).replaceAll(id, other));
