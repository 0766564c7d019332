"""A rule set in plain words: sections as a player thinks, each sentence with its rule number; and
what is different between two.

Knows the options of docs/rules.md, section 4, and speaks through gettext. Knows no club and no
version.
"""

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import pgettext_lazy

from scoring.engine import Ruleset
from scoring.words.rulesets import eats, places, rest, u
from scoring.words.rulesets.differences import Difference, differences
from scoring.words.rulesets.parts import Section, Sentence
from scoring.words.terms import Word

__all__ = ["Difference", "Section", "Sentence", "differences", "ruleset_in_words"]

_SECTIONS: tuple[tuple[str, Word, Callable[[Ruleset], Iterable[Sentence]]], ...] = (
    ("places", pgettext_lazy("mục luật", "Thứ hạng"), places.places),
    ("mom", pgettext_lazy("mục luật", "Móm"), places.mom),
    ("ties", pgettext_lazy("mục luật", "Bằng điểm"), places.ties),
    ("eats", pgettext_lazy("mục luật", "Ăn"), eats.eats),
    ("u", pgettext_lazy("mục luật", "Ù"), u.u),
    ("compensation", pgettext_lazy("mục luật", "Đền"), u.compensation),
    ("pot", pgettext_lazy("mục luật", "Gà"), rest.pot),
    ("faults", pgettext_lazy("mục luật", "Phạt"), rest.faults),
    ("starter", pgettext_lazy("mục luật", "Đi đầu"), rest.starter),
)


def ruleset_in_words(rules: Ruleset) -> Sequence[Section]:
    """Everything the rule set says that can matter under it, in short sentences."""
    return [Section(key, str(title), list(say(rules))) for key, title, say in _SECTIONS]
