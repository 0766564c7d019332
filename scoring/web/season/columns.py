"""The columns of a season's table: what each is called, how it reads and how it sorts.

Knows rows of the season's selectors. A column's key is the word in the address (`?xep=van`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.engine.standings import StandingsPolicy, Tally
from scoring.selectors.season_table import SeasonRow, SeasonTable
from scoring.words import figures
from scoring.words.terms import Word

Figure = int | Fraction
NOTHING = Tally("", None, "")


@dataclass(frozen=True, slots=True)
class Column:
    """`figure` gives what is sorted by and `text` what is read. Numbers are highest first; `tone`
    says that the figure was won or lost.
    """

    key: str
    title: Word
    full_title: Word
    figure: Callable[[SeasonRow], Figure]
    text: Callable[[SeasonRow], str]
    tone: bool = False


def sums_of(row: SeasonRow) -> Tally:
    """The season's sums of a player; of nothing they are 0."""
    return row.played.sums if row.played else NOTHING


def value_of(row: SeasonRow) -> Figure:
    """The ranking points; 0 for who has none, and stands behind all others anyway."""
    value = row.working["value"]
    if value is None:
        return 0
    return value if isinstance(value, int) else Fraction(*value)


def list_columns(table: SeasonTable) -> Sequence[Column]:
    """Those that say something of their own: points won are left out where they are the value."""
    policy = table.stamp.ranked_by
    is_value = all(
        value_of(row) == sums_of(row).net_points
        for row in table.rows
        if row.working["value"] is not None
    )
    points = [] if is_value else [_NET_POINTS]
    return [_value_column(policy), *points, *_COUNTS]


def _value_column(policy: StandingsPolicy) -> Column:
    if policy.is_average:
        return Column("diem-xep-hang", _VALUE, _VALUE_IN_FULL, value_of, _average_value, tone=True)
    if policy.metric == "place_points":
        return Column("diem-xep-hang", _VALUE, _VALUE_IN_FULL, value_of, _plain_value)
    return Column("diem-xep-hang", _VALUE, _VALUE_IN_FULL, value_of, _signed_value, tone=True)


def _average_value(row: SeasonRow) -> str:
    return _average(value_of(row), places=2)


def _average(value: Figure, *, places: int) -> str:
    """+0,78 or −0,5: won and lost always have their sign."""
    said = figures.average(value.numerator, value.denominator, places=places)
    return f"+{said}" if value > 0 else said


def _plain_value(row: SeasonRow) -> str:
    return figures.number(int(value_of(row)))


def _signed_value(row: SeasonRow) -> str:
    return figures.signed(int(value_of(row)))


def _per_deal(row: SeasonRow) -> Fraction:
    sums = sums_of(row)
    return Fraction(sums.net_points, sums.deals) if sums.deals else Fraction(0)


def _per_deal_text(row: SeasonRow) -> str:
    return _average(_per_deal(row), places=1)


def _firsts(row: SeasonRow) -> int:
    sums = sums_of(row)
    return sums.p2_1 + sums.p3_1 + sums.p4_1


def _share(count: Callable[[SeasonRow], int]) -> Callable[[SeasonRow], Fraction]:
    def share(row: SeasonRow) -> Fraction:
        deals = sums_of(row).deals
        return Fraction(count(row), deals) if deals else Fraction(0)

    return share


def _percent(count: Callable[[SeasonRow], int]) -> Callable[[SeasonRow], str]:
    return lambda row: figures.percent(count(row), sums_of(row).deals)


def _kind(kind: str) -> Callable[[SeasonRow], int]:
    return lambda row: sums_of(row).u_by_kind.get(kind, 0)


def _number(count: Callable[[SeasonRow], int]) -> Callable[[SeasonRow], str]:
    return lambda row: figures.number(count(row))


def _signed(count: Callable[[SeasonRow], int]) -> Callable[[SeasonRow], str]:
    return lambda row: figures.signed(count(row))


def _counted(key: str, title: Word, full_title: Word, count: Callable[[SeasonRow], int]) -> Column:
    return Column(key, title, full_title, count, _number(count))


def _eats(row: SeasonRow) -> int:
    return sums_of(row).eats - sums_of(row).eaten


def _nights(row: SeasonRow) -> int:
    return row.played.nights if row.played else 0


def _net_points(row: SeasonRow) -> int:
    return sums_of(row).net_points


def _deals(row: SeasonRow) -> int:
    return sums_of(row).deals


def _moms(row: SeasonRow) -> int:
    return sums_of(row).moms


def _u_wins(row: SeasonRow) -> int:
    return sums_of(row).u_wins


def _compensations(row: SeasonRow) -> int:
    return sums_of(row).compensations


_VALUE = pgettext_lazy("cột", "Điểm")
_VALUE_IN_FULL = gettext_lazy("Điểm xếp hạng")
_NET_POINTS = Column(
    "tong-diem",
    pgettext_lazy("cột", "Tổng"),
    gettext_lazy("Tổng điểm được thua"),
    _net_points,
    _signed(_net_points),
    tone=True,
)
_COUNTS = (
    _counted("van", pgettext_lazy("cột", "Ván"), gettext_lazy("Số ván"), _deals),
    Column(
        "trung-binh",
        pgettext_lazy("cột", "TB"),
        gettext_lazy("Điểm trung bình mỗi ván"),
        _per_deal,
        _per_deal_text,
        tone=True,
    ),
    Column(
        "nhat",
        pgettext_lazy("cột", "Nhất"),
        gettext_lazy("Tỉ lệ ván về nhất"),
        _share(_firsts),
        _percent(_firsts),
    ),
    Column(
        "mom",
        pgettext_lazy("cột", "Móm"),
        gettext_lazy("Tỉ lệ ván móm"),
        _share(_moms),
        _percent(_moms),
    ),
    _counted("u", pgettext_lazy("cột", "Ù"), gettext_lazy("Số ván ù"), _u_wins),
    _counted("u-tron", pgettext_lazy("cột", "Tròn"), gettext_lazy("Số ván ù tròn"), _kind("round")),
    _counted("u-khan", pgettext_lazy("cột", "Khan"), gettext_lazy("Số ván ù khan"), _kind("dry")),
    Column(
        "an",
        pgettext_lazy("cột", "Ăn"),
        gettext_lazy("Số cây ăn trừ số cây bị ăn"),
        _eats,
        _signed(_eats),
    ),
    _counted("den", pgettext_lazy("cột", "Đền"), gettext_lazy("Số ván đền"), _compensations),
    _counted("buoi", pgettext_lazy("cột", "Buổi"), gettext_lazy("Số buổi có chơi"), _nights),
)
