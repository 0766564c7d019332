"""Why a transfer is there: a short label, a sentence, and the arithmetic.

Knows the engine's reasons and the values of its explanations, people already by name. Knows no
rule set and adds nothing up: what the engine did not say is not said. Rules R-04 to R-42 of
docs/rules.md.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.words import figures, terms
from scoring.words.compensations import because, whose_part
from scoring.words.terms import Word

Values = Mapping[str, Any]

LABELS: dict[str, Word] = {
    "place": gettext_lazy("Thứ hạng"),
    "mom": gettext_lazy("Móm"),
    "eat": gettext_lazy("Ăn"),
    "last_eat": gettext_lazy("Ăn chốt"),
    "u": gettext_lazy("Ù"),
    "compensation": gettext_lazy("Đền"),
    "ante": gettext_lazy("Góp gà"),
    "pot": gettext_lazy("Ăn gà"),
    "fault": gettext_lazy("Phạt"),
    "adjustment": gettext_lazy("Ghi tay"),
}
PLAIN: dict[str, Word] = {
    "place": gettext_lazy("Trả theo thứ hạng của ván."),
    "mom": gettext_lazy("Móm thì trả người nhất."),
    "eat": gettext_lazy("Bị ăn một cây."),
    "last_eat": gettext_lazy("Bị ăn chốt."),
    "u": gettext_lazy("Thua ù."),
    "compensation": gettext_lazy("Đền thay người thua."),
    "ante": gettext_lazy("Góp gà đầu ván."),
    "pot": gettext_lazy("Ù thì ăn gà."),
    "fault": gettext_lazy("Phạt lỗi, trả từng người."),
    "adjustment": gettext_lazy("Dòng ghi tay của ván."),
}
# Lines of the ledger that come from no deal: the label, and why.
BESIDE_DEALS: dict[str, tuple[Word, Word]] = {
    "pot_close": (
        gettext_lazy("Gà cuối buổi"),
        gettext_lazy("Gà còn lại được giải quyết lúc kết sổ."),
    ),
    "payment": (
        gettext_lazy("Đã trả"),
        gettext_lazy("Khoản trả đã được người nhận xác nhận."),
    ),
    "waiver": (
        gettext_lazy("Đã bỏ qua"),
        gettext_lazy("Khoản trả được người nhận bỏ qua."),
    ),
}


def label(reason: str, values: Values) -> str:
    """Bét, Móm, Ăn, Ăn chốt, Ù tròn, Đền …: what kind of line it is."""
    if reason in BESIDE_DEALS:
        return str(BESIDE_DEALS[reason][0])
    if reason == "place" and "place" in values:
        return _capital(terms.place(values["place"], values["seat_count"]))
    if reason == "u" and "kind" in values:
        return _capital(terms.u_kind(values["kind"]))
    return str(LABELS[reason])


def detail(reason: str, values: Values, *, payer: str, loser: str | None) -> str:
    """What tells one line from its neighbours of the same reason: cây 2, đền thay Lan; "" where
    nothing does.
    """
    if loser is not None:
        return whose_part(payer=payer, loser=loser)
    if reason == "eat" and "number" in values:
        return _("cây %(number)s") % {"number": values["number"]}
    return ""


def why(reason: str, rule: str, values: Values) -> str:
    """The reason in one or two sentences; a plain one where the engine's explanation is not at
    hand.
    """
    if reason in BESIDE_DEALS:
        return str(BESIDE_DEALS[reason][1])
    if reason == "compensation" and values:
        return because(rule, values)
    if reason not in _WHY or not values:
        return str(PLAIN[reason])
    return _WHY[reason](values)


def arithmetic(values: Values, *, bets: int, points: int, stake_points: int) -> str:
    """3 cược × mức 2 = 6 điểm, with what multiplied or divided the bets before."""
    factors = [figures.bets(values.get("base_bets") or bets)]
    if values.get("times", 1) > 1:
        factors.append(_("ù gấp %(n)s") % {"n": figures.number(values["times"])})
    if values.get("multiplier", 1) > 1:
        factors.append(_("ván nhân %(n)s") % {"n": figures.number(values["multiplier"])})
    product = " × ".join(factors)
    if _is_shared(values):
        parts = {"product": product, "n": values["winner_count"], "bets": figures.bets(bets)}
        product = _("%(product)s chia %(n)s → %(bets)s") % parts
    return _("%(product)s × mức %(stake)s = %(points)s") % {
        "product": product,
        "stake": figures.number(stake_points),
        "points": figures.points(points),
    }


def _is_shared(values: Values) -> bool:
    return values.get("winner_count", 1) > 1 and values.get("several") == "split"


def _place(values: Values) -> str:
    said = {
        "place": terms.place(values["place"], values["seat_count"]),
        "payee_place": terms.place(values["payee_place"], values["seat_count"]),
        "bets": figures.bets(values["base_bets"]),
    }
    sentence = _("Về %(place)s trả người về %(payee_place)s %(bets)s.") % said
    if values.get("payer_points") is None or values.get("payee_points") is None:
        return sentence
    hands = _("%(payee)s còn %(payee_points)s, %(payer)s còn %(payer_points)s.") % {
        "payer": values["payer"],
        "payee": values["payee"],
        "payer_points": figures.hand_points(values["payer_points"]),
        "payee_points": figures.hand_points(values["payee_points"]),
    }
    return f"{sentence} {hands}"


def _mom(values: Values) -> str:
    said = {
        "payer": values["payer"],
        "payee": values["payee"],
        "bets": figures.bets(values["base_bets"]),
    }
    if values.get("all_mom") == "lowest_points":
        return _("Cả làng móm: %(payee)s ít điểm bài nhất nên được trả %(bets)s.") % said
    if values.get("all_mom") == "first_to_lay_down":
        return _("Cả làng móm: %(payee)s báo móm trước nên được trả %(bets)s.") % said
    if values.get("forfeit"):
        return _("%(payer)s bỏ ván, tính như móm: trả người nhất %(bets)s thay cho hạng.") % said
    return _("%(payer)s không có phỏm: trả người nhất %(bets)s thay cho hạng.") % said


def _eat(values: Values) -> str:
    said = _eat_words(values)
    if values["payee"] != values["eater"]:
        return _("%(eater)s ăn cây %(feeder)s đánh ra; luật bàn tính vào gà.") % said
    return _("%(eater)s ăn cây %(feeder)s đánh ra.") % said


def _last_eat(values: Values) -> str:
    said = _eat_words(values)
    if values["payee"] != values["eater"]:
        return (
            _("%(eater)s ăn cây chốt (vòng cuối) %(feeder)s đánh ra; luật bàn tính vào gà.") % said
        )
    return _("%(eater)s ăn cây chốt (vòng cuối) %(feeder)s đánh ra.") % said


def _eat_words(values: Values) -> dict[str, Any]:
    return {name: values[name] for name in ("eater", "feeder")}


def _u(values: Values) -> str:
    said = {
        "payer": values["payer"],
        "payee": values["payee"],
        "kind": terms.u_kind(values["kind"]),
        "bets": figures.bets(values["base_bets"]),
        "n": values["winner_count"],
        "exempt": values.get("exempt"),
    }
    if _is_shared(values):
        return _("%(n)s người cùng ù khan: mỗi người thua trả %(bets)s, chia đều.") % said
    if values["winner_count"] > 1:
        return _("%(n)s người cùng ù khan: mỗi người thua trả từng người %(bets)s.") % said
    sentence = _("%(payee)s %(kind)s: mỗi người thua trả %(bets)s.") % said
    if values.get("exempt"):
        spared = _("%(exempt)s được miễn vì %(payee)s ăn chốt của %(exempt)s sau cùng.") % said
        return f"{sentence} {spared}"
    return sentence


def _ante(values: Values) -> str:
    return _("Mỗi người góp gà %(bets)s trước khi chia bài.") % {
        "bets": figures.bets(values["base_bets"])
    }


def _pot(values: Values) -> str:
    said = {
        "payee": values["payee"],
        "n": values["winner_count"],
        "pot": figures.bets(values["pot_bets"]),
        "before": figures.number(values["before_bets"]),
        "antes": figures.number(values["ante_bets"]),
        "eats": figures.number(values["eat_bets"]),
    }
    if values["winner_count"] > 1:
        who = _("%(n)s người ù chia gà %(pot)s") % said
    else:
        who = _("%(payee)s ù nên ăn cả gà %(pot)s") % said
    said["who"] = who
    return _("%(who)s: có sẵn %(before)s, góp đầu ván %(antes)s, ăn trong ván %(eats)s.") % said


def _fault(values: Values) -> str:
    return _("%(payer)s %(kind)s: phạt trả mỗi người %(bets)s.") % {
        "payer": values["payer"],
        "kind": terms.fault_kind(values["kind"]),
        "bets": figures.bets(values["base_bets"]),
    }


def _adjustment(values: Values) -> str:
    if values.get("note"):
        return _("Ghi tay: %(note)s") % {"note": values["note"]}
    if values.get("scope") == "night":
        return _("Dòng ghi tay của buổi.")
    return str(PLAIN["adjustment"])


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


_WHY: dict[str, Callable[[Values], str]] = {
    "place": _place,
    "mom": _mom,
    "eat": _eat,
    "last_eat": _last_eat,
    "u": _u,
    "ante": _ante,
    "pot": _pot,
    "fault": _fault,
    "adjustment": _adjustment,
}
