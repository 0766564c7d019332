"""Importing deals recorded elsewhere: the second pass.

The first one (`import_plans`) read and scored every line and wrote nothing. Now one transaction a
deal, so that recording goes on meanwhile. A deal's id and content are its identity: the same file
again completes an interrupted run and otherwise changes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from scoring.actors import Actor
from scoring.dispatch import dispatch
from scoring.engine import Refused
from scoring.errors import ServiceRefused
from scoring.models import Club, Night, RulesetVersion, Season, Table
from scoring.names import name_key
from scoring.selectors.imports import find_ruleset_version
from scoring.services import clubs, deals, nights, players, rulesets, seasons, terms
from scoring.services.deal_files import BadLine, DealLine, refused_sheet
from scoring.services.import_plans import ImportPlan, plan_import

__all__ = ["ImportReport", "apply_import", "plan_import"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import came to. `bad_lines` are those of both passes, by line number."""

    club_slug: str
    season_name: str
    recorded: int
    known: int
    bad_lines: Sequence[BadLine]


def apply_import(
    plan: ImportPlan, *, actor: Actor | None = None, progress: Progress | None = None
) -> ImportReport:
    """The second pass: club, players, season and rules as far as they are missing, then the deals.

    A deal the services refuse after all (somebody settled the night meanwhile) is a bad line too;
    the others go in.
    """
    actor = actor or Actor.importer()
    bad_lines = list(plan.bad_lines)
    recorded = 0
    if plan.lines:
        place = _prepare(plan, actor=actor)
        for done, line in enumerate(plan.lines, start=1):
            try:
                _record(place, line, actor=actor)
                recorded += 1
            except Refused as refused:
                bad_lines.append(refused_sheet(refused, line_number=line.line_number))
            except ServiceRefused as refused:
                named = str(refused.values.get("field", "line"))
                bad_lines.append(
                    BadLine(line.line_number, refused.code, named, dict(refused.values))
                )
            if progress is not None:
                progress(done, len(plan.lines))
    if recorded:  # and so there is a place
        dispatch("scoring.tasks.refresh_standings", place.season.pk)
    return ImportReport(
        club_slug=plan.target.slug,
        season_name=plan.header.season_name,
        recorded=recorded,
        known=plan.known,
        bad_lines=sorted(bad_lines, key=lambda bad: bad.line_number),
    )


@dataclass(slots=True)
class _Place:
    """Where the deals go: found or made once, then remembered."""

    club: Club
    season: Season
    version: RulesetVersion
    ids: Mapping[str, UUID]
    nights: dict[object, Night] = field(default_factory=dict)
    tables: dict[tuple[object, str], int] = field(default_factory=dict)


def _prepare(plan: ImportPlan, *, actor: Actor) -> _Place:
    header, target = plan.header, plan.target
    club = target.club or clubs.create_club(
        actor=actor, slug=target.slug, name=header.club_name, time_zone=header.time_zone
    )
    season = target.season or seasons.open_season(
        actor=actor,
        club_id=club.pk,
        name=header.season_name,
        first_day=header.first_day,
        last_day=header.last_day,
    )
    version = find_ruleset_version(club_id=club.pk, rules=header.rules) or rulesets.publish_ruleset(
        actor=actor, club_id=club.pk, name=rulesets.FIRST_NAME, rules=header.rules
    )
    ids: dict[str, UUID] = {
        key: person for key, person in target.people.items() if isinstance(person, UUID)
    }
    for name in header.players:
        if name_key(name) not in ids:
            player = players.add_player(actor=actor, club_id=club.pk, name=name)
            ids[name_key(name)] = player.pk
    return _Place(club=club, season=season, version=version, ids=ids)


def _record(place: _Place, line: DealLine, *, actor: Actor) -> None:
    sheet = line.sheet.with_players(
        {seat: str(place.ids[name_key(seat)]) for seat in line.sheet.seats}
    )
    table_id = _table_of(place, line, seats=sheet.seats, actor=actor)
    _set_terms(place, line, table_id=table_id, seats=sheet.seats, actor=actor)
    deals.record_deal(
        actor=actor,
        table_id=table_id,
        deal_id=line.deal_id,
        sheet=sheet,
        played_at=line.played_at,
        stake_points=line.stake_points,
    )


def _table_of(place: _Place, line: DealLine, *, seats: Sequence[str], actor: Actor) -> int:
    """The table of this label in the night of this day; opened if it is not there."""
    at = (line.night, name_key(line.table))
    if at in place.tables:
        return place.tables[at]
    if line.night not in place.nights:
        place.nights[line.night] = nights.open_night(
            actor=actor, club_id=place.club.pk, day=line.night
        )
    night = place.nights[line.night]
    table = Table.objects.filter(night=night, label_key=at[1]).first() or nights.open_table(
        actor=actor,
        club_id=place.club.pk,
        night_id=night.pk,
        label=line.table,
        stake_points=line.stake_points,
        seats=[UUID(seat) for seat in seats],
        ruleset_version_id=place.version.pk,
    )
    place.tables[at] = table.pk
    return table.pk


def _set_terms(
    place: _Place, line: DealLine, *, table_id: int, seats: Sequence[str], actor: Actor
) -> None:
    """Bring the table's terms to what this deal was played under, as its phone once did."""
    *now, table_version = Table.objects.values_list(
        "stake_points", "ruleset_version_id", "seats", "version"
    ).get(pk=table_id)
    if now == [line.stake_points, place.version.pk, list(seats)]:
        return
    terms.change_terms(
        actor=actor,
        table_id=table_id,
        # Made from what they replace too: a run that was killed before the deal, with the terms
        # changed by somebody since, has to change them anew.
        terms_id=uuid5(line.deal_id, f"terms after {table_version}"),
        stake_points=line.stake_points,
        ruleset_version_id=place.version.pk,
        seats=[UUID(seat) for seat in seats],
    )
