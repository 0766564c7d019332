"""`audit_books`: clean books, exit 1 and the list where something differs."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection

from scoring import guards
from scoring.models import (
    Adjustment,
    AuditRun,
    Deal,
    DealRevision,
    DealSeat,
    Night,
    Player,
    RevisionKind,
    RulesetVersion,
    Season,
    Table,
    TableTally,
    TableTerms,
    Transfer,
)
from scoring.services.adjustments import adjust_night
from scoring.services.deals import revise_deal
from scoring.services.merges import merge_players
from tests.books import Books, make_books
from tests.commands.files import run

pytestmark = pytest.mark.django_db

Damage = Callable[[Books], object]


@pytest.fixture
def books() -> Books:
    """Two deals with a pot, one of them corrected, an adjustment, a merge."""
    books = make_books(rules={"pot_enabled": True, "pot_ante": 1})
    first = books.record()
    books.record(books.sheet(u=(1, "plain")))
    revise_deal(
        actor=books.owner,
        deal_id=first.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.CORRECT,
        sheet=books.sheet(multiplier=2),
    )
    adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[0].pk,
        payee=books.people[1].pk,
        points=5,
    )
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[0].pk,
    )
    return books


def test_clean_books_are_said_to_be_clean_and_the_run_is_kept(books: Books) -> None:
    outcome = run("audit_books")
    assert (outcome.out, outcome.error) == ("1 tables, 2 deals, 0 differences\n", "")
    kept = AuditRun.objects.get()
    assert (kept.deals_checked, kept.differences) == (2, 0)


def test_no_books_at_all_are_clean() -> None:
    outcome = run("audit_books")
    assert (outcome.out, outcome.error) == ("0 tables, 0 deals, 0 differences\n", "")


def _first_revision() -> DealRevision:
    return DealRevision.objects.get(deal__number=1, n=1)


DAMAGES: dict[str, tuple[Damage, str]] = {
    "a seat": (
        lambda books: DealSeat.objects.filter(seat=2, revision=_first_revision()).update(place=1),
        "clb-mau/2026-09-04/Bàn 1/1 revision 1: seat 2 is ",
    ),
    "a transfer": (
        lambda books: Transfer.objects.filter(revision=_first_revision(), reason="place").update(
            points=77
        ),
        "/1 revision 1: transfer ",
    ),
    "a lost transfer": (
        lambda books: Transfer.objects.filter(revision=_first_revision(), reason="place").delete(),
        "/1 revision 1: transfer_count is ",
    ),
    "a sheet": (
        lambda books: DealRevision.objects.filter(pk=_first_revision().pk).update(
            sheet=_first_revision().sheet.replace('"multiplier":1', '"multiplier":3')
        ),
        "/1 revision 1: content hash is ",
    ),
    "an unreadable sheet": (
        lambda books: DealRevision.objects.filter(pk=_first_revision().pk).update(
            sheet='{"seats":[]}'
        ),
        "/1 revision 1: sheet is ",
    ),
    "a sheet that is no JSON": (
        lambda books: DealRevision.objects.filter(n=2).update(sheet="{"),
        "/1 revision 2: score is stored, should be refused: unreadable",
    ),
    "a stranger in the sheet": (
        lambda books: DealRevision.objects.filter(pk=_first_revision().pk).update(
            sheet=_first_revision().sheet.replace(books.seat(0), str(uuid4()))
        ),
        "/1 revision 1: score is stored, should be refused: player_unknown ",
    ),
    "a hash": (
        lambda books: DealRevision.objects.filter(n=2).update(content_hash="0" * 64),
        "revision 2: content hash is 0000",
    ),
    "a pot": (
        lambda books: DealRevision.objects.filter(deal__number=2).update(pot_before_points=3),
        "/2: pot before it is 3, should be 8",
    ),
    "a pointer": (
        lambda books: Deal.objects.filter(number=1).update(current=_first_revision()),
        "/1: current is ",
    ),
    "a number": (
        lambda books: Deal.objects.filter(number=2).update(number=3),
        "/3: number is 3, should be 2",
    ),
    "a counter": (
        lambda books: Table.objects.update(last_number=7),
        "/Bàn 1: last_number is 7, should be 2",
    ),
    "a tally": (
        lambda books: TableTally.objects.filter(player=books.people[1]).update(eats=9),
        ", eats is 9, should be 0",
    ),
    "a stake": (
        lambda books: Table.objects.update(stake_points=9),
        "/Bàn 1: stake_points is 9, should be 1",
    ),
    "the terms' numbers": (
        lambda books: TableTerms.objects.update(n=4),
        "/Bàn 1: terms is 4, should be 1",
    ),
    "a state": (
        lambda books: Night.objects.update(state="settled"),
        "/Bàn 1: state is open, should be settled",
    ),
    "a season": (
        lambda books: Season.objects.update(first_day="2026-10-01"),
        "clb-mau/2026-09-04: season is Mùa thu 2026, should be around it",
    ),
    "a root": (
        lambda books: Player.objects.filter(pk=books.people[4].pk).update(root=books.people[2]),
        "clb-mau player ",
    ),
    "an adjustment": (
        lambda books: Adjustment.objects.update(points=6),
        ": transfer is ",
    ),
    "an unreadable rule set": (
        lambda books: RulesetVersion.objects.filter(pk=books.version.pk).update(canonical="{}{"),
        ": canonical is ",
    ),
    "a rule set": (
        lambda books: RulesetVersion.objects.filter(pk=books.version.pk).update(sha256="no"),
        ": sha256 is no",
    ),
}


@pytest.mark.parametrize(("damage", "listed"), DAMAGES.values(), ids=DAMAGES)
def test_what_was_tampered_with_is_listed_and_the_exit_is_1(
    books: Books, damage: Damage, listed: str
) -> None:
    with guards.lifted(connection):
        damage(books)
        # The rows are changed; PostgreSQL wants no trigger waiting when the guards come back.
        connection.check_constraints()
    outcome = run("audit_books")
    assert outcome.error == "exit 1"
    *differences, summary = outcome.out.splitlines()
    assert any(listed in line for line in differences), outcome.out
    assert summary.endswith(f", {len(differences)} differences")
    assert AuditRun.objects.get().differences == len(differences)


def test_a_guard_that_is_missing_is_a_difference(books: Books) -> None:
    with connection.cursor() as cursor:
        on = "" if connection.vendor == "sqlite" else " ON scoring_transfer"
        cursor.execute(f"DROP TRIGGER guard_transfer_no_update{on}")
    outcome = run("audit_books")
    assert outcome.error == "exit 1"
    assert "database: guard guard_transfer_no_update is missing or altered" in outcome.out


def test_revisions_of_an_older_engine_are_counted_and_held_to_their_sums(books: Books) -> None:
    with guards.lifted(connection):
        DealRevision.objects.filter(deal__number=1, n=1).update(engine_version=0)
        DealSeat.objects.filter(revision=_first_revision()).update(place=None)
        connection.check_constraints()
    outcome = run("audit_books")
    assert outcome.error == ""
    assert outcome.out.splitlines()[0] == "1 revisions scored by an older engine"
    with guards.lifted(connection):
        DealSeat.objects.filter(revision=_first_revision(), seat=0).update(net_points=99)
        connection.check_constraints()
    assert "net of seat 0 is 99" in run("audit_books").out


def test_progress_is_for_terminals_only(books: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "1/1" not in run("audit_books").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run("audit_books").out.startswith("1/1\n")
