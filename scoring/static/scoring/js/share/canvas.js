// Words and shapes on a canvas. Knows colours and how text is made to fit; nothing of nights.

export const COLOUR = {
  paper: "#f6f4ef",
  card: "#ffffff",
  ink: "#1b1b1f",
  muted: "#55555e",
  accent: "#0b4f8a",
  onAccent: "#ffffff",
  tint: "#e6eff7",
  gain: "#0b4f8a",
  loss: "#9a3b00",
  even: "#55555e",
  plain: "#1b1b1f",
  amber: "#fdf0d5",
  onAmber: "#5c3d00",
  edge: "#767680",
  hair: "#e5e1d8",
};
const TYPE = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const MIDDLE = 0.36; // of the size: from the middle of a line down to what letters stand on

/** Text by the middle of its line. Longer than `width` it becomes smaller, down to `least` of its
 * size, and then ends in an ellipsis. Says how wide it is. */
export function write(ctx, text, at) {
  const { x, y, weight = 400, colour = COLOUR.ink, align = "left", width = Infinity } = at;
  const { least = 1 } = at;
  const wanted = measure(ctx, text, at.size, weight);
  const size = at.size * Math.min(1, Math.max(least, (width - 1) / wanted));
  ctx.font = `${weight} ${size}px ${TYPE}`;
  ctx.fillStyle = colour;
  ctx.textAlign = align;
  const fitting = fit(ctx, text, width);
  ctx.fillText(fitting, x, y + size * MIDDLE);
  return ctx.measureText(fitting).width;
}

/** How wide this text would be. */
export function measure(ctx, text, size, weight = 400) {
  ctx.font = `${weight} ${size}px ${TYPE}`;
  return ctx.measureText(text).width;
}

/** Text in up to `most` lines, broken behind words, or behind the slashes of an address. */
export function lines(ctx, text, { size, weight = 400, width, most }) {
  ctx.font = `${weight} ${size}px ${TYPE}`;
  const made = [""];
  for (const part of text.match(/[^ /]*[ /]*/g)) {
    const longer = made.at(-1) + part;
    if (made.length === most || !made.at(-1) || ctx.measureText(longer.trimEnd()).width <= width) {
      made[made.length - 1] = longer;
    } else made.push(part);
  }
  return made.map((line) => line.trimEnd());
}

function fit(ctx, text, width) {
  if (ctx.measureText(text).width <= width) return text;
  const letters = [...text.normalize("NFC")];
  let kept = 0;
  for (let step = letters.length; step >= 1; step = step === 1 ? 0 : Math.ceil(step / 2)) {
    const more = Math.min(letters.length, kept + step);
    if (ctx.measureText(`${letters.slice(0, more).join("")}…`).width <= width) kept = more;
  }
  return `${letters.slice(0, kept).join("").trimEnd()}…`;
}

/** A rectangle with round corners, filled, or with an edge, or both. */
export function box(ctx, { x, y, width, height, radius = 0, fill, edge }) {
  ctx.beginPath();
  if (ctx.roundRect) ctx.roundRect(x, y, width, height, radius);
  else ctx.rect(x, y, width, height);
  if (fill) {
    ctx.fillStyle = fill;
    ctx.fill();
  }
  if (edge) {
    ctx.strokeStyle = edge;
    ctx.lineWidth = 2;
    ctx.stroke();
  }
}

/** A card, as the pages have them. */
export function card(ctx, place) {
  box(ctx, { ...place, radius: 28, fill: COLOUR.card, edge: COLOUR.hair });
}

/** A line between two rows. */
export function hair(ctx, x, y, width) {
  box(ctx, { x, y: y - 1, width, height: 2, fill: COLOUR.hair });
}
