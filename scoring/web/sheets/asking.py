"""The questions a deal raises before it can be scored: ties, cả làng móm, three eats, 0 points.

The engine is asked again with every answer until it is content; what it cannot decide becomes a
question to the table. Knows the engine and what was typed; guesses nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring import messages
from scoring.engine import Code, Refused, Ruleset, Sheet, score
from scoring.web.sheets.typed import Typed, write_sheet

YES = "yes"
# Every question takes a seat or a pair of them out of doubt: there cannot be many.
MOST_QUESTIONS = 12
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: its value in the form and what it says."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Part:
    """One group of choices of a question, by the name of its field."""

    name: str
    label: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Question:
    """What the table has to say."""

    text: str
    parts: Sequence[Part]
    is_answered: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Either a `sheet` the engine scores, or a question without an answer, or a refusal."""

    sheet: Sheet | None = None
    questions: Sequence[Question] = ()
    refused: Refused | None = None


@dataclass(slots=True)
class _Talk:
    """What has been said so far: the sheet as JSON, and the questions in their order."""

    typed: Typed
    rules: Ruleset
    names: Names
    known: Sheet | None
    sheet: dict[str, Any]
    questions: list[Question] = field(default_factory=list)


def ask(typed: Typed, *, rules: Ruleset, names: Names, known: Sheet | None = None) -> Asked:
    """The sheet of what was typed, or what has to be answered first; `names` by player UUID.

    `known` is the sheet that is corrected: what it says about an order answers for it. Errors:
    `Unfinished`.
    """
    talk = _Talk(typed, rules, names, known, write_sheet(typed, known))
    for _each in range(MOST_QUESTIONS):
        try:
            sheet = Sheet.from_json(talk.sheet)
            score(sheet, rules)
        except Refused as refused:
            # All of these are asked about normal deals; elsewhere three eats are a mistake.
            answer = _ANSWERS.get(refused.code) if talk.sheet["ending"] == "normal" else None
            if answer is None:
                return Asked(questions=talk.questions, refused=refused)
            if not answer(talk, refused):
                return Asked(questions=talk.questions)
        else:
            return _ask_latest(talk, sheet)
    raise AssertionError("the engine is content after a few answers")


def _ask_tie(talk: _Talk, refused: Refused) -> bool:
    seats = refused.values["seats"]
    text = messages.refusal(refused, talk.names)
    if talk.rules.tie_break == "last_discard":
        text = _("%(people)s bằng điểm: ai đánh rác cuối trước?") % {
            "people": ", ".join(talk.names[seat] for seat in seats)
        }
    key = "laid_down" if talk.rules.tie_break == "laid_down" else "last_discards"
    return _ask_order(talk, seats, text=text, key=key)


def _ask_mom(talk: _Talk, refused: Refused) -> bool:
    return _ask_order(
        talk, refused.values["seats"], text=messages.refusal(refused, talk.names), key="laid_down"
    )


def _ask_order(talk: _Talk, seats: Sequence[str], *, text: str, key: str) -> bool:
    """One choice a place, the last fills itself; True when the answer was put into the sheet."""
    numbers = [talk.sheet["seats"].index(seat) for seat in seats]
    name = "order-" + "".join(str(number) for number in numbers)
    before = _order_known(talk, seats, key)
    said: list[int] = []
    parts = []
    for step in range(len(numbers) - 1):
        part = f"{name}-{step}"
        left = [number for number in numbers if number not in said]
        chosen = talk.typed.answers.get(part, str(before[step]) if before else "")
        label = _("Trước nhất") if step == 0 else _("Tiếp theo")
        parts.append(_part(talk, part, label, left, chosen))
        if chosen not in {str(number) for number in left}:
            break
        said.append(int(chosen))
    is_answered = len(said) == len(numbers) - 1
    talk.questions.append(Question(text, parts, is_answered))
    if is_answered:
        said += [number for number in numbers if number not in said]
        order = [talk.sheet["seats"][number] for number in said]
        talk.sheet[key] = [*talk.sheet.get(key, []), *order]
    return is_answered


def _order_known(talk: _Talk, seats: Sequence[str], key: str) -> Sequence[int]:
    """The order of the sheet that is corrected, where it says all of it."""
    order = () if talk.known is None else getattr(talk.known, key)
    if not set(seats) <= set(order):
        return ()
    return [talk.sheet["seats"].index(seat) for seat in order if seat in seats]


def _ask_first(talk: _Talk, refused: Refused) -> bool:
    seats = refused.values["seats"]
    numbers = [talk.sheet["seats"].index(seat) for seat in seats]
    known = _first_known(talk)
    before = str(talk.sheet["seats"].index(known)) if known in seats else ""
    chosen = talk.typed.answers.get("first", before)
    is_answered = chosen in {str(number) for number in numbers}
    text = _("Cả làng móm: ai ít điểm nhất?")
    if talk.rules.all_mom == "first_to_lay_down":
        text = _("Cả làng móm: ai báo móm trước?")
    part = _part(talk, "first", "", numbers, chosen)
    talk.questions.append(Question(text, [part], is_answered))
    if is_answered:
        first = talk.sheet["seats"][int(chosen)]
        told = list(talk.known.finish or ()) if talk.known is not None else []
        talk.sheet["finish"] = told if told[:1] == [first] else [first]
    return is_answered


def _first_known(talk: _Talk) -> str | None:
    """Who is first in the sheet that is corrected: said by the head of `finish`, or come to by its
    points and orders.
    """
    if talk.known is None:
        return None
    if talk.known.finish:
        return talk.known.finish[0]
    try:
        places = score(talk.known, talk.rules).places
    except Refused:  # under other rules than it was recorded with
        return None
    return next((seat for seat, place in places.items() if place == 1), None)


def _ask_zero(talk: _Talk, refused: Refused) -> bool:
    return _ask_u(talk, refused, name="zero", kind="zero")


def _ask_three(talk: _Talk, refused: Refused) -> bool:
    return _ask_u(talk, refused, name="three", kind="plain")


def _ask_u(talk: _Talk, refused: Refused, *, name: str, kind: str) -> bool:
    """Somebody turns out to be ù: the deal is recorded as one, if the table says so."""
    seat = str(refused.values["seat"])
    field_name = f"{name}-{talk.sheet['seats'].index(seat)}"
    is_answered = talk.typed.answers.get(field_name) == YES
    label = _("Đúng, %(name)s ù") % {"name": talk.names[seat]}
    part = Part(field_name, "", [Choice(YES, label, is_answered)])
    text = messages.refusal(refused, talk.names)
    talk.questions.append(Question(text, [part], is_answered))
    if is_answered:
        talk.sheet |= {"ending": "u", "u": {"winner": seat, "kind": kind}}
        talk.sheet.pop("finish", None)
        talk.sheet["hands"] = {
            player: {key: it for key, it in hand.items() if key not in {"mom", "forfeit"}}
            for player, hand in talk.sheet["hands"].items()
        }
    return is_answered


def _ask_latest(talk: _Talk, sheet: Sheet) -> Asked:
    """Who ate last in the last round: asked where it changes who pays (R-31, R-32)."""
    eaters = _late_eaters(sheet, talk.rules)
    if len(eaters) < 2 or not _is_latest_asked(talk, sheet, eaters):
        return Asked(sheet=sheet, questions=talk.questions)
    chosen = talk.typed.answers.get("latest", "")
    if not chosen and talk.known is not None and sheet.eats == talk.known.eats:
        late = [eat.eater for eat in sheet.eats if eat.last_round and eat.eater in eaters]
        chosen = str(sheet.seats.index(late[-1]))
    numbers = [sheet.seats.index(eater) for eater in eaters]
    is_answered = chosen in {str(number) for number in numbers}
    part = _part(talk, "latest", "", numbers, chosen)
    talk.questions.append(Question(_("Ai ăn chốt sau cùng?"), [part], is_answered))
    return Asked(sheet=sheet if is_answered else None, questions=talk.questions)


def _late_eaters(sheet: Sheet, rules: Ruleset) -> Sequence[str]:
    """Who may have been the latest; under `last_other_eater` the winner makes no difference."""
    late = {eat.eater for eat in sheet.eats if eat.last_round}
    if sheet.u is None or sheet.u.compensator is not None:
        return []
    if rules.compensation_winner_ate_last == "last_other_eater":
        late -= {sheet.u.winner or ""}
    return [seat for seat in sheet.seats if seat in late]


def _is_latest_asked(talk: _Talk, sheet: Sheet, eaters: Sequence[str]) -> bool:
    """Would another order of the last-round eats give other transfers?"""
    came = [Counter(score(_with_latest(sheet, eater), talk.rules).transfers) for eater in eaters]
    return any(one != came[0] for one in came)


def _with_latest(sheet: Sheet, eater: str) -> Sheet:
    late = [eat for eat in sheet.eats if eat.last_round and eat.eater == eater]
    others = [eat for eat in sheet.eats if eat not in late]
    return replace(sheet, eats=(*others, *late))


def _part(talk: _Talk, name: str, label: str, numbers: Sequence[int], chosen: str) -> Part:
    seats = talk.sheet["seats"]
    return Part(
        name,
        label,
        [
            Choice(str(number), talk.names.get(seats[number], "?"), str(number) == chosen)
            for number in numbers
        ],
    )


_ANSWERS = {
    Code.TIE_NEEDS_ORDER: _ask_tie,
    Code.MOM_NEEDS_ORDER: _ask_mom,
    Code.ALL_MOM_NEEDS_ORDER: _ask_first,
    Code.ZERO_POINTS_IS_U: _ask_zero,
    Code.THREE_EATS_WITHOUT_U: _ask_three,
}
