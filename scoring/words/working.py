"""Why a player stands where they stand: the working of a row of the table, in sentences.

Knows the rows of standings.md, section 7, the movements of section 8, and the words for their
steps. Each sentence names its rule.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.standings import StandingsPolicy
from scoring.words import figures, terms
from scoring.words.terms import Word

TIE_STEPS: dict[str, Word] = {
    "value": gettext_lazy("điểm xếp hạng"),
    "per_deal": gettext_lazy("trung bình mỗi ván"),
    "u_wins": gettext_lazy("số ván ù"),
    "firsts": gettext_lazy("số lần nhất"),
    "compensations": gettext_lazy("số lần đền, ít hơn thì hơn"),
    "moms": gettext_lazy("số lần móm, ít hơn thì hơn"),
    "direct": gettext_lazy("đối đầu"),
    "lot": gettext_lazy("bốc thăm"),
}
CAUSES: dict[str, Word] = {
    "policy": gettext_lazy("đổi cách xếp hạng"),
    "own_corrections": gettext_lazy("sửa sổ của chính mình"),
    "others_corrections": gettext_lazy("sửa sổ của người khác"),
    "both_corrections": gettext_lazy("sửa sổ của cả hai bên"),
    "own_nights": gettext_lazy("buổi mới của chính mình"),
    "others_nights": gettext_lazy("buổi mới của người khác"),
    "both_nights": gettext_lazy("buổi mới của cả hai bên"),
    "tie": gettext_lazy("đối đầu đổi vì người thứ ba"),
    "mixed": gettext_lazy("nhiều việc cùng lúc"),
}
SHOWN_CROSSINGS = 6


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence and the rule of the book it stands on."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Table:
    """What the words of a row need: the policy, people by id and club days by night id."""

    policy: StandingsPolicy
    names: Mapping[str, str]
    days: Mapping[str, str]

    def people(self, ids: Sequence[str]) -> str:
        """Hùng, An và Lan; somebody who is no longer listed is somebody else."""
        return terms.people([self.names.get(one, _("người khác")) for one in ids])


def row(values: Mapping[str, Any], table: Table) -> Sequence[Said]:
    """Everything behind a row: how it came to its value, what was dropped, why this rank."""
    return [*_group(values), *_value(values, table), *_rank(values), *_ties(values, table)]


def movement(values: Mapping[str, Any], table: Table) -> Sequence[Said]:
    """From which rank to which since before the latest night, by what, past whom."""
    return [*_moved(values), *_crossings(values["crossings"], table)]


def amount(value: int, policy: StandingsPolicy) -> str:
    """40 điểm, 20 cược or 12 điểm theo hạng: units as the metric counts them."""
    if policy.metric == "place_points":
        said = ngettext("%(n)s điểm theo hạng", "%(n)s điểm theo hạng", value)
        return said % {"n": figures.number(value)}
    return figures.points(value) if policy.counts_points else figures.bets(value)


def fraction(value: Sequence[int]) -> str:
    """0,68 (17/25); a whole number as itself."""
    numerator, denominator = value
    if denominator == 1:
        return figures.number(numerator)
    exact = f"{figures.number(numerator)}/{figures.number(denominator)}"
    return f"{figures.average(numerator, denominator)} ({exact})"


def _group(values: Mapping[str, Any]) -> Iterator[Said]:
    if values["group"] == "no_deals":
        yield Said(_("Chưa có ván nào trong mùa."), "S-26")
    elif values["group"] == "guest":
        yield Said(_("Khách đứng cuối bảng, không có hạng."), "S-30")
    elif values["group"] == "not_yet_ranked":
        yield Said(_missing(**values["missing"]), "S-30")
    if values["provisional"]:
        yield Said(_("Tạm tính: có buổi chưa khóa."), "S-50")


def _missing(*, deals: int, nights: int) -> str:
    said = {"deals": _deals(deals), "nights": _nights(nights)}
    if deals and nights:
        return _("Chưa xếp hạng: còn thiếu %(deals)s và %(nights)s.") % said
    if deals:
        return _("Chưa xếp hạng: còn thiếu %(deals)s.") % said
    return _("Chưa xếp hạng: còn thiếu %(nights)s.") % said


def _value(values: Mapping[str, Any], table: Table) -> Iterator[Said]:
    if values["value"] is None:
        return
    kept = values["nights"] - len(values["dropped"])
    said = {"sum": amount(values["sum"], table.policy), "nights": _nights(kept)}
    if values["dropped"]:
        yield Said(_("Các buổi được tính cộng lại: %(sum)s trong %(nights)s.") % said, "S-25")
        yield _dropped(values["dropped"], table)
    else:
        yield Said(_("Mọi buổi cộng lại: %(sum)s trong %(nights)s.") % said, "S-25")
    if values["penalties"]:
        points = {"points": figures.signed(values["penalties"])}
        yield Said(_("Điểm phạt và điểm thưởng: %(points)s.") % points, "S-06")
    if table.policy.is_average:
        total = values["sum"] + values["penalties"]
        said = {
            "sum": figures.number(total),
            "deals": _deals(values["kept_deals"]),
            "value": fraction(values["value"]),
        }
        yield Said(_("Chia cho các ván được tính: %(sum)s ÷ %(deals)s = %(value)s.") % said, "S-25")
    elif values["penalties"]:
        said = {"value": amount(values["value"], table.policy)}
        yield Said(_("Điểm xếp hạng: %(value)s.") % said, "S-25")


def _dropped(nights: Sequence[str], table: Table) -> Said:
    days = ", ".join(table.days.get(night, "?") for night in nights)
    said = {"nights": _nights(len(nights)), "days": days}
    return Said(_("Bỏ %(nights)s kém nhất: %(days)s.") % said, "S-22")


def _rank(values: Mapping[str, Any]) -> Iterator[Said]:
    if values["rank"] is None:
        return
    ahead = values["next"]
    if values["decided_by"] == "value":
        said = {"points": figures.number(ahead["to_level"]), "rank": figures.number(ahead["rank"])}
        yield Said(_("Thêm %(points)s điểm xếp hạng nữa là bằng hạng %(rank)s.") % said, "S-53")
    elif values["decided_by"] is not None:
        said = {
            "rank": figures.number(ahead["rank"]),
            "step": str(TIE_STEPS[values["decided_by"]]),
        }
        yield Said(
            _("Bằng điểm xếp hạng với hạng %(rank)s, đứng sau vì tiêu chí phụ: %(step)s.") % said,
            "S-51",
        )
    if values["shared"]:
        yield Said(_("Bằng nhau ở mọi tiêu chí nên đồng hạng."), "S-40")


def _ties(values: Mapping[str, Any], table: Table) -> Iterator[Said]:
    for step in values["tie_steps"]:
        said = {
            "step": str(TIE_STEPS[step["step"]]),
            "names": table.people(step["with"]),
            "figure": _figure(step),
        }
        yield Said(_tie(step["outcome"]) % said, _TIE_RULES.get(step["step"], "S-41"))


_TIE_RULES = {"direct": "S-42", "lot": "S-43"}


def _tie(outcome: str) -> str:
    if outcome == "split":
        return _("Bằng điểm với %(names)s. Xét %(step)s, của mình %(figure)s: phân được thứ tự.")
    if outcome == "equal":
        return _("Bằng điểm với %(names)s. Xét %(step)s, của mình %(figure)s: vẫn bằng.")
    return _("Bằng điểm với %(names)s. Xét %(step)s: chưa đủ ván chung nên bỏ qua.")


def _figure(step: Mapping[str, Any]) -> str:
    figure = step["figure"]
    if isinstance(figure, str):
        return figure[:8]
    if isinstance(figure, Sequence):
        return fraction(figure)
    if figure is None:
        return ""
    return figures.signed(figure) if step["step"] == "direct" else figures.number(figure)


def _moved(values: Mapping[str, Any]) -> Iterator[Said]:
    said = {
        "before": figures.number(values["from"] or 0),
        "after": figures.number(values["to"] or 0),
        "causes": _causes(values["causes"]),
    }
    if values["kind"] == "new":
        yield Said(_("Mới được xếp hạng từ buổi gần nhất."), "S-61")
    elif values["kind"] == "out":
        yield Said(_("Trước buổi gần nhất còn ở hạng %(before)s.") % said, "S-61")
    elif values["causes"]:
        yield Said(
            _("Từ trước buổi gần nhất: hạng %(before)s → %(after)s, do %(causes)s.") % said, "S-63"
        )
    else:
        yield Said(_("Từ trước buổi gần nhất: giữ hạng %(after)s.") % said, "S-61")


def _causes(causes: Mapping[str, int]) -> str:
    """buổi mới của chính mình +2, sửa sổ của người khác −1: places won are above 0."""
    told = [f"{CAUSES[cause]} {figures.signed(places)}" for cause, places in causes.items()]
    return ", ".join(told)


def _crossings(crossings: Sequence[Mapping[str, Any]], table: Table) -> Iterator[Said]:
    passed = [one["player"] for one in crossings if one["places"] > 0]
    passed_by = [one["player"] for one in crossings if one["places"] < 0]
    if passed:
        yield Said(_("Vượt qua: %(names)s.") % {"names": _some(passed, table)}, "S-62")
    if passed_by:
        yield Said(_("Bị vượt bởi: %(names)s.") % {"names": _some(passed_by, table)}, "S-62")


def _some(ids: Sequence[str], table: Table) -> str:
    """The first few by name, the rest by number."""
    once = list(dict.fromkeys(ids))
    if len(once) <= SHOWN_CROSSINGS:
        return table.people(once)
    names = [table.names.get(one, _("người khác")) for one in once[: SHOWN_CROSSINGS - 1]]
    rest = len(once) - len(names)
    others = ngettext("%(n)s người nữa", "%(n)s người nữa", rest) % {"n": figures.number(rest)}
    return terms.people([*names, others])


def _deals(count: int) -> str:
    return ngettext("%(n)s ván", "%(n)s ván", count) % {"n": figures.number(count)}


def _nights(count: int) -> str:
    return ngettext("%(n)s buổi", "%(n)s buổi", count) % {"n": figures.number(count)}
