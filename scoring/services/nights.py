"""Nights and their tables."""

from collections.abc import Sequence
from dataclasses import dataclass
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
    RulesetVersion,
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
    asked = _Asked(
        night_id=night_id,
        label_key=name_key(label),
        stake_points=stake_points,
        seats=[str(player_id) for player_id in seats],
        bench=[str(player_id) for player_id in bench],
        ruleset_version_id=ruleset_version_id,
    )
    known = _find_opened(terms_id, asked=asked)
    if known is not None:
        return known
    verify_in_night(night, Action.OPEN_NIGHT, role=role)
    label = verify_name(label, field="label", at_most=40)
    if Table.objects.filter(night=night, label_key=asked.label_key).exists():
        raise ServiceRefused(ErrorCode.NAME_TAKEN, field="label")
    verify_stake(stake_points)
    verify_seats(club_id=club_id, seats=seats, bench=bench)
    version_id = ruleset_version_id or night.club.default_ruleset_version_id
    if version_id is None:
        raise ServiceRefused(ErrorCode.RULESET_UNKNOWN, field="ruleset_version_id")
    version = get_ruleset_version(club_id=club_id, version_id=version_id)
    table = _write_table(actor, night=night, label=label, asked=asked, version=version)
    _write_first_terms(actor, table=table, terms_id=terms_id)
    return table


@dataclass(frozen=True, slots=True)
class _Asked:
    """How a table was asked for, as its rows keep it; no version: the club's default."""

    night_id: int
    label_key: str
    stake_points: int
    seats: list[str]
    bench: list[str]
    ruleset_version_id: int | None

    def is_what_opened(self, terms: TableTerms) -> bool:
        """Did a call like this one write these terms?"""
        table = terms.table
        return (
            terms.n == 1
            and (self.night_id, self.label_key) == (table.night_id, table.label_key)
            and self.stake_points == terms.stake_points
            and (self.seats, self.bench) == (terms.seats, terms.bench)
            and self.ruleset_version_id in {None, terms.ruleset_version_id}
        )


def _find_opened(terms_id: UUID | None, *, asked: _Asked) -> Table | None:
    """The table the same call opened; an id that stands for other terms is refused."""
    if terms_id is None:
        return None
    terms = TableTerms.objects.select_related("table").filter(pk=terms_id).first()
    if terms is None:
        return None
    if not asked.is_what_opened(terms):
        raise ServiceRefused(ErrorCode.TERMS_ID_REUSED, terms_id=str(terms_id))
    return terms.table


def _write_table(
    actor: Actor, *, night: Night, label: str, asked: _Asked, version: RulesetVersion
) -> Table:
    """The table with its pot, and the event that says so."""
    table = Table.objects.create(
        night=night,
        label=label,
        label_key=asked.label_key,
        state=night.state,
        ruleset_version=version,
        stake_points=asked.stake_points,
        seats=asked.seats,
        bench=asked.bench,
    )
    pot = Account.objects.create(club_id=night.club_id, kind=AccountKind.POT, table=table)
    if ruleset_of(version.canonical).pot_enabled:
        open_pot(table=table, pot_account_id=pot.pk, club_id=night.club_id)
    write_event(
        actor=actor,
        club_id=night.club_id,
        night_id=night.pk,
        action="table.open",
        object_kind="table",
        object_id=table.pk,
        after={
            "stake_points": asked.stake_points,
            "ruleset_version_id": version.pk,
            "seats": asked.seats,
        },
    )
    return table


def _write_first_terms(actor: Actor, *, table: Table, terms_id: UUID | None) -> None:
    """The terms a table is opened with are the first of its changes."""
    TableTerms.objects.create(
        id=terms_id or uuid4(),
        table=table,
        n=1,
        from_number=1,
        changed="open",
        ruleset_version=table.ruleset_version,
        stake_points=table.stake_points,
        seats=table.seats,
        bench=table.bench,
        author_kind=actor.kind,
        author_login_id=actor.login_id,
        author_device=actor.device_id,
    )
