"""The pot, faults and who starts, in words. Rules R-40 to R-51 of docs/rules.md."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import Ruleset
from scoring.words import figures
from scoring.words.rulesets.parts import Sentence
from scoring.words.terms import Word

_AT_CLOSE: dict[str, Word] = {
    "carry_over": gettext_lazy("Kết sổ mà còn gà thì mang sang buổi sau."),
    "split_equal": gettext_lazy("Kết sổ mà còn gà thì chia đều cho những người đã ngồi bàn."),
    "last_winner": gettext_lazy(
        "Kết sổ mà còn gà thì người ù sau cùng lấy; không ai ù thì người nhất ván cuối lấy."
    ),
}
_QUIT: dict[str, Word] = {
    "mom": gettext_lazy("Bỏ giữa ván thì tính như móm."),
    "void": gettext_lazy("Có người bỏ giữa ván thì hủy ván."),
}
_STARTER: dict[str, Word] = {
    "winner": gettext_lazy("Ai nhất thì đi đầu ván sau."),
    "rotate": gettext_lazy("Ván sau đến lượt người ngồi kế tiếp đi đầu."),
    "manual": gettext_lazy("Bàn tự chọn người đi đầu ván sau."),
}


def pot(rules: Ruleset) -> Iterator[Sentence]:
    """Gà: whether, how it fills and where it goes."""
    if not rules.pot_enabled:
        yield Sentence("R-40", _("Không chơi gà."), ["pot_enabled"])
        return
    yield Sentence("R-40", _("Có chơi gà: ai ù thì ăn cả gà."), ["pot_enabled"])
    if rules.pot_ante:
        text = _("Trước mỗi ván mỗi người góp gà %(n)s.") % {"n": figures.number(rules.pot_ante)}
    else:
        text = _("Đầu ván không ai phải góp gà.")
    yield Sentence("R-40", text, ["pot_ante"])
    yield Sentence("R-40", str(_AT_CLOSE[rules.pot_at_close]), ["pot_at_close"])


def faults(rules: Ruleset) -> Iterator[Sentence]:
    """What stops a deal at somebody's cost, and what walking away means."""
    text = _("Ù láo: dừng ván, trả mỗi người %(n)s.") % {"n": figures.number(rules.false_u_pay)}
    yield Sentence("R-41", text, ["false_u_pay"])
    text = _("Ăn láo hoặc hạ láo: dừng ván, trả mỗi người %(n)s.") % {
        "n": figures.number(rules.false_eat_pay)
    }
    yield Sentence("R-41", text, ["false_eat_pay"])
    yield Sentence("R-44", str(_QUIT[rules.quit_as]), ["quit_as"])


def starter(rules: Ruleset) -> Iterator[Sentence]:
    """Who starts the next deal."""
    yield Sentence("R-51", str(_STARTER[rules.next_starter]), ["next_starter"])
