"""Compiles the .po files; run it with `python -m phom_league.translations`.

Needs no gettext tools. Knows where translations lie, nothing of what they say.
"""

import os
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent


def compile_translations(root: Path = ROOT) -> list[Path]:
    """Write a .mo beside every .po that is newer than its own; answer the files written."""
    return [_compile(source) for source in po_files(root) if not _is_fresh(source)]


def po_files(root: Path = ROOT) -> list[Path]:
    """Every .po file of the product."""
    return sorted(root.glob("scoring/locale/*/LC_MESSAGES/*.po"))


def _is_fresh(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return target.exists() and target.stat().st_mtime >= source.stat().st_mtime


def _compile(source: Path) -> Path:
    target = source.with_suffix(".mo")
    # Two processes may compile at once: each writes a file of its own and moves it into place.
    draft = target.with_name(f"{target.name}.{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    draft.replace(target)
    return target


if __name__ == "__main__":
    compile_translations()
