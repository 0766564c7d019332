"""Files of deals for tests: the sample season, and small ones written line by line.

Knows `phom-deals/1`, how to call the commands, and a fingerprint of everything a database holds.
Asserts nothing.
"""

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from django.apps import apps
from django.core.management import CommandError, call_command

DATA = Path(__file__).resolve().parent.parent / "data"
SAMPLE = DATA / "season-small.jsonl"
EXPECTED = DATA / "season-small.expected.json"

_IDS = UUID("5f1d9a30-6c8e-4f0b-9d8e-2f6f3a1b7c4d")


@dataclass(frozen=True)
class Outcome:
    """What a command printed, and why it failed ("" when it did not)."""

    out: str
    err: str
    error: str

    @property
    def bad_lines(self) -> list[str]:
        """The lines that list what was refused."""
        return [line for line in self.err.splitlines() if line.startswith("line ")]


def run(command: str, *arguments: object) -> Outcome:
    """Call a management command; a CommandError becomes `error`, a bad exit `exit N`."""
    out, err = io.StringIO(), io.StringIO()
    error = ""
    try:
        call_command(command, *map(str, arguments), stdout=out, stderr=err)
    except CommandError as raised:
        error = str(raised)
    except SystemExit as exited:
        error = f"exit {exited.code}"
    return Outcome(out.getvalue(), err.getvalue(), error)


def header(**changes: Any) -> dict[str, Any]:
    """A header for four players and September 2026; keys given replace its own."""
    return {
        "format": "phom-deals/1",
        "club": {"slug": "clb-tep", "name": "CLB tệp"},
        "season": {"name": "Tháng chín", "first_day": "2026-09-01", "last_day": "2026-09-30"},
        "rules": {},
        "players": ["An", "Bình", "Chi", "Dũng"],
        **changes,
    }


def deal_id(number: int) -> str:
    """The id of deal `number` of a small file."""
    return str(uuid5(_IDS, str(number)))


def sheet(*names: str, **changes: Any) -> dict[str, Any]:
    """A plain deal of these names (An, Bình, Chi, Dũng) with 5, 12, 20, 31 points."""
    seats = names or ("An", "Bình", "Chi", "Dũng")
    points = (5, 12, 20, 31)
    plain = {
        "seats": list(seats),
        "ending": "normal",
        "hands": {name: {"points": points[index]} for index, name in enumerate(seats)},
    }
    if changes.get("ending", "normal") != "normal":
        del plain["hands"]
    return {**plain, **changes}


def line(number: int = 1, **changes: Any) -> dict[str, Any]:
    """Deal `number` on 4 September at Bàn 1; keys given replace its own."""
    return {
        "id": deal_id(number),
        "night": "2026-09-04",
        "table": "Bàn 1",
        "played_at": f"2026-09-04T13:{number:02d}:00Z",
        "stake": 1,
        "sheet": sheet(),
        **changes,
    }


def write(folder: Path, *lines: Mapping[str, Any] | str, name: str = "deals.jsonl") -> Path:
    """A file of these lines; a text goes in as it is."""
    file = folder / name
    texts = [
        text if isinstance(text, str) else json.dumps(text, ensure_ascii=False) for text in lines
    ]
    file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return file


def season_figures(slug: str = "clb-mau", season: str = "Mùa thu 2026") -> dict[str, Any]:
    """What `export_season` prints, by player."""
    return _by_name(run("export_season", slug, season))


def night_figures(day: str, slug: str = "clb-mau") -> dict[str, Any]:
    """What `export_night` prints, by player."""
    return _by_name(run("export_night", slug, day))


def fingerprint() -> dict[str, tuple[int, str]]:
    """For every table of the product its rows and the SHA-256 of all their columns."""
    found: dict[str, tuple[int, str]] = {}
    for model in apps.get_app_config("scoring").get_models():
        columns = [field.attname for field in model._meta.concrete_fields]
        rows = list(model._default_manager.order_by("pk").values_list(*columns))
        found[model.__name__] = (len(rows), hashlib.sha256(repr(rows).encode()).hexdigest())
    return found


def _by_name(outcome: Outcome) -> dict[str, Any]:
    assert not outcome.error, outcome.error
    return {player["name"]: player for player in json.loads(outcome.out)["players"]}
