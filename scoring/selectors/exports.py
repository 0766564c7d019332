"""Seasons and nights as programs outside read them: JSON and CSV rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Club, Night, Season
from scoring.selectors.figures import (
    U_KINDS,
    PlayerFigures,
    list_night_figures,
    list_season_figures,
)
from scoring.selectors.seasons import find_season_by_name
from scoring.selectors.standings import ranks_by_player

COLUMNS = (
    "name",
    "rank",
    "net_points",
    "net_bets",
    "deals",
    "nights",
    "firsts",
    "seconds",
    "thirds",
    "lasts",
    "moms",
    "u_wins",
    "u_by_kind",
    "compensations",
    "eats",
    "eaten",
    "last_eats",
    "last_eaten",
)
# What a spreadsheet would take for a formula when it opens the file.
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Export:
    """`head` says what it is an export of; `players` are rows with the keys of `COLUMNS`."""

    head: Mapping[str, object]
    players: Sequence[Mapping[str, object]]

    def to_json(self) -> dict[str, object]:
        """`{"players": […], …}`."""
        return {"players": list(self.players), **self.head}

    def to_rows(self) -> list[list[object]]:
        """A header and one flat row a player, ù by kind in columns of its own."""
        flat = [name for name in COLUMNS if name != "u_by_kind"]
        rows: list[list[object]] = [[*flat, *(f"u_{kind}" for kind in U_KINDS)]]
        for player in self.players:
            by_kind = player["u_by_kind"]
            assert isinstance(by_kind, Mapping)
            cells = [safe_cell(player[name]) for name in flat]
            rows.append([*cells, *(by_kind[kind] for kind in U_KINDS)])
        return rows


def get_season_export(*, club_slug: str, season_name: str) -> Export:
    """The whole season. Errors: `not_found` with the field."""
    club = _get_club(club_slug)
    season = find_season_by_name(club_id=club.pk, name=season_name)
    if season is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season", season=season_name)
    return _export_season(season, club_slug=club.slug)


def get_season_export_by_id(*, club_id: int, season_id: int) -> Export:
    """The same for somebody who may see the club. Errors: `not_found` with the field."""
    season = Season.objects.filter(club_id=club_id, pk=season_id).select_related("club").first()
    if season is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="season_id")
    return _export_season(season, club_slug=season.club.slug)


def get_night_export(*, club_slug: str, day: date) -> Export:
    """One night. Errors: `not_found` with the field."""
    club = _get_club(club_slug)
    night = Night.objects.filter(club=club, day=day).select_related("season").first()
    if night is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="day", day=day.isoformat())
    return _export_night(night, club_slug=club.slug)


def _export_season(season: Season, *, club_slug: str) -> Export:
    figures = list_season_figures(club_id=season.club_id, season_id=season.pk)
    head = {
        "format": "phom-season/1",
        "club": club_slug,
        "season": season.name,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat(),
    }
    ranks = ranks_by_player(season_id=season.pk)
    return Export(head, [_player(row, rank=ranks.get(str(row.player_id))) for row in figures])


def _export_night(night: Night, *, club_slug: str) -> Export:
    figures = list_night_figures(club_id=night.club_id, night_id=night.pk)
    head = {
        "format": "phom-night/1",
        "club": club_slug,
        "season": night.season.name,
        "day": night.day.isoformat(),
        "state": night.state,
    }
    return Export(head, [_player(row) for row in figures])


def _get_club(slug: str) -> Club:
    """For operators' commands, which act for no login."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="club", club=slug)
    return club


def _player(row: PlayerFigures, *, rank: int | None = None) -> Mapping[str, object]:
    """`rank` is null for who is not ranked, and in a night, which ranks nobody."""
    values: dict[str, object] = {"rank": rank, "u_by_kind": dict(row.u_by_kind)}
    return {name: values.get(name, getattr(row, name, None)) for name in COLUMNS}


def safe_cell(value: object) -> object:
    """A cell no spreadsheet takes for a formula; nothing for None."""
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(_FORMULA_SIGNS):
        return f"'{value}"
    return value
