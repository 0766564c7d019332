"""Every way a file of deals can be bad: its header, its lines, its bytes."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from scoring.actors import Actor
from scoring.models import Club, Deal, Player, RevisionKind
from scoring.services.deals import revise_deal
from scoring.services.merges import merge_players
from tests.books import make_books, uuids
from tests.commands.files import deal_id, fingerprint, header, line, run, sheet, write

pytestmark = pytest.mark.django_db

FOUR = ("An", "Bình", "Chi", "Dũng")


def without(obj: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in obj.items() if name != key}


def hands(*points: int | None, mom: str = "") -> dict[str, Any]:
    """Hands of An, Bình, Chi, Dũng."""
    found: dict[str, Any] = {}
    for name, count in zip(FOUR, points, strict=False):
        hand: dict[str, Any] = {} if count is None else {"points": count}
        found[name] = {**hand, "mom": True} if name == mom else hand
    return found


def u(**changes: Any) -> dict[str, Any]:
    return sheet(ending="u", u={"winner": "An", "kind": "plain", **changes})


def eats(*eaters: str, last_round: bool = False, **changes: Any) -> dict[str, Any]:
    made = [{"eater": eater, "last_round": last_round} for eater in eaters]
    return {"eats": made, **changes}


LINES: list[tuple[str, Any, str]] = [
    # Not a line at all
    ("not JSON", "{", "line_invalid json"),
    ("text", "An thắng", "line_invalid json"),
    ("a list", [], "line_invalid json"),
    ("a number", "17", "line_invalid json"),
    ("null", "null", "line_invalid json"),
    ("a number without end", '{"id": ' + "9" * 5000 + "}", "line_invalid json"),
    ("brackets without end", "[" * 100_000, "line_invalid json"),
    # Keys
    *((f"no {key}", without(line(), key), f"line_invalid {key}") for key in sorted(line())),
    ("an unknown key", line(dealer="An"), "line_invalid dealer"),
    # Values
    ("no UUID", line(id="deal-1"), "line_invalid id"),
    ("a number as id", line(id=1), "line_invalid id"),
    ("no day", line(night="4 September"), "line_invalid night"),
    ("no such day", line(night="2026-09-31"), "line_invalid night"),
    ("an empty label", line(table=" "), "line_invalid table"),
    ("a number as label", line(table=1), "line_invalid table"),
    ("a label too long", line(table="B" * 41), "line_invalid table"),
    ("no time", line(played_at="evening"), "played_at_invalid played_at"),
    ("a time without zone", line(played_at="2026-09-04T13:00:00"), "played_at_invalid played_at"),
    ("a time long ago", line(played_at="1999-12-31T23:59:59Z"), "played_at_invalid played_at"),
    (
        "a time far ahead",
        line(played_at="9999-12-31T23:59:59-12:00"),
        "played_at_invalid played_at",
    ),
    ("no stake", line(stake=0), "stake_invalid stake"),
    ("a stake too high", line(stake=1_000_001), "stake_invalid stake"),
    ("half a stake", line(stake=1.5), "stake_invalid stake"),
    ("a whole stake written as a fraction", line(stake=2.0), "stake_invalid stake"),
    ("true as stake", line(stake=True), "stake_invalid stake"),
    ("a text as stake", line(stake="1"), "stake_invalid stake"),
    (
        "a night outside the season",
        line(night="2026-10-01"),
        "night_outside_season night day=2026-10-01",
    ),
    ("an unknown name", line(sheet=sheet("An", "Zét")), "player_unknown sheet.seats.1 seat=Zét"),
    ("one name in two cases", line(sheet=sheet("An", "AN")), "player_repeated sheet.seats seat=AN"),
    # The engine's checks, one of every step
    ("no object as sheet", line(sheet=[]), "sheet_invalid sheet"),
    ("no seats", line(sheet=without(sheet(), "seats")), "sheet_invalid sheet.seats"),
    ("a seat of nobody", line(sheet=sheet("An", "nobody")), "sheet_invalid sheet.seats.1"),
    ("an unknown key in the sheet", line(sheet=sheet(dealer="An")), "sheet_invalid sheet.dealer"),
    ("a fraction", line(sheet=sheet(multiplier=1.5)), "sheet_invalid sheet.multiplier"),
    ("one seat", line(sheet=sheet("An")), "seat_count sheet"),
    ("a seat twice", line(sheet=sheet("An", "Bình", "An")), "player_repeated sheet seat=An"),
    ("an unknown ending", line(sheet=sheet(ending="won")), "ending_unknown sheet"),
    ("a stranger starts", line(sheet=sheet(starter="Em")), "unknown_player sheet seat=Em"),
    (
        "a stranger lays down",
        line(sheet=sheet(laid_down=["Em"])),
        "order_invalid sheet.laid_down.0 seat=Em",
    ),
    (
        "too many points",
        line(sheet=sheet(hands=hands(1, 2, 3, 131))),
        "points_out_of_range sheet.hands.Dũng.points seat=Dũng",
    ),
    ("a multiplier too high", line(sheet=sheet(multiplier=101)), "amount_invalid sheet.multiplier"),
    ("a pot without a pot", line(sheet=sheet(pot=5)), "pot_not_enabled sheet.pot"),
    (
        "a pot that pays without a pot",
        line(sheet=sheet(adjustments=[{"payer": "POT", "payee": "An", "bets": 1}])),
        "unknown_player sheet seat=POT",
    ),
    (
        "another feeder",
        line(sheet=sheet(eats=[{"eater": "An", "feeder": "Chi", "last_round": False}])),
        "feeder_not_previous_seat sheet seat=Chi",
    ),
    ("four eats", line(sheet=sheet(**eats("An", "An", "An", "An"))), "too_many_eats sheet seat=An"),
    ("ù of nobody", line(sheet=sheet(ending="u")), "u_winner_missing sheet"),
    ("an unknown ù", line(sheet=u(kind="big")), "u_kind_unknown sheet kind=big"),
    (
        "three eats without ù",
        line(sheet=sheet(**eats("An", "An", "An"))),
        "three_eats_without_u sheet seat=An",
    ),
    (
        "ù before a last-round eat",
        line(
            sheet=u()
            | eats("Bình", last_round=True)
            | {"u": {"winner": "An", "kind": "plain", "last_round": False}}
        ),
        "u_before_last_round_eat sheet",
    ),
    (
        "the winner compensates",
        line(sheet=u(compensator="An")),
        "compensator_not_a_loser sheet seat=An",
    ),
    (
        "an unknown fault",
        line(sheet=sheet(ending="fault", fault={"player": "An", "kind": "late"})),
        "fault_kind_unknown sheet kind=late",
    ),
    (
        "móm after an eat",
        line(sheet=sheet(hands=hands(5, 12, 20, None, mom="Dũng"), **eats("Dũng"))),
        "mom_player_has_eaten sheet seat=Dũng",
    ),
    (
        "zero points are ù",
        line(sheet=sheet(hands=hands(0, 12, 20, 31))),
        "zero_points_is_u sheet seat=An",
    ),
    (
        "points missing",
        line(sheet=sheet(hands=hands(5, 12, 20, None))),
        "points_missing sheet seat=Dũng",
    ),
    (
        "a tie without order",
        line(sheet=sheet(hands=hands(5, 5, 20, 31))),
        "tie_needs_order sheet seats=('An', 'Bình')",
    ),
]


@pytest.mark.parametrize(
    ("bad", "listed"), [row[1:] for row in LINES], ids=[row[0] for row in LINES]
)
def test_a_bad_line_is_listed_with_its_number_code_and_field(
    bad: Any, listed: str, tmp_path: Path
) -> None:
    file = write(tmp_path, header(), line(9), bad)
    before = fingerprint()
    outcome = run("import_deals", file, "--strict")
    assert outcome.bad_lines == [f"line 3: {listed}"]
    assert outcome.error == "1 bad lines, nothing was written"
    assert fingerprint() == before


HEADERS: list[tuple[str, Any, str]] = [
    ("not JSON", "phom", "format"),
    ("a list", "[]", "format"),
    ("another format", header(format="phom-deals/2"), "format"),
    ("a deal comes first", line(), "format"),
    ("no club", without(header(), "club"), "club"),
    ("a text as club", header(club="clb"), "club"),
    ("no slug", header(club={"name": "CLB"}), "club.slug"),
    ("an impossible slug", header(club={"slug": "CLB Tệp", "name": "CLB"}), "club.slug"),
    ("a slug too long", header(club={"slug": "c" * 61, "name": "CLB"}), "club.slug"),
    ("no name", header(club={"slug": "clb"}), "club.name"),
    ("an empty name", header(club={"slug": "clb", "name": " "}), "club.name"),
    ("a name too long", header(club={"slug": "clb", "name": "C" * 121}), "club.name"),
    ("a number as name", header(club={"slug": "clb", "name": 7}), "club.name"),
    (
        "an unknown zone",
        header(club={"slug": "clb", "name": "CLB", "time_zone": "Asia/Hue"}),
        "club.time_zone",
    ),
    (
        "an unknown key of the club",
        header(club={"slug": "clb", "name": "CLB", "city": "Huế"}),
        "club.city",
    ),
    ("no season", without(header(), "season"), "season"),
    (
        "no name of the season",
        header(season={"first_day": "2026-09-01", "last_day": "2026-09-30"}),
        "season.name",
    ),
    (
        "a season's name too long",
        header(season={"name": "S" * 121, "first_day": "2026-09-01", "last_day": "2026-09-30"}),
        "season.name",
    ),
    ("no first day", header(season={"name": "S", "last_day": "2026-09-30"}), "season.first_day"),
    (
        "no such last day",
        header(season={"name": "S", "first_day": "2026-09-01", "last_day": "2026-09-31"}),
        "season.last_day",
    ),
    (
        "an unknown key of the season",
        header(
            season={"name": "S", "first_day": "2026-09-01", "last_day": "2026-09-30", "seed": 1}
        ),
        "season.seed",
    ),
    ("players are no list", header(players={"An": 1}), "players"),
    ("an empty player", header(players=["An", " "]), "players.1"),
    ("a number as player", header(players=["An", 2]), "players.1"),
    ("a player's name too long", header(players=["A" * 81]), "players.0"),
    ("an unknown key", header(author="me"), "author"),
]


@pytest.mark.parametrize(
    ("bad", "field"), [row[1:] for row in HEADERS], ids=[row[0] for row in HEADERS]
)
def test_a_bad_header_refuses_the_file_with_its_field(bad: Any, field: str, tmp_path: Path) -> None:
    outcome = run("import_deals", write(tmp_path, bad, line()))
    assert outcome.error == f"line 1: file_header_invalid(field={field})"
    assert not Club.objects.exists()


def test_a_season_that_ends_before_it_begins_is_refused(tmp_path: Path) -> None:
    days = {"name": "S", "first_day": "2026-09-30", "last_day": "2026-09-01"}
    outcome = run("import_deals", write(tmp_path, header(season=days), line()))
    assert outcome.error == "line 1: season_days_invalid(field=season.last_day)"
    assert not Club.objects.exists()


def test_a_season_over_the_days_of_another_is_refused_and_named(tmp_path: Path) -> None:
    books = make_books(slug="clb-tep")
    outcome = run("import_deals", write(tmp_path, header(), line()))
    assert outcome.error == (
        "line 1: season_overlaps(field=season.first_day, "
        f"season_id={books.season.pk}, season=Mùa thu 2026)"
    )
    assert not Deal.objects.exists()


def test_a_rule_set_that_cannot_be_is_refused_with_its_field(tmp_path: Path) -> None:
    outcome = run("import_deals", write(tmp_path, header(rules={"mom_pay": -1}), line()))
    assert "ruleset_invalid" in outcome.error
    assert "mom_pay" in outcome.error
    assert not Club.objects.exists()


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff"])
def test_a_file_without_a_line_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_text(content, encoding="utf-8")
    assert run("import_deals", file).error == "line 1: file_header_invalid(field=format)"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "No such file" in run("import_deals", tmp_path / "nowhere.jsonl").error


def test_a_file_that_is_not_utf_8_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    file = tmp_path / "latin.jsonl"
    text = "".join(json.dumps(said, ensure_ascii=False) + "\n" for said in (header(), line()))
    file.write_bytes(text.encode("utf-16"))
    outcome = run("import_deals", file)
    assert "utf-8" in outcome.error
    assert not Club.objects.exists()


def test_a_byte_order_mark_blank_lines_and_carriage_returns_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "windows.jsonl"
    said = [json.dumps(header()), "", json.dumps(line(1)), "   ", "{", json.dumps(line(2)), ""]
    file.write_bytes(("\ufeff" + "\r\n".join(said)).encode())
    outcome = run("import_deals", file)
    assert outcome.bad_lines == ["line 5: line_invalid json"]
    assert outcome.out.endswith("2 deals recorded, 0 known, 1 bad lines\n")


def test_all_bad_lines_are_listed_in_the_order_of_the_file(tmp_path: Path) -> None:
    bad: list[Any] = [
        line(1, sheet=sheet(multiplier=101)),
        "{",
        line(2, night="2027-01-01"),
        line(3, stake=0),
    ]
    outcome = run("import_deals", write(tmp_path, header(), *bad))
    assert [text.split()[:3] for text in outcome.bad_lines] == [
        ["line", "2:", "amount_invalid"],
        ["line", "3:", "line_invalid"],
        ["line", "4:", "night_outside_season"],
        ["line", "5:", "stake_invalid"],
    ]
    assert not Club.objects.exists()


def test_an_id_used_for_another_deal_in_the_same_file_is_a_bad_line(tmp_path: Path) -> None:
    other = line(1, sheet=sheet(multiplier=2))
    outcome = run("import_deals", write(tmp_path, header(), line(1), other, line(1)))
    assert outcome.bad_lines == ["line 3: deal_id_reused id"]
    assert outcome.out.endswith("1 deals recorded, 1 known, 1 bad lines\n")


@pytest.mark.parametrize(
    "changes",
    [
        {"sheet": sheet(multiplier=2)},
        {"sheet": sheet("Bình", "An", "Chi", "Dũng")},
        {"stake": 2},
        {"table": "Bàn 2"},
        {"night": "2026-09-05"},
    ],
    ids=["sheet", "seats", "stake", "table", "night"],
)
def test_an_id_that_is_in_the_books_for_something_else_is_a_bad_line(
    changes: dict[str, Any], tmp_path: Path
) -> None:
    run("import_deals", write(tmp_path, header(), line(1)))
    before = fingerprint()
    outcome = run("import_deals", write(tmp_path, header(), line(1, **changes)))
    assert outcome.bad_lines == ["line 2: deal_id_reused id"]
    assert fingerprint() == before


def test_an_id_that_is_in_another_club_s_books_is_a_bad_line(tmp_path: Path) -> None:
    run("import_deals", write(tmp_path, header(), line(1)))
    outcome = run("import_deals", write(tmp_path, header(), line(1)), "--club", "clb-khac")
    assert outcome.bad_lines == ["line 2: deal_id_reused id"]
    assert list(Club.objects.values_list("slug", flat=True)) == ["clb-tep"]


def test_notes_and_the_pot_as_typed_are_no_part_of_what_a_deal_is(tmp_path: Path) -> None:
    def said(note: str) -> dict[str, Any]:
        lines = [{"payer": "An", "payee": "Bình", "bets": 1, "note": note}]
        return line(1, sheet=sheet(adjustments=lines))

    assert run("import_deals", write(tmp_path, header(), said("trà"))).err == ""
    outcome = run("import_deals", write(tmp_path, header(), said("nước")))
    assert outcome.out.endswith("0 deals recorded, 1 known, 0 bad lines\n")


def test_letters_no_database_keeps_are_left_out_of_names_and_notes(tmp_path: Path) -> None:
    nul, half = "\x00", "\ud800"
    lines = [{"payer": "An", "payee": "Bình", "bets": 1, "note": f"tr{nul}à{half}"}]
    said = line(1, table=f"Bàn{nul} 1{half}", sheet=sheet("An", "Bình", adjustments=lines))
    players = [f"An{nul}", "Bình"]
    file = write(tmp_path, json.dumps(header(players=players)), json.dumps(said))
    outcome = run("import_deals", file)
    assert outcome.err == ""
    assert set(Player.objects.values_list("name", flat=True)) == {"An", "Bình"}
    deal = Deal.objects.select_related("table").get(pk=deal_id(1))
    assert deal.table.label == "Bàn 1"


def test_a_deal_whose_people_were_found_to_be_one_after_it_was_voided_is_still_known(
    tmp_path: Path,
) -> None:
    file = write(tmp_path, header(), line(1, sheet=sheet("An", "Bình")))
    run("import_deals", file)
    club, owner = Club.objects.get(), Actor.system()
    who = {player.name: player.pk for player in Player.objects.all()}
    [revision_id] = uuids(1)
    revise_deal(
        actor=owner,
        deal_id=UUID(deal_id(1)),
        revision_id=revision_id,
        based_on=1,
        kind=RevisionKind.VOID,
    )
    merge_players(actor=owner, club_id=club.pk, player_id=who["Bình"], into_id=who["An"])
    before = fingerprint()
    outcome = run("import_deals", file)
    assert outcome.out.endswith("0 deals recorded, 1 known, 0 bad lines\n")
    assert fingerprint() == before
