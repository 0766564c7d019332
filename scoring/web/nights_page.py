"""The nights of a club: the list, page by page, and what a new one is offered to open with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from scoring.actors import Actor
from scoring.days import club_day
from scoring.permissions import Action, can_now
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.nights import NightRow, night_rows, nights_of_club
from scoring.selectors.rulesets import list_rulesets
from scoring.selectors.seasons import SeasonInClub, list_seasons
from scoring.selectors.table_settings import LastSetting, list_last_settings
from scoring.web.places import Roster, read_roster

NIGHTS_ON_A_PAGE = 20
SEASON, BEFORE = "mua", "truoc"
FIRST_LABEL = "Bàn 1"


@dataclass(frozen=True, slots=True)
class NightsPage:
    """A page of nights, latest first; `older` is the query of the next one, "" at the end."""

    club: ClubRow
    seasons: Sequence[SeasonInClub]
    season_id: int | None
    nights: Sequence[NightRow]
    is_first: bool
    older: str
    may_open: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """What a form that opens a table stands on: people, rule sets, and how it was last time."""

    club: ClubRow
    roster: Roster
    versions: Sequence[tuple[str, str]]
    initial: Mapping[str, Any]
    is_like_last_time: bool


def get_nights_page(*, actor: Actor, slug: str, query: Mapping[str, str]) -> NightsPage:
    """A page of nights of one season or all; four statements. Errors: `not_found`."""
    club = get_club(actor=actor, slug=slug)
    seasons = list_seasons(club_id=club.id)
    asked = query.get(SEASON, "")
    season_id = next((season.id for season in seasons if str(season.id) == asked), None)
    before = _day(query.get(BEFORE, ""))
    nights = nights_of_club(club=club, season_id=season_id)
    if before is not None:
        nights = nights.filter(day__lt=before)
    rows = night_rows(nights[: NIGHTS_ON_A_PAGE + 1])
    shown, rest = rows[:NIGHTS_ON_A_PAGE], rows[NIGHTS_ON_A_PAGE:]
    return NightsPage(
        club=club,
        seasons=seasons,
        season_id=season_id,
        nights=shown,
        is_first=before is None,
        older=_older(season_id, shown[-1].day) if rest else "",
        may_open=can_now(Action.OPEN_NIGHT, role=club.role, state="open"),
    )


def prepare_evening(*, club: ClubRow, now: datetime) -> Opening:
    """A night today, its first table as it stood last time."""
    today = club_day(now, time_zone=club.time_zone, day_cutoff_hours=club.day_cutoff_hours)
    last = list_last_settings(club_id=club.id)
    return _prepare(club, last[0] if last else None, label=FIRST_LABEL, more={"day": today})


def prepare_table(*, club: ClubRow, day: date, labels: Sequence[str]) -> Opening:
    """One more table of a night whose tables carry these labels: the next one of last time."""
    last = list_last_settings(club_id=club.id, before=day)
    taken = {label.casefold() for label in labels}
    again = next((it for it in last if it.label.casefold() not in taken), None)
    number = len(labels) + 1
    while f"bàn {number}" in taken:
        number += 1
    return _prepare(club, again, label=again.label if again else f"Bàn {number}", more={})


def _prepare(
    club: ClubRow, last: LastSetting | None, *, label: str, more: Mapping[str, Any]
) -> Opening:
    roster = read_roster(club)
    versions = list_versions(club)
    initial: dict[str, Any] = {"label": label, "stake_points": 1, **more}
    if versions:
        initial["ruleset_version_id"] = versions[0][0]
    if last is not None:
        initial |= initial_terms(
            stake_points=last.stake_points,
            ruleset_version_id=last.ruleset_version_id,
            seats=[seat for seat in last.seats if seat in roster.names],
            bench=[one for one in last.bench if one in roster.names],
        )
    return Opening(club, roster, versions, initial, last is not None)


def initial_terms(
    *, stake_points: int, ruleset_version_id: int, seats: Sequence[str], bench: Sequence[str]
) -> Mapping[str, Any]:
    """Terms as `TermsForm` shows them."""
    return {
        "stake_points": stake_points,
        "ruleset_version_id": ruleset_version_id,
        "bench": list(bench),
        **{f"seat_{index}": seat for index, seat in enumerate(seats)},
    }


def list_versions(club: ClubRow) -> Sequence[tuple[str, str]]:
    """Published versions by id, the club's default first, then newest first of each rule set."""
    versions = [
        version for ruleset in list_rulesets(club_id=club.id) for version in ruleset.versions
    ]
    versions.sort(key=lambda version: not version.is_default)
    return [(str(version.id), f"{version.name} · v{version.n}") for version in versions]


def _older(season_id: int | None, day: date) -> str:
    given: dict[str, object] = {} if season_id is None else {SEASON: season_id}
    return "?" + urlencode({**given, BEFORE: day.isoformat()})


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
