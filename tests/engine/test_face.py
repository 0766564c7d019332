"""The engine stands by itself: one face, the standard library, no surprises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import scoring.engine

ROOT = Path(__file__).parents[2]


def test_importing_the_engine_loads_no_django() -> None:
    script = (
        "import sys, scoring.engine\n"
        "foreign = {'django', 'celery', 'phom_league'} & {m.split('.')[0] for m in sys.modules}\n"
        "sys.exit(str(foreign) if foreign else 0)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_the_face_names_only_what_exists() -> None:
    assert all(hasattr(scoring.engine, name) for name in scoring.engine.__all__)
    assert scoring.engine.ENGINE_VERSION == 1


def test_every_code_has_a_sentence_of_its_own() -> None:
    lines = Path(scoring.engine.refusals.__file__).read_text(encoding="utf-8").splitlines()
    codes = [line.strip() for line in lines if line.startswith("    ") and ' = "' in line]
    sentences = [line for line in lines if line.startswith('    """') and line.endswith('"""')]
    for code in scoring.engine.Code:
        name = f'{code.name} = "{code.value}"'
        assert name in codes
        following = lines[lines.index(f"    {name}") + 1]
        assert following in sentences
