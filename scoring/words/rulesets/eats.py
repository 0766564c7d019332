"""Eats in words. Rules R-10 to R-15 of docs/rules.md."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import Ruleset
from scoring.words import figures
from scoring.words.rulesets.parts import Sentence
from scoring.words.terms import Word

_PAYEE: dict[str, Word] = {
    "eater": gettext_lazy("Người bị ăn trả thẳng cho người ăn."),
    "pot": gettext_lazy("Người bị ăn trả vào gà, kể cả ăn chốt."),
    "pot_except_last_round": gettext_lazy("Người bị ăn trả vào gà; riêng ăn chốt trả người ăn."),
}
_WHEN_U: dict[str, Word] = {
    "stand": gettext_lazy("Có người ù thì phần ăn vẫn tính."),
    "void_if_compensated": gettext_lazy("Có người ù và có người đền thì bỏ phần ăn của ván."),
    "void": gettext_lazy("Có người ù thì bỏ phần ăn của ván."),
}


def eats(rules: Ruleset) -> Iterator[Sentence]:
    """What a card costs, to whom, and when it does not count."""
    yield Sentence("R-10", _("Chỉ ăn được cây của người ngồi ngay trước."))
    yield Sentence("R-11", _each(rules), ["eat_pay"])
    if rules.last_eat_pay:
        text = _("Ăn chốt (ăn ở vòng cuối): người bị ăn trả %(n)s thay cho giá một cây.") % {
            "n": figures.number(rules.last_eat_pay)
        }
    else:
        text = _("Ăn chốt (ăn ở vòng cuối) không tính điểm.")
    yield Sentence("R-12", text, ["last_eat_pay"])
    yield Sentence("R-15", str(_PAYEE[rules.eat_payee]), ["eat_payee"])
    yield Sentence("R-13", str(_WHEN_U[rules.eats_when_u]), ["eats_when_u"])
    yield Sentence("R-14", _("Mỗi người ăn nhiều nhất ba cây; ăn đủ ba cây là ù."))


def _each(rules: Ruleset) -> str:
    if not any(rules.eat_pay):
        return _("Ăn cây không tính điểm.")
    first, second, third = map(figures.number, rules.eat_pay)
    if first == second == third:
        return _("Bị ăn mỗi cây trả %(n)s.") % {"n": first}
    return _(
        "Bị ăn cây thứ nhất của một người trả %(first)s, "
        "cây thứ hai %(second)s, cây thứ ba %(third)s."
    ) % {
        "first": first,
        "second": second,
        "third": third,
    }
