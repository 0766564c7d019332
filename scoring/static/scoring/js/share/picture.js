// The night as a picture for a chat: club and day, the ranking, what lies below it, how it stands,
// and the square that leads back. Light whatever the theme; the rows share the room there is.

import { COLOUR, box, card, hair, lines, measure, write } from "./canvas.js";
import { drawEmblem, drawSquare, squareSide } from "./emblem.js";
import { drawLine, drawPlace, hasBars } from "./rows.js";

export const WIDTH = 1080;
export const HEIGHT = 1350;
const MARGIN = 60;
const INNER = WIDTH - 2 * MARGIN;
const PAD = 36;
const GAP = 24;
const TITLE = 76;
const MORE = 48;
const FOOT = 232; // the least the square is given
const LARGEST_FOOT = 400;
const ONE_COLUMN = 6; // more rows than this stand in two columns
const LARGEST_PLACE = 150;
const LARGEST_LINE = 90;
const LINE_TO_PLACE = 0.8;

/** A canvas with the picture of what `state.picture` tells. */
export function drawPicture(told) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ctx = canvas.getContext("2d");
  box(ctx, { x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: COLOUR.paper });
  const top = drawHead(ctx, told);
  const plan = divide(told, HEIGHT - MARGIN - FOOT - GAP - top);
  const middle = drawRanking(ctx, told, top, plan);
  const bottom = drawBelow(ctx, told.below, middle, plan);
  drawFoot(ctx, told, bottom);
  return canvas;
}

function drawHead(ctx, told) {
  const right = WIDTH - MARGIN;
  const seal = measure(ctx, told.seal.text, 28, 650) + 48;
  const grey = { colour: COLOUR.muted };
  const room = INNER - seal - 24;
  write(ctx, told.club, { x: MARGIN, y: 86, size: 36, weight: 600, width: room, ...grey });
  const [fill, colour] = told.seal.is_locked
    ? [COLOUR.accent, COLOUR.onAccent]
    : [COLOUR.amber, COLOUR.onAmber];
  box(ctx, { x: right - seal, y: 60, width: seal, height: 52, radius: 26, fill });
  const inSeal = { x: right - seal / 2, y: 86, size: 28, weight: 650, align: "center" };
  write(ctx, told.seal.text, { ...inSeal, colour });
  const size = 72;
  const day = write(ctx, told.weekday, { x: MARGIN, y: 162, size, weight: 750 });
  write(ctx, told.day, { x: MARGIN + day + 20, y: 162, size, width: INNER - day - 20 });
  const zero = told.zero
    ? write(ctx, told.zero, { x: right, y: 234, size: 32, align: "right", ...grey })
    : 0;
  write(ctx, told.facts, { x: MARGIN, y: 234, size: 32, width: INNER - zero - 24, ...grey });
  return 280;
}

/** How high the rows are in this room, and how many columns they stand in. */
function divide(told, room) {
  const { ranking, below } = told;
  const places = columnsOf(ranking.length);
  const drawn = columnsOf(below.lines.length);
  const beside =
    (places.rows ? 2 * 16 + GAP : 0) +
    (told.more_people ? MORE : 0) +
    (below.title ? TITLE : PAD) +
    PAD / 2 +
    (below.more ? MORE : 0);
  const lower = Math.max(drawn.rows, below.lines.length ? 0 : 1);
  const each = (room - beside) / (places.rows + LINE_TO_PLACE * lower);
  return {
    places: { ...places, height: Math.floor(Math.min(LARGEST_PLACE, each)) },
    lines: { ...drawn, height: Math.floor(Math.min(LARGEST_LINE, LINE_TO_PLACE * each)) },
  };
}

function columnsOf(count) {
  const columns = count > ONE_COLUMN ? 2 : 1;
  return { columns, rows: Math.ceil(count / columns) };
}

function drawRanking(ctx, told, top, { places }) {
  if (!told.ranking.length) return top;
  const height = 2 * 16 + places.rows * places.height + (told.more_people ? MORE : 0);
  card(ctx, { x: MARGIN, y: top, width: INNER, height });
  const isBarred = hasBars(ctx, told.ranking, { ...places, width: INNER - 2 * PAD });
  const points = told.ranking.map((one) => Math.abs(one.points));
  const widest = isBarred ? Math.max(...points, 1) : 0;
  eachCell(told.ranking, places, top + 16, (one, cell) => {
    if (cell.isLater) hair(ctx, cell.x, cell.y, cell.width);
    drawPlace(ctx, one, { ...cell, widest });
  });
  drawMore(ctx, told.more_people, top + height - 16);
  return top + height + GAP;
}

function drawBelow(ctx, below, top, plan) {
  const rows = below.lines.length ? plan.lines.rows : 1;
  const head = below.title ? TITLE : PAD;
  const height = head + rows * plan.lines.height + (below.more ? MORE : 0) + PAD / 2;
  card(ctx, { x: MARGIN, y: top, width: INNER, height });
  const x = MARGIN + PAD;
  if (below.title) {
    write(ctx, below.title, { x, y: top + 44, size: 36, weight: 700, width: INNER - 2 * PAD });
  }
  if (below.lines.length) {
    eachCell(below.lines, plan.lines, top + head, (one, cell) => drawLine(ctx, one, cell));
  } else {
    const y = top + head + plan.lines.height / 2;
    write(ctx, below.nothing, { x, y, size: 36, colour: COLOUR.muted, width: INNER - 2 * PAD });
  }
  drawMore(ctx, below.more, top + height - PAD / 2);
  return top + height + GAP;
}

/** Every one with its place: down the first column, then down the second. */
function eachCell(all, { columns, rows, height }, top, draw) {
  const between = columns > 1 ? 2 * PAD : 0;
  const width = (INNER - 2 * PAD - between) / columns;
  for (const [index, one] of all.entries()) {
    const x = MARGIN + PAD + Math.floor(index / rows) * (width + between);
    const row = index % rows;
    const place = { x, y: top + row * height, width, height };
    draw(one, { ...place, isLater: row > 0, isRoomy: columns === 1 });
  }
}

function drawMore(ctx, text, bottom) {
  if (!text) return;
  const y = bottom - MORE / 2;
  write(ctx, text, { x: MARGIN + PAD, y, size: 30, colour: COLOUR.muted, width: INNER - 2 * PAD });
}

function drawFoot(ctx, told, top) {
  const bottom = HEIGHT - MARGIN;
  const side = squareSide(told.qr, Math.min(LARGEST_FOOT, bottom - top));
  drawSquare(ctx, told.qr, WIDTH - MARGIN - side, bottom - side, side);
  const width = INNER - side - 40;
  const most = side > FOOT ? 2 : 1;
  let y = bottom - side + 20;
  const put = (text, size, weight, colour) => {
    for (const line of lines(ctx, text, { size, weight, width, most })) {
      write(ctx, line, { x: MARGIN, y, size, weight, colour, width, least: 0.72 });
      y += size * 1.3;
    }
    y += 6;
  };
  if (told.standing !== told.seal.text) put(told.standing, 32, 650, COLOUR.ink);
  put(told.scan, 28, 400, COLOUR.muted);
  put(told.address, 26, 400, COLOUR.accent);
  drawEmblem(ctx, MARGIN, bottom - 44, 44);
  const beside = { x: MARGIN + 58, y: bottom - 22, size: 28, weight: 650 };
  write(ctx, told.brand, { ...beside, colour: COLOUR.muted });
}
