"""`python -m tests.glossary` writes docs/glossary.md from the list the help page shows."""

import os
from collections.abc import Iterator
from pathlib import Path

BOOK = Path(__file__).resolve().parent.parent / "docs/glossary.md"
HEAD = """# Glossary

One word a thing, in code, on screen and in the books. Code uses the English word in ASCII (ù is
`u`, móm is `mom`, phỏm is `meld`); screens use the Vietnamese one, with its marks. Where a word has
a rule, its number in [rules.md](rules.md) stands beside it.
Written from `scoring/words/glossary.py` by `python -m tests.glossary`.
"""
FOOT = """
Never: round, game, match, session (Django's word), user for a player, ranking.
"""


def book() -> str:
    """The glossary as the book has it, in English."""
    from django.utils import translation

    with translation.override("en"):
        return HEAD + "".join(_lines()) + FOOT


def _lines() -> Iterator[str]:
    from scoring.words.glossary import PARTS

    for part in PARTS:
        yield f"\n## {part.title}\n\n| English in code | Vietnamese on screen | meaning |\n"
        yield "|---|---|---|\n"
        for entry in part.entries:
            yield f"| {entry.code} | {entry.word} | {entry.meaning} |\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_league.settings.test")
    import django

    from phom_league.translations import compile_translations

    compile_translations()
    django.setup()
    BOOK.write_text(book(), encoding="utf-8")
