// The sheet (phiếu ván), `phom-sheet/1`: steps 2 to 4 of the checks.
// Section 5 of docs/rules.md; the twin of scoring/engine/sheet.py.

import * as parts from "./parts.js";
import { refuse } from "./refusals.js";
import { get, has, isObject, isText } from "./values.js";

const FORMAT = "phom-sheet/1";
const ENDINGS = ["normal", "u", "fault", "drawn", "void"];
const KEYS = [
  "format",
  "seats",
  "starter",
  "ending",
  "hands",
  "finish",
  "laid_down",
  "last_discards",
  "eats",
  "u",
  "fault",
  "adjustments",
  "multiplier",
  "pot",
];

/**
 * A sheet as it is scored; `hands` is a Map, what was left out is null or empty.
 * Refused: `sheet_invalid` with `path`, `seat_count`, `player_repeated`, `ending_unknown`.
 */
export function readSheet(value) {
  const sheet = read(value);
  const { seats } = sheet;
  if (seats.length < 2 || seats.length > 4) refuse("seat_count");
  const repeated = seats.find((seat, index) => seats.indexOf(seat) < index);
  if (repeated !== undefined) refuse("player_repeated", { seat: repeated });
  if (!ENDINGS.includes(sheet.ending)) refuse("ending_unknown");
  return sheet;
}

/** The only seat this one can eat from. */
export const previousSeat = (sheet, seat) => sheet.seats.at(sheet.seats.indexOf(seat) - 1);

/** The seats in turn order, beginning with the starter. */
export function turnOrder(sheet) {
  const start = sheet.seats.indexOf(sheet.starter);
  return [...sheet.seats.slice(start), ...sheet.seats.slice(0, start)];
}

/** Step 2: the keys in the order of section 5, unknown ones last. */
function read(value) {
  if (!isObject(value)) parts.amiss("");
  if (get(value, "format", FORMAT) !== FORMAT) parts.amiss("format");
  const seats = parts.readSeats(get(value, "seats", null));
  const starter = get(value, "starter", seats.length ? seats[0] : "");
  if (!isText(starter)) parts.amiss("starter");
  const ending = get(value, "ending", null);
  if (!isText(ending)) parts.amiss("ending");
  const hands = parts.readHands(get(value, "hands", {}), seats);
  refuseOutOfPlace(value, "finish", ending, "normal");
  const finish = has(value, "finish") ? parts.readIds(value.finish, "finish") : null;
  const laidDown = parts.readIds(get(value, "laid_down", []), "laid_down");
  const lastDiscards = parts.readIds(get(value, "last_discards", []), "last_discards");
  const eats = parts.readEats(get(value, "eats", []), seats);
  refuseOutOfPlace(value, "u", ending, "u");
  const u = has(value, "u") ? parts.readU(value.u, eats) : null;
  refuseOutOfPlace(value, "fault", ending, "fault");
  // A fault ending without a fault lacks the player of that fault.
  const hasFault = has(value, "fault") || ending === "fault";
  const fault = hasFault ? parts.readFault(get(value, "fault", {})) : null;
  const adjustments = parts.readAdjustments(get(value, "adjustments", []));
  if (adjustments.length && ending === "void") parts.amiss("adjustments");
  const multiplier = parts.readWhole(get(value, "multiplier", 1), "multiplier");
  const pot = parts.readWhole(get(value, "pot", 0), "pot");
  parts.refuseUnknown(value, KEYS, "");
  return {
    seats,
    starter,
    ending,
    hands,
    finish,
    laidDown,
    lastDiscards,
    eats,
    u,
    fault,
    adjustments,
    multiplier,
    pot,
  };
}

function refuseOutOfPlace(value, key, ending, itsEnding) {
  // An ending nobody knows may have a use for anything: it is refused as such, in step 4.
  if (has(value, key) && ending !== itsEnding && ENDINGS.includes(ending)) parts.amiss(key);
}
