"""A standings policy in plain words: by what a season is ranked, sentence by sentence.

Knows the options of standings.md, section 3. Knows no season.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.standings import StandingsPolicy
from scoring.words import figures, terms
from scoring.words.terms import Word
from scoring.words.working import TIE_STEPS, Said

METRICS: dict[str, Word] = {
    "net_points": gettext_lazy("Điểm xếp hạng là tổng điểm được thua trong mùa."),
    "net_bets": gettext_lazy(
        "Điểm xếp hạng là tổng số cược được thua, mức cược nào cũng như nhau."
    ),
    "points_per_deal": gettext_lazy("Điểm xếp hạng là điểm được thua trung bình mỗi ván."),
    "bets_per_deal": gettext_lazy("Điểm xếp hạng là số cược được thua trung bình mỗi ván."),
    "place_points": gettext_lazy(
        "Mỗi ván cho điểm theo hạng về; điểm xếp hạng là tổng các điểm đó."
    ),
}
GUESTS: dict[str, Word] = {
    "listed": gettext_lazy("Khách đứng cuối bảng, không có hạng."),
    "ranked": gettext_lazy("Khách được xếp hạng như mọi người."),
    "hidden": gettext_lazy("Khách không có trong bảng."),
}
PENALTIES: dict[str, Word] = {
    "count": gettext_lazy("Điểm phạt và điểm thưởng được cộng vào điểm xếp hạng."),
    "ignore": gettext_lazy("Điểm phạt và điểm thưởng không tính vào bảng xếp hạng."),
}


def plain_words(policy: StandingsPolicy) -> Sequence[Said]:
    """The whole policy, each sentence with its rule."""
    return [
        Said(str(METRICS[policy.metric]), "S-20"),
        *_place_points(policy),
        *_drops(policy),
        Said(_minimum(policy), "S-30"),
        Said(str(GUESTS[policy.guests]), "S-30"),
        Said(str(PENALTIES[policy.penalties]), "S-06"),
        *_ties(policy),
    ]


def _place_points(policy: StandingsPolicy) -> Iterator[Said]:
    if policy.metric != "place_points":
        return
    for seats, row in sorted(policy.place_points.items(), reverse=True):
        places = [
            f"{terms.place(place, seats)} {figures.number(worth)}"
            for place, worth in enumerate(row, start=1)
        ]
        said = {"seats": figures.number(seats), "places": ", ".join(places)}
        yield Said(_("Bàn %(seats)s người: %(places)s.") % said, "S-20")
    said = {"worth": figures.number(policy.unplaced_points)}
    yield Said(_("Ván không có hạng: %(worth)s.") % said, "S-20")


def _drops(policy: StandingsPolicy) -> Iterator[Said]:
    share, of = policy.drop_share
    said = {"keep": figures.number(policy.keep_at_least), "share": f"{share}/{of}"}
    if policy.best_of is not None:
        text = ngettext(
            "Chỉ tính %(n)s buổi tốt nhất của mỗi người.",
            "Chỉ tính %(n)s buổi tốt nhất của mỗi người.",
            policy.best_of,
        )
        yield Said(text % {"n": figures.number(policy.best_of)}, "S-22")
    elif policy.drop_worst:
        text = ngettext(
            "Mỗi người bỏ %(n)s buổi kém nhất, nhưng giữ ít nhất %(keep)s buổi.",
            "Mỗi người bỏ %(n)s buổi kém nhất, nhưng giữ ít nhất %(keep)s buổi.",
            policy.drop_worst,
        )
        yield Said(text % (said | {"n": figures.number(policy.drop_worst)}), "S-22")
    elif share:
        text = _(
            "Mỗi người bỏ %(share)s số buổi kém nhất của mình, làm tròn xuống, nhưng giữ ít nhất "
            "%(keep)s buổi."
        )
        yield Said(text % said, "S-22")
    else:
        yield Said(_("Mọi buổi đều tính."), "S-22")


def _minimum(policy: StandingsPolicy) -> str:
    said = {
        "deals": figures.number(policy.min_deals),
        "nights": figures.number(policy.min_nights),
    }
    if policy.min_deals and policy.min_nights:
        return _("Được xếp hạng từ %(deals)s ván và %(nights)s buổi có chơi.") % said
    if policy.min_deals:
        return _("Được xếp hạng từ %(deals)s ván.") % said
    if policy.min_nights:
        return _("Được xếp hạng từ %(nights)s buổi có chơi.") % said
    return _("Được xếp hạng từ ván đầu tiên.")


def _ties(policy: StandingsPolicy) -> Iterator[Said]:
    if not policy.tie_breaks:
        yield Said(_("Bằng điểm xếp hạng thì đồng hạng."), "S-40")
        return
    steps = "; ".join(str(TIE_STEPS[step]) for step in policy.tie_breaks)
    yield Said(_("Bằng điểm thì lần lượt xét: %(steps)s.") % {"steps": steps}, "S-41")
    if "direct" in policy.tie_breaks and policy.direct_min_deals > 1:
        text = _("Đối đầu chỉ xét khi hai người có từ %(n)s ván chung.")
        yield Said(text % {"n": figures.number(policy.direct_min_deals)}, "S-42")
    if policy.tie_breaks[-1] == "lot":
        yield Said(_("Bốc thăm theo số bốc thăm của mùa: ai cũng kiểm lại được."), "S-43")
    else:
        yield Said(_("Xét hết mà vẫn bằng thì đồng hạng."), "S-40")
