"""What the words of a rule set are made of: sections of sentences, each with its rule number.

Knows no rule. Numbers in sentences are bets; the page says so once.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing the rule set says; `rule` is its number in docs/rules.md, `options` what makes it
    so. A sentence without options holds under every rule set.
    """

    rule: str
    text: str
    options: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences a player looks for in one place; `key` is the same in every language."""

    key: str
    title: str
    sentences: Sequence[Sentence]
