// The slot: 48 pixels under the rows that say one thing at a time and never move anything.
// First what has to be answered, then the kinds of ù, then why a tap did nothing, then what was
// filled in, then a hint.

import { whyNot } from "./denials.js";
import { button, h, set } from "./dom.js";
import { say } from "./words.js";

export class Slot {
  #shown = "";

  constructor() {
    this.element = h("div", { class: "slot", role: "group", "aria-label": say("slot") });
  }

  /** What is new in it and was not just tapped, as it is to be heard; "" for nothing. */
  update(view) {
    const { kind, content, key } = contentOf(view);
    if (key === this.#shown) return "";
    const focused = this.element.contains(document.activeElement)
      ? { ...document.activeElement.dataset }
      : null;
    this.#shown = key;
    set(this.element, "data-kind", kind);
    this.element.replaceChildren(...content);
    if (focused) this.#focusAgain(focused);
    return kind === "kinds" ? guessed(view) : ["asks", "notice"].includes(kind) ? this.#read() : "";
  }

  #read() {
    const choices = [...this.element.querySelectorAll("button")].map((one) => one.textContent);
    return [this.element.querySelector(".slot__text").textContent, choices.join(", ")].join(" ").trim();
  }

  #focusAgain(data) {
    const same = [...this.element.querySelectorAll("button")].find(
      (one) => one.dataset.act === data.act && one.dataset.value === data.value,
    );
    same?.focus();
  }
}

/** An ù, or who compensates, that nobody tapped: it was made out of what was eaten. */
function guessed({ draft: { u }, names, compensator: { chosen } }) {
  const pays = chosen && u.compensator === null ? say("pays_all", { name: names[chosen] }) : "";
  if (!u.isGuess && !pays) return "";
  return [names[u.winner], say(`u_${u.kind}`), pays].filter(Boolean).join(", ");
}

function contentOf(view) {
  const { outcome, draft } = view;
  const denied = view.denied && say(view.denied.key, { name: view.names[view.denied.seat] });
  if (view.typing) return denied ? told("notice", denied) : typing(view);
  if (outcome.question) return question(outcome.question, view);
  // What is refused may be taken back right here.
  if (draft.u) return kinds(view, view.reason || denied);
  if (outcome.refused) return told("asks", view.reason);
  if (denied) return told("notice", denied);
  if (outcome.notice?.key === "zero_u") return zero(outcome.notice.seat, view);
  return told("hint", view.hint);
}

const told = (kind, text) => ({
  kind,
  key: `${kind} ${text}`,
  content: [h("p", { class: "slot__text" }, text)],
});

function question({ key, seats }, { names, draft }) {
  const isFirst = (index) => key === "tie_laid" && index === 0;
  const choices = seats.map((seat, index) =>
    button("answer", names[seat] + (isFirst(index) ? say("expected_first") : ""), {
      class: "chip",
      data: { seat },
      "aria-pressed": String(draft.answers.includes(seat)),
    }),
  );
  return {
    kind: "asks",
    key: `${key} ${seats} ${draft.answers}`,
    content: [h("p", { class: "slot__text" }, say(key)), h("div", { class: "chips" }, ...choices)],
  };
}

/** The kinds the rules tell apart, and who compensates; `told` is what is wrong with them. */
function kinds(view, told) {
  const { draft, rules, outcome } = view;
  const { u } = draft;
  const isOff = (kind) => u.kind !== kind && whyNot(draft, rules, { act: "kind", value: kind });
  const all = chipsOf(rules, u.kind);
  const off = all.filter(({ kind }) => isOff(kind)).map(({ kind }) => kind);
  const chips = all.map(({ kind, key }) =>
    button("kind", say(key), {
      class: "chip",
      data: { value: kind },
      "aria-pressed": String(u.kind === kind),
      "aria-disabled": off.includes(kind) ? "true" : null,
    }),
  );
  const { offered, chosen } = view.compensator;
  const short = h("p", { class: "slot__text slot__text--short" }, say("u_of"));
  return {
    kind: outcome.refused ? "asks" : told ? "notice" : "kinds",
    key: `kinds ${u.winner} ${u.kind} ${offered} ${chosen} ${off} ${told}`,
    content: [
      told ? h("p", { class: "slot__text slot__text--long" }, told) : short,
      h("div", { class: "chips" }, ...chips, payer(view)),
    ],
  };
}

/** Who compensates, or would: on where it is so. */
const payer = ({ names, compensator: { offered, chosen } }) =>
  button("compensator", say("pays_all", { name: names[offered] }), {
    class: "chip",
    data: { value: offered },
    "aria-pressed": String(chosen === offered),
  });

/**
 * A chip for each kind that pays or is called differently here. "Tròn" stands for ten cards and for
 * going out without a discard alike where both pay the same: ten may be said in any round.
 */
function chipsOf(rules, chosen) {
  const chips = [{ kind: "plain", key: "kind_plain" }];
  const isOne = rules.u_pay.ten === rules.u_pay.round || !rules.round_u_allowed;
  if (isOne && chosen !== "round") chips.push({ kind: "ten", key: "kind_round" });
  else chips.push({ kind: "ten", key: "kind_ten" }, { kind: "round", key: "kind_round" });
  if (rules.dry_u_allowed) chips.push({ kind: "dry", key: "kind_dry" });
  if (rules.u_pay.zero !== rules.u_pay.plain || chosen === "zero") {
    chips.push({ kind: "zero", key: "kind_zero" });
  }
  return chips;
}

/** 0 points are ù: that is so until it is typed anew; a tap on "right" asks for more. */
function zero(seat, view) {
  const { names, compensator } = view;
  const right = button("zero", say("right"), { class: "chip", data: { seat }, "aria-pressed": "true" });
  const again = button("retype", say("retype"), { class: "chip", data: { seat } });
  const chips = compensator.chosen ? [right, again, payer(view)] : [right, again];
  return {
    kind: "notice",
    key: `zero ${seat} ${compensator.chosen}`,
    content: [
      h("p", { class: "slot__text" }, say("zero_u", { name: names[seat] })),
      h("div", { class: "chips" }, ...chips),
    ],
  };
}

const typing = ({ typing: seat, names }) => told("typing", say("type_points", { name: names[seat] }));
