"""`settle_night SLUG DATE [--commit] [--json]`: what it prints, what it writes, how it fails.

One plain deal at stake 1: An +6, Bình −1, Chi −2, Dũng −3.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.models import Night, Settlement
from scoring.services.adjustments import FUND
from scoring.services.settlements import MODES
from tests.books import DAY, Books, make_books
from tests.commands.files import Outcome, run
from tests.commands.processes import own_database
from tests.services.checks import differences, writes_nothing
from tests.services.settling import gives

pytestmark = pytest.mark.django_db


@pytest.fixture
def books() -> Books:
    books = make_books()
    books.record()
    return books


def settle(*arguments: object) -> Outcome:
    return run("settle_night", "clb-mau", DAY.isoformat(), *arguments)


def as_json(*arguments: object) -> dict[str, Any]:
    said = settle("--json", *arguments)
    assert (said.err, said.error) == ("", "")
    answer: dict[str, Any] = json.loads(said.out)
    return answer


def state_of(books: Books) -> str:
    return Night.objects.get(pk=books.night.pk).state


def test_json_has_balances_payments_groups_and_whether_it_is_proven(books: Books) -> None:
    said = as_json()
    assert list(said) == ["balances", "payments", "groups", "proven"]
    # Highest first.
    assert list(said["balances"].items()) == [("An", 6), ("Bình", -1), ("Chi", -2), ("Dũng", -3)]
    assert sorted(said["payments"], key=lambda one: int(one["points"])) == [
        {"payer": "Bình", "payee": "An", "points": 1},
        {"payer": "Chi", "payee": "An", "points": 2},
        {"payer": "Dũng", "payee": "An", "points": 3},
    ]
    assert [sorted(group) for group in said["groups"]] == [["An", "Bình", "Chi", "Dũng"]]
    assert said["proven"] is True


def test_without_commit_nothing_at_all_is_written(books: Books) -> None:
    with writes_nothing():
        as_json()
        settle()
    assert state_of(books) == "open"


def test_with_commit_the_night_is_settled_by_the_plan_that_was_printed(books: Books) -> None:
    tried = as_json()
    assert as_json("--commit") == tried
    assert state_of(books) == "settled"
    settlement = Settlement.objects.get()
    assert (settlement.author_kind, settlement.payments.count()) == ("system", 3)
    assert differences(books) == []


def test_the_fund_and_the_carried_pot_are_named_by_what_they_are() -> None:
    # Stake 1, ante 1: An 6 - 1 - 10 to the fund, Bình -2, Chi -3, Dũng -4, 4 carried over.
    books = make_books(rules={"pot_enabled": True, "pot_ante": 1})
    books.record()
    gives(books, 0, FUND, 10)
    assert as_json()["balances"] == {
        "FUND": 10,
        "CARRIED_POT": 4,
        "Dũng": -4,
        "Chi": -3,
        "Bình": -2,
        "An": -5,
    }


def test_without_json_it_says_the_same_in_lines(books: Books) -> None:
    lines = settle().out.splitlines()
    assert lines[:4] == ["An: +6", "Bình: -1", "Chi: -2", "Dũng: -3"]
    assert set(lines[4:]) == {"Bình -> An: 1", "Chi -> An: 2", "Dũng -> An: 3"}


def test_a_night_without_a_point_is_all_square() -> None:
    make_books()
    assert settle().out == "all square\n"
    assert as_json() == {"balances": {}, "payments": [], "groups": [], "proven": True}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_is_printed_and_settled_by(books: Books, mode: str) -> None:
    said = as_json("--mode", mode, "--commit")
    assert len(said["payments"]) == 3
    assert Settlement.objects.get().mode == mode


def test_a_host_is_named_as_people_call_them(books: Books) -> None:
    said = as_json("--mode", "one_host", "--host", "dũng")
    paid = {(one["payer"], one["payee"], one["points"]) for one in said["payments"]}
    assert paid == {("Bình", "Dũng", 1), ("Chi", "Dũng", 2), ("Dũng", "An", 6)}
    with writes_nothing():
        strange = settle("--mode", "one_host", "--host", "Ai đó")
    assert strange.error == "player_unknown(field=name, seat=Ai đó)"
    with writes_nothing():
        assert settle("--host", "Dũng").error == "request_invalid(path=host_id)"
    assert "invalid choice" in settle("--mode", "banker").error


def test_what_cannot_be_settled_fails_and_says_why(books: Books) -> None:
    settle("--commit")
    for arguments in ((), ("--commit",), ("--json",)):
        with writes_nothing():
            said = settle(*arguments)
        assert (said.out, said.error) == ("", "night_settled()")


@pytest.mark.parametrize(
    ("slug", "day", "error"),
    [
        ("clb-lạ", "2026-09-04", "not_found(field=club, club=clb-lạ)"),
        ("clb-mau", "2026-09-05", "not_found(field=day, day=2026-09-05)"),
    ],
)
def test_what_is_not_there_is_named(books: Books, slug: str, day: str, error: str) -> None:
    assert run("settle_night", slug, day).error == error


@pytest.mark.parametrize("day", ["2026-9-4x", "04/09/2026", "2026-02-30", ""])
def test_a_day_that_is_none_is_refused(books: Books, day: str) -> None:
    assert run("settle_night", "clb-mau", day).error != ""


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_an_exit_code(transactional_db: None, tmp_path: Path) -> None:
    with own_database(tmp_path) as database:
        for day, code in (("2026-09-04", 1), ("4/9", 2)):
            process = database.start("settle_night", "clb-mau", day)
            said, _ = process.communicate(timeout=60)
            assert (process.returncode, "Traceback" in said) == (code, False), said
