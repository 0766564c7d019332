"""What a balance is made of: the night's lines by person, by reason and by pair, down to the deals.

Pure: knows lines and keys of holders, asks no database. For every person the sums by reason add up
to what is left to settle.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.selectors.night_lines import PAYMENT, NightLine, Origin


class BalanceReason(StrEnum):
    """Why points came or went, in the order they are told."""

    PLACE = "place"
    EAT = "eat"
    EATEN = "eaten"
    LAST_EAT = "last_eat"
    LAST_EATEN = "last_eaten"
    U = "u"
    COMPENSATION = "compensation"
    MOM = "mom"
    FAULT = "fault"
    POT = "pot"
    ADJUSTMENT = "adjustment"
    PAID = "paid"
    RECEIVED = "received"
    WAIVED = "waived"


_AS_THEY_ARE = {
    "place": BalanceReason.PLACE,
    "mom": BalanceReason.MOM,
    "u": BalanceReason.U,
    "compensation": BalanceReason.COMPENSATION,
    "fault": BalanceReason.FAULT,
    "ante": BalanceReason.POT,
    "pot": BalanceReason.POT,
    "pot_close": BalanceReason.POT,
    "adjustment": BalanceReason.ADJUSTMENT,
    "waiver": BalanceReason.WAIVED,
}
# What tells giving from getting: (for who receives the points, for who gives them).
_BY_SIDE = {
    "eat": (BalanceReason.EAT, BalanceReason.EATEN),
    "last_eat": (BalanceReason.LAST_EAT, BalanceReason.LAST_EATEN),
    # Whoever paid has the points back in the books.
    "payment": (BalanceReason.PAID, BalanceReason.RECEIVED),
}
PAYMENTS = frozenset({BalanceReason.PAID, BalanceReason.RECEIVED, BalanceReason.WAIVED})


@dataclass(frozen=True, slots=True)
class Part:
    """Signed points from one deal, adjustment, pot move or payment."""

    origin: Origin
    points: int


@dataclass(frozen=True, slots=True)
class ReasonSum:
    """Signed points of one reason, and the parts they add up from, in playing order."""

    reason: BalanceReason
    points: int
    parts: Sequence[Part]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """One holder's balance. `points` is what was played; with the `payments` made it comes to
    `left_points`, what is still to be received (or, below zero, to be paid).
    """

    key: str
    points: int
    left_points: int
    reasons: Sequence[ReasonSum]
    payments: Sequence[ReasonSum]


@dataclass(frozen=True, slots=True)
class PairSum:
    """What the first owes the second from the lines between the two alone, payments left out.

    `points` is above zero; `reasons` are signed as the debtor's side: they add up to −points.
    """

    debtor: str
    creditor: str
    points: int
    reasons: Sequence[ReasonSum]


def reckon(lines: Iterable[NightLine]) -> Mapping[str, Reckoning]:
    """Every holder's balance with what it is made of."""
    parts: dict[str, dict[BalanceReason, dict[Origin, int]]] = {}
    for line in lines:
        for key, points in ((line.payee, line.points), (line.payer, -line.points)):
            _add(parts.setdefault(key, {}), line, points)
    return {key: _reckoning(key, by_reason) for key, by_reason in parts.items()}


def sum_pairs(lines: Iterable[NightLine]) -> Sequence[PairSum]:
    """Who owes whom from what was played, each two set off against each other; quits left out."""
    parts: dict[tuple[str, str], dict[BalanceReason, dict[Origin, int]]] = {}
    for line in lines:
        if line.origin.kind != PAYMENT:
            _add(parts.setdefault((line.payee, line.payer), {}), line, line.points)
            _add(parts.setdefault((line.payer, line.payee), {}), line, -line.points)
    pairs: list[PairSum] = []
    for (holder, other), by_reason in parts.items():
        total = sum(points for found in by_reason.values() for points in found.values())
        if total < 0:
            pairs.append(PairSum(holder, other, -total, _sums(by_reason)))
    return pairs


def direct_debts(lines: Iterable[NightLine], *, pots: Iterable[str]) -> dict[tuple[str, str], int]:
    """For settling pair by pair: points by (debtor, creditor), lines with a pot left out; a payment
    made is a debt the other way.
    """
    without = set(pots)
    debts: dict[tuple[str, str], int] = {}
    for line in lines:
        if line.payer not in without and line.payee not in without:
            pair = (line.payer, line.payee)
            debts[pair] = debts.get(pair, 0) + line.points
    return debts


def _add(by_reason: dict[BalanceReason, dict[Origin, int]], line: NightLine, points: int) -> None:
    found = by_reason.setdefault(_reason_of(line.reason, points), {})
    found[line.origin] = found.get(line.origin, 0) + points


def _reason_of(reason: str, points: int) -> BalanceReason:
    if reason in _BY_SIDE:
        return _BY_SIDE[reason][points < 0]
    return _AS_THEY_ARE[reason]


def _reckoning(key: str, by_reason: Mapping[BalanceReason, Mapping[Origin, int]]) -> Reckoning:
    sums = _sums(by_reason)
    played = [one for one in sums if one.reason not in PAYMENTS]
    points = sum(one.points for one in played)
    return Reckoning(
        key=key,
        points=points,
        left_points=sum(one.points for one in sums),
        reasons=played,
        payments=[one for one in sums if one.reason in PAYMENTS],
    )


def _sums(by_reason: Mapping[BalanceReason, Mapping[Origin, int]]) -> Sequence[ReasonSum]:
    return [
        ReasonSum(
            reason=reason,
            points=sum(by_reason[reason].values()),
            parts=[Part(origin, points) for origin, points in by_reason[reason].items() if points],
        )
        for reason in BalanceReason
        if reason in by_reason
    ]
