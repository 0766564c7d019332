"""What one deal adds to a player's season: the figures of each seat.

Knows sheet and score. Knows nothing of players, points and tables.
The columns of standings.md, S-02 to S-04.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.parts import Hand, Seat
from scoring.engine.scoring import Score
from scoring.engine.sheet import Sheet


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One seat of one deal. `eats` and `eaten` count last-round ones too.

    `hand_points` is None where nobody wrote them down; `is_mom` is True only in a normal deal,
    forfeits included (R-44); `u_kind` is empty but for a winner.
    """

    seat: Seat
    ending: str
    place: int | None
    net_bets: int
    hand_points: int | None
    is_mom: bool
    is_forfeit: bool
    eats: int
    eaten: int
    last_eats: int
    last_eaten: int
    is_compensator: bool
    u_kind: str


def seat_figures(sheet: Sheet, score: Score) -> Sequence[SeatFigures]:
    """The figures of every seat, in seat order; none for a void deal."""
    if sheet.ending == "void":
        return ()
    return [_figures(sheet, score, seat) for seat in sheet.seats]


def _figures(sheet: Sheet, score: Score, seat: Seat) -> SeatFigures:
    hand = sheet.hands.get(seat, Hand())
    is_normal = sheet.ending == "normal"
    made = [eat for eat in sheet.eats if eat.eater == seat]
    lost = [eat for eat in sheet.eats if eat.feeder == seat]
    is_winner = sheet.u is not None and seat in (sheet.u.winner, *sheet.u.also)
    return SeatFigures(
        seat=seat,
        ending=sheet.ending,
        place=score.places[seat],
        net_bets=score.net[seat],
        hand_points=hand.points,
        is_mom=is_normal and hand.counts_as_mom,
        is_forfeit=hand.forfeit,
        eats=len(made),
        eaten=len(lost),
        last_eats=sum(eat.last_round for eat in made),
        last_eaten=sum(eat.last_round for eat in lost),
        is_compensator=score.compensator == seat,
        u_kind=_u_kind(sheet, score, seat) if is_winner else "",
    )


def _u_kind(sheet: Sheet, score: Score, seat: Seat) -> str:
    """Of several who are dry only those who won count (R-24, `first_in_turn`)."""
    assert sheet.u is not None
    assert sheet.u.kind is not None
    return sheet.u.kind if score.places[seat] == 1 else ""
