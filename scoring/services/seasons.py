"""Seasons: opening one, and changing its days while nothing lies in it."""

import secrets
from datetime import date

from django.db import transaction

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Season, SeasonState
from scoring.names import name_key
from scoring.permissions import Action
from scoring.selectors.seasons import get_season_by_id
from scoring.services import locks
from scoring.services.audit import write_event
from scoring.services.inputs import verify_name
from scoring.services.rights import verify_in_club


@transaction.atomic
def open_season(
    *, actor: Actor, club_id: int, name: str, first_day: date, last_day: date
) -> Season:
    """A season over these club days, both inclusive.

    Its seed is drawn here and never changes (S-43).

    Errors: `name_empty`, `name_taken`, `season_days_invalid`, `season_overlaps` with the season in
    the way.
    """
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_SEASONS)
    name = verify_name(name, at_most=120)
    if Season.objects.filter(club_id=club_id, name_key=name_key(name)).exists():
        raise ServiceRefused(ErrorCode.NAME_TAKEN, field="name")
    _verify_days(club_id=club_id, first_day=first_day, last_day=last_day)
    season = Season.objects.create(
        club_id=club_id,
        name=name,
        name_key=name_key(name),
        first_day=first_day,
        last_day=last_day,
        seed=secrets.token_hex(8),
    )
    write_event(
        actor=actor,
        club_id=club_id,
        action="season.open",
        object_kind="season",
        object_id=season.pk,
        after=_days(first_day, last_day),
    )
    return season


@transaction.atomic
def change_season_days(
    *, actor: Actor, club_id: int, season_id: int, first_day: date, last_day: date
) -> None:
    """Other days for a season in which no night lies yet.

    Errors: `not_found`, `season_closed`, `season_days_frozen`, `season_days_invalid`,
    `season_overlaps`.
    """
    locks.lock_club_and_tables(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_SEASONS)
    season = get_season_by_id(club_id=club_id, season_id=season_id)
    if season.state == SeasonState.CLOSED:
        raise ServiceRefused(ErrorCode.SEASON_CLOSED)
    if season.nights.exists():
        raise ServiceRefused(ErrorCode.SEASON_DAYS_FROZEN, field="first_day")
    _verify_days(club_id=club_id, first_day=first_day, last_day=last_day, but=season.pk)
    before = _days(season.first_day, season.last_day)
    Season.objects.filter(pk=season.pk).update(first_day=first_day, last_day=last_day)
    write_event(
        actor=actor,
        club_id=club_id,
        action="season.days",
        object_kind="season",
        object_id=season.pk,
        before=before,
        after=_days(first_day, last_day),
    )


def _verify_days(*, club_id: int, first_day: date, last_day: date, but: int | None = None) -> None:
    """No database constraint can say this alike on SQLite and PostgreSQL; the club's lock makes the
    check hold.
    """
    if first_day > last_day:
        raise ServiceRefused(ErrorCode.SEASON_DAYS_INVALID, field="last_day")
    others = Season.objects.filter(
        club_id=club_id, first_day__lte=last_day, last_day__gte=first_day
    )
    if but is not None:
        others = others.exclude(pk=but)
    other = others.order_by("first_day").first()
    if other is not None:
        raise ServiceRefused(
            ErrorCode.SEASON_OVERLAPS, field="first_day", season_id=other.pk, season=other.name
        )


def _days(first_day: date, last_day: date) -> dict[str, str]:
    return {"first_day": first_day.isoformat(), "last_day": last_day.isoformat()}
