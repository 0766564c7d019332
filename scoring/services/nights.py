"""Nights and their tables."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID, uuid4

from django.db import transaction

from scoring.actors import Actor
from scoring.days import club_day
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    Account,
    AccountKind,
    Club,
    Night,
    SeasonState,
    Table,
    TableTerms,
)
from scoring.names import name_key
from scoring.permissions import Action, verify
from scoring.selectors.members import find_role
from scoring.selectors.people import verify_seats
from scoring.selectors.rulesets import get_ruleset_version
from scoring.selectors.seasons import find_season_of_day
from scoring.selectors.tables import ruleset_of
from scoring.services import locks
from scoring.services.audit import write_event
from scoring.services.inputs import verify_name, verify_stake
from scoring.services.pot_closing import open_pot
from scoring.services.rights import verify_in_club, verify_in_night


def day_of(*, club: Club, instant: datetime) -> date:
    """The club day an instant falls in: what a new night is opened under."""
    return club_day(instant, time_zone=club.time_zone, day_cutoff_hours=club.day_cutoff_hours)


def open_night(*, actor: Actor, club_id: int, day: date) -> Night:
    """The night of this club day, made if it is not there yet; its season is fixed from now on.

    Errors: `not_found`, `role_too_low`, `night_outside_season`, `season_closed`.
    """
    return find_or_open_night(actor=actor, club_id=club_id, day=day)[0]


@transaction.atomic
def find_or_open_night(*, actor: Actor, club_id: int, day: date) -> tuple[Night, bool]:
    """As `open_night`, and whether it was opened just now."""
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.OPEN_NIGHT)
    night = Night.objects.filter(club_id=club_id, day=day).first()
    if night is not None:
        return night, False
    season = find_season_of_day(club_id=club_id, day=day)
    if season is None:
        raise ServiceRefused(ErrorCode.NIGHT_OUTSIDE_SEASON, field="day", day=day.isoformat())
    if season.state == SeasonState.CLOSED:
        raise ServiceRefused(ErrorCode.SEASON_CLOSED)
    night = Night.objects.create(club_id=club_id, season=season, day=day)
    write_event(
        actor=actor,
        club_id=club_id,
        night_id=night.pk,
        action="night.open",
        object_kind="night",
        object_id=night.pk,
        after={"day": day.isoformat(), "season_id": season.pk},
    )
    return night, True


@transaction.atomic
def open_table(
    *,
    actor: Actor,
    club_id: int,
    night_id: int,
    label: str,
    stake_points: int,
    seats: Sequence[UUID] = (),
    bench: Sequence[UUID] = (),
    ruleset_version_id: int | None = None,
    terms_id: UUID | None = None,
) -> Table:
    """A table of the night, with its first terms and its pot; rules left out: the club's default.

    The same `terms_id` opens one table. Errors: `not_found`, `role_too_low`, `terms_id_reused`,
    `night_settled`, `night_locked`, `season_closed`, `name_empty`, `name_taken`, `stake_invalid`,
    `ruleset_unknown`, `player_unknown`, `seats_invalid`.
    """
    locks.lock_club(club_id)
    night = (
        Night.objects.select_related("season", "club").filter(pk=night_id, club_id=club_id).first()
    )
    if night is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="night_id")
    role = find_role(actor=actor, club_id=club_id)
    verify(Action.OPEN_NIGHT, role=role)
    asked = (
        night_id,
        name_key(label),
        stake_points,
        [str(player_id) for player_id in seats],
        [str(player_id) for player_id in bench],
    )
    known = _find_opened(terms_id, asked=asked, ruleset_version_id=ruleset_version_id)
    if known is not None:
        return known
    verify_in_night(night, Action.OPEN_NIGHT, role=role)
    label = verify_name(label, field="label", at_most=40)
    if Table.objects.filter(night=night, label_key=name_key(label)).exists():
        raise ServiceRefused(ErrorCode.NAME_TAKEN, field="label")
    verify_stake(stake_points)
    verify_seats(club_id=club_id, seats=seats, bench=bench)
    version_id = ruleset_version_id or night.club.default_ruleset_version_id
    if version_id is None:
        raise ServiceRefused(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id")
    terms = {
        "ruleset_version": get_ruleset_version(club_id=club_id, version_id=version_id),
        "stake_points": stake_points,
        "seats": asked[3],
        "bench": asked[4],
    }
    table = Table.objects.create(
        night=night, label=label, label_key=name_key(label), state=night.state, **terms
    )
    pot = Account.objects.create(club_id=club_id, kind=AccountKind.POT, table=table)
    if ruleset_of(table.ruleset_version.canonical).pot_enabled:
        open_pot(table=table, pot_account_id=pot.pk, club_id=club_id)
    TableTerms.objects.create(
        id=terms_id or uuid4(),
        table=table,
        n=1,
        from_number=1,
        changed="open",
        author_kind=actor.kind,
        author_login_id=actor.login_id,
        author_device=actor.device_id,
        **terms,
    )
    write_event(
        actor=actor,
        club_id=club_id,
        night_id=night.pk,
        action="table.open",
        object_kind="table",
        object_id=table.pk,
        after={
            "stake_points": stake_points,
            "ruleset_version_id": version_id,
            "seats": terms["seats"],
        },
    )
    return table


def _find_opened(
    terms_id: UUID | None,
    *,
    asked: tuple[int, str, int, list[str], list[str]],
    ruleset_version_id: int | None,
) -> Table | None:
    """The table the same call opened; an id that stands for other terms is refused."""
    if terms_id is None:
        return None
    terms = TableTerms.objects.select_related("table").filter(pk=terms_id).first()
    if terms is None:
        return None
    table = terms.table
    opened = (table.night_id, table.label_key, terms.stake_points, terms.seats, terms.bench)
    is_same = opened == asked and ruleset_version_id in {None, terms.ruleset_version_id}
    if terms.n != 1 or not is_same:
        raise ServiceRefused(ErrorCode.TERMS_ID_REUSED, terms_id=str(terms_id))
    return table
