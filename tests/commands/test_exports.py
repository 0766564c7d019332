"""`export_season` and `export_night`: what they say, in which form, and what they refuse."""

import csv
import io
import json
from uuid import uuid4

import pytest

from scoring.models import RevisionKind
from scoring.services.deals import revise_deal
from scoring.services.merges import merge_players
from scoring.services.players import rename_player
from tests.books import Books, make_books
from tests.commands.files import night_figures, run, season_figures

pytestmark = pytest.mark.django_db

SEASON = "Mùa thu 2026"
COLUMNS = [
    *("name", "rank", "net_points", "net_bets", "deals", "nights"),
    *("firsts", "seconds", "thirds", "lasts", "moms", "u_wins", "u_by_kind", "compensations"),
    *("eats", "eaten", "last_eats", "last_eaten"),
]


@pytest.fixture
def books() -> Books:
    return make_books(stake=3)


def test_json_says_what_it_is_and_gives_every_player_the_same_columns(books: Books) -> None:
    # An 1st: 1 + 2 + 3 bets, Bình -1, Chi -2, Dũng -3; Bình eats An's card: 1 bet. Stake 3.
    books.record(books.sheet(eats=[(1, False)]))
    said = json.loads(run("export_season", "clb-mau", "mùa  THU 2026").out)
    head = {key: said[key] for key in ("format", "club", "season", "first_day", "last_day")}
    assert head == {
        "format": "phom-season/1",
        "club": "clb-mau",
        "season": SEASON,
        "first_day": "2026-09-01",
        "last_day": "2026-12-31",
    }
    assert [player["name"] for player in said["players"]] == ["An", "Bình", "Chi", "Dũng"]
    assert all(list(player) == COLUMNS for player in said["players"])
    an, binh = said["players"][:2]
    assert (an["net_bets"], an["net_points"], an["eaten"]) == (5, 15, 1)
    assert (binh["net_bets"], binh["net_points"], binh["eats"]) == (0, 0, 1)
    assert [player[column] for player, column in zip(
        said["players"], ("firsts", "seconds", "thirds", "lasts"), strict=True
    )] == [1, 1, 1, 1]  # fmt: skip


def test_a_night_says_its_day_and_state(books: Books) -> None:
    books.record()
    said = json.loads(run("export_night", "clb-mau", "2026-09-04").out)
    assert (said["format"], said["day"], said["state"]) == ("phom-night/1", "2026-09-04", "open")
    # The season of one night; only a season ranks anybody.
    unranked = {name: row | {"rank": None} for name, row in season_figures().items()}
    assert night_figures("2026-09-04") == unranked


def test_u_is_counted_by_its_kind(books: Books) -> None:
    books.record(books.sheet(u=(0, "ten")))
    an = season_figures()["An"]
    assert an["u_by_kind"] == {"plain": 0, "ten": 1, "round": 0, "zero": 0, "dry": 0}
    assert (an["u_wins"], an["firsts"], an["net_bets"]) == (1, 1, 36)


def test_void_deals_and_those_who_only_sat_in_one_are_left_out(books: Books) -> None:
    answer = books.record()
    revise_deal(
        actor=books.owner,
        deal_id=answer.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.VOID,
    )
    assert season_figures() == {}


def test_merged_people_are_one_row_under_the_name_of_the_one_who_stays(books: Books) -> None:
    books.record()
    books.record(books.sheet(seats=[books.seat(4), books.seat(1)]))
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[0].pk,
    )
    figures = season_figures()
    assert list(figures) == ["An", "Bình", "Chi", "Dũng"]
    assert (figures["An"]["deals"], figures["An"]["nights"]) == (2, 1)


def test_a_name_that_a_spreadsheet_would_run_is_a_name_in_csv(books: Books) -> None:
    books.record()
    rename_player(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[0].pk,
        name='=HYPERLINK("x")',
    )
    out = run("export_season", "clb-mau", SEASON, "--format", "csv").out
    names = [row["name"] for row in csv.DictReader(io.StringIO(out))]
    assert '\'=HYPERLINK("x")' in names
    assert '=HYPERLINK("x")' in season_figures()


def test_csv_has_a_column_for_every_kind_of_u_and_nothing_for_the_rank(books: Books) -> None:
    books.record()
    out = run("export_night", "clb-mau", "2026-09-04", "--format", "csv").out
    [header, first, *_] = csv.reader(io.StringIO(out))
    flat = [name for name in COLUMNS if name != "u_by_kind"]
    assert header == [*flat, "u_plain", "u_ten", "u_round", "u_zero", "u_dry"]
    assert first[:4] == ["An", "", "18", "6"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("export_season", "clb-khac", SEASON), "not_found(field=club, club=clb-khac)"),
        (("export_season", "clb-mau", "Mùa hè"), "not_found(field=season, season=Mùa hè)"),
        (("export_night", "clb-khac", "2026-09-04"), "not_found(field=club, club=clb-khac)"),
        (("export_night", "clb-mau", "2026-09-05"), "not_found(field=day, day=2026-09-05)"),
    ],
)
def test_what_is_not_there_is_refused(books: Books, arguments: tuple[str, ...], said: str) -> None:
    assert run(*arguments).error == said


def test_a_day_that_is_none_is_refused() -> None:
    assert "not a day like 2026-09-04: tonight" in run("export_night", "clb", "tonight").error


def test_another_club_s_season_of_the_same_name_is_not_exported(books: Books) -> None:
    other = make_books(slug="clb-khac")
    other.record()
    assert season_figures() == {}
    assert season_figures("clb-khac")["An"]["deals"] == 1


def test_json_is_laid_out_for_people_and_letters_are_as_they_are(books: Books) -> None:
    books.record()
    lines = run("export_season", "clb-mau", SEASON).out.splitlines()
    assert lines[:4] == ["{", '  "players": [', "    {", '      "name": "An",']
    assert '      "name": "Dũng",' in lines
    assert lines[-1] == "}"
