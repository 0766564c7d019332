"""What happens in each sample deal, in a few words; four invented people sit in it. And what the
presets are called.
"""

from django.utils.translation import gettext_lazy

from scoring.words import terms
from scoring.words.terms import Word

PEOPLE = {"A": "An", "B": "Bình", "C": "Chi", "D": "Dũng"}

TITLES: dict[str, Word] = {
    "normal": gettext_lazy("Ván thường: An nhất, Bình nhì, Chi ba, Dũng bét"),
    "eats": gettext_lazy("Như trên, thêm Bình ăn An hai cây, Chi ăn chốt của Bình"),
    "mom": gettext_lazy("An nhất, Bình nhì, Chi và Dũng móm"),
    "all_mom": gettext_lazy("Cả làng móm: Bình ít điểm bài nhất, An báo móm trước"),
    "u": gettext_lazy("An ù thường, đã ăn Dũng một cây"),
    "round_u": gettext_lazy("An ù tròn ở vòng cuối"),
    "three_eats": gettext_lazy("Bình ăn An đủ ba cây rồi ù"),
    "last_round": gettext_lazy("Chi ăn chốt của Bình, rồi An ù"),
}


PRESETS: dict[str, Word] = {
    "seed": gettext_lazy("luật mặc định"),
    "portal_5_10": gettext_lazy("ù 5, ù tròn 10, ăn 1-2-3"),
    "pot_table": gettext_lazy("bàn chơi gà"),
    "simple": gettext_lazy("đơn giản, không tính ăn"),
}
"""The rule sets a club can start from, in a few words."""


def sample_title(key: str) -> str:
    """What happens in the sample of this key."""
    return str(TITLES[key])


def sample_person(seat: str) -> str:
    """Who sits there; the pot by its name."""
    return PEOPLE.get(seat, str(terms.POT))
