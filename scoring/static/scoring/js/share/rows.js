// The rows of a picture: a place of the ranking, a payment, what a deal gave somebody.

import { COLOUR, box, measure, write } from "./canvas.js";

const ARROW = 0.62; // of the size of the figure it stands before
const TEXT = 0.56; // of the height of a row
const LARGEST_NAME = 58;
const LARGEST_TEXT = 40;
const IN_COLUMN = 34; // the largest text where two columns stand side by side
const LEAST = 0.8; // of its size, before a name is cut

const BAR = 0.2; // of the width
const FIGURE = 3.9; // of its size: what points of four digits take
const LOWEST_WITH_BAR = 56;

/** Is there a bar beside every name, without cutting one? */
export function hasBars(ctx, ranking, { width, height, columns }) {
  if (columns > 1 || height < LOWEST_WITH_BAR) return false;
  const size = sizeOf(height, columns === 1);
  const room = width * (1 - BAR) - size * (FIGURE + 1.25) - 24;
  return ranking.every((one) => measure(ctx, one.name, size, 700) <= room);
}

const sizeOf = (height, isRoomy) =>
  Math.min(LARGEST_NAME, height * TEXT, isRoomy ? Infinity : IN_COLUMN);

/** Rank, name, a bar from the middle with `widest` points at its ends (0: none), and the points. */
export function drawPlace(ctx, one, { x, y, width, height, isRoomy, widest }) {
  const size = sizeOf(height, isRoomy);
  const middle = y + height / 2;
  const right = x + width;
  const points = drawPoints(ctx, one, right, middle, size);
  const isPerson = Boolean(one.rank); // else it is a pot
  const isHere = isPerson && !one.note;
  const start = isPerson ? x + size * 1.25 : x;
  write(ctx, one.rank, { x, y: middle, size: size * 0.78, colour: COLOUR.muted });
  const bar = right - size * FIGURE - width * BAR;
  if (widest) drawBar(ctx, one, { x: bar, y: middle, width: width * BAR, widest });
  const room = (widest ? bar : right - points) - 24 - start;
  const name = write(ctx, one.name, {
    x: start,
    y: middle,
    size: isPerson ? size : size * 0.72,
    weight: isHere ? 700 : 400,
    colour: isHere ? COLOUR.ink : COLOUR.muted,
    width: room,
    least: LEAST,
  });
  const small = size * 0.6;
  if (one.note && name + 16 + measure(ctx, one.note, small) <= room) {
    write(ctx, one.note, { x: start + name + 16, y: middle, size: small, colour: COLOUR.muted });
  }
}

/** ▲+6, the arrow smaller than the figure; says how wide it is. */
function drawPoints(ctx, one, right, middle, size) {
  const look = { y: middle, colour: COLOUR[one.tone], align: "right" };
  const figure = write(ctx, one.said, { x: right, size, weight: 700, ...look });
  if (!one.arrow) return figure;
  const between = size * 0.12;
  const x = right - figure - between;
  return figure + between + write(ctx, one.arrow, { x, size: size * ARROW, ...look });
}

function drawBar(ctx, one, { x, y, width, widest }) {
  const half = width / 2;
  const long = (Math.abs(one.points) / widest) * half;
  if (long) {
    const left = one.points > 0 ? x + half : x + half - long;
    const bar = { x: left, y: y - 9, width: long, height: 18, radius: Math.min(4, long / 2) };
    box(ctx, { ...bar, fill: COLOUR[one.tone] });
  }
  box(ctx, { x: x + half - 1, y: y - 18, width: 2, height: 36, fill: COLOUR.edge });
}

/** Who pays whom how many, ticked when it is done; or what somebody got. */
export function drawLine(ctx, one, { x, y, width, height, isRoomy }) {
  const size = Math.min(isRoomy ? LARGEST_TEXT : IN_COLUMN, height * 0.66);
  const middle = y + height / 2;
  const right = x + width;
  const points = drawPoints(ctx, one, right, middle, size);
  let start = x;
  if (one.is_done !== null) {
    drawTick(ctx, x, middle, size, one.is_done);
    start += size * 1.3;
  }
  const room = right - points - 20 - start;
  if (one.payee) drawPair(ctx, one, { x: start, y: middle, size, width: room });
  else write(ctx, one.name, { x: start, y: middle, size, width: room, least: LEAST });
}

/** Payer → payee, smaller if need be; of two names too long together each keeps at least half. */
function drawPair(ctx, one, { x, y, width, ...look }) {
  const arrow = " → ";
  const whole = measure(ctx, one.name + arrow + one.payee, look.size, 600);
  const size = look.size * Math.min(1, Math.max(LEAST, width / whole));
  const between = measure(ctx, arrow, size);
  const room = width - between;
  const colour = one.is_done ? COLOUR.muted : COLOUR.ink;
  const wanted = measure(ctx, one.payee, size, 600);
  const first = Math.max(room / 2, room - wanted);
  const payer = write(ctx, one.name, { x, y, size, weight: 600, colour, width: first });
  write(ctx, arrow, { x: x + payer, y, size, colour: COLOUR.muted });
  const left = x + payer + between;
  write(ctx, one.payee, { x: left, y, size, weight: 600, colour, width: width - payer - between });
}

function drawTick(ctx, x, middle, size, isDone) {
  const side = size * 0.86;
  const y = middle - side / 2;
  const fill = isDone ? COLOUR.accent : undefined;
  const edge = isDone ? COLOUR.accent : COLOUR.edge;
  box(ctx, { x: x + 1, y, width: side, height: side, radius: 7, fill, edge });
  if (!isDone) return;
  ctx.beginPath();
  ctx.moveTo(x + 1 + side * 0.22, middle + side * 0.02);
  ctx.lineTo(x + 1 + side * 0.43, middle + side * 0.22);
  ctx.lineTo(x + 1 + side * 0.8, middle - side * 0.2);
  ctx.strokeStyle = COLOUR.onAccent;
  ctx.lineWidth = side * 0.12;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.stroke();
}
