"""Closing a season and opening it again (standings.md, S-71 and S-72)."""

import hashlib
import json
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest

from scoring.actors import Actor, Role
from scoring.engine import ENGINE_VERSION
from scoring.engine.standings import StandingsPolicy, Tallies, rank_season
from scoring.errors import ErrorCode
from scoring.models import Adjustment, Deal, Night, Season, SeasonSnapshot
from scoring.selectors.audits import audit_club
from scoring.services import merges, questions, seasons, settlements
from scoring.services.nights import open_night, open_table
from tests.books import Books
from tests.services import seasons as helping
from tests.services.checks import correct, last_event, refuses, revise, writes_nothing


@pytest.fixture
def settled(pot_books: Books) -> Books:
    """A season of two nights, a penalty and a merge; both nights settled."""
    pot_books.record(pot_books.sheet(eats=[(1, False)]))
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    table = helping.open_table(pot_books, date(2026, 9, 11))
    people = [pot_books.seat(4), *pot_books.seats(2)]
    pot_books.record(pot_books.sheet(seats=people), table_id=table.pk)
    helping.penalise(pot_books, 1, -10)
    merges.merge_players(
        actor=pot_books.owner,
        club_id=pot_books.club.pk,
        player_id=pot_books.people[4].pk,
        into_id=pot_books.people[2].pk,
    )
    for night in Night.objects.filter(club=pot_books.club):
        helping.settle(pot_books, night)
    return pot_books


def test_closing_lists_the_nights_still_open_and_the_deals_under_dispute(books: Books) -> None:
    deal = books.record()
    helping.open_table(books, date(2026, 9, 5))
    dispute = questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)
    questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id, note="lần nữa")
    with refuses(
        ErrorCode.SEASON_UNSETTLED,
        nights=["2026-09-04", "2026-09-05"],
        deals=[str(deal.deal_id)],
    ):
        helping.close(books)
    for night in Night.objects.filter(club=books.club):
        helping.settle(books, night)
    with refuses(ErrorCode.SEASON_UNSETTLED, nights=[], deals=[str(deal.deal_id)]):
        helping.close(books)
    for one in dispute.deal.disputes.all():
        questions.settle_dispute(actor=books.owner, dispute_id=one.pk)
    assert helping.close(books).n == 1


def test_a_locked_night_is_settled_too(settled: Books) -> None:
    settlements.lock_night(actor=settled.owner, club_id=settled.club.pk, night_id=settled.night.pk)
    assert helping.close(settled).n == 1


def test_a_snapshot_keeps_the_table_and_all_it_was_ranked_from(settled: Books) -> None:
    helping.rank_by(settled, metric="points_per_deal", tie_breaks=["direct", "lot"])
    snapshot = helping.close(settled)
    checksum, rows = helping.stored(settled.season.pk)
    season = Season.objects.get(pk=settled.season.pk)
    assert json.loads(snapshot.rows) == rows
    assert snapshot.checksum == checksum == hashlib.sha256(snapshot.rows.encode()).hexdigest()
    tallies = Tallies.from_json(json.loads(snapshot.tallies))
    assert tallies.canonical() == snapshot.tallies
    merged = {one.player: one.merged_into for one in tallies.players if one.merged_into}
    assert merged == {settled.seat(4): settled.seat(2)}
    assert [(one.player, one.points) for one in tallies.penalties] == [(settled.seat(1), -10)]
    policy = StandingsPolicy.from_json(json.loads(snapshot.policy))
    assert policy.tie_breaks == ("direct", "lot")
    assert rank_season(tallies, policy).checksum() == checksum
    assert (snapshot.n, snapshot.engine_version) == (1, ENGINE_VERSION)
    assert snapshot.season_revision == season.dirty_revision
    assert (snapshot.author_kind, snapshot.author_login_id) == ("login", settled.owner.login_id)
    assert snapshot.note.text == "hết mùa"
    assert season.state == "closed"


def test_closing_and_opening_again_are_audited(settled: Books) -> None:
    snapshot = helping.close(settled)
    event = last_event(settled)
    assert (event.action, event.object_id) == ("season.close", str(settled.season.pk))
    assert event.after == {"snapshot": 1, "checksum": snapshot.checksum}
    helping.reopen(settled)
    event = last_event(settled)
    assert event.action == "season.reopen"
    assert event.note is not None
    assert event.note.text == "sót một ván"


def test_the_owner_opens_it_again_with_a_reason_and_the_next_closing_keeps_both(
    settled: Books,
) -> None:
    first, manager = helping.close(settled), settled.actor(Role.MANAGER)
    with refuses(ErrorCode.ROLE_TOO_LOW):
        helping.reopen(settled, actor=manager)
    with refuses(ErrorCode.NOTE_REQUIRED):
        helping.reopen(settled, note="  ")
    helping.reopen(settled)
    with refuses(ErrorCode.SEASON_OPEN):
        helping.reopen(settled)
    helping.penalise(settled, 0, 5)
    second = helping.close(settled)
    kept = list(SeasonSnapshot.objects.filter(season=settled.season).order_by("n"))
    assert [(one.n, one.checksum) for one in kept] == [(1, first.checksum), (2, second.checksum)]
    assert kept[0].rows == first.rows
    assert kept[0].rows != kept[1].rows


def test_a_manager_may_close_a_season_a_scorer_may_not(settled: Books) -> None:
    scorer = settled.actor(Role.SCORER)
    with refuses(ErrorCode.ROLE_TOO_LOW):
        helping.close(settled, actor=scorer)
    assert helping.close(settled, actor=settled.actor(Role.MANAGER)).n == 1
    with refuses(ErrorCode.SEASON_CLOSED):
        helping.close(settled)


def test_a_season_of_another_club_is_not_found(settled: Books, strangers: Books) -> None:
    for act in (helping.close, helping.reopen):
        with refuses(ErrorCode.NOT_FOUND):
            act(settled, actor=strangers.owner)


def _deal_of(books: Books) -> Any:
    return Deal.objects.filter(table=books.table).order_by("number")[0].pk


def _adjustment_of(books: Books) -> UUID:
    return Adjustment.objects.get(season=books.season, scope="season").pk


REFUSED_WHEN_CLOSED = {
    "deal": lambda books: books.record(),
    "correction": lambda books: revise(
        books, _deal_of(books), "correct", sheet=books.sheet(multiplier=2)
    ),
    "void": lambda books: revise(books, _deal_of(books), "void"),
    "adjustment": lambda books: helping.adjust(books, 0, 1, 3),
    "penalty": lambda books: helping.penalise(books, 0, 3),
    "contrary of a penalty": lambda books: helping.cancel(books, _adjustment_of(books)),
    "settling": helping.settle,
    "reopening a night": lambda books: settlements.reopen_night(
        actor=books.owner, club_id=books.club.pk, night_id=books.night.pk, note="sai"
    ),
    "locking": lambda books: settlements.lock_night(
        actor=books.owner, club_id=books.club.pk, night_id=books.night.pk
    ),
    "night": lambda books: open_night(
        actor=books.owner, club_id=books.club.pk, day=date(2026, 10, 2)
    ),
    "table": lambda books: open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 9",
        stake_points=1,
    ),
    "days": lambda books: seasons.change_season_days(
        actor=books.owner,
        club_id=books.club.pk,
        season_id=books.season.pk,
        first_day=date(2026, 9, 1),
        last_day=date(2027, 1, 31),
    ),
}


@pytest.mark.parametrize("name", REFUSED_WHEN_CLOSED)
def test_a_closed_season_takes_nothing(settled: Books, name: str) -> None:
    helping.close(settled)
    with refuses(ErrorCode.SEASON_CLOSED):
        REFUSED_WHEN_CLOSED[name](settled)


def test_a_closed_season_takes_no_policy(settled: Books) -> None:
    helping.publish(settled, metric="net_bets")
    helping.close(settled)
    with refuses(ErrorCode.SEASON_CLOSED):
        helping.rank_by(settled, metric="net_bets")


def test_a_merge_changes_nothing_of_a_closed_season(settled: Books) -> None:
    snapshot = helping.close(settled)
    before = helping.stored(settled.season.pk)
    merges.unmerge_player(
        actor=settled.owner, club_id=settled.club.pk, player_id=settled.people[4].pk
    )
    helping.refresh(settled)
    assert helping.stored(settled.season.pk) == before
    snapshot.refresh_from_db()
    assert snapshot.checksum == before[0]
    assert [str(one) for one in audit_club(settled.club.pk)] == []


def test_locking_what_is_due_passes_a_closed_season_by(
    settled: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settlements, "LOCKED_AFTER", timedelta(seconds=-1))
    helping.close(settled)
    with writes_nothing():
        assert settlements.lock_due_nights(actor=Actor.system()) == 0


def test_a_season_opened_again_takes_what_was_missing(settled: Books) -> None:
    helping.close(settled)
    helping.reopen(settled)
    settlements.reopen_night(
        actor=settled.owner, club_id=settled.club.pk, night_id=settled.night.pk, note="sót"
    )
    deal = settled.record()
    correct(settled, deal, settled.sheet(multiplier=2))
    with refuses(ErrorCode.SEASON_UNSETTLED, nights=["2026-09-04"], deals=[]):
        helping.close(settled)
    helping.settle(settled)
    assert helping.close(settled).n == 2


def test_an_empty_season_is_closed_with_a_table_of_nobody_ranked(books: Books) -> None:
    helping.settle(books)
    rows = json.loads(helping.close(books).rows)
    assert {(row["group"], row["rank"], row["value"]) for row in rows} == {("no_deals", None, None)}
