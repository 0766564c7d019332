"""What is different between two rule sets, option by option: ù tròn 10 → 12.

Knows every option and every value by a few words of its own, whether it matters under the rest of
the rule set or not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.engine import Ruleset
from scoring.words import figures, terms
from scoring.words.fields import FIELDS
from scoring.words.terms import Word

Values = dict[str, Word]

CHOICES: dict[str, Values] = {
    "place_payee": {"winner": gettext_lazy("người nhất"), "paired": gettext_lazy("theo cặp")},
    "mom_place": {
        "shared_last": gettext_lazy("chung hạng cuối"),
        "by_points": gettext_lazy("theo điểm bài"),
        "by_laid_down": gettext_lazy("theo thứ tự báo móm"),
    },
    "all_mom": {
        "lowest_points": gettext_lazy("ít điểm bài nhất được trả"),
        "first_to_lay_down": gettext_lazy("báo móm trước được trả"),
        "no_payment": gettext_lazy("không ai trả ai"),
    },
    "tie_break": {
        "laid_down": gettext_lazy("hạ trước xếp trên"),
        "last_discard": gettext_lazy("đánh rác sau cùng xếp dưới"),
    },
    "eat_payee": {
        "eater": gettext_lazy("người ăn"),
        "pot": gettext_lazy("gà"),
        "pot_except_last_round": gettext_lazy("gà, trừ ăn chốt"),
    },
    "eats_when_u": {
        "stand": gettext_lazy("vẫn tính"),
        "void_if_compensated": gettext_lazy("bỏ nếu có người đền"),
        "void": gettext_lazy("bỏ hết"),
    },
    "dry_u_when": {
        "dealt": gettext_lazy("khi chia bài xong"),
        "any_turn": gettext_lazy("lúc nào cũng được"),
    },
    "dry_u_several": {
        "first_in_turn": gettext_lazy("đến lượt trước thì được"),
        "split": gettext_lazy("chia đều"),
        "all_collect": gettext_lazy("ai cũng được trả đủ"),
    },
    "u_losers_place": {
        "unplaced": gettext_lazy("không có hạng"),
        "shared_second": gettext_lazy("cùng hạng nhì"),
    },
    "compensation_winner_ate_last": {
        "last_other_eater": gettext_lazy("người ăn chốt trước đó đền"),
        "none": gettext_lazy("không ai đền"),
        "feeder_pays": gettext_lazy("người bị ăn chốt đền"),
        "feeder_exempt": gettext_lazy("người bị ăn chốt được miễn"),
    },
    "compensation_precedence": {
        "three_eats": gettext_lazy("đền ba cây trước"),
        "last_round": gettext_lazy("đền vòng cuối trước"),
    },
    "pot_at_close": {
        "carry_over": gettext_lazy("mang sang buổi sau"),
        "split_equal": gettext_lazy("chia đều cho cả bàn"),
        "last_winner": gettext_lazy("người ù sau cùng lấy"),
    },
    "quit_as": {"mom": gettext_lazy("tính như móm"), "void": gettext_lazy("hủy ván")},
    "next_starter": {
        "winner": gettext_lazy("người nhất ván trước"),
        "rotate": gettext_lazy("lần lượt theo chỗ ngồi"),
        "manual": gettext_lazy("bàn tự chọn"),
    },
}
SWITCH: dict[bool, Word] = {
    True: pgettext_lazy("luật bật", "có"),
    False: pgettext_lazy("luật tắt", "không"),
}
_EATS: tuple[Word, ...] = (
    gettext_lazy("ăn cây 1"),
    gettext_lazy("ăn cây 2"),
    gettext_lazy("ăn cây 3"),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that changed: `option` is its path in `phom-rules/1`, the rest is words."""

    option: str
    label: str
    before: str
    after: str

    @property
    def text(self) -> str:
        """Ù tròn: 10 → 12."""
        return f"{self.label[:1].upper()}{self.label[1:]}: {self.before} → {self.after}"


def differences(before: Ruleset, after: Ruleset) -> Sequence[Difference]:
    """Every value that is not the same, in the order of the options; empty for equal rule sets."""
    return [
        Difference(option, label, earlier, later)
        for (option, label, earlier), (_option, _label, later) in zip(
            _values(before), _values(after), strict=True
        )
        if earlier != later
    ]


def _values(rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Path, label and value in words of everything a rule set says."""
    for field in fields(Ruleset):
        name, value = field.name, getattr(rules, field.name)
        if name == "place_pay":
            yield from _place_pay(rules)
        elif name == "eat_pay":
            for index, bets in enumerate(rules.eat_pay):
                yield f"eat_pay.{index}", str(_EATS[index]), figures.number(bets)
        elif name == "u_pay":
            for kind, bets in rules.u_pay.items():
                yield f"u_pay.{kind}", terms.u_kind(kind), figures.number(bets)
        elif name in CHOICES:
            yield name, str(FIELDS[name]), str(CHOICES[name][value])
        elif isinstance(value, bool):
            yield name, str(FIELDS[name]), str(SWITCH[value])
        else:
            yield name, str(FIELDS[name]), figures.number(value)


def _place_pay(rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    for count, pays in rules.place_pay.items():
        for index, bets in enumerate(pays):
            label = _("%(place)s trả khi có %(count)s người") % {
                "place": terms.place(index + 2, count),
                "count": count,
            }
            yield f"place_pay.{count}.{index}", label, figures.number(bets)
