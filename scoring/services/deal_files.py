"""Reading `phom-deals/1`: JSON Lines, a header and then one deal a line.

Knows the format and nothing of the database. A line that cannot be read is a `BadLine` with its
number, a code and the field; a header that cannot be read refuses the whole file.
"""

import dataclasses
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NoReturn
from uuid import UUID

from scoring.days import is_time_zone
from scoring.engine import Refused, Ruleset, Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import MAX_STAKE_POINTS
from scoring.names import clean_name
from scoring.services.inputs import is_played_at, is_slug

FORMAT = "phom-deals/1"
# How long names may be, as the books keep them.
CLUB_OR_SEASON_NAME, PLAYER_NAME, LABEL = 120, 80, 40
_LINE_KEYS = frozenset(("id", "night", "table", "played_at", "stake", "sheet"))
_HEADER_KEYS = frozenset(("format", "club", "season", "rules", "players"))


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: which club, which season, which rules, and who plays."""

    club_slug: str
    club_name: str
    time_zone: str
    season_name: str
    first_day: date
    last_day: date
    rules: Ruleset
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal as the file says it; the sheet's seats are names."""

    line_number: int
    deal_id: UUID
    night: date
    table: str
    played_at: datetime
    stake_points: int
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that was refused: its number in the file, the code, the field, the values."""

    line_number: int
    code: str
    field: str
    values: Mapping[str, object] = dataclasses.field(default_factory=dict)


def read_header(text: str) -> Header:
    """The header of a file.

    Errors: `file_header_invalid` with the field; the engine's `ruleset_invalid`.
    """
    header = _object(text)
    if header is None or header.get("format") != FORMAT:
        _refuse_header("format")
    if unknown := sorted(header.keys() - _HEADER_KEYS):
        _refuse_header(unknown[0])
    club = _part(header, "club", {"slug", "name", "time_zone"})
    season = _part(header, "season", {"name", "first_day", "last_day"})
    players = header.get("players", [])
    if not isinstance(players, list):
        _refuse_header("players")
    for index, name in enumerate(players):
        if not _is_name(name, at_most=PLAYER_NAME):
            _refuse_header(f"players.{index}")
    slug = _text(club, "club.slug")
    if not is_slug(slug):
        _refuse_header("club.slug")
    time_zone = _text(club, "club.time_zone", default="Asia/Ho_Chi_Minh")
    if not is_time_zone(time_zone):
        _refuse_header("club.time_zone")
    return Header(
        club_slug=slug,
        club_name=_text(club, "club.name"),
        time_zone=time_zone,
        season_name=_text(season, "season.name"),
        first_day=_header_day(season, "season.first_day"),
        last_day=_header_day(season, "season.last_day"),
        rules=Ruleset.from_json(header.get("rules", {})),
        players=tuple(clean_name(name) for name in players),
    )


def read_line(text: str, *, line_number: int) -> DealLine | BadLine:
    """One deal, or why it could not be read: JSON, keys, types, and the sheet's form."""
    line = _object(text)
    if line is None:
        return BadLine(line_number, ErrorCode.LINE_INVALID, "json")
    for key in sorted(line.keys() ^ _LINE_KEYS):
        return BadLine(line_number, ErrorCode.LINE_INVALID, key)
    deal_id, night, played_at = _uuid(line["id"]), _day(line["night"]), _instant(line["played_at"])
    table, stake = line["table"], line["stake"]
    if deal_id is None:
        return BadLine(line_number, ErrorCode.LINE_INVALID, "id")
    if night is None:
        return BadLine(line_number, ErrorCode.LINE_INVALID, "night")
    if not isinstance(table, str) or not _is_name(table, at_most=LABEL):
        return BadLine(line_number, ErrorCode.LINE_INVALID, "table")
    if played_at is None or not is_played_at(played_at):
        return BadLine(line_number, ErrorCode.PLAYED_AT_INVALID, "played_at")
    if type(stake) is not int or not 1 <= stake <= MAX_STAKE_POINTS:
        return BadLine(line_number, ErrorCode.STAKE_INVALID, "stake")
    try:
        sheet = Sheet.from_json(line["sheet"])
    except Refused as refused:
        return refused_sheet(refused, line_number=line_number)
    return DealLine(
        line_number=line_number,
        deal_id=deal_id,
        night=night,
        table=clean_name(table),
        played_at=played_at,
        stake_points=stake,
        sheet=sheet,
    )


def refused_sheet(refused: Refused, *, line_number: int) -> BadLine:
    """The engine's refusal of a line's sheet; the field is the path inside it, where it has one."""
    path = refused.values.get("path")
    name = f"sheet.{path}" if path else "sheet"
    return BadLine(line_number, refused.code, name, dict(refused.values))


def numbered_lines(lines: Iterable[str]) -> Iterable[tuple[int, str]]:
    """The lines that say something, with their numbers in the file, from 1."""
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix("\ufeff").strip()
        if text:
            yield number, text


def _object(text: str) -> dict[str, object] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _part(header: Mapping[str, object], key: str, known: set[str]) -> Mapping[str, object]:
    part = header.get(key)
    if not isinstance(part, dict):
        _refuse_header(key)
    if unknown := sorted(part.keys() - known):
        _refuse_header(f"{key}.{unknown[0]}")
    return part


def _text(part: Mapping[str, object], path: str, *, default: str = "") -> str:
    value = part.get(path.rpartition(".")[2], default)
    if not isinstance(value, str) or not _is_name(value, at_most=CLUB_OR_SEASON_NAME):
        _refuse_header(path)
    return clean_name(value)


def _is_name(value: object, *, at_most: int) -> bool:
    return isinstance(value, str) and 1 <= len(clean_name(value)) <= at_most


def _header_day(part: Mapping[str, object], path: str) -> date:
    day = _day(part.get(path.rpartition(".")[2]))
    if day is None:
        _refuse_header(path)
    return day


def _refuse_header(path: str) -> NoReturn:
    raise ServiceRefused(ErrorCode.FILE_HEADER_INVALID, field=path)


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _instant(value: object) -> datetime | None:
    try:
        instant = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return instant if instant is not None and instant.tzinfo is not None else None


def _uuid(value: object) -> UUID | None:
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None
