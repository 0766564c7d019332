"""A deal as its row in the history shows it, closed and opened.

Knows rows of selectors and the words for them. Adds up nothing but what the rows say; asks no
database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import messages
from scoring.selectors.deals import DealRow, LineRow, Name, SeatRow
from scoring.web.people import Called, call
from scoring.words import figures, terms


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: its badge (1–4, M, Ù, "" without a place), what it did, its net in points."""

    name: str
    badge: str
    said: str
    points: int


@dataclass(frozen=True, slots=True)
class Payment:
    """Who pays whom how many points; `detail` tells it from its neighbours."""

    payer: str
    payee: str
    detail: str
    points: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Payments with one reason: the label, the sentence, the arithmetic of each, and the rule."""

    label: str
    payments: Sequence[Payment]
    why: str
    arithmetic: str
    rule: str


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal; `clock` is when it was played, in the club's time zone. `points` is the net of
    whoever the result names, None where it names nobody; `others` are the rest. `address` is its
    own page as seen from the night's, "" where there is none to go to.
    """

    anchor: str
    address: str
    ending: str
    number: int
    moment: str
    clock: str
    result: str
    points: int | None
    others: Sequence[tuple[str, int]]
    is_void: bool
    is_questioned: bool
    revised: str
    multiplier: int
    stake_points: int
    pot: tuple[int, int] | None
    note: str
    seats: Sequence[SeatView]
    reasons: Sequence[Reason]

    @property
    def is_divider(self) -> bool:
        """Templates tell deals and dividers of one list apart by this."""
        return False


def view_deal(
    deal: DealRow, *, called: Called, zone: ZoneInfo, anchor: str, address: str = ""
) -> DealView:
    """The row of one deal; `anchor` is the fragment by which it is linked."""
    named = _named_seats(deal)
    rest = [seat for seat in deal.seats if seat not in named[:1] and seat.net_points]
    rest.sort(key=lambda seat: -seat.net_points)
    played_at = deal.played_at.astimezone(zone)
    return DealView(
        anchor=anchor,
        address=address,
        ending="void" if deal.is_void else deal.ending,
        number=deal.number,
        moment=played_at.isoformat(timespec="minutes"),
        clock=f"{played_at:%H:%M}",
        result=messages.result(_outcome(deal, called)),
        points=named[0].net_points if named else None,
        others=[(call(seat.person, called), seat.net_points) for seat in rest],
        is_void=deal.is_void,
        is_questioned=deal.is_questioned,
        revised=_revised(deal, zone),
        multiplier=deal.multiplier,
        stake_points=deal.stake_points,
        pot=_pot(deal),
        note=deal.note,
        seats=[_view_seat(seat, called) for seat in deal.seats],
        reasons=list(_reasons(deal, called)),
    )


def _named_seats(deal: DealRow) -> list[SeatRow]:
    """The seats the result speaks of: first or ù, or the one at fault."""
    fault = _find_fault(deal)
    if fault is not None:
        return [seat for seat in deal.seats if seat.person == fault.payer]
    return [seat for seat in deal.seats if seat.place == 1]


def _find_fault(deal: DealRow) -> LineRow | None:
    return next((line for line in deal.lines if line.reason == "fault"), None)


def _outcome(deal: DealRow, called: Called) -> messages.Outcome:
    fault = _find_fault(deal)
    compensators = [seat.person for seat in deal.seats if seat.is_compensator]
    return messages.Outcome(
        ending=deal.ending,
        is_void=deal.is_void,
        winners=[call(seat.person, called) for seat in deal.seats if seat.place == 1],
        u_kind=deal.u_kind,
        compensator=call(compensators[0], called) if compensators else "",
        offender=call(fault.payer, called) if fault else "",
        fault_kind=str(fault.values.get("kind", "")) if fault else "",
        is_all_mom=bool(deal.seats) and all(seat.is_mom or seat.is_forfeit for seat in deal.seats),
    )


def _revised(deal: DealRow, zone: ZoneInfo) -> str:
    """What was done to the deal last, and when; "" for a deal as it was recorded."""
    if not deal.is_revised:
        return ""
    said = {"time": f"{deal.recorded_at.astimezone(zone):%H:%M}"}
    if deal.kind == "void":
        return _("đã hủy %(time)s") % said
    if deal.kind == "restore":
        return _("khôi phục %(time)s") % said
    if deal.kind == "follow":
        return _("gà đổi %(time)s") % said
    if deal.kind == "rescore":
        return _("tính lại %(time)s") % said
    return _("đã sửa %(time)s") % said


def _pot(deal: DealRow) -> tuple[int, int] | None:
    """The pot before and after the deal, in points; None where the deal was played without one."""
    if deal.pot_before_points is None:
        return None
    moved = sum(
        line.points if line.payee is None else -line.points
        for line in deal.lines
        if line.payee is None or line.payer is None
    )
    return deal.pot_before_points, deal.pot_before_points + moved


def _view_seat(seat: SeatRow, called: Called) -> SeatView:
    return SeatView(
        name=call(seat.person, called),
        badge=_badge(seat),
        said=" · ".join(_said(seat)),
        points=seat.net_points,
    )


def _badge(seat: SeatRow) -> str:
    if seat.u_kind:
        return "Ù"
    if seat.is_mom or seat.is_forfeit:
        return "M"
    return str(seat.place or "")


def _said(seat: SeatRow) -> Sequence[str]:
    """What the seat did, in the order a reader looks for it."""
    said: list[str] = []
    if seat.u_kind:
        said.append(terms.u_kind(seat.u_kind))
    if seat.is_forfeit:
        said.append(_("bỏ ván"))
    elif seat.is_mom:
        said.append(_("móm"))
    if seat.is_compensator:
        said.append(_("đền"))
    if seat.hand_points is not None:
        said.append(figures.hand_points(seat.hand_points))
    plain_eats = seat.eats - seat.last_eats
    if plain_eats:
        said.append(ngettext("ăn %(n)s cây", "ăn %(n)s cây", plain_eats) % {"n": plain_eats})
    if seat.last_eats:
        said.append(_("ăn chốt"))
    return said


def _reasons(deal: DealRow, called: Called) -> Sequence[Reason]:
    """Lines in the engine's order; neighbours with the same reason are told together."""
    told = [(line, _told(line, deal, called)) for line in deal.lines]
    return [
        Reason(label, [_payment(line, called) for line, _key in lines], why, arithmetic, rule)
        for (label, why, arithmetic, rule), lines in groupby(told, key=lambda pair: pair[1])
    ]


def _told(line: LineRow, deal: DealRow, called: Called) -> tuple[str, str, str, str]:
    values = _with_names(line.values, called)
    return (
        messages.label(line.reason, values),
        messages.why(line.reason, line.rule, values),
        messages.arithmetic(
            values, bets=line.bets, points=line.points, stake_points=deal.stake_points
        ),
        line.rule,
    )


def _payment(line: LineRow, called: Called) -> Payment:
    payer = call(line.payer, called)
    loser = None if line.loser is None else call(line.loser, called)
    detail = messages.detail(line.reason, line.values, payer=payer, loser=loser)
    return Payment(payer, call(line.payee, called), detail, line.points)


def _with_names(values: Mapping[str, Any], called: Called) -> Mapping[str, Any]:
    return {
        key: call(value, called) if isinstance(value, Name) else value
        for key, value in values.items()
    }
