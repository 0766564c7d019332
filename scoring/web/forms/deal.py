"""The form of a deal, grouped by seat.

Knows which fields there are for how many seats, and how they are read. What they mean for a sheet
is `scoring.web.sheets`; whether it is possible, the engine's to say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from scoring.engine import NOBODY, POT, Ruleset
from scoring.web.forms.base import ServiceForm
from scoring.web.sheets.typed import FORFEIT, MOM, Typed, TypedLine, TypedSeat
from scoring.words import terms
from scoring.words.terms import Word

ENDINGS: Sequence[tuple[str, Word]] = (
    ("normal", pgettext_lazy("kết thúc ván", "Thường")),
    ("u", pgettext_lazy("kết thúc ván", "Ù")),
    ("drawn", pgettext_lazy("kết thúc ván", "Hòa")),
    ("fault", pgettext_lazy("kết thúc ván", "Phạt")),
    ("void", pgettext_lazy("kết thúc ván", "Hủy")),
)
ANSWER = "answer-"
LEAST_LINES, MOST_LINES = 3, 20
MOST_BETS, MOST_POINTS = 1000, 130
Choices = list[tuple[str, Any]]


@dataclass(frozen=True, slots=True)
class SeatFields:
    """The fields of one seat, for the template; it eats from `feeder`."""

    name: str
    feeder: str
    number: int
    place: forms.BoundField
    eats: forms.BoundField
    last_eats: forms.BoundField
    points: forms.BoundField
    player: forms.BoundField


class DealForm(ServiceForm):
    """Fields of a deal for the people in `seats`; `names` are all who may sit, by player UUID."""

    def __init__(
        self,
        *args: Any,
        names: Mapping[str, str],
        seats: Sequence[str],
        rules: Ruleset,
        line_count: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        sent = sum(name.startswith("payer_") for name in self.data)
        self.lines = range(min(max(LEAST_LINES, line_count, sent), MOST_LINES))
        self.seats = list(seats)
        self.names = names
        self.rules = rules
        self.fields |= _deal_fields(self._people(), rules)
        for index in range(len(self.seats)):
            self.fields |= _seat_fields(index, len(self.seats), names)
        for row in self.lines:
            self.fields |= _line_fields(row, self._people(), rules)

    def _people(self) -> Choices:
        """The seats as choices, by number."""
        return [(str(index), self.names.get(seat, "?")) for index, seat in enumerate(self.seats)]

    @property
    def seat_rows(self) -> Sequence[SeatFields]:
        """The fields by seat, in turn order."""
        return [
            SeatFields(
                name=self.names.get(seat, "?"),
                feeder=self.names.get(self.seats[index - 1], "?"),
                number=index + 1,
                place=self[f"place_{index}"],
                eats=self[f"eats_{index}"],
                last_eats=self[f"last_eats_{index}"],
                points=self[f"points_{index}"],
                player=self[f"player_{index}"],
            )
            for index, seat in enumerate(self.seats)
        ]

    @property
    def line_rows(self) -> Sequence[Sequence[forms.BoundField]]:
        """The fields of the free lines: payer, payee, bets, note."""
        parts = ("payer", "payee", "bets", "line_note")
        return [[self[f"{part}_{row}"] for part in parts] for row in self.lines]

    @property
    def has_more(self) -> bool:
        """Is a rare thing said: a free line, a multiplier?"""
        has_lines = any(self[f"bets_{row}"].value() for row in self.lines)
        return has_lines or str(self["multiplier"].value() or 1) != "1"

    def typed(self) -> Typed:
        """What was typed, once the form is valid."""
        given = self.cleaned_data
        return Typed(
            seats=[self._seat(index) for index in range(len(self.seats))],
            ending=given["ending"],
            starter=_index(given["starter"]),
            winner=_index(given["winner"]),
            kind=given["kind"],
            also=[int(it) for it in given["also"] if it != given["winner"]],
            compensator=given["compensator"],
            times=given["times"] or 1,
            last_round=given["last_round"],
            offender=_index(given["offender"]),
            fault_kind=given["fault_kind"],
            lines=[] if given["ending"] == "void" else self._lines(),
            multiplier=given["multiplier"] or 1,
            answers={
                name.removeprefix(ANSWER): str(value)
                for name, value in self.data.items()
                if name.startswith(ANSWER)
            },
        )

    def _seat(self, index: int) -> TypedSeat:
        given = self.cleaned_data
        return TypedSeat(
            player=given[f"player_{index}"],
            place=given[f"place_{index}"],
            points=given[f"points_{index}"],
            eats=int(given[f"eats_{index}"] or 0),
            last_eats=int(given[f"last_eats_{index}"] or 0),
        )

    def _lines(self) -> Sequence[TypedLine]:
        given = self.cleaned_data
        return [
            TypedLine(
                payer=given[f"payer_{row}"],
                payee=given[f"payee_{row}"],
                bets=given[f"bets_{row}"],
                note=given[f"line_note_{row}"],
            )
            for row in self.lines
            if given[f"bets_{row}"] is not None
        ]

    def clean(self) -> dict[str, Any]:
        """A free line is whole or not there; nobody sits twice."""
        given = dict(self.cleaned_data)
        for row in self.lines:
            ends = given.get(f"payer_{row}"), given.get(f"payee_{row}")
            has_bets = given.get(f"bets_{row}") is not None
            if any(ends) != has_bets or (has_bets and not all(ends)):
                self.add_error(f"bets_{row}", _("Ghi đủ ai trả, ai nhận và bao nhiêu cược."))
            elif has_bets and ends[0] == ends[1]:
                self.add_error(f"payee_{row}", _("Người trả và người nhận phải khác nhau."))
        players = [given.get(f"player_{index}") for index in range(len(self.seats))]
        if len(set(players)) < len(players):
            self.add_error(None, _("Một người không ngồi hai chỗ trong một ván."))
        return given


def seats_typed(data: Mapping[str, Any]) -> Sequence[str]:
    """Who sits according to a sent form; whom nobody knows its own field refuses."""
    sent = [str(data.get(f"player_{index}", "")) for index in range(4)]
    return [player for player in sent if player]


def initial_of(typed: Typed) -> dict[str, Any]:
    """The values by which a form says this."""
    initial: dict[str, Any] = {
        "ending": typed.ending,
        "starter": "" if typed.starter is None else str(typed.starter),
        "winner": "" if typed.winner is None else str(typed.winner),
        "kind": typed.kind or "plain",
        "also": [str(index) for index in typed.also],
        "compensator": typed.compensator,
        "times": typed.times,
        "last_round": typed.last_round,
        "offender": "" if typed.offender is None else str(typed.offender),
        "fault_kind": typed.fault_kind or "false_u",
        "multiplier": typed.multiplier,
    }
    for index, seat in enumerate(typed.seats):
        initial |= {
            f"player_{index}": seat.player,
            f"place_{index}": seat.place,
            f"points_{index}": seat.points,
            f"eats_{index}": str(seat.eats),
            f"last_eats_{index}": str(seat.last_eats),
        }
    for row, line in enumerate(typed.lines):
        initial |= {
            f"payer_{row}": line.payer,
            f"payee_{row}": line.payee,
            f"bets_{row}": line.bets,
            f"line_note_{row}": line.note,
        }
    return initial


def _deal_fields(people: Choices, rules: Ruleset) -> dict[str, forms.Field]:
    compensators: Choices = [("", _("Theo luật")), (NOBODY, _("Không ai")), *people]
    kinds = [
        (kind, _capital(str(word)))
        for kind, word in terms.U_KINDS.items()
        if _is_played(kind, rules)
    ]
    last_rounds: Choices = [("", _("Theo lượt ăn")), ("yes", _("Phải")), ("no", _("Không"))]
    faults = [(kind, _capital(str(word))) for kind, word in terms.FAULT_KINDS.items()]
    fields: dict[str, forms.Field] = {
        "ending": _pick(list(ENDINGS), _("Kết thúc ván"), required=True),
        "starter": _select([("", _("Không ghi")), *people], _("Đi trước")),
        "winner": _pick(people, _("Ai ù")),
        "kind": _pick(kinds, _("Loại ù")),
        "also": forms.MultipleChoiceField(
            choices=people, required=False, widget=forms.CheckboxSelectMultiple
        ),
        "compensator": _pick(compensators, _("Ai đền")),
        "times": _whole(1, 10, _("Ù gấp")),
        "last_round": _pick(last_rounds, _("Ù ở vòng cuối")),
        "offender": _pick(people, _("Ai bị phạt")),
        "fault_kind": _pick(faults, _("Lỗi")),
        "multiplier": _whole(1, 100, _("Nhân cả ván")),
        "note": forms.CharField(
            max_length=500, required=False, label=_("Ghi chú"), widget=forms.Textarea({"rows": 2})
        ),
    }
    fields["also"].label = _("Cùng ù khan")
    return fields


def _is_played(kind: str, rules: Ruleset) -> bool:
    return (kind != "dry" or rules.dry_u_allowed) and (kind != "round" or rules.round_u_allowed)


def _seat_fields(index: int, count: int, names: Mapping[str, str]) -> dict[str, forms.Field]:
    places: Choices = [
        (str(place), _capital(terms.place(place, count))) for place in range(1, count + 1)
    ]
    places += [(MOM, _("Móm")), (FORFEIT, _("Bỏ ván")), ("", "–")]
    eats: Choices = [(str(eats), str(eats)) for eats in range(4)]
    return {
        f"player_{index}": _select(list(names.items()), _("Người ngồi"), required=True),
        f"place_{index}": _pick(places, _("Hạng")),
        f"eats_{index}": _select(eats, pgettext("nhãn ngắn", "Ăn")),
        f"last_eats_{index}": _select(eats, pgettext("nhãn ngắn", "Chốt")),
        f"points_{index}": _whole(0, MOST_POINTS, _("Điểm bài")),
    }


def _line_fields(row: int, people: Choices, rules: Ruleset) -> dict[str, forms.Field]:
    ends: Choices = [("", "–"), *people, *([(POT, terms.POT)] if rules.pot_enabled else [])]
    return {
        f"payer_{row}": _select(ends, _("Ai trả")),
        f"payee_{row}": _select(ends, _("Ai nhận")),
        f"bets_{row}": _whole(1, MOST_BETS, _("Cược")),
        f"line_note_{row}": forms.CharField(max_length=200, required=False, label=_("Vì sao")),
    }


def _pick(choices: Choices, label: str = "", *, required: bool = False) -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=choices, label=label, required=required, widget=forms.RadioSelect
    )


def _select(choices: Choices, label: str, *, required: bool = False) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, label=label, required=required)


def _whole(least: int, most: int, label: str) -> forms.IntegerField:
    # Text with a numeric keypad: a number field changes under a thumb that scrolls.
    widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": 4})
    return forms.IntegerField(
        min_value=least, max_value=most, label=label, required=False, localize=False, widget=widget
    )


def _index(value: str) -> int | None:
    return int(value) if value else None


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
