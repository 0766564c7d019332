"""The demo club: what a fresh installation shows, twelve invented people and an evening at two
tables.

Knows the evening as data (`demo_deals.json`) and plays it through the services a club uses; what
came before it is told by `demo_past`.
Everything is one transaction: a start that is killed leaves nothing behind, and the next one begins
anew.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from scoring.actors import Actor
from scoring.engine import Ruleset, Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Club, Login, Membership, Night, RevisionKind, Season, Table
from scoring.services import (
    adjustments,
    clubs,
    deals,
    movements,
    nights,
    players,
    questions,
    rulesets,
    seasons,
    standings,
)
from scoring.services.deals import DealAnswer
from scoring.services.demo_past import Past
from scoring.services.terms import change_terms

EVENING = Path(__file__).with_name("demo_deals.json")
USER_NAME = "demo"
SEASON_DAYS_BEFORE, SEASON_DAYS_AFTER = 30, 150
SECOND_PHONE = UUID("2d1f4c1e-7a35-4c0b-8f61-0b7a2f7c9d10")


@dataclass(frozen=True, slots=True)
class DemoSignIn:
    """How to get into the demo club; `day` is the club day of its night."""

    user_name: str
    password: str
    club_slug: str
    day: date


@dataclass(frozen=True, slots=True)
class _Scene:
    """What the evening is played in: the club, its night, and people by their call names."""

    actor: Actor
    club: Club
    night: Night
    people: Mapping[str, UUID]
    version_ids: Mapping[str, int]

    def sheet(self, written: object) -> Sheet:
        """A sheet of the file with players in place of call names."""
        ids = {name: str(player_id) for name, player_id in self.people.items()}
        return Sheet.from_json(written).with_players(ids)


def read_evening() -> dict[str, Any]:
    """The evening as it is written: club, rule sets, people, tables with their steps, what is
    changed afterwards.
    """
    evening: dict[str, Any] = json.loads(EVENING.read_text(encoding="utf-8"))
    return evening


def ensure_demo(*, password: str, now: datetime | None = None) -> DemoSignIn | None:
    """The sign-in of the demo club, which is made where the database has no club at all.

    The start that makes it takes a few seconds longer.

    None where there are other clubs instead, or somebody gave the demo login another password.
    """
    evening = read_evening()
    slug = evening["club"]["slug"]
    with transaction.atomic():
        is_empty = (
            not Club.objects.exists() and not Login.objects.filter(username=USER_NAME).exists()
        )
        if is_empty:
            _play(evening, password=password, now=now or timezone.now())
    return _find_sign_in(password=password, slug=slug)


def seed_demo(*, password: str, now: datetime | None = None) -> DemoSignIn:
    """The demo club beside whatever clubs there are.

    Errors: `slug_taken` where there is one already, `name_taken` where its login is.
    """
    evening = read_evening()
    slug = evening["club"]["slug"]
    with transaction.atomic():
        if Club.objects.filter(slug=slug).exists():
            raise ServiceRefused(ErrorCode.SLUG_TAKEN, field="slug", slug=slug)
        if Login.objects.filter(username=USER_NAME).exists():
            raise ServiceRefused(ErrorCode.NAME_TAKEN, field="user_name")
        _play(evening, password=password, now=now or timezone.now())
    sign_in = _find_sign_in(password=password, slug=slug)
    assert sign_in is not None
    return sign_in


def _find_sign_in(*, password: str, slug: str) -> DemoSignIn | None:
    membership = Membership.objects.filter(login__username=USER_NAME, club__slug=slug)
    found = membership.select_related("login").first()
    night = Night.objects.filter(club__slug=slug).order_by("-day").first()
    if found is None or night is None or not found.login.check_password(password):
        return None
    return DemoSignIn(USER_NAME, password, slug, night.day)


def _play(evening: Mapping[str, Any], *, password: str, now: datetime) -> None:
    scene, season = _open_night(evening, password=password, now=now)
    answers: dict[tuple[str, int], DealAnswer] = {}
    for written in evening["tables"]:
        table = _open_table(scene, written)
        steps = written["steps"]
        played_at = now - timedelta(minutes=2 + sum(step.get("minutes", 0) for step in steps))
        for step in steps:
            played_at += timedelta(minutes=step.get("minutes", 0))
            if "sheet" in step:
                answer = _record(scene, table, step["sheet"], played_at=played_at)
                answers[written["label"], answer.number] = answer
                last = step["sheet"]
            else:
                _change_terms(scene, table, step)
        if written["label"] == evening["duplicate"]["table"]:
            # A second phone at the table wrote the last deal down, too.
            phone = replace(scene.actor, device_id=SECOND_PHONE)
            _record(scene, table, last, played_at=played_at, actor=phone)
    for change in evening["revisions"]:
        _revise(scene, answers[change["table"], change["number"]], change)
    for line in evening["adjustments"]:
        _adjust(scene, line)
    dispute = evening["dispute"]
    disputed = answers[dispute["table"], dispute["number"]]
    questions.raise_dispute(actor=scene.actor, deal_id=disputed.deal_id, note=dispute["note"])
    standings.refresh_standings(season_id=season.pk)
    movements.compute_movements(season_id=season.pk)


def _open_night(
    evening: Mapping[str, Any], *, password: str, now: datetime
) -> tuple[_Scene, Season]:
    """The club on its way to tonight: its people, its rules, its past, and the night opened."""
    login = Login.objects.create_user(USER_NAME, password=password)
    actor = Actor.of_login(login.pk)
    club = clubs.create_club(actor=actor, **evening["club"])
    day = nights.day_of(club=club, instant=now)
    people: dict[str, UUID] = {}
    for name in evening["players"]:
        player = players.add_player(actor=actor, club_id=club.pk, name=name)
        people[player.call_name] = player.pk
    version_ids = {
        name: rulesets.publish_ruleset(
            actor=actor, club_id=club.pk, name=name, rules=Ruleset.from_json(rules)
        ).pk
        for name, rules in evening["rules"].items()
    }
    past = Past(actor, club, day, people, version_ids, evening["past"])
    earlier = evening["past"]["season"]
    closed = _open_season(past, earlier["name"], earlier["first_day"], earlier["last_day"])
    past.play(first=earlier["first_day"], last=earlier["last_day"])
    past.close(closed)
    season = _open_season(past, evening["season"], -SEASON_DAYS_BEFORE, SEASON_DAYS_AFTER)
    past.play(first=-SEASON_DAYS_BEFORE, last=-1)
    night = nights.open_night(actor=actor, club_id=club.pk, day=day)
    return _Scene(actor, club, night, people, version_ids), season


def _open_season(past: Past, name: str, first: int, last: int) -> Season:
    """A season between these days, counted from today."""
    return seasons.open_season(
        actor=past.actor,
        club_id=past.club.pk,
        name=name,
        first_day=past.today + timedelta(days=first),
        last_day=past.today + timedelta(days=last),
    )


def _open_table(scene: _Scene, written: Mapping[str, Any]) -> Table:
    return nights.open_table(
        actor=scene.actor,
        club_id=scene.club.pk,
        night_id=scene.night.pk,
        label=written["label"],
        stake_points=written["stake"],
        seats=[scene.people[name] for name in written["seats"]],
        ruleset_version_id=scene.version_ids[written["rules"]],
    )


def _record(
    scene: _Scene,
    table: Table,
    sheet: object,
    *,
    played_at: datetime,
    actor: Actor | None = None,
) -> DealAnswer:
    return deals.record_deal(
        actor=actor or scene.actor,
        table_id=table.pk,
        deal_id=uuid4(),
        sheet=scene.sheet(sheet),
        played_at=played_at,
    )


def _change_terms(scene: _Scene, table: Table, step: Mapping[str, Any]) -> None:
    seats = step.get("seats")
    change_terms(
        actor=scene.actor,
        table_id=table.pk,
        terms_id=uuid4(),
        stake_points=step.get("stake"),
        seats=None if seats is None else [scene.people[name] for name in seats],
    )


def _revise(scene: _Scene, answer: DealAnswer, change: Mapping[str, Any]) -> None:
    sheet = change.get("sheet")
    deals.revise_deal(
        actor=scene.actor,
        deal_id=answer.deal_id,
        revision_id=uuid4(),
        based_on=answer.n,
        kind=RevisionKind(change["kind"]),
        sheet=None if sheet is None else scene.sheet(sheet),
        note=change["note"],
    )


def _adjust(scene: _Scene, line: Mapping[str, Any]) -> None:
    adjustments.adjust_night(
        actor=scene.actor,
        club_id=scene.club.pk,
        night_id=scene.night.pk,
        adjustment_id=uuid4(),
        payer=scene.people[line["payer"]],
        payee=scene.people[line["payee"]],
        points=line["points"],
        note=line["note"],
    )
