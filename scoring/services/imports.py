"""Importing deals recorded elsewhere, in two passes.

First every line is parsed, its names resolved and its sheet scored; nothing is written. Then one
transaction a deal, so that recording goes on meanwhile. A deal's id and content are its identity:
the same file again completes an interrupted run and otherwise changes nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from scoring.actors import Actor
from scoring.engine import POT, Refused, Sheet, score
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Club, Night, RulesetVersion, Season, Table
from scoring.names import name_key
from scoring.selectors.imports import (
    KnownDeal,
    Target,
    find_ruleset_version,
    find_target,
    list_known_deals,
)
from scoring.services import clubs, deals, nights, players, rulesets, seasons, terms
from scoring.services.deal_files import (
    BadLine,
    DealLine,
    Header,
    numbered_lines,
    read_header,
    read_line,
    refused_sheet,
)

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class ImportPlan:
    """What the first pass found: lines to record in file order, known ones, bad ones."""

    header: Header
    target: Target
    lines: list[DealLine] = field(default_factory=list)
    known: int = 0
    bad_lines: list[BadLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import came to. `bad_lines` are those of both passes, by line number."""

    club_slug: str
    season_name: str
    recorded: int
    known: int
    bad_lines: Sequence[BadLine]


def plan_import(lines: Iterable[str], *, club_slug: str | None = None) -> ImportPlan:
    """The first pass; writes nothing. `club_slug` overrides the header's.

    Errors: `file_header_invalid` (also for a file without a line), `ruleset_invalid`,
    `season_overlaps`, `season_days_invalid`.
    """
    numbered = iter(numbered_lines(lines))
    first = next(numbered, None)
    if first is None:
        raise ServiceRefused(ErrorCode.FILE_HEADER_INVALID, field="format")
    header = read_header(first[1])
    plan = ImportPlan(header, find_target(header, slug=club_slug or header.club_slug))
    parsed: dict[UUID, DealLine] = {}
    pots: dict[tuple[object, str], int] = {}
    for number, text in numbered:
        line = read_line(text, line_number=number)
        checked = line if isinstance(line, BadLine) else _check(line, plan, pots=pots)
        if isinstance(checked, BadLine):
            plan.bad_lines.append(checked)
        elif checked.deal_id not in parsed:
            parsed[checked.deal_id] = checked
        elif _said(checked) == _said(parsed[checked.deal_id]):
            plan.known += 1
        else:
            plan.bad_lines.append(BadLine(number, ErrorCode.DEAL_ID_REUSED, "id"))
    _sort_out_known(plan, parsed)
    return plan


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
    return ImportReport(
        club_slug=plan.target.slug,
        season_name=plan.header.season_name,
        recorded=recorded,
        known=plan.known,
        bad_lines=sorted(bad_lines, key=lambda bad: bad.line_number),
    )


def _check(
    line: DealLine, plan: ImportPlan, *, pots: dict[tuple[object, str], int]
) -> DealLine | BadLine:
    """Is the line possible: its night in the season, its people known, its sheet a score?"""
    number = line.line_number
    if not plan.target.takes(line.night):
        values = {"day": line.night.isoformat()}
        return BadLine(number, ErrorCode.NIGHT_OUTSIDE_SEASON, "night", values)
    roots: dict[object, str] = {}
    for index, seat in enumerate(line.sheet.seats):
        person = plan.target.people.get(name_key(seat))
        if person is None:
            return BadLine(number, ErrorCode.PLAYER_UNKNOWN, f"sheet.seats.{index}", {"seat": seat})
        if roots.setdefault(person, seat) != seat:
            return BadLine(number, "player_repeated", "sheet.seats", {"seat": seat})
    at = (line.night, name_key(line.table))
    rules = plan.header.rules
    held = pots.get(at, 0)
    sheet = line.sheet.with_pot(held // line.stake_points) if rules.pot_enabled else line.sheet
    try:
        result = score(sheet, rules)
    except Refused as refused:
        return refused_sheet(refused, line_number=number)
    pots[at] = held + result.net.get(POT, 0) * line.stake_points
    return line


def _sort_out_known(plan: ImportPlan, parsed: Mapping[UUID, DealLine]) -> None:
    """Deals that are in the books already are known, or an id used twice; the rest are to be
    recorded.
    """
    known = list_known_deals(list(parsed))
    for line in parsed.values():
        deal = known.get(line.deal_id)
        if deal is None:
            plan.lines.append(line)
        elif _is_same(deal, line, plan.target):
            plan.known += 1
        else:
            plan.bad_lines.append(BadLine(line.line_number, ErrorCode.DEAL_ID_REUSED, "id"))


def _is_same(deal: KnownDeal, line: DealLine, target: Target) -> bool:
    """Same club, night, table, stake and sheet, whoever was merged with whom since."""
    if (deal.club_id, deal.day, deal.label_key, deal.stake_points) != (
        target.club_id,
        line.night,
        name_key(line.table),
        line.stake_points,
    ):
        return False
    named = line.sheet.with_players(
        {seat: str(target.people[name_key(seat)]) for seat in line.sheet.seats}
    )
    return _bare(named) == _bare(deal.sheet_of_roots)


def _said(line: DealLine) -> tuple[object, ...]:
    return (line.night, name_key(line.table), line.stake_points, _bare(line.sheet))


def _bare(sheet: Sheet) -> str:
    return sheet.without_notes().with_pot(0).canonical()


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
    now = Table.objects.values_list("stake_points", "ruleset_version_id", "seats").get(pk=table_id)
    if now == (line.stake_points, place.version.pk, list(seats)):
        return
    terms.change_terms(
        actor=actor,
        table_id=table_id,
        # Made from the deal's id: a run that was killed between the two does not change them twice.
        terms_id=uuid5(line.deal_id, "terms"),
        stake_points=line.stake_points,
        ruleset_version_id=place.version.pk,
        seats=[UUID(seat) for seat in seats],
    )
