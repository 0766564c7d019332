// What is done less often, in place of slot and preview or over the whole page; never a dialog.
// Each panel is made when it is opened, from what the page knows then.

import { button, h } from "./dom.js";
import { doubles } from "./doubles.js";
import { history, shownHistory } from "./history.js";
import { themeNow } from "./looks.js";
import { SEATS } from "./names.js";
import { parked } from "./parked.js";
import { writerChips } from "./presence.js";
import { uOf } from "./sheets.js";
import { number, say } from "./words.js";

const MULTIPLIERS = [1, 2, 3, 4, 5];
const THEMES = ["system", "light", "dark"];
const STAKES = [1, 2, 5, 10, 20, 50];

/** A panel by name; `view` as the page's parts get it. */
export function makePanel(name, view) {
  const makers = { more, menu, players, swap, stake, history, parked, doubles };
  const { title, content } = makers[name](view);
  return h(
    "section",
    { class: "panel", "aria-label": title, data: { panel: name } },
    h("header", { class: "panel__head" }, h("h2", {}, title), button("close", say("close"), { class: "plain" })),
    h("div", { class: "panel__body" }, ...content),
  );
}

/** All that a panel shows, in a word, where making it anew for nothing would take long; else null. */
export const shownIn = (name, view) => (name === "history" ? shownHistory(view) : null);

const group = (title, ...content) => h("div", { class: "group" }, h("h3", {}, title), ...content);

const chips = (...content) => h("div", { class: "chips chips--wrap" }, ...content);

const chip = (act, text, data, isOn = null) =>
  button(act, text, { class: "chip", data, "aria-pressed": isOn === null ? null : String(isOn) });

const people = (view, seats, act, isOn = () => null, data = {}) =>
  chips(...seats.map((seat) => chip(act, view.names[seat], { seat, ...data }, isOn(seat))));

/** Khác…: how else a deal can end, and what goes with it. */
function more(view) {
  const { draft, rules } = view;
  const content = [
    group(
      say("ending"),
      chips(
        chip("ending", say("drawn"), { value: "drawn" }, draft.ending === "drawn"),
        chip("ending", say("void"), { value: "void" }, draft.ending === "void"),
      ),
    ),
    group(
      say("multiplier"),
      chips(...MULTIPLIERS.map((times) => chip("multiplier", `×${times}`, { value: times }, draft.multiplier === times))),
    ),
  ];
  const u = uOf(draft, rules);
  if (u) {
    const times = (one) => chip("times", `×${one}`, { value: one }, (u.times ?? 1) === one);
    content.push(group(say("u_times"), chips(...MULTIPLIERS.map(times))));
    const losers = draft.seats.filter((seat) => seat !== u.winner);
    const nobody = chip("compensator", say("nobody_pays"), { value: "nobody" }, u.compensator === "nobody");
    const chosen = (seat) => view.compensator.chosen === seat;
    const row = chips(...losers.map((seat) => chip("compensator", view.names[seat], { value: seat }, chosen(seat))), nobody);
    content.push(group(say("who_pays_all"), row));
  }
  const isVoid = rules.quit_as === "void";
  const hasLeft = (seat) => (isVoid ? draft.quit === seat : draft.forfeit.includes(seat));
  const isFault = (kind) => (seat) => draft.fault?.player === seat && draft.fault.kind === kind;
  content.push(
    group(say("fault_false_u"), people(view, draft.seats, "fault", isFault("false_u"), { value: "false_u" })),
    group(say("fault_false_eat"), people(view, draft.seats, "fault", isFault("false_eat"), { value: "false_eat" })),
    group(say(isVoid ? "left_deal_void" : "left_deal"), people(view, draft.seats, "forfeit", hasLeft)),
    group(say("by_hand"), ...byHand(view)),
    group(say("starts"), people(view, draft.seats, "starter", (seat) => draft.starter === seat)),
    view.note.update(draft),
  );
  return { title: say("more"), content };
}

/** A free line: from whom, to whom, how many bets. */
function byHand({ draft, names, hand, rules }) {
  const sides = rules.pot_enabled ? [...draft.seats, "POT"] : draft.seats;
  const name = (seat) => (seat === "POT" ? say("pot") : names[seat]);
  const pick = (side) =>
    h(
      "div",
      { class: "chips chips--wrap", role: "group", "aria-label": say(side) },
      h("span", { class: "chips__label" }, say(side)),
      ...sides.map((seat) => chip(`hand-${side}`, name(seat), { seat }, hand[side] === seat)),
    );
  const bets = chips(
    button("bets", "−", { class: "chip", data: { value: -1 }, "aria-label": say("less") }),
    h("output", { class: "chips__value" }, number(hand.bets)),
    button("bets", "+", { class: "chip", data: { value: 1 }, "aria-label": say("add") }),
    button("add-line", say("add_line"), { class: "chip chip--strong", "aria-disabled": isReady(hand) ? null : "true" }),
  );
  const lines = draft.adjustments.map((line, index) =>
    chip("drop-line", `${name(line.payer)} → ${name(line.payee)} ${number(line.bets)} ✕`, { index }),
  );
  return [pick("payer"), pick("payee"), bets, ...(lines.length ? [chips(...lines)] : [])];
}

export const isReady = (hand) => Boolean(hand.payer && hand.payee && hand.payer !== hand.payee);

/** ⋯: everything about the table and about this phone. */
function menu(view) {
  const { links, looks } = view;
  const link = (href, text) => (href ? h("a", { class: "item", href }, text) : null);
  const open = (panel, text) => button("open", text, { class: "item", data: { value: panel } });
  const look = (value, text) =>
    button("look", text, { class: "item", data: { value }, "aria-pressed": String(Boolean(looks[value])) });
  return {
    title: say("menu"),
    content: [
      writerChips(view),
      // Far from saving and undoing, however far the panel is scrolled.
      chips(chip("clear", say("clear_draft"))),
      h(
        "div",
        { class: "items" },
        ...(view.isWritable
          ? [
              open("players", say("players")),
              open("swap", say("swap")),
              open("stake", say("stake_now", { stake: number(view.terms.stake_points) })),
            ]
          : []),
        open("history", say("history")),
        link(links.codes, say("codes")),
        link(links.watch, say("watch")),
        settle(view),
        link(links.night, say("night")),
      ),
      h(
        "div",
        { class: "items" },
        look("large", say("large_text")),
        look("table", say("on_table")),
        look("turned", say("turned")),
        look("left", say("left_hand")),
        view.wake.state === "missing"
          ? null
          : button("wake", say("keep_awake"), { class: "item", "aria-pressed": String(view.wake.state === "on") }),
      ),
      group(
        say("theme"),
        chips(...THEMES.map((name) => chip("theme", say(`theme_${name}`), { value: name }, themeNow() === name))),
      ),
    ],
  };
}

/** To the settlement; where deals wait on this phone, they are shown first. */
function settle({ links, book }) {
  if (!links.settlement) return null;
  return book.unsent
    ? button("settle-first", say("settle"), { class: "item" })
    : h("a", { class: "item", href: links.settlement }, say("settle"));
}

/** Who sits, who waits, who may come. */
function players(view) {
  const { terms, names, board, replacing } = view;
  const isFull = terms.seats.length >= SEATS;
  const comes = terms.bench.find((seat) => seat === replacing);
  const seated = terms.seats.map((seat) =>
    h(
      "li",
      { class: "person" },
      h("span", {}, names[seat]),
      comes ? chip("replace", say("replace_this", { name: names[comes] }), { seat }) : null,
      // Two are needed to play.
      !comes && terms.seats.length > 2 ? chip("leave", say("leave"), { seat }) : null,
    ),
  );
  const waiting = terms.bench.map((seat) =>
    h(
      "li",
      { class: "person" },
      h("span", {}, names[seat]),
      chips(
        chip("go-home", say("go_home"), { seat }),
        isFull
          ? chip("replacing", say("replacing"), { seat }, seat === comes)
          : chip("sit", say("sit"), { seat }),
      ),
    ),
  );
  const known = new Set([...terms.seats, ...terms.bench]);
  const others = board.roster.filter((one) => !known.has(one.player_id));
  const come = others.map((one) => chip("sit", `+ ${one.name}`, { seat: one.player_id }));
  return {
    title: say("players"),
    content: [
      group(say("seated"), h("ol", { class: "people" }, ...seated)),
      ...(waiting.length ? [group(say("bench"), h("ol", { class: "people" }, ...waiting))] : []),
      group(say("come"), isFull ? h("p", { class: "help" }, say("table_full")) : null, chips(...come)),
      view.guest.update(view),
    ],
  };
}

/** Two taps change two seats. */
function swap(view) {
  const { terms, names, swapping } = view;
  const seats = terms.seats.map((seat) =>
    button("swap", names[seat], { class: "item", data: { seat }, "aria-pressed": String(swapping === seat) }),
  );
  return { title: say("swap"), content: [h("p", { class: "help" }, say("swap_help")), h("div", { class: "items" }, ...seats)] };
}

function stake(view) {
  const now = view.terms.stake_points;
  const known = [...new Set([...STAKES, now])].sort((one, other) => one - other);
  const content = known.map((value) => chip("stake", number(value), { value }, now === value));
  return {
    title: say("stake"),
    content: [
      h("p", { class: "help" }, say("stake_help", { number: number(view.book.lastNumber + 1) })),
      chips(...content),
      chips(
        button("stake-by", "−", { class: "chip", data: { value: -1 }, "aria-label": say("less") }),
        h("output", { class: "chips__value" }, number(view.newStake)),
        button("stake-by", "+", { class: "chip", data: { value: 1 }, "aria-label": say("add") }),
        button("stake", say("apply"), { class: "chip chip--strong", data: { value: view.newStake } }),
      ),
    ],
  };
}
