"""Places, móm and ties in words. Rules R-01 to R-07 of docs/rules.md."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import Ruleset
from scoring.words import figures
from scoring.words.rulesets.parts import Sentence
from scoring.words.terms import Word

_MOM_PLACE: dict[str, Word] = {
    "shared_last": gettext_lazy("Nhiều người móm thì cùng hạng cuối."),
    "by_points": gettext_lazy("Nhiều người móm thì ai ít điểm bài hơn xếp trên."),
    "by_laid_down": gettext_lazy("Nhiều người móm thì ai báo móm trước xếp trên."),
}
_ALL_MOM: dict[str, Word] = {
    "lowest_points": gettext_lazy(
        "Cả làng móm thì ai ít điểm bài nhất là nhất, những người khác trả như móm."
    ),
    "first_to_lay_down": gettext_lazy(
        "Cả làng móm thì ai báo móm trước là nhất, những người khác trả như móm."
    ),
    "no_payment": gettext_lazy("Cả làng móm thì không ai trả ai."),
}
_TIE_BREAK: dict[str, Word] = {
    "laid_down": gettext_lazy("Bằng điểm bài thì ai hạ trước xếp trên."),
    "last_discard": gettext_lazy("Bằng điểm bài thì ai đánh rác sau cùng xếp dưới."),
}


def places(rules: Ruleset) -> Iterator[Sentence]:
    """Who is first, and what the others pay."""
    yield Sentence("R-01", _("Hết ván, ai còn ít điểm bài nhất sau khi hạ và gửi là nhất."))
    if rules.place_payee == "paired":
        text = _(
            "Trả theo cặp: bốn người thì bét trả nhất 2, ba trả nhì 1; "
            "ba hoặc hai người thì bét trả nhất 1."
        )
        yield Sentence("R-04", text, ["place_payee"])
        return
    second, third, last = map(figures.number, rules.place_pay[4])
    text = _("Bốn người: nhì trả nhất %(second)s, ba trả %(third)s, bét trả %(last)s.") % {
        "second": second,
        "third": third,
        "last": last,
    }
    yield Sentence("R-04", text, ["place_payee", "place_pay"])
    second, last = map(figures.number, rules.place_pay[3])
    text = _("Ba người: nhì trả nhất %(second)s, bét trả %(last)s.") % {
        "second": second,
        "last": last,
    }
    yield Sentence("R-04", text, ["place_payee", "place_pay"])
    text = _("Hai người: người về sau trả %(last)s.") % {
        "last": figures.number(rules.place_pay[2][0])
    }
    yield Sentence("R-04", text, ["place_payee", "place_pay"])


def mom(rules: Ruleset) -> Iterator[Sentence]:
    """No meld: what it pays, where it stands, and when it is everybody."""
    yield Sentence("R-02", _("Người móm luôn xếp dưới người có phỏm, dù ít điểm bài hơn."))
    if rules.mom_pay:
        text = _("Móm trả người nhất %(n)s, thay cho phần của hạng.") % {
            "n": figures.number(rules.mom_pay)
        }
    else:
        text = _("Móm không phải trả gì.")
    yield Sentence("R-05", text, ["mom_pay"])
    yield Sentence("R-06", str(_MOM_PLACE[rules.mom_place]), ["mom_place"])
    yield Sentence("R-07", str(_ALL_MOM[rules.all_mom]), ["all_mom"])


def ties(rules: Ruleset) -> Iterator[Sentence]:
    """Equal points."""
    yield Sentence("R-03", str(_TIE_BREAK[rules.tie_break]), ["tie_break"])
