"""Clubs, roles, seasons, nights, tables and rule sets: making them, and what is refused."""

import hashlib
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Actor, Role
from scoring.engine import Ruleset as Rules
from scoring.engine import canonical_json
from scoring.errors import ErrorCode
from scoring.models import (
    Account,
    AuditEvent,
    Club,
    Login,
    Membership,
    Night,
    RulesetVersion,
    Season,
    SeasonState,
    TableTerms,
)
from scoring.services import clubs, nights, rulesets, seasons
from tests.books import DAY, Books
from tests.services.checks import last_event, refuses, writes_nothing


def _login(name: str = "người mới") -> Login:
    return Login.objects.create_user(name)


def _role(books: Books, login_id: int) -> str | None:
    memberships = Membership.objects.filter(club=books.club, login_id=login_id)
    return memberships.values_list("role", flat=True).first()


# Clubs


def test_who_makes_a_club_owns_it_under_the_seed_rules(db: None) -> None:
    login = _login()
    club = clubs.create_club(actor=Actor.of_login(login.pk), slug="moi", name="  CLB   Mới ")
    assert (club.name, club.visibility, club.time_zone) == (
        "CLB Mới",
        "private",
        "Asia/Ho_Chi_Minh",
    )
    assert (club.day_cutoff_hours, club.language) == (6, "vi")
    assert Membership.objects.get(club=club, login=login).role == "owner"
    version = Club.objects.get(pk=club.pk).default_ruleset_version
    assert version is not None
    assert version.canonical == canonical_json(Rules.preset("seed").to_json())
    event = AuditEvent.objects.get(club=club)
    assert (event.action, event.actor_login_id) == ("club.create", login.pk)


@pytest.mark.parametrize("slug", ["", "Hoa", "có-dấu", "-a", "a-", "a--b", "a b", "a/b", "a" * 61])
def test_a_slug_is_lower_case_words_joined_by_hyphens(db: None, slug: str) -> None:
    actor = Actor.of_login(_login().pk)
    with refuses(ErrorCode.SLUG_INVALID, field="slug"):
        clubs.create_club(actor=actor, slug=slug, name="CLB")


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"slug": "clb-mau"}, ErrorCode.SLUG_TAKEN, "slug"),
        ({"name": " \t "}, ErrorCode.NAME_EMPTY, "name"),
        ({"name": "x" * 121}, ErrorCode.NAME_TOO_LONG, "name"),
        ({"time_zone": "Asia/Saigon_"}, ErrorCode.TIME_ZONE_UNKNOWN, "time_zone"),
        ({"time_zone": "../etc/passwd"}, ErrorCode.TIME_ZONE_UNKNOWN, "time_zone"),
        ({"day_cutoff_hours": -1}, ErrorCode.CUTOFF_INVALID, "day_cutoff_hours"),
        ({"day_cutoff_hours": 13}, ErrorCode.CUTOFF_INVALID, "day_cutoff_hours"),
        ({"language": "fr"}, ErrorCode.LANGUAGE_UNKNOWN, "language"),
    ],
)
def test_what_a_club_is_refused_for(
    books: Books, changes: dict, code: ErrorCode, field: str
) -> None:
    actor = Actor.of_login(_login().pk)
    with refuses(code, field=field):
        clubs.create_club(**{"actor": actor, "slug": "moi", "name": "CLB", **changes})


def _change(books: Books, **changes: Any) -> Club:
    return clubs.change_club(actor=books.owner, club_id=books.club.pk, **changes)


def test_a_club_changes_what_is_asked_and_nothing_else(books: Books) -> None:
    _change(books, name="  CLB   Cầu Giấy ", day_cutoff_hours=4)
    club = Club.objects.get(pk=books.club.pk)
    assert (club.name, club.day_cutoff_hours) == ("CLB Cầu Giấy", 4)
    assert (club.time_zone, club.language, club.slug) == ("Asia/Ho_Chi_Minh", "vi", "clb-mau")
    event = last_event(books)
    assert (event.action, event.object_id) == ("club.change", str(club.pk))
    # The audit holds no names: only that it changed.
    assert event.before == {"name": None, "day_cutoff_hours": 6}
    assert event.after == {"name": None, "day_cutoff_hours": 4}
    _change(books, time_zone="Europe/Berlin", language="en")
    club.refresh_from_db()
    assert (club.time_zone, club.language) == ("Europe/Berlin", "en")
    assert Night.objects.get(pk=books.night.pk).day == DAY


def test_a_club_has_habits_only_once_it_says_so(books: Books) -> None:
    assert (books.club.rotates_loser, books.club.swaps_after_u) == (False, False)
    club = _change(books, rotates_loser=True)
    assert (club.rotates_loser, club.swaps_after_u) == (True, False)
    event = last_event(books)
    assert (event.action, event.before, event.after) == (
        "club.change",
        {"rotates_loser": False},
        {"rotates_loser": True},
    )
    club = _change(books, rotates_loser=False, swaps_after_u=True)
    assert (club.rotates_loser, club.swaps_after_u) == (False, True)
    assert club.counts_points is False
    assert _change(books, counts_points=True).counts_points is True


def test_changing_nothing_is_no_change(books: Books) -> None:
    with writes_nothing():
        _change(books)
        _change(books, rotates_loser=False, swaps_after_u=False)
        _change(books, name="CLB clb-mau", time_zone="Asia/Ho_Chi_Minh", language="vi")


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"name": " "}, ErrorCode.NAME_EMPTY, "name"),
        ({"name": "x" * 121}, ErrorCode.NAME_TOO_LONG, "name"),
        ({"time_zone": "Asia/Saigon_"}, ErrorCode.TIME_ZONE_UNKNOWN, "time_zone"),
        ({"day_cutoff_hours": 13}, ErrorCode.CUTOFF_INVALID, "day_cutoff_hours"),
        ({"language": "fr"}, ErrorCode.LANGUAGE_UNKNOWN, "language"),
    ],
)
def test_what_a_change_of_a_club_is_refused_for(
    books: Books, changes: dict, code: ErrorCode, field: str
) -> None:
    with refuses(code, field=field):
        _change(books, **{"name": "Tên Mới", **changes})


def test_roles_are_given_changed_and_taken_away(books: Books) -> None:
    login = _login()
    for before, role in ((None, Role.MEMBER), ("member", Role.SCORER), ("scorer", None)):
        clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=login.pk, role=role)
        assert _role(books, login.pk) == (role and str(role))
        event = last_event(books)
        assert (event.action, event.object_id) == ("role.set", str(login.pk))
        assert (event.before, event.after) == ({"role": before}, {"role": role and str(role)})


@pytest.mark.parametrize("role", [None, Role.MANAGER, Role.MEMBER])
def test_the_last_owner_stays(books: Books, role: Role | None) -> None:
    owner = books.owner.login_id
    assert owner is not None
    with refuses(ErrorCode.LAST_OWNER, field="role"):
        clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=owner, role=role)
    second = _login().pk
    clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=second, role=Role.OWNER)
    clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=owner, role=role)
    assert _role(books, owner) == (role and str(role))


def test_a_login_that_is_not_there_gets_no_role(books: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND, field="login_id"):
        clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=10**9, role=Role.MEMBER)


# Seasons


def _open(books: Books, first: date, last: date, name: str = "Mùa khác") -> Season:
    return seasons.open_season(
        actor=books.owner, club_id=books.club.pk, name=name, first_day=first, last_day=last
    )


def test_a_season_has_a_seed_of_its_own(books: Books) -> None:
    one = _open(books, date(2027, 1, 1), date(2027, 1, 31))
    other = _open(books, date(2027, 2, 1), date(2027, 2, 1), "Một ngày")
    assert len(one.seed) == 16
    assert one.seed != other.seed
    event = last_event(books)
    assert event.action == "season.open"
    assert event.after == {"first_day": "2027-02-01", "last_day": "2027-02-01"}


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2026, 8, 1), date(2026, 9, 1)),  # touches the first day
        (date(2026, 12, 31), date(2027, 1, 5)),  # touches the last
        (date(2026, 10, 1), date(2026, 10, 2)),  # inside
        (date(2026, 1, 1), date(2027, 12, 31)),  # around
    ],
)
def test_seasons_of_a_club_never_share_a_day(books: Books, first: date, last: date) -> None:
    with refuses(
        ErrorCode.SEASON_OVERLAPS,
        field="first_day",
        season_id=books.season.pk,
        season=books.season.name,
    ):
        _open(books, first, last)


def test_seasons_may_follow_each_other_and_clubs_are_apart(books: Books, strangers: Books) -> None:
    assert strangers.season.first_day == books.season.first_day
    _open(books, date(2026, 8, 1), date(2026, 8, 31))
    _open(books, date(2027, 1, 1), date(2027, 1, 1), "Mùa sau")


def test_a_seasons_days_are_in_order_and_its_name_its_own(books: Books) -> None:
    with refuses(ErrorCode.SEASON_DAYS_INVALID, field="last_day"):
        _open(books, date(2027, 1, 2), date(2027, 1, 1))
    with refuses(ErrorCode.NAME_TAKEN, field="name"):
        _open(books, date(2027, 1, 1), date(2027, 1, 2), "  MÙA thu   2026")
    with refuses(ErrorCode.NAME_EMPTY, field="name"):
        _open(books, date(2027, 1, 1), date(2027, 1, 2), " ")


def _days(books: Books, season: Season, first: date, last: date) -> None:
    seasons.change_season_days(
        actor=books.owner,
        club_id=books.club.pk,
        season_id=season.pk,
        first_day=first,
        last_day=last,
    )


def test_days_change_while_no_night_lies_in_the_season(books: Books) -> None:
    season = _open(books, date(2027, 1, 1), date(2027, 1, 31))
    _days(books, season, date(2027, 1, 2), date(2027, 3, 1))
    changed = Season.objects.get(pk=season.pk)
    assert (changed.first_day, changed.last_day) == (date(2027, 1, 2), date(2027, 3, 1))
    event = last_event(books)
    assert event.before == {"first_day": "2027-01-01", "last_day": "2027-01-31"}
    assert event.after == {"first_day": "2027-01-02", "last_day": "2027-03-01"}


def test_days_are_frozen_closed_overlapping_or_anothers(books: Books, strangers: Books) -> None:
    season = _open(books, date(2027, 1, 1), date(2027, 1, 31))
    with refuses(ErrorCode.SEASON_DAYS_FROZEN, field="first_day"):
        _days(books, books.season, date(2026, 9, 1), date(2026, 9, 30))
    with refuses(ErrorCode.SEASON_OVERLAPS, season_id=books.season.pk):
        _days(books, season, date(2026, 12, 1), date(2027, 1, 31))
    with refuses(ErrorCode.SEASON_DAYS_INVALID):
        _days(books, season, date(2027, 2, 1), date(2027, 1, 31))
    with refuses(ErrorCode.NOT_FOUND, field="season_id"):
        _days(books, strangers.season, date(2027, 1, 1), date(2027, 1, 31))
    Season.objects.filter(pk=season.pk).update(state=SeasonState.CLOSED)
    with refuses(ErrorCode.SEASON_CLOSED):
        _days(books, season, date(2027, 1, 1), date(2027, 1, 30))


# Nights and tables


def _night(books: Books, day: date) -> Night:
    return nights.open_night(actor=books.owner, club_id=books.club.pk, day=day)


def test_a_night_is_opened_once_a_day_in_its_season(books: Books) -> None:
    day = DAY + timedelta(days=1)
    night = _night(books, day)
    assert (night.season_id, night.state) == (books.season.pk, "open")
    event = last_event(books)
    assert (event.action, event.night_id) == ("night.open", night.pk)
    assert event.after == {"day": day.isoformat(), "season_id": books.season.pk}
    with writes_nothing():
        assert _night(books, day).pk == night.pk


@pytest.mark.parametrize("day", [date(2026, 8, 31), date(2027, 1, 1)])
def test_a_night_outside_every_season_is_refused(books: Books, day: date) -> None:
    with refuses(ErrorCode.NIGHT_OUTSIDE_SEASON, field="day", day=day.isoformat()):
        _night(books, day)


@pytest.mark.parametrize("day", [date(2026, 9, 1), date(2026, 12, 31)])
def test_the_ends_of_a_season_lie_in_it(books: Books, day: date) -> None:
    assert _night(books, day).season_id == books.season.pk


def test_a_closed_season_opens_no_night(books: Books) -> None:
    Season.objects.filter(pk=books.season.pk).update(state=SeasonState.CLOSED)
    with refuses(ErrorCode.SEASON_CLOSED):
        _night(books, DAY + timedelta(days=1))


def test_the_day_of_a_night_turns_at_the_clubs_cutoff(books: Books) -> None:
    """05:59 in Ho Chi Minh City is 22:59 the day before in UTC."""
    for hour, minute, day in ((22, 59, date(2026, 9, 4)), (23, 0, date(2026, 9, 5))):
        instant = datetime(2026, 9, 4, hour, minute, tzinfo=UTC)
        assert nights.day_of(club=books.club, instant=instant) == day


def _table(books: Books, **changes):
    given: dict[str, Any] = {
        "actor": books.owner,
        "club_id": books.club.pk,
        "night_id": books.night.pk,
        "label": "Bàn 2",
        "stake_points": 5,
    }
    return nights.open_table(**{**given, **changes})


def test_a_table_opens_with_terms_and_a_pot(books: Books) -> None:
    seats = [books.people[0].pk, books.people[1].pk]
    terms_id = uuid4()
    table = _table(books, seats=seats, bench=[books.people[4].pk], terms_id=terms_id)
    terms = TableTerms.objects.get(table=table)
    assert (terms.pk, terms.n, terms.from_number, terms.changed) == (terms_id, 1, 1, "open")
    assert (terms.stake_points, terms.seats) == (5, [str(seat) for seat in seats])
    assert table.ruleset_version_id == books.club.default_ruleset_version_id
    assert Account.objects.get(table=table).kind == "pot"
    assert last_event(books).action == "table.open"


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"label": " BÀN  1 "}, ErrorCode.NAME_TAKEN, "label"),
        ({"label": ""}, ErrorCode.NAME_EMPTY, "label"),
        ({"label": "x" * 41}, ErrorCode.NAME_TOO_LONG, "label"),
        ({"stake_points": 0}, ErrorCode.STAKE_INVALID, "stake_points"),
        ({"stake_points": 1_000_001}, ErrorCode.STAKE_INVALID, "stake_points"),
        ({"seats": [uuid4()]}, ErrorCode.PLAYER_UNKNOWN, "seats"),
        ({"ruleset_version_id": 10**9}, ErrorCode.RULESET_UNKNOWN, "ruleset_version_id"),
        ({"night_id": 10**9}, ErrorCode.NOT_FOUND, "night_id"),
    ],
)
def test_what_a_table_is_refused_for(
    books: Books, changes: dict, code: ErrorCode, field: str
) -> None:
    with refuses(code, field=field):
        _table(books, **changes)


def test_a_club_without_a_default_rule_set_names_one(books: Books) -> None:
    Club.objects.filter(pk=books.club.pk).update(default_ruleset_version=None)
    with refuses(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id"):
        _table(books)


def test_another_clubs_ids_open_nothing(books: Books, strangers: Books) -> None:
    for changes, code in (
        ({"night_id": strangers.night.pk}, ErrorCode.NOT_FOUND),
        ({"club_id": strangers.club.pk}, ErrorCode.NOT_FOUND),
        ({"seats": [strangers.people[0].pk]}, ErrorCode.PLAYER_UNKNOWN),
        ({"bench": [strangers.people[0].pk]}, ErrorCode.PLAYER_UNKNOWN),
        ({"ruleset_version_id": strangers.version.pk}, ErrorCode.RULESET_UNKNOWN),
    ):
        with refuses(code):
            _table(books, **changes)


# Rule sets


def _publish(books: Books, name: str = "Luật nhà", **rules) -> RulesetVersion:
    return rulesets.publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name=name, rules=Rules.from_json(rules)
    )


def test_a_rule_set_is_published_in_versions(books: Books) -> None:
    first = _publish(books, mom_pay=5)
    second = _publish(books, "LUẬT nhà", mom_pay=6)
    assert (first.n, second.n) == (1, 2)
    assert first.ruleset_id == second.ruleset_id
    assert second.sha256 == hashlib.sha256(second.canonical.encode()).hexdigest()
    assert '"mom_pay":6' in second.canonical
    event = last_event(books)
    assert event.before == {"n": 1, "sha256": first.sha256}
    assert event.after == {"n": 2, "sha256": second.sha256}


def test_the_same_content_is_the_same_version(books: Books) -> None:
    first = _publish(books, mom_pay=5)
    with writes_nothing():
        assert _publish(books, mom_pay=5).pk == first.pk
    _publish(books, mom_pay=6)
    # Going back to what it said is a version again: the latest is what counts.
    assert _publish(books, mom_pay=5).n == 3


def test_a_rule_set_needs_a_name(books: Books) -> None:
    with refuses(ErrorCode.NAME_EMPTY, field="name"):
        _publish(books, " ")


def test_the_default_is_for_new_tables(books: Books, strangers: Books) -> None:
    version = _publish(books, mom_pay=5)
    rulesets.set_default_ruleset(actor=books.owner, club_id=books.club.pk, version_id=version.pk)
    event = last_event(books)
    assert event.action == "ruleset.default"
    assert event.before == {"ruleset_version_id": books.version.pk}
    assert event.after == {"ruleset_version_id": version.pk}
    assert _table(books).ruleset_version_id == version.pk
    for version_id in (strangers.version.pk, 10**9):
        with refuses(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id"):
            rulesets.set_default_ruleset(
                actor=books.owner, club_id=books.club.pk, version_id=version_id
            )
