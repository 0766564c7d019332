"""A player's figures: counted by hand from the sheets, standings.md S-02 to S-04."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from scoring.engine import Sheet
from scoring.models import RevisionKind
from scoring.selectors.exports import COLUMNS, Export, get_night_export, get_season_export
from scoring.selectors.figures import PlayerFigures, list_night_figures, list_season_figures
from scoring.services.adjustments import FUND, adjust_night
from scoring.services.deals import record_deal, revise_deal
from scoring.services.merges import merge_players
from scoring.services.nights import open_night, open_table
from scoring.services.settlements import reopen_night
from tests.books import EVENING, Books, make_books
from tests.services.checks import settle
from tests.services.settling import in_night, pay


def _night(books: Books) -> dict[str, PlayerFigures]:
    rows = list_night_figures(club_id=books.club.pk, night_id=books.night.pk)
    return {row.name: row for row in rows}


def _season(books: Books) -> dict[str, PlayerFigures]:
    rows = list_season_figures(club_id=books.club.pk, season_id=books.season.pk)
    return {row.name: row for row in rows}


def _counts(row: PlayerFigures) -> tuple[int, ...]:
    return row.firsts, row.seconds, row.thirds, row.lasts


def test_places_are_counted_by_how_many_played(books: Books) -> None:
    """Four, three and two seats: An wins all, the last is last whatever the number."""
    for count in (4, 3, 2):
        books.record(books.sheet(seats=books.seats(count)))
    rows = _night(books)
    assert {name: _counts(row) for name, row in rows.items()} == {
        "An": (3, 0, 0, 0),
        "Bình": (0, 2, 0, 1),
        "Chi": (0, 0, 1, 1),
        "Dũng": (0, 0, 0, 1),
    }
    # 1 + 2 + 3, 1 + 2, 1 bets.
    assert {name: row.net_bets for name, row in rows.items()} == {
        "An": 10,
        "Bình": -3,
        "Chi": -4,
        "Dũng": -3,
    }
    assert {name: row.deals for name, row in rows.items()} == {
        "An": 3,
        "Bình": 3,
        "Chi": 2,
        "Dũng": 1,
    }


def test_eats_and_last_round_eats_are_counted_for_both(books: Books) -> None:
    books.record(books.sheet(eats=[(1, False), (1, True), (2, False)]))
    rows = _night(books)
    got = {n: (r.eats, r.eaten, r.last_eats, r.last_eaten) for n, r in rows.items()}
    assert got == {"An": (0, 2, 0, 1), "Bình": (2, 1, 1, 0), "Chi": (1, 0, 0, 0), "Dũng": (0,) * 4}
    # An 6 - 1 - 4, Bình -1 + 1 + 4 - 1, Chi -2 + 1, Dũng -3.
    assert {n: r.net_bets for n, r in rows.items()} == {"An": 1, "Bình": 3, "Chi": -1, "Dũng": -3}


def test_mom_is_counted_in_normal_deals_only(books: Books) -> None:
    a, b, c, d = books.seats()
    hands = {a: {"points": 5}, b: {"points": 9}, c: {"mom": True}, d: {"forfeit": True}}
    books.record(books.sheet(hands=hands))
    u = books.sheet_json(u=(0, "plain")) | {"hands": {c: {"mom": True}}}
    books.record(Sheet.from_json(u))
    assert {n: r.moms for n, r in _night(books).items()} == {
        "An": 0,
        "Bình": 0,
        "Chi": 1,
        "Dũng": 1,
    }


def test_u_and_compensation_are_counted(books: Books) -> None:
    """Seat 1 made the last-round eat and pays for all three (R-31): 18 bets."""
    books.record(books.sheet(u=(2, "plain"), eats=[(1, True)]))
    rows = _night(books)
    assert {n: (r.u_wins, r.compensations) for n, r in rows.items()} == {
        "An": (0, 0),
        "Bình": (0, 1),
        "Chi": (1, 0),
        "Dũng": (0, 0),
    }
    assert rows["Chi"].u_by_kind == {"plain": 1, "ten": 0, "round": 0, "zero": 0, "dry": 0}
    # Losers have no place.
    assert {n: _counts(r) for n, r in rows.items() if n != "Chi"} == dict.fromkeys(
        ("An", "Bình", "Dũng"), (0, 0, 0, 0)
    )
    assert {n: r.net_bets for n, r in rows.items()} == {"An": -4, "Bình": -14, "Chi": 18, "Dũng": 0}


def test_what_is_void_counts_nothing_and_a_correction_counts_itself(books: Books) -> None:
    first = books.record()
    second = books.record()
    for deal, kind, sheet in (
        (first, RevisionKind.VOID, None),
        (second, RevisionKind.CORRECT, books.sheet(seats=books.seats(2))),
    ):
        revise_deal(
            actor=books.owner,
            deal_id=deal.deal_id,
            revision_id=uuid4(),
            based_on=1,
            kind=kind,
            sheet=sheet,
        )
    books.record(books.sheet(ending="void"))
    assert {n: (r.deals, r.net_bets) for n, r in _night(books).items()} == {
        "An": (1, 1),
        "Bình": (1, -1),
    }


def _next_night(books: Books) -> int:
    night = open_night(
        actor=books.owner, club_id=books.club.pk, day=books.night.day + timedelta(days=1)
    )
    table = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=night.pk,
        label="Bàn 1",
        stake_points=10,
    )
    record_deal(
        actor=books.owner,
        table_id=table.pk,
        deal_id=uuid4(),
        sheet=books.sheet(seats=books.seats(2)),
        played_at=EVENING + timedelta(days=1),
    )
    return night.pk


def test_a_season_is_the_sum_of_its_nights(books: Books) -> None:
    books.record()
    night_id = _next_night(books)
    season = _season(books)
    assert (season["An"].nights, season["An"].deals) == (2, 2)
    assert (season["An"].net_bets, season["An"].net_points) == (6 + 1, 6 + 10)
    assert (season["Dũng"].nights, season["Dũng"].deals) == (1, 1)
    (an, binh) = list_night_figures(club_id=books.club.pk, night_id=night_id)
    assert (an.net_points, binh.net_points) == (10, -10)


def test_two_tables_of_a_night_are_one_night(books: Books) -> None:
    books.record()
    table = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
    )
    books.record(table_id=table.pk)
    assert (_season(books)["An"].nights, _season(books)["An"].deals) == (1, 2)


def test_adjustments_count_in_points_not_in_bets(books: Books) -> None:
    books.record()
    given: dict[str, Any] = {
        "actor": books.owner,
        "club_id": books.club.pk,
        "night_id": books.night.pk,
    }
    an, giang = books.people[0].pk, books.people[4].pk
    adjust_night(**given, adjustment_id=uuid4(), payer=an, payee=giang, points=4)
    adjust_night(**given, adjustment_id=uuid4(), payer=an, payee=FUND, points=1)
    for rows in (_night(books), _season(books)):
        assert (rows["An"].net_points, rows["An"].net_bets) == (1, 6)
        # Somebody who was only adjusted is there, with no deal and no night.
        assert (rows["Giang"].net_points, rows["Giang"].deals, rows["Giang"].nights) == (4, 0, 0)


def test_merged_people_are_one_row(books: Books) -> None:
    books.record()
    books.record(books.sheet(seats=[*books.seats(3), books.seat(4)]))
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[3].pk,
    )
    rows = _night(books)
    assert "Giang" not in rows
    assert (rows["Dũng"].deals, rows["Dũng"].net_bets, rows["Dũng"].lasts) == (2, -6, 2)
    assert (rows["Dũng"].nights, _season(books)["Dũng"].nights) == (1, 1)


def test_rows_come_in_vietnamese_order(books: Books) -> None:
    books.record(books.sheet(seats=[books.seat(index) for index in (4, 3, 1, 0)]))
    assert list(_night(books)) == ["An", "Bình", "Dũng", "Giang"]


def test_another_clubs_ids_read_nothing(books: Books, strangers: Books) -> None:
    strangers.record()
    mine, theirs = books.club.pk, strangers
    assert list_night_figures(club_id=mine, night_id=theirs.night.pk) == []
    assert list_season_figures(club_id=mine, season_id=theirs.season.pk) == []


def test_figures_of_a_pot_sum_to_what_the_pot_does_not_hold(pot_books: Books) -> None:
    pot_books.record()
    pot_books.record()
    # Two deals of four antes at 2 points: 16 are in the pot.
    assert sum(row.net_points for row in _night(pot_books).values()) == -16
    assert sum(row.net_bets for row in _night(pot_books).values()) == -8


def test_what_a_pot_left_counts_in_points_not_in_bets(db: None) -> None:
    # Stake 2, an ante of 1 bet. An: 6 bets less the ante, 5; the pot of 8 points is shared: 2 each.
    rules = {"pot_enabled": True, "pot_ante": 1, "pot_at_close": "split_equal"}
    books = make_books(slug="clb-chia-ga", rules=rules, stake=2)
    books.record()
    before = {name: (row.net_points, row.net_bets) for name, row in _night(books).items()}
    assert before == {"An": (10, 5), "Bình": (-4, -2), "Chi": (-6, -3), "Dũng": (-8, -4)}
    settle(books)
    for rows in (_night(books), _season(books)):
        assert {name: (row.net_points, row.net_bets) for name, row in rows.items()} == {
            "An": (12, 5),
            "Bình": (-2, -2),
            "Chi": (-4, -3),
            "Dũng": (-6, -4),
        }
        assert sum(row.net_points for row in rows.values()) == 0
    reopen_night(**in_night(books))
    after = {name: (row.net_points, row.net_bets) for name, row in _night(books).items()}
    assert after == before


def test_payments_change_no_figure(books: Books) -> None:
    books.record()
    settle(books)
    before = (_night(books), _season(books))
    for payer, state in (("Bình", "paid"), ("Chi", "confirmed"), ("Dũng", "waived")):
        pay(books, payer, "An", to=state)
    assert (_night(books), _season(books)) == before


# Exports


def test_an_export_has_its_columns_in_order_and_no_rank_yet(books: Books) -> None:
    books.record(books.sheet(u=(1, "ten")))
    for export in (
        get_season_export(club_slug="clb-mau", season_name="mùa thu 2026"),
        get_night_export(club_slug="clb-mau", day=books.night.day),
    ):
        obj = export.to_json()
        assert next(iter(obj)) == "players"
        for player in export.players:
            assert tuple(player) == COLUMNS
            assert player["rank"] is None
        rows = export.to_rows()
        assert rows[0] == [
            *(name for name in COLUMNS if name != "u_by_kind"),
            *("u_plain", "u_ten", "u_round", "u_zero", "u_dry"),
        ]
        binh = dict(zip(rows[0], rows[2], strict=True))
        assert (binh["name"], binh["rank"], binh["u_ten"], binh["u_wins"]) == ("Bình", "", 1, 1)


def test_no_cell_is_a_formula() -> None:
    """Names are typed by people; numbers below zero stay numbers."""
    player: dict[str, object] = dict.fromkeys(COLUMNS, 0)
    player["u_by_kind"] = dict.fromkeys(("plain", "ten", "round", "zero", "dry"), 0)
    player["net_points"] = -5
    for name in ("=1+1", "+84 90", "-An", "@An", "\tAn", "\rAn"):
        (_, row) = Export({}, [player | {"name": name}]).to_rows()
        assert row[0] == f"'{name}"
        assert row[2] == -5
    for name in ("An", "A=B", "Bình - 2"):
        (_, row) = Export({}, [player | {"name": name}]).to_rows()
        assert row[0] == name
