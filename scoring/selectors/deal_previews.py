"""A deal that is not recorded yet, as the history would show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scoring.engine import POT, Explanation, Ruleset, Score, Sheet, Transfer, explain
from scoring.engine.figures import SeatFigures
from scoring.models import Player
from scoring.selectors.deals import DealRow, LineRow, Name, SeatRow


@dataclass(frozen=True, slots=True)
class Previewed:
    """What a row needs that is not in the sheet. `sheet` is with the pot it was scored with."""

    deal_id: UUID
    table_id: int
    table_label: str
    number: int
    now: datetime
    stake_points: int
    ruleset_version_id: int
    pot_before_points: int | None
    sheet: Sheet
    rules: Ruleset
    score: Score
    seats: Sequence[SeatFigures]


def names_of_seats(*, club_id: int, seats: Sequence[str]) -> Mapping[str, Name]:
    """The people of these seats, by player UUID as text; merged ones by who they are now."""
    players = Player.objects.filter(club_id=club_id, pk__in=seats).select_related("root")
    return {
        str(player.pk): Name(player.root_id, player.root.name, player.root.call_name)
        for player in players
    }


def preview_row(it: Previewed, *, names: Mapping[str, Name]) -> DealRow:
    """The row of the deal as it would be recorded; no statement."""
    told = zip(it.score.transfers, explain(it.sheet, it.rules, it.score), strict=True)
    return DealRow(
        id=it.deal_id,
        table_id=it.table_id,
        table_label=it.table_label,
        number=it.number,
        played_at=it.now,
        recorded_at=it.now,
        revision_id=it.deal_id,
        n=1,
        kind="record",
        ending=it.sheet.ending,
        u_kind=(it.sheet.u.kind or "") if it.sheet.u else "",
        stake_points=it.stake_points,
        ruleset_version_id=it.ruleset_version_id,
        multiplier=it.sheet.multiplier,
        pot_before_points=it.pot_before_points,
        note="",
        is_questioned=False,
        sheet=it.sheet.without_notes(),
        seats=[_seat(figures, it.stake_points, names) for figures in it.seats],
        lines=[_line(line, said, it.stake_points, names) for line, said in told],
    )


def _seat(figures: SeatFigures, stake_points: int, names: Mapping[str, Name]) -> SeatRow:
    return SeatRow(
        person=names[figures.seat],
        place=figures.place,
        net_points=figures.net_bets * stake_points,
        hand_points=figures.hand_points,
        is_mom=figures.is_mom,
        is_forfeit=figures.is_forfeit,
        eats=figures.eats,
        last_eats=figures.last_eats,
        is_compensator=figures.is_compensator,
        u_kind=figures.u_kind,
    )


def _line(
    line: Transfer, said: Explanation, stake_points: int, names: Mapping[str, Name]
) -> LineRow:
    return LineRow(
        id=0,
        payer=None if line.payer == POT else names[line.payer],
        payee=None if line.payee == POT else names[line.payee],
        loser=names[line.for_seat] if line.for_seat else None,
        points=line.bets * stake_points,
        bets=line.bets,
        reason=line.reason,
        rule=line.rule,
        values={
            key: names.get(value, value) if isinstance(value, str) else value
            for key, value in said.values.items()
        },
    )
