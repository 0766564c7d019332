"""Adjustments that are right in themselves, one end of which is another club's."""

from collections.abc import Callable, Iterator
from functools import partial

from tests.books import Books, make_books
from tests.guards import raw
from tests.guards.attacks import Attack
from tests.guards.raw import Row
from tests.guards.rows import without_id

OWN_CLUB = "guard: an adjustment stays in its club"


def foreign_adjustments() -> Iterator[Attack]:
    """Rows that are right in themselves, one end of which is another club's."""

    def put(books: Books, where: str, foreign: Callable[[Books, Row], Row]) -> None:
        adjustment = raw.row("scoring_adjustment", where) | {"id": raw.raw_id()}
        adjustment |= foreign(make_books(slug="clb-la"), adjustment)
        if adjustment["scope"] == "night":
            line = raw.row("scoring_transfer", "adjustment_id IS NOT NULL")
            said = {name: adjustment[name] for name in ("payer_id", "payee_id", "points")}
            own = {"adjustment_id": adjustment["id"]}
            raw.insert("scoring_transfer", without_id(line) | said | own)
        raw.insert("scoring_adjustment", adjustment)

    def account(theirs: Books) -> int:
        return theirs.people[0].account.pk

    def night(theirs: Books, adjustment: Row) -> Row:
        return {"night_id": theirs.night.pk}

    in_night = "scope = 'night' AND cancels_id IS NULL"
    in_season = "scope = 'season' AND cancels_id IS NULL"
    for name, where, foreign in (
        ("payer", in_night, lambda theirs, row: {"payer_id": account(theirs)}),
        ("payee", in_night, lambda theirs, row: {"payee_id": account(theirs)}),
        ("night", in_night, night),
        ("season", in_season, lambda theirs, row: {"season_id": theirs.season.pk}),
        (
            "player",
            in_season,
            lambda theirs, row: {"player_id": raw.raw_id(theirs.people[0].pk)},
        ),
        ("club", in_season, lambda theirs, row: {"club_id": theirs.club.pk}),
    ):
        run = partial(put, where=where, foreign=foreign)
        yield Attack(f"adjustment of a foreign {name}", run, OWN_CLUB, ["guard_adjustment_seal"])
