// What this phone has not sent, at whatever table: said where a table is joined or left, and on one's
// own page. Knows the outbox and the events in it; the words come with the page.

import { readAll } from "./table/outbox.js";

const region = document.getElementById("unsent");

/** The events that wait or were refused, by table, with the last board of each. */
async function byTable() {
  const tables = new Map();
  for (const { key, value } of await readAll()) {
    const [id, kind] = key;
    if (!tables.has(id)) tables.set(id, { id, events: [], board: null });
    const table = tables.get(id);
    if (kind === "board") table.board = value;
    if (kind === "event" && value.state !== "done" && !value.isUndone) table.events.push(value);
  }
  return [...tables.values()].filter(({ events }) => events.length);
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => String(values[name] ?? ""));

const dayOf = ({ day }) => day.split("-").slice(1).reverse().join("/");

const nameOf = ({ id, board }) => (board ? `${board.table.label} · ${dayOf(board.table)}` : `#${id}`);

/** Each deal in a line: when it was played, and who got what. */
function textOf(table) {
  const names = table.board?.names ?? {};
  const deals = table.events.filter(({ deal }) => deal);
  return [nameOf(table), ...deals.map((event) => lineOf(event, names))].join("\n");
}

function lineOf({ deal, body }, names) {
  const at = body.played_at ? ` (${new Date(body.played_at).toTimeString().slice(0, 5)})` : "";
  const head = fill(region.dataset.deal, { number: deal.number }) + at;
  if (deal.is_void) return `${head}: ${region.dataset.void}`;
  const sums = Object.entries(deal.net_points ?? {}).filter(([seat]) => seat !== "POT");
  const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
  return `${head}: ${sums.map(([seat, points]) => `${names[seat] ?? seat} ${signed(points)}`).join(", ")}`;
}

function row(table) {
  const made = document.getElementById("unsent-row").content.firstElementChild.cloneNode(true);
  const count = { table: nameOf(table), count: table.events.length };
  const said = made.querySelector("span");
  said.textContent = fill(said.textContent, count);
  made.querySelector("a").href = region.dataset.url.replace("/0/", `/${table.id}/`);
  made.querySelector("button").addEventListener("click", () => write(made, textOf(table)));
  return made;
}

/** The text stands there, marked, and is copied where that is allowed. */
function write(row, text) {
  const area = row.querySelector("textarea");
  area.hidden = false;
  area.value = text;
  area.select();
  navigator.clipboard?.writeText(text).catch(() => {});
}

async function start() {
  const tables = await byTable().catch(() => []);
  region.querySelector("ul").replaceChildren(...tables.map(row));
  region.hidden = !tables.length;
}

start();
