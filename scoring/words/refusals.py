"""What the engine refuses, in sentences: the field, the reason, and what to do about it.

Knows every code of the rule book, section 7, and the values that come with it. Knows no sheet.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import Code, Refused
from scoring.words import terms
from scoring.words.fields import path_in_words
from scoring.words.terms import Word

SENTENCES: dict[Code, Word] = {
    Code.RULESET_INVALID: gettext_lazy("Luật không dùng được: xem lại mục %(field)s."),
    Code.SHEET_INVALID: gettext_lazy("Phiếu ván thiếu hoặc ghi sai mục: %(path)s."),
    Code.SEAT_COUNT: gettext_lazy("Chỗ ngồi: một ván có từ 2 đến 4 người."),
    Code.PLAYER_REPEATED: gettext_lazy("%(seat)s có mặt hai lần trong ván."),
    Code.ENDING_UNKNOWN: gettext_lazy(
        "Kết thúc ván: chọn ván thường, ù, lỗi, ván hòa hoặc ván hủy."
    ),
    Code.UNKNOWN_PLAYER: gettext_lazy("%(seat)s không ngồi trong ván này."),
    Code.ORDER_INVALID: gettext_lazy(
        "%(seat)s: thứ tự ghi trùng, có người lạ hoặc không khớp (%(path)s)."
    ),
    Code.POINTS_OUT_OF_RANGE: gettext_lazy("Điểm bài của %(seat)s phải từ 0 đến 130."),
    Code.AMOUNT_INVALID: gettext_lazy("Con số ngoài khoảng cho phép: %(path)s."),
    Code.POT_NOT_ENABLED: gettext_lazy("Luật của bàn không chơi gà mà phiếu lại có gà."),
    Code.TOO_MANY_CARDS: gettext_lazy("Bài của %(seat)s có hơn mười lá."),
    Code.CARD_REPEATED: gettext_lazy("Lá %(card)s có hai lần, lần sau trong bài của %(seat)s."),
    Code.MELD_INVALID: gettext_lazy(
        "Bài của %(seat)s: nhóm có lá %(card)s không thành phỏm ngang hay dọc."
    ),
    Code.CARDS_CONTRADICT_POINTS: gettext_lazy(
        "Bài của %(seat)s không khớp với điểm bài hoặc móm đã ghi."
    ),
    Code.FEEDER_NOT_PREVIOUS_SEAT: gettext_lazy(
        "Chỉ ăn được của người ngồi ngay trước, nên người bị ăn không thể là %(seat)s."
    ),
    Code.TOO_MANY_EATS: gettext_lazy("%(seat)s ăn hơn ba cây: mỗi người ăn nhiều nhất ba."),
    Code.U_WINNER_MISSING: gettext_lazy("Người ù: chưa chọn ai ù."),
    Code.U_KIND_UNKNOWN: gettext_lazy(
        "Loại ù “%(kind)s” không có: chọn ù thường, mười lá, tròn, không điểm hoặc khan."
    ),
    Code.SEVERAL_U_WINNERS: gettext_lazy(
        "Chỉ ù khan mới có nhiều người cùng ù; %(kind)s chỉ có một người."
    ),
    Code.CARDS_CONTRADICT_U: gettext_lazy("Bài của %(seat)s không thành %(kind)s."),
    Code.THREE_EATS_WITHOUT_U: gettext_lazy(
        "%(seat)s ăn ba cây thì đã ù: ghi ván này là %(seat)s ù, hoặc bớt lượt ăn."
    ),
    Code.DRY_U_NOT_ALLOWED: gettext_lazy("Luật của bàn không có %(kind)s."),
    Code.DRY_U_AFTER_EAT: gettext_lazy("%(seat)s đã ăn nên không thể ù khan."),
    Code.DRY_U_IN_LAST_ROUND: gettext_lazy(
        "Ù khan báo ngay khi chia bài, không đi cùng vòng cuối hay ăn chốt."
    ),
    Code.U_KIND_NOT_ALLOWED: gettext_lazy("Luật của bàn không tính %(kind)s."),
    Code.U_BEFORE_LAST_ROUND_EAT: gettext_lazy(
        "Đã có người ăn chốt thì ù phải ở vòng cuối: xem lại mục vòng cuối."
    ),
    Code.ROUND_U_BEFORE_LAST_ROUND: gettext_lazy(
        "Ù tròn chỉ có ở vòng cuối: xem lại mục vòng cuối."
    ),
    Code.COMPENSATOR_NOT_A_LOSER: gettext_lazy(
        "%(seat)s không thể đền: chỉ người thua của ván có một người ù mới đền."
    ),
    Code.FAULT_KIND_UNKNOWN: gettext_lazy(
        "Lỗi “%(kind)s” không có: chọn ù láo, hoặc ăn láo, hạ láo."
    ),
    Code.MOM_PLAYER_HAS_EATEN: gettext_lazy("%(seat)s đã ăn nên có phỏm, không thể móm."),
    Code.FINISH_INCOMPLETE: gettext_lazy(
        "Thứ tự về phải đủ và chỉ gồm người không móm: xem lại %(seat)s."
    ),
    Code.FINISH_CONTRADICTS_POINTS: gettext_lazy(
        "Thứ tự về ngược với điểm bài: %(seat)s đứng sau người nhiều điểm hơn."
    ),
    Code.ZERO_POINTS_IS_U: gettext_lazy(
        "%(seat)s còn 0 điểm bài tức là ù: ghi ván này là %(seat)s ù."
    ),
    Code.ALL_MOM_NEEDS_ORDER: gettext_lazy("Cả làng móm, chưa biết ai nhất: %(seats)s?"),
    Code.POINTS_MISSING: gettext_lazy("Chưa có điểm bài của %(seat)s."),
    Code.TIE_NEEDS_ORDER: gettext_lazy("%(seats)s bằng điểm: ai hạ trước?"),
    Code.MOM_NEEDS_ORDER: gettext_lazy("%(seats)s cùng móm: ai hạ (báo móm) trước?"),
}


def refusal(refused: Refused, names: Mapping[str, str]) -> str:
    """Why the sheet or rule set is refused; `names` gives people for seat ids."""
    values = refused.values
    said = {key: _word(key, value, names) for key, value in values.items()}
    if refused.code == Code.SHEET_INVALID and "card" in values:
        return _("Lá “%(card)s” không có trong bộ bài: %(path)s.") % said
    if refused.code == Code.MELD_INVALID and "card" not in values:
        return _("Bài của %(seat)s có một phỏm không có lá nào.") % said
    return str(SENTENCES[refused.code]) % _Known(said)


class _Known(dict[str, str]):
    """A value nobody gave is somebody or something: a sentence must not fail for want of it."""

    def __missing__(self, key: str) -> str:
        return "?"


def _word(key: str, value: str | tuple[str, ...], names: Mapping[str, str]) -> str:
    if isinstance(value, tuple):
        return terms.people([names.get(seat, seat) for seat in value])
    if key in {"path", "field"}:
        return path_in_words(value, names)
    if key == "card":
        return terms.card(value)
    if key == "kind":
        return terms.u_kind(value)
    return names.get(value, value)
