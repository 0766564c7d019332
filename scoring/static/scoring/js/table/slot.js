// The slot: 48 pixels under the rows that say one thing at a time and never move anything.
// First what has to be answered, then the kinds of ù, then what was filled in, then a hint.

import { button, h, set } from "./dom.js";
import { say } from "./words.js";

export class Slot {
  #shown = "";

  constructor() {
    this.element = h("div", { class: "slot", role: "group", "aria-label": say("slot") });
  }

  update(view) {
    const { kind, content, key } = contentOf(view);
    if (key === this.#shown) return;
    const focused = this.element.contains(document.activeElement)
      ? { ...document.activeElement.dataset }
      : null;
    this.#shown = key;
    set(this.element, "data-kind", kind);
    this.element.replaceChildren(...content);
    if (focused) this.#focusAgain(focused);
  }

  #focusAgain(data) {
    const same = [...this.element.querySelectorAll("button")].find(
      (one) => one.dataset.act === data.act && one.dataset.value === data.value,
    );
    same?.focus();
  }
}

function contentOf(view) {
  const { outcome, draft } = view;
  if (view.typing) return typing(view);
  if (outcome.question) return question(outcome.question, view);
  if (outcome.refused) return told("asks", view.reason);
  if (draft.u) return kinds(view);
  if (outcome.notice?.key === "zero_u") return zero(outcome.notice.seat, view);
  const denied = view.denied && say(view.denied.key, { name: view.names[view.denied.seat] });
  if (denied) return told("notice", denied);
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

/** The kinds the rules tell apart, and who compensates. */
function kinds({ draft, names, rules, compensator }) {
  const { u } = draft;
  const ate = draft.eats.some((eat) => eat.eater === u.winner);
  const chips = chipsOf(rules, u.kind).map(({ kind, key }) =>
    button("kind", say(key), {
      class: "chip",
      data: { value: kind },
      "aria-pressed": String(u.kind === kind),
      "aria-disabled": kind === "dry" && ate ? "true" : null,
    }),
  );
  const { offered: payer, chosen } = compensator;
  chips.push(
    button("compensator", say("pays_all", { name: names[payer] }), {
      class: "chip",
      data: { value: payer },
      "aria-pressed": String(chosen === payer),
    }),
  );
  return {
    kind: "kinds",
    key: `kinds ${u.winner} ${u.kind} ${u.isGuess} ${payer} ${chosen} ${ate}`,
    content: [
      h("p", { class: "slot__text slot__text--short" }, say("u_of")),
      h("div", { class: "chips" }, ...chips),
    ],
  };
}

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

function zero(seat, { names }) {
  const again = button("retype", say("retype"), { class: "chip", data: { seat } });
  return {
    kind: "notice",
    key: `zero ${seat}`,
    content: [h("p", { class: "slot__text" }, say("zero_u", { name: names[seat] })), again],
  };
}

const typing = ({ typing: seat, names }) => told("typing", say("type_points", { name: names[seat] }));
