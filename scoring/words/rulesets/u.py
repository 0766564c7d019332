"""Ù and who pays for it, in words. Rules R-20 to R-36 of docs/rules.md."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import Ruleset
from scoring.words import figures
from scoring.words.rulesets.parts import Sentence
from scoring.words.terms import Word

_PRICES: dict[str, Word] = {
    "plain": gettext_lazy("Ù thường (đủ ba phỏm, đánh một cây): mỗi người thua trả %(n)s."),
    "ten": gettext_lazy("Ù mười lá (cả mười lá thành phỏm): mỗi người thua trả %(n)s."),
    "round": gettext_lazy(
        "Ù tròn (vòng cuối hết bài mà không phải đánh): mỗi người thua trả %(n)s."
    ),
    "zero": gettext_lazy("Ù không điểm (hết điểm bài theo cách khác): mỗi người thua trả %(n)s."),
    "dry": gettext_lazy("Ù khan (bài chia ra không có cạ nào): mỗi người thua trả %(n)s."),
}
_LOSERS: dict[str, Word] = {
    "unplaced": gettext_lazy(
        "Người ù là nhất; những người khác không có hạng, không trả theo hạng hay móm."
    ),
    "shared_second": gettext_lazy(
        "Người ù là nhất; những người khác cùng hạng nhì, không trả theo hạng hay móm."
    ),
}
_DRY_WHEN: dict[str, Word] = {
    "dealt": gettext_lazy("Ù khan phải báo ngay khi chia bài xong."),
    "any_turn": gettext_lazy("Ù khan báo lúc nào cũng được, kể cả ở vòng cuối."),
}
_DRY_SEVERAL: dict[str, Word] = {
    "first_in_turn": gettext_lazy(
        "Nhiều người cùng ù khan: ai đến lượt trước thì được, những người khác trả như người thua."
    ),
    "split": gettext_lazy(
        "Nhiều người cùng ù khan: mỗi người thua trả một phần, chia đều cho những người ù."
    ),
    "all_collect": gettext_lazy("Nhiều người cùng ù khan: mỗi người thua trả đủ cho từng người ù."),
}
_WINNER_ATE_LAST: dict[str, Word] = {
    "last_other_eater": gettext_lazy(
        "Nếu chính người ù ăn chốt sau cùng thì người ăn chốt trước đó đền; không có ai thì thôi."
    ),
    "none": gettext_lazy("Nếu chính người ù ăn chốt sau cùng thì không ai đền."),
    "feeder_pays": gettext_lazy(
        "Nếu chính người ù ăn chốt sau cùng thì người bị ăn cây đó đền cả làng."
    ),
    "feeder_exempt": gettext_lazy(
        "Nếu chính người ù ăn chốt sau cùng thì người bị ăn cây đó được miễn trả."
    ),
}
_PRECEDENCE: dict[str, Word] = {
    "three_eats": gettext_lazy(
        "Khi vừa có người để ăn ba cây vừa có người ăn chốt thì người để ăn ba cây đền."
    ),
    "last_round": gettext_lazy(
        "Khi vừa có người để ăn ba cây vừa có người ăn chốt thì người ăn chốt sau cùng đền."
    ),
}


def u(rules: Ruleset) -> Iterator[Sentence]:
    """Each kind that counts with its price, what counts, and what becomes of the others."""
    allowed = {
        "zero": rules.zero_points_is_u,
        "round": rules.round_u_allowed,
        "dry": rules.dry_u_allowed,
    }
    for kind, words in _PRICES.items():
        if allowed.get(kind, True):
            text = str(words) % {"n": figures.number(rules.u_pay[kind])}
            yield Sentence("R-21", text, ["u_pay"])
    if rules.zero_points_is_u:
        text = _("Có phỏm mà còn 0 điểm bài là ù.")
    else:
        text = _("Có phỏm mà còn 0 điểm bài chưa phải là ù.")
    yield Sentence("R-23", text, ["zero_points_is_u"])
    if not rules.round_u_allowed:
        yield Sentence("R-23", _("Không tính ù tròn."), ["round_u_allowed"])
    yield from _dry(rules)
    yield Sentence("R-22", str(_LOSERS[rules.u_losers_place]), ["u_losers_place"])


def _dry(rules: Ruleset) -> Iterator[Sentence]:
    if not rules.dry_u_allowed:
        yield Sentence("R-24", _("Không tính ù khan."), ["dry_u_allowed"])
        return
    yield Sentence("R-24", str(_DRY_WHEN[rules.dry_u_when]), ["dry_u_when"])
    yield Sentence("R-24", str(_DRY_SEVERAL[rules.dry_u_several]), ["dry_u_several"])


def compensation(rules: Ruleset) -> Iterator[Sentence]:
    """Đền: who pays what all the losers owe."""
    three, last_round = rules.compensation_three_eats, rules.compensation_last_round
    if three:
        text = _("Để một người ăn đủ ba cây rồi ù thì đền cả làng: trả thay mọi người thua.")
    else:
        text = _("Để người khác ăn đủ ba cây không phải đền.")
    yield Sentence("R-30", text, ["compensation_three_eats"])
    if last_round:
        text = _("Có người ù ở vòng cuối thì người ăn chốt sau cùng đền cả làng.")
    else:
        text = _("Có người ù ở vòng cuối thì người ăn chốt không phải đền.")
    yield Sentence("R-31", text, ["compensation_last_round"])
    if last_round:
        text = str(_WINNER_ATE_LAST[rules.compensation_winner_ate_last])
        yield Sentence("R-32", text, ["compensation_winner_ate_last"])
    if three and last_round:
        text = str(_PRECEDENCE[rules.compensation_precedence])
        yield Sentence("R-33", text, ["compensation_precedence"])
    yield Sentence("R-34", _("Cả bàn có thể tự chỉ ra người đền, hoặc thống nhất không ai đền."))
