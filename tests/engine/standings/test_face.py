"""The face of the standings, and that every code says what it is."""

from __future__ import annotations

from pathlib import Path

import scoring.engine
from scoring.engine import standings


def test_the_face_names_only_what_exists() -> None:
    assert all(hasattr(standings, name) for name in standings.__all__)
    assert standings.__all__ == sorted(standings.__all__)


def test_the_engine_shows_the_two_operations_and_their_values() -> None:
    for name in ("rank_season", "season_movements", "StandingsPolicy", "Tallies"):
        assert getattr(scoring.engine, name) is getattr(standings, name)


def test_every_code_has_a_sentence_of_its_own() -> None:
    source = Path(standings.__file__).with_name("refusals.py").read_text(encoding="utf-8")
    lines = source.splitlines()
    for code in standings.StandingsCode:
        following = lines[lines.index(f'    {code.name} = "{code.value}"') + 1]
        assert following.startswith('    """')
        assert following.endswith('"""')
