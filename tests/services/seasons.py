"""What tests of seasons do again and again: nights, settling, closing, and the table as it stands.

Everything as the owner of the club.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from scoring.engine.standings import StandingsPolicy
from scoring.models import (
    Adjustment,
    Night,
    PolicyVersion,
    Season,
    Settlement,
    StandingRow,
    StandingState,
    Table,
)
from scoring.selectors.season_stamps import get_season_stamp
from scoring.selectors.season_table import SeasonTable, read_season_table
from scoring.services import adjustments, nights, policies, season_life, settlements, standings
from tests.books import Books


def stored(season_id: int) -> tuple[str, list[dict[str, Any]]]:
    """Checksum and rows of the table last built."""
    rows = StandingRow.objects.filter(season_id=season_id).order_by("position")
    state = StandingState.objects.get(season_id=season_id)
    return state.checksum, list(rows.values_list("row", flat=True))


def page(books: Books) -> SeasonTable:
    """The season as its page shows it to the owner."""
    stamp = get_season_stamp(actor=books.owner, slug=books.club.slug, season_id=books.season.pk)
    return read_season_table(stamp)


def ranks(books: Books) -> dict[str, int | None]:
    """Rank by name, in the order of the table last built."""
    names = {str(player.pk): player.name for player in books.people}
    _, rows = stored(books.season.pk)
    return {names.get(row["player"], row["player"]): row["rank"] for row in rows}


def refresh(books: Books) -> standings.Refreshed:
    """Refresh the season of the books."""
    return standings.refresh_standings(season_id=books.season.pk)


def is_behind(books: Books) -> bool:
    """Does the page say «đang cập nhật»?"""
    built = StandingState.objects.get(season_id=books.season.pk).built_revision
    return built != Season.objects.get(pk=books.season.pk).dirty_revision


def open_table(
    books: Books, day: date, *, label: str = "Bàn 1", people: Sequence[UUID] | None = None
) -> Table:
    """A table on this club day, its night made if need be."""
    night = nights.open_night(actor=books.owner, club_id=books.club.pk, day=day)
    return nights.open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=night.pk,
        label=label,
        stake_points=books.table.stake_points,
        seats=[player.pk for player in books.people[:4]] if people is None else people,
        ruleset_version_id=books.version.pk,
    )


def settle(books: Books, night: Night | None = None) -> Settlement:
    """Settle the night of the books, or another."""
    return settlements.settle_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=(night or books.night).pk,
        settlement_id=uuid4(),
    )


def adjust(books: Books, payer: int, payee: int, points: int) -> UUID:
    """A night adjustment between two of the people."""
    adjustment_id = uuid4()
    adjustments.adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=adjustment_id,
        payer=books.people[payer].pk,
        payee=books.people[payee].pk,
        points=points,
    )
    return adjustment_id


def penalise(books: Books, who: int, points: int) -> UUID:
    """Ranking points given or taken."""
    adjustment_id = uuid4()
    adjustments.penalise(
        actor=books.owner,
        club_id=books.club.pk,
        season_id=books.season.pk,
        adjustment_id=adjustment_id,
        player_id=books.people[who].pk,
        points=points,
    )
    return adjustment_id


def cancel(books: Books, adjustment_id: UUID) -> Adjustment:
    """Take an adjustment or a penalty back."""
    return adjustments.cancel_adjustment(
        actor=books.owner,
        club_id=books.club.pk,
        adjustment_id=uuid4(),
        cancels_id=adjustment_id,
    )


def publish(books: Books, *, name: str = "Cách xếp hạng", **options: Any) -> PolicyVersion:
    """Publish a policy: what is given differs from the defaults."""
    return policies.publish_policy(
        actor=books.owner,
        club_id=books.club.pk,
        name=name,
        policy=StandingsPolicy.from_json(options),
    )


def rank_by(books: Books, **options: Any) -> policies.PolicySet:
    """Rank the season by this policy from now on."""
    return policies.set_season_policy(
        actor=books.owner,
        club_id=books.club.pk,
        season_id=books.season.pk,
        version_id=publish(books, **options).pk,
        note="đã bàn với mọi người",
    )


def close(books: Books, **arguments: Any) -> Any:
    """Close the season as the owner."""
    given: dict[str, Any] = {"actor": books.owner, "note": "hết mùa"}
    return season_life.close_season(
        **{**given, **arguments}, club_id=books.club.pk, season_id=books.season.pk
    )


def reopen(books: Books, **arguments: Any) -> None:
    """Open the season again as the owner."""
    given: dict[str, Any] = {"actor": books.owner, "note": "sót một ván"}
    season_life.reopen_season(
        **{**given, **arguments}, club_id=books.club.pk, season_id=books.season.pk
    )
