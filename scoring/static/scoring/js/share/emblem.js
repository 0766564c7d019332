// What stands for the product and its page in a picture: the emblem of icons/icon.svg, and the
// square that phones scan.

import { COLOUR, box } from "./canvas.js";

const UNIT = 64;
const SPADE =
  "M32 20c-3 4.2-8 7-8 11.2 0 2.7 2 4.6 4.4 4.6 1.1 0 2-.4 2.7-1.1-.2 2-.9 3.7-2.1 5.3h6" +
  "c-1.2-1.6-1.9-3.3-2.1-5.3.7.7 1.6 1.1 2.7 1.1 2.4 0 4.4-1.9 4.4-4.6" +
  "C40 27 35 24.2 32 20z";
const QUIET = 4; // modules without anything around the square, as its standard asks

export function drawEmblem(ctx, x, y, side) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(side / UNIT, side / UNIT);
  box(ctx, { x: 0, y: 0, width: UNIT, height: UNIT, radius: 15, fill: COLOUR.accent });
  for (const [turn, fill] of [
    [-24, "#9cc7ff"],
    [24, "#ffd9b8"],
    [0, "#ffffff"],
  ]) {
    ctx.save();
    ctx.translate(32, 52);
    ctx.rotate((turn * Math.PI) / 180);
    const top = turn ? -39 : -40;
    box(ctx, { x: -12, y: top, width: 24, height: -top - 4, radius: 4, fill, edge: COLOUR.accent });
    ctx.restore();
  }
  ctx.fillStyle = COLOUR.accent;
  ctx.fill(new Path2D(SPADE));
  ctx.restore();
}

/** The side of the square with its margin, as large as `room` lets whole pixels be. */
export function squareSide(rows, room) {
  const modules = rows.length + 2 * QUIET;
  return Math.max(1, Math.floor(room / modules)) * modules;
}

/** The square in a side of `squareSide`, black on white. */
export function drawSquare(ctx, rows, x, y, side) {
  box(ctx, { x, y, width: side, height: side, radius: 16, fill: "#ffffff", edge: COLOUR.hair });
  const module = side / (rows.length + 2 * QUIET);
  ctx.fillStyle = "#000000";
  for (const [down, row] of rows.entries()) {
    for (let across = 0; across < row.length; across += 1) {
      if (row[across] !== "1") continue;
      ctx.fillRect(x + (across + QUIET) * module, y + (down + QUIET) * module, module, module);
    }
  }
}
