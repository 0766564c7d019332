"""The words of settling: what a balance is made of, how a payment stands, ways of pairing people.

Knows the names of reasons, states and modes. Knows no payment and no night.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.words import figures
from scoring.words.terms import Word

REASONS: dict[str, Word] = {
    "place": gettext_lazy("Thứ hạng"),
    "eat": gettext_lazy("Ăn"),
    "eaten": gettext_lazy("Bị ăn"),
    "last_eat": gettext_lazy("Ăn chốt"),
    "last_eaten": gettext_lazy("Bị ăn chốt"),
    "u": gettext_lazy("Ù"),
    "compensation": gettext_lazy("Đền"),
    "mom": gettext_lazy("Móm"),
    "fault": gettext_lazy("Phạt"),
    "pot": gettext_lazy("Gà"),
    "adjustment": gettext_lazy("Ghi tay"),
    "paid": gettext_lazy("Đã trả"),
    "received": gettext_lazy("Đã nhận"),
    "waived": pgettext_lazy("khoản trả", "Bỏ qua"),
}
PAYMENT_STATES: dict[str, Word] = {
    "proposed": gettext_lazy("chưa trả"),
    "paid": gettext_lazy("đã trả, chờ xác nhận"),
    "confirmed": gettext_lazy("đã nhận đủ"),
    "waived": gettext_lazy("đã bỏ qua"),
    "cancelled": gettext_lazy("đã thay bằng khoản khác"),
}
PLAN_STATES: dict[str, Word] = {
    "live": gettext_lazy("đang dùng"),
    "replaced": gettext_lazy("đã thay"),
    "reopened": gettext_lazy("đã mở lại"),
}
MODES: dict[str, Word] = {
    "fewest": gettext_lazy("Gọn"),
    "tables_first": gettext_lazy("Từng bàn"),
    "pair_by_pair": gettext_lazy("Từng cặp"),
    "one_host": gettext_lazy("Một đầu mối"),
}
MODES_SAID: dict[str, Word] = {
    "fewest": gettext_lazy("ít lần trả nhất"),
    "tables_first": gettext_lazy("cùng bàn trả nhau trước"),
    "pair_by_pair": gettext_lazy("ai nợ ai thì trả người ấy"),
    "one_host": gettext_lazy("mọi người trả và nhận qua một người"),
}
FUND: Word = gettext_lazy("Quỹ CLB")
CARRIED_POT: Word = gettext_lazy("Gà mang sang")


def reason(name: str) -> str:
    """Thứ hạng, Ăn, Bị ăn, …: what points came or went by."""
    return str(REASONS[name])


def payment_state(state: str) -> str:
    """Chưa trả, đã trả, …"""
    return str(PAYMENT_STATES[state])


def plan_state(state: str) -> str:
    """Whether a settling still counts."""
    return str(PLAN_STATES[state])


def mode(name: str) -> str:
    """Gọn, Từng cặp."""
    return str(MODES[name])


def mode_said(name: str) -> str:
    """What a mode does, in a few words."""
    return str(MODES_SAID[name])


def pot_of(label: str) -> str:
    """Gà bàn 1."""
    return _("Gà %(table)s") % {"table": label}


def how_sure(*, proven: bool, payments: int, lower_bound: int) -> str:
    """How many payments, and whether there could be fewer; "fewest" is said only when proven."""
    said = {"n": figures.number(payments), "bound": figures.number(lower_bound)}
    if proven:
        return (
            ngettext(
                "%(n)s lần trả – không cách nào ít hơn",
                "%(n)s lần trả – không cách nào ít hơn",
                payments,
            )
            % said
        )
    return (
        ngettext(
            "%(n)s lần trả (ít nhất có thể là %(bound)s)",
            "%(n)s lần trả (ít nhất có thể là %(bound)s)",
            payments,
        )
        % said
    )


def made_so_far(*, payments: int, made: int, points: int) -> str:
    """4 khoản · đã trả 2 khoản, 15 điểm: what became of a settling."""
    planned = ngettext("%(n)s khoản", "%(n)s khoản", payments) % {"n": figures.number(payments)}
    if not made:
        return planned
    handed = ngettext("đã trả %(n)s khoản, %(points)s", "đã trả %(n)s khoản, %(points)s", made) % {
        "n": figures.number(made),
        "points": figures.points(points),
    }
    return f"{planned} · {handed}"


def deal_count(count: int) -> str:
    """62 ván."""
    return ngettext("%(n)s ván", "%(n)s ván", count) % {"n": figures.number(count)}
