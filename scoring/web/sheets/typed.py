"""What somebody typed about a deal, and the sheet it comes to.

Knows seats by their number on the form, from 0. Knows no rule set: whether the sheet is possible
is the engine's to say.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine import NOBODY, POT, Sheet

MOM, FORFEIT = "mom", "forfeit"


@dataclass(frozen=True, slots=True)
class TypedSeat:
    """One seat: the player's UUID as text, the place ("", "1" … "4", "mom" or "forfeit"), hand
    points where they were counted, plain and last-round eats.
    """

    player: str
    place: str = ""
    points: int | None = None
    eats: int = 0
    last_eats: int = 0

    @property
    def is_behind(self) -> bool:
        """Móm, or left during the deal: not among those who are ranked."""
        return self.place in {MOM, FORFEIT}


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line by hand: payer and payee as seat numbers, or POT."""

    payer: str
    payee: str
    bets: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """The whole form. `compensator` is "" (the rules decide), "nobody" or a seat number;
    `last_round` is "" (as the eats say), "yes" or "no". `answers` are those to questions, by name.
    """

    seats: Sequence[TypedSeat]
    ending: str = "normal"
    starter: int | None = None
    winner: int | None = None
    kind: str = ""
    also: Sequence[int] = ()
    compensator: str = ""
    times: int = 1
    last_round: str = ""
    offender: int | None = None
    fault_kind: str = ""
    lines: Sequence[TypedLine] = ()
    multiplier: int = 1
    answers: Mapping[str, str] = field(default_factory=dict)

    def player(self, index: int) -> str:
        """Who sits in this seat."""
        return self.seats[index].player


class Unfinished(Exception):
    """Something has to be typed before there is a sheet: `say` says what, in a sentence."""

    def __init__(self, say: str) -> None:
        super().__init__(say)
        self.say = say


def write_sheet(typed: Typed, known: Sheet | None = None) -> dict[str, Any]:
    """The sheet as JSON. `known` is the one that is corrected: what this form does not show of it
    (cards, the order of eats) is kept where it still fits.

    Errors: `Unfinished` where the finishing order has a gap.
    """
    seats = [seat.player for seat in typed.seats]
    sheet: dict[str, Any] = {
        "seats": seats,
        "ending": typed.ending,
        "hands": {seat.player: _hand(seat, typed, known) for seat in typed.seats},
        "eats": _eats(typed, known),
        "adjustments": [_line(line, seats) for line in typed.lines],
        "multiplier": typed.multiplier,
    }
    if typed.starter is not None:
        sheet["starter"] = seats[typed.starter]
    if typed.ending == "normal":
        finish = _finish(typed)
        if finish is not None:
            sheet["finish"] = [*finish, *_order_behind(typed, known)]
    elif typed.ending == "u":
        sheet["u"] = _u(typed, seats)
    elif typed.ending == "fault":
        sheet["fault"] = _fault(typed, seats)
    return sheet


def _hand(seat: TypedSeat, typed: Typed, known: Sheet | None) -> dict[str, Any]:
    hand: dict[str, Any] = {}
    if seat.points is not None:
        hand["points"] = seat.points
    if typed.ending == "normal" and seat.is_behind:
        hand[seat.place] = True
    before = known.hands.get(seat.player) if known is not None else None
    if before is not None and before.cards is not None:
        said = (before.points, before.mom, before.forfeit)
        if said == (seat.points, MOM in hand, FORFEIT in hand):
            return before.to_json()
    return hand


def _finish(typed: Typed) -> list[str] | None:
    """The seats that are not móm, best first; None where points have to say it."""
    standing = [seat for seat in typed.seats if not seat.is_behind]
    placed = [seat for seat in standing if seat.place]
    taken = Counter(seat.place for seat in placed)
    if taken and max(taken.values()) > 1:
        raise Unfinished(_("Hai người đang cùng một hạng."))
    order = [seat.player for seat in sorted(placed, key=lambda seat: seat.place)]
    rest = [seat.player for seat in standing if not seat.place]
    if not standing:
        return None
    if len(standing) == 1:
        return [standing[0].player]
    if not rest:
        return order
    if len(rest) == 1:
        return _filled(order, rest[0], taken)
    if not placed and any(seat.points is not None for seat in standing):
        return None
    raise Unfinished(_("Chọn nhất → bét cho những người không móm."))


def _order_behind(typed: Typed, known: Sheet | None) -> list[str]:
    """How `known` orders the seats that are móm, as long as it speaks of just these (R-06)."""
    behind = {seat.player for seat in typed.seats if seat.is_behind}
    told = [player for player in (known.finish or ()) if player in behind] if known else []
    return told if set(told) == behind else []


def _filled(order: list[str], last: str, taken: Counter[str]) -> list[str]:
    """The order with the one seat nobody placed in the place nobody took."""
    free = next(place for place in range(1, 5) if str(place) not in taken)
    return [*order[: free - 1], last, *order[free - 1 :]]


def _eats(typed: Typed, known: Sheet | None) -> list[dict[str, Any]]:
    """Plain eats first, then those of the last round; the one named as the latest comes last."""
    latest = typed.answers.get("latest", "")
    plain = [(seat.player, False) for seat in typed.seats for _each in range(seat.eats)]
    late = [
        (seat.player, True)
        for index, seat in sorted(
            enumerate(typed.seats), key=lambda numbered: str(numbered[0]) == latest
        )
        for _each in range(seat.last_eats)
    ]
    made = [*plain, *late]
    if known is not None and not latest:
        before = [(eat.eater, eat.last_round) for eat in known.eats]
        if Counter(before) == Counter(made):
            made = before
    return [{"eater": eater, "last_round": last_round} for eater, last_round in made]


def _u(typed: Typed, seats: Sequence[str]) -> dict[str, Any]:
    u: dict[str, Any] = {"also": [seats[index] for index in typed.also], "times": typed.times}
    if typed.winner is not None:
        u["winner"] = seats[typed.winner]
    if typed.kind:
        u["kind"] = typed.kind
    if typed.compensator:
        u["compensator"] = _who(typed.compensator, seats)
    if typed.last_round:
        u["last_round"] = typed.last_round == "yes"
    return u


def _fault(typed: Typed, seats: Sequence[str]) -> dict[str, Any]:
    if typed.offender is None:
        raise Unfinished(_("Chọn người bị phạt."))
    fault = {"player": seats[typed.offender]}
    return fault | ({"kind": typed.fault_kind} if typed.fault_kind else {})


def _line(line: TypedLine, seats: Sequence[str]) -> dict[str, Any]:
    return {
        "payer": _who(line.payer, seats),
        "payee": _who(line.payee, seats),
        "bets": line.bets,
        "note": line.note,
    }


def _who(who: str, seats: Sequence[str]) -> str:
    return who if who in {POT, NOBODY} else seats[int(who)]


def read_sheet(sheet: Sheet) -> Typed:
    """The form that would say this sheet, for correcting it."""
    index = {player: number for number, player in enumerate(sheet.seats)}
    u, fault = sheet.u, sheet.fault
    return Typed(
        seats=[_seat(sheet, player) for player in sheet.seats],
        ending=sheet.ending,
        starter=index[sheet.starter],
        winner=index.get(u.winner or "") if u else None,
        kind=(u.kind or "") if u else "",
        also=tuple(index[player] for player in u.also) if u else (),
        compensator=_number(u.compensator, index) if u and u.compensator else "",
        times=u.times if u else 1,
        last_round="yes" if u and u.last_round and not _is_told_by_eats(sheet) else "",
        offender=index[fault.player] if fault else None,
        fault_kind=(fault.kind or "") if fault else "",
        lines=[
            TypedLine(_number(line.payer, index), _number(line.payee, index), line.bets, line.note)
            for line in sheet.adjustments
        ],
        multiplier=sheet.multiplier,
    )


def _seat(sheet: Sheet, player: str) -> TypedSeat:
    hand = sheet.hands[player]
    own = [eat.last_round for eat in sheet.eats if eat.eater == player]
    place = ""
    if sheet.ending == "normal":
        if hand.forfeit:
            place = FORFEIT
        elif hand.mom:
            place = MOM
        elif sheet.finish is not None and player in sheet.finish:
            place = str(sheet.finish.index(player) + 1)
    return TypedSeat(
        player=player,
        place=place,
        points=hand.points,
        eats=own.count(False),
        last_eats=own.count(True),
    )


def _is_told_by_eats(sheet: Sheet) -> bool:
    """R-37: a last-round eat or the kind says by itself that the ù was in the last round."""
    is_round = sheet.u is not None and sheet.u.kind == "round"
    return is_round or any(eat.last_round for eat in sheet.eats)


def _number(who: str, index: Mapping[str, int]) -> str:
    return who if who in {POT, NOBODY} else str(index[who])
