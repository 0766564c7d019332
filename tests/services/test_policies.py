"""Standings policies: published once, never changed, named by a season (S-10 and S-11)."""

import json
from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.actors import Role
from scoring.engine.standings import (
    PolicyWarning,
    StandingsCode,
    StandingsPolicy,
    StandingsRefused,
    WarningCode,
)
from scoring.errors import ErrorCode
from scoring.models import PolicyVersion, Season
from scoring.selectors.policies import get_policy_version, policy_of
from scoring.services import policies, seasons
from tests.books import Books
from tests.services import seasons as helping
from tests.services.checks import last_event, refuses, writes_nothing


def _set(books: Books, version_id: int, **arguments: Any) -> Season:
    return _asked(books, version_id, **arguments).season


def _asked(books: Books, version_id: int, **arguments: Any) -> policies.PolicySet:
    given: dict[str, Any] = {"actor": books.owner, "season_id": books.season.pk}
    return policies.set_season_policy(
        **{**given, **arguments}, club_id=books.club.pk, version_id=version_id
    )


def _spring(books: Books) -> Season:
    return seasons.open_season(
        actor=books.owner,
        club_id=books.club.pk,
        name="Mùa xuân 2027",
        first_day=date(2027, 1, 1),
        last_day=date(2027, 5, 31),
    )


def test_a_version_holds_the_whole_policy_with_its_defaults_and_its_hash(books: Books) -> None:
    version = helping.publish(books, drop_worst=2)
    said = json.loads(version.canonical)
    assert (said["format"], said["drop_worst"], said["metric"]) == (
        "phom-standings/1",
        2,
        "net_points",
    )
    assert version.n == 1
    assert last_event(books).action == "policy.publish"
    assert last_event(books).after == {"n": 1, "sha256": version.sha256}


def test_the_same_content_again_is_the_same_version(books: Books) -> None:
    version = helping.publish(books, drop_worst=2)
    with writes_nothing():
        assert helping.publish(books, drop_worst=2, best_of=None).pk == version.pk
    second = helping.publish(books, drop_worst=3)
    assert (second.n, second.policy_id) == (2, version.policy_id)
    assert helping.publish(books, drop_worst=2).n == 3
    assert helping.publish(books, name="Giải tết").n == 1


def test_a_published_version_is_never_changed(books: Books) -> None:
    version = helping.publish(books, drop_worst=2)
    versions = PolicyVersion.objects.filter(pk=version.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        versions.update(canonical="{}")
    with pytest.raises(IntegrityError), transaction.atomic():
        versions.delete()


def test_a_policy_that_contradicts_itself_is_refused_by_its_path() -> None:
    with pytest.raises(StandingsRefused) as refused:
        StandingsPolicy.from_json({"drop_worst": 1, "best_of": 3})
    assert refused.value.code is StandingsCode.POLICY_CONFLICT


def test_before_the_first_deal_a_season_takes_a_policy_without_a_reason(books: Books) -> None:
    version = helping.publish(books, metric="net_bets")
    season = _set(books, version.pk)
    assert policy_of(season).metric == "net_bets"
    event = last_event(books)
    assert (event.action, event.before, event.after) == (
        "season.policy",
        {"policy_version_id": None},
        {"policy_version_id": version.pk},
    )
    assert event.season_revision == season.dirty_revision


def test_after_the_first_deal_it_needs_a_reason(books: Books) -> None:
    books.record()
    version = helping.publish(books, metric="net_bets")
    for note in ("", "  "):
        with refuses(ErrorCode.NOTE_REQUIRED, field="note"):
            _set(books, version.pk, note=note)
    season = _set(books, version.pk, note="đã bàn")
    event = last_event(books)
    assert event.note is not None
    assert event.note.text == "đã bàn"
    assert season.dirty_revision == event.season_revision


def test_naming_the_same_version_again_changes_nothing(books: Books) -> None:
    version = helping.publish(books, metric="net_bets")
    _set(books, version.pk)
    with writes_nothing():
        _set(books, version.pk)


def test_the_whole_season_is_ranked_by_the_version_it_names(books: Books) -> None:
    books.record(books.sheet(u=(2, "plain")))
    books.record(books.sheet(u=(0, "plain")))
    books.record(books.sheet(u=(0, "plain")))
    helping.refresh(books)
    assert [row["value"] for row in helping.stored(books.season.pk)[1]][:1] != [None]
    values = {row["player"]: row["value"] for row in helping.stored(books.season.pk)[1]}
    helping.rank_by(books, metric="place_points", place_points={"4": [9, 0, 0, 0]})
    helping.refresh(books)
    placed = {row["player"]: row["value"] for row in helping.stored(books.season.pk)[1]}
    assert (placed[books.seat(0)], placed[books.seat(2)]) == (18, 9)
    assert placed != values


def test_managers_publish_and_name_policies_scorers_do_not(books: Books) -> None:
    scorer, manager = books.actor(Role.SCORER), books.actor(Role.MANAGER)
    version = helping.publish(books)
    with refuses(ErrorCode.ROLE_TOO_LOW):
        policies.publish_policy(
            actor=scorer, club_id=books.club.pk, name="x", policy=StandingsPolicy()
        )
    with refuses(ErrorCode.ROLE_TOO_LOW):
        _set(books, version.pk, actor=scorer)
    assert _set(books, version.pk, actor=manager).policy_version_id == version.pk


def test_another_clubs_policy_or_season_is_unknown(books: Books, strangers: Books) -> None:
    theirs = helping.publish(strangers, metric="net_bets")
    with refuses(ErrorCode.POLICY_UNKNOWN):
        _set(books, theirs.pk)
    with refuses(ErrorCode.NOT_FOUND):
        _set(books, theirs.pk, season_id=strangers.season.pk)
    with refuses(ErrorCode.NOT_FOUND):
        _set(books, theirs.pk, actor=strangers.owner)
    assert get_policy_version(club_id=strangers.club.pk, version_id=theirs.pk) == theirs


def test_another_season_keeps_its_own_policy(books: Books) -> None:
    other = _spring(books)
    _set(books, helping.publish(books, metric="net_bets").pk)
    other.refresh_from_db()
    assert policy_of(other) == StandingsPolicy()
    assert other.dirty_revision == 0


KEEP_NUMBER = WarningCode.PENALTIES_KEEP_NUMBER


def test_another_metric_while_a_penalty_is_in_force_warns_and_is_done(books: Books) -> None:
    helping.penalise(books, 0, -10)
    version = helping.publish(books, metric="place_points")
    answer = _asked(books, version.pk)
    warning = PolicyWarning(KEEP_NUMBER, "net_points", "place_points", penalties=1)
    assert answer.warnings == (warning,)
    assert policy_of(answer.season).metric == "place_points"
    assert last_event(books).after == {
        "policy_version_id": version.pk,
        "warnings": [
            {
                "code": "penalties_keep_number",
                "before": "net_points",
                "after": "place_points",
                "penalties": 1,
            }
        ],
    }


def test_a_reward_counts_as_a_penalty_and_each_is_counted(books: Books) -> None:
    helping.penalise(books, 0, -10)
    helping.penalise(books, 1, 4)
    (warning,) = helping.rank_by(books, metric="points_per_deal").warnings
    assert warning.penalties == 2


def test_a_penalty_that_is_ignored_today_still_warns(books: Books) -> None:
    helping.penalise(books, 0, -10)
    answer = helping.rank_by(books, metric="net_bets", penalties="ignore")
    assert [warning.code for warning in answer.warnings] == [KEEP_NUMBER]


def test_a_cancelled_penalty_or_the_same_metric_warns_of_nothing(books: Books) -> None:
    helping.cancel(books, helping.penalise(books, 0, -10))
    assert helping.rank_by(books, metric="net_bets").warnings == ()
    helping.penalise(books, 0, -10)
    assert helping.rank_by(books, metric="net_bets", drop_worst=1).warnings == ()
    assert "warnings" not in (last_event(books).after or {})


def test_a_penalty_of_another_season_warns_of_nothing(books: Books) -> None:
    helping.penalise(books, 0, -10)
    other = _spring(books)
    version = helping.publish(books, metric="net_bets")
    assert _asked(books, version.pk, season_id=other.pk).warnings == ()


def test_naming_the_same_version_again_warns_of_nothing(books: Books) -> None:
    helping.penalise(books, 0, -10)
    version = helping.publish(books, metric="net_bets")
    assert _asked(books, version.pk).warnings
    with writes_nothing():
        assert _asked(books, version.pk).warnings == ()


def test_a_name_is_needed(books: Books) -> None:
    with refuses(ErrorCode.NAME_EMPTY):
        helping.publish(books, name="  ")
