"""Each thing the audit compares, damaged alone: the audit names it. What `audit_books` prints and
further damage stand in tests/commands.
"""

import hashlib
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.db.models import F

from scoring import guards
from scoring.engine import ENGINE_VERSION
from scoring.models import (
    Account,
    Adjustment,
    AuditRun,
    Club,
    Deal,
    DealRevision,
    DealSeat,
    Night,
    Player,
    RulesetVersion,
    Table,
    TableTally,
    TableTerms,
    Transfer,
)
from scoring.selectors.rebuild import SEAT_COLUMNS, TALLY_COLUMNS
from scoring.services import pots
from scoring.services.audits import audit_books
from tests.books import Books
from tests.guards.night import make_open_night
from tests.guards.raw import settle_deferred
from tests.shared import made_once


@pytest.fixture(scope="module")
def _night(django_db_setup, django_db_blocker):
    with made_once(django_db_blocker, make_open_night) as night:
        yield night


@pytest.fixture
def books(_night, db):
    """A night with a void deal, an ù that followed, a correction, adjustments and terms."""
    return deepcopy(_night)


Damage = Callable[[Books], object]


def _found(damage: Callable[[], object]) -> list[str]:
    """What the audit says once the damage is done, guards back in place."""
    settle_deferred()
    with guards.lifted(connection):
        damage()
        settle_deferred()
    return [str(difference) for difference in audit_books().differences]


def _revision(number: int, n: int) -> DealRevision:
    return DealRevision.objects.get(deal__number=number, n=n)


def _update(row: DealRevision | RulesetVersion, **values: Any) -> None:
    manager: Any = type(row)._default_manager
    manager.filter(pk=row.pk).update(**values)


def _spaced(text: str) -> str:
    """The same JSON, with a space."""
    return text.replace(",", ", ", 1)


def _other_clubs_rules(books: Books) -> None:
    club = Club.objects.create(slug="khac", name="khác")
    ruleset = club.rulesets.create(name="x", name_key="x")
    version = books.version
    theirs = ruleset.versions.create(n=1, canonical=version.canonical, sha256=version.sha256)
    _update(_revision(4, 1), ruleset_version_id=theirs.pk)


def _turn_round(books: Books) -> None:
    """The pot pays the ante."""
    line = Transfer.objects.filter(revision=_revision(4, 1), reason="ante")[0]
    Transfer.objects.filter(pk=line.pk).update(payer=F("payee"), payee=F("payer"))


def _space_rules(books: Books) -> None:
    spaced = _spaced(books.version.canonical)
    sha256 = hashlib.sha256(spaced.encode()).hexdigest()
    _update(books.version, canonical=spaced, sha256=sha256)


def _cancel_more(books: Books) -> None:
    cancelling = Adjustment.objects.get(cancels__isnull=False)
    Adjustment.objects.filter(pk=cancelling.pk).update(points=99)
    Transfer.objects.filter(adjustment=cancelling).update(points=99)


DAMAGES: dict[str, tuple[Damage, str]] = {
    "a gap in the revisions": (
        lambda books: _update(_revision(3, 2), n=5),
        "/3 revision 5: n is 5, should be 2",
    ),
    "a first revision that is none": (
        lambda books: _update(_revision(4, 1), kind="correct"),
        "/4 revision 1: kind is correct, should be record exactly for the first",
    ),
    "a second record": (
        lambda books: _update(_revision(3, 2), kind="record"),
        "/3 revision 2: kind is record, should be record exactly for the first",
    ),
    "another club's rule set": (
        _other_clubs_rules,
        "/4 revision 1: rule set is another club's, should be this club's",
    ),
    "a sheet with a space": (
        lambda books: _update(_revision(4, 1), sheet=_spaced(_revision(4, 1).sheet)),
        "/4 revision 1: sheet is not canonical",
    ),
    "a sheet with a pot": (
        lambda books: _update(
            _revision(4, 1), sheet=_revision(4, 1).sheet.replace('"pot":0', '"pot":9')
        ),
        "/4 revision 1: sheet is not canonical",
    ),
    "a void revision's hash": (
        lambda books: _update(_revision(1, 2), content_hash="0" * 64),
        "/1 revision 2: content hash is 000",
    ),
    "a seat counted twice": (
        lambda books: _update(_revision(4, 1), seat_count=3),
        "/4 revision 1: seat_count is 3, should be 2",
    ),
    "a line counted twice": (
        lambda books: _update(_revision(4, 1), transfer_count=9),
        "/4 revision 1: transfer_count is 9, should be 3",
    ),
    "a seat in a void revision": (
        lambda books: DealSeat.objects.filter(revision=_revision(4, 1), seat=0).update(
            revision=_revision(1, 2)
        ),
        "/1 revision 2: seat 0 is ",
    ),
    "an older revision's line": (
        lambda books: Transfer.objects.filter(revision=_revision(3, 1)).update(points=1),
        "/3 revision 1: transfer 0 is ",
    ),
    "a stake": (
        lambda books: _update(_revision(4, 1), stake_points=7),
        "/4 revision 1: transfer 0 is ",
    ),
    "a pot that was not the pot": (
        lambda books: _update(_revision(2, 2), pot_before_points=2),
        "/2: pot before it is 2, should be 0",
    ),
    "a line turned round": (_turn_round, "/4 revision 1: transfer 0 is "),
    "a line to another account": (
        lambda books: Transfer.objects.filter(revision=_revision(4, 1), reason="place").update(
            payee=books.people[4].account
        ),
        ": balance of account ",
    ),
    "a pointer to the first revision": (
        lambda books: Deal.objects.filter(number=3).update(current=_revision(3, 1)),
        "/3: current is ",
    ),
    "a last deal that is lost": (
        lambda books: Table.objects.filter(last_number=4).update(last_number=5),
        "/Bàn 1: last_number is 5, should be 4",
    ),
    "terms that are not the table's": (
        lambda books: Table.objects.filter(last_number=4).update(bench=["x"]),
        "/Bàn 1: bench is ['x'], should be []",
    ),
    "a lost row of terms": (
        lambda books: TableTerms.objects.filter(n=1).delete(),
        "/Bàn 1: terms is 2, should be 1",
    ),
    "a tally of somebody who never played": (
        lambda books: TableTally.objects.create(table=books.table, player=books.people[4], moms=1),
        ", moms is 1, should be 0",
    ),
    "a lost tally": (
        lambda books: TableTally.objects.filter(player=books.people[0]).delete(),
        ", deals is 0, should be ",
    ),
    "a rule set with a space": (_space_rules, ": canonical is not canonical"),
    "a root that is not the end": (
        lambda books: Player.objects.filter(pk=books.people[4].pk).update(
            merged_into=books.people[0], root=books.people[1]
        ),
        ": root is ",
    ),
    "a ring of pointers": (
        lambda books: [
            Player.objects.filter(pk=books.people[one].pk).update(
                merged_into=books.people[other], root=books.people[other]
            )
            for one, other in ((3, 4), (4, 3))
        ],
        ": root is ",
    ),
    "a player without an account": (
        lambda books: Account.objects.filter(player=books.people[4]).delete(),
        ": account is None, should be one",
    ),
    "a cancelling that is not the contrary": (_cancel_more, ": contrary is "),
    "an adjustment without its transfer": (
        lambda books: Transfer.objects.filter(adjustment__isnull=False).delete(),
        ": transfer is None",
    ),
    "a night in another state than its table": (
        lambda books: Night.objects.update(state="locked"),
        "/Bàn 1: state is open, should be locked",
    ),
    "a night outside its season": (
        lambda books: Night.objects.update(day="2027-05-01"),
        "/2027-05-01: season is Mùa thu 2026, should be around it",
    ),
}


def test_clean_books_are_clean_and_the_run_is_kept(books: Books) -> None:
    report = audit_books()
    assert report.differences == []
    assert (report.deals_checked, report.tables_checked, report.older_engine) == (4, 1, 0)
    run = AuditRun.objects.get()
    assert (run.deals_checked, run.differences) == (4, 0)
    assert run.started_at <= run.finished_at


@pytest.mark.parametrize("name", DAMAGES)
def test_what_was_damaged_is_named(books: Books, name: str) -> None:
    damage, said = DAMAGES[name]
    found = _found(lambda: damage(books))
    assert any(said in line for line in found), "\n".join(found)


@pytest.mark.parametrize("column", [name for name in SEAT_COLUMNS if not name.endswith("_id")])
def test_every_column_of_a_seat_is_compared(books: Books, column: str) -> None:
    seat = DealSeat.objects.get(revision=_revision(4, 1), seat=1)
    other = {"seat": 3, "ending": "u", "u_kind": "dry"}.get(column)
    if other is None:
        value = getattr(seat, column)
        other = not value if isinstance(value, bool) else (value or 0) + 1
    found = _found(lambda: DealSeat.objects.filter(pk=seat.pk).update(**{column: other}))
    assert any("/4 revision 1: seat 1 is " in line for line in found), "\n".join(found)


def test_every_column_of_a_tally_is_compared(books: Books) -> None:
    tallies = TableTally.objects.filter(player=books.people[0])
    found = _found(lambda: tallies.update(**{column: F(column) + 1 for column in TALLY_COLUMNS}))
    for column in TALLY_COLUMNS:
        assert any(f"tally of {books.seat(0)}, {column} is " in line for line in found), column


def test_progress_is_told_after_every_table(books: Books) -> None:
    told: list[tuple[int, int]] = []
    audit_books(progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 1)]


def test_an_older_engines_revisions_are_held_to_their_sums(books: Books) -> None:

    def age() -> None:
        DealRevision.objects.update(engine_version=ENGINE_VERSION - 1)
        DealSeat.objects.filter(revision=_revision(4, 1), seat=1).update(net_points=8, place=1)

    found = _found(age)
    # What it scored is its own; that a net is the sum of its lines holds for every engine.
    assert [line for line in found if "/4 revision 1: net of seat 1 is 8, should be " in line]
    assert not [line for line in found if "seat 1 is (" in line]
    assert audit_books().older_engine == DealRevision.objects.count()


def test_a_stored_hash_may_name_or_leave_out_each_of_the_terms(books: Books) -> None:
    for stake_points in (None, 2):
        for version in (None, books.version.pk):
            books.record(stake_points=stake_points, ruleset_version_id=version)
    assert audit_books().differences == []
    last = DealRevision.objects.filter(deal__number__gt=4)
    assert len(set(last.values_list("content_hash", flat=True))) == 4


def test_a_pot_below_zero_is_named(books: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a service had let it through."""
    monkeypatch.setattr(pots, "verify_not_overdrawn", lambda **_: None)
    answer = books.record(books.sheet(adjustments=[("POT", 0, 50)]))
    # Deals 2, 3 and 4: nothing, 4 and 2 antes at stake 2 are 12 points; 4 antes more less 50 bets.
    assert answer.number == 5
    found = [str(difference) for difference in audit_books().differences]
    assert found == ["clb-mau/2026-09-04/Bàn 1/5: pot behind it is -80, should be at least 0"]
