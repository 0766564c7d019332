"""The page of a season's table, put together from the selectors for the template.

Knows what the page shows and in which order. Asks a fixed number of statements, whatever the number
of players and nights.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from scoring.engine.standings import StandingsPolicy
from scoring.selectors.deals import Name
from scoring.selectors.season_stamps import SeasonStamp
from scoring.selectors.season_table import SeasonTable, SnapshotHead, read_season_table
from scoring.templatetags import looks
from scoring.web.charts import Chart
from scoring.web.people import call_people
from scoring.web.season.columns import Column, list_columns
from scoring.web.season.lines import draw_season
from scoring.web.season.nav import SeasonNav, navigate
from scoring.web.season.rows import RowView, view_row
from scoring.web.season.sorting import (
    MIN_DEALS_CHOICES,
    NAME,
    RANK,
    Asked,
    read_asked,
    sort_rows,
)
from scoring.words import figures, policies, working
from scoring.words.terms import Word
from scoring.words.working import Said

_RANK = pgettext_lazy("cột", "Hạng")
_RANK_IN_FULL = pgettext_lazy("cột", "Thứ hạng")
_NAME = pgettext_lazy("cột", "Tên")


@dataclass(frozen=True, slots=True)
class HeadView:
    """The head of a column: its link turns the order round where it is sorted by already."""

    title: str
    full_title: str
    link: str
    aria_sort: str


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """An option of a select."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """All the template needs. `bare` are the names of those without a deal, in Vietnamese order."""

    stamp: SeasonStamp
    nav: SeasonNav
    chart: Chart | None
    chart_hint: str
    deal_count: int
    night_count: int
    provisional_days: Sequence[date]
    built_at: datetime | None
    closed_at: datetime | None
    snapshot: SnapshotHead | None
    asked: Asked
    all_deals_link: str
    rank_head: HeadView
    name_head: HeadView
    heads: Sequence[HeadView]
    sorts: Sequence[ChoiceView]
    fewest: Sequence[ChoiceView]
    rows: Sequence[RowView]
    bare: Sequence[str]
    has_players: bool
    rules: Sequence[Said]

    @property
    def width(self) -> int:
        """How many columns the table has."""
        return 1 + len(self.heads)


def get_season_page(stamp: SeasonStamp, *, query: Mapping[str, str]) -> SeasonPage:
    """The page of the season of this stamp, in the order `query` asks for."""
    table = read_season_table(stamp)
    columns = list_columns(table)
    asked = read_asked(query, columns)
    words = _words(table)
    zone = ZoneInfo(stamp.club.time_zone)
    return SeasonPage(
        stamp=stamp,
        nav=navigate(stamp.club, stamp.id),
        chart=draw_season(table, words),
        chart_hint=_chart_hint(stamp.ranked_by),
        deal_count=table.deal_count,
        night_count=sum(night.deal_count > 0 for night in table.nights),
        provisional_days=[night.day for night in table.nights if night.is_provisional],
        built_at=stamp.built_at and stamp.built_at.astimezone(zone),
        closed_at=table.snapshot.closed_at.astimezone(zone) if table.snapshot else None,
        snapshot=table.snapshot,
        asked=asked,
        all_deals_link=asked.link(min_deals=0),
        rank_head=_head(asked, RANK, _RANK, _RANK_IN_FULL),
        name_head=_head(asked, NAME, _NAME, _NAME),
        heads=[_head(asked, column.key, column.title, column.full_title) for column in columns],
        sorts=_sorts(asked, columns),
        fewest=_fewest(asked),
        rows=[
            view_row(row, columns=columns, table=words, position=position)
            for position, row in enumerate(sort_rows(table.rows, asked, columns), start=1)
        ],
        bare=_bare(table, words),
        has_players=any(row.played and row.played.nights for row in table.rows),
        rules=policies.plain_words(stamp.ranked_by),
    )


def _words(table: SeasonTable) -> working.Table:
    people = [Name(row.player_id, row.name, row.call_name) for row in table.rows]
    names = {str(player_id): name for player_id, name in call_people(people).items()}
    days = {str(night.id): looks.day(night.day) for night in table.nights}
    return working.Table(policy=table.stamp.ranked_by, names=names, days=days)


def _head(asked: Asked, key: str, title: Word, full_title: Word) -> HeadView:
    return HeadView(
        title=str(title),
        full_title=str(full_title),
        link=asked.link(key=key),
        aria_sort=asked.aria_sort(key),
    )


def _sorts(asked: Asked, columns: Sequence[Column]) -> Sequence[ChoiceView]:
    """Every column in its own direction, and the one sorted by as it is."""
    said = [(RANK, str(_RANK_IN_FULL)), (NAME, str(_NAME))]
    said += [(column.key, str(column.full_title)) for column in columns]
    choices = [ChoiceView(key, text, key == asked.sort) for key, text in said]
    if asked.is_reversed:
        text = next(text for key, text in said if key == asked.key)
        turned = _("%(column)s, ngược lại") % {"column": text}
        choices.append(ChoiceView(asked.sort, turned, is_chosen=True))
    return choices


def _fewest(asked: Asked) -> Sequence[ChoiceView]:
    choices = sorted({*MIN_DEALS_CHOICES, asked.min_deals})
    return [
        ChoiceView(
            str(fewest) if fewest else "",
            _("Từ %(n)s ván") % {"n": figures.number(fewest)} if fewest else _("Mọi người"),
            fewest == asked.min_deals,
        )
        for fewest in choices
    ]


def _chart_hint(policy: StandingsPolicy) -> str:
    """What the lines add up, where that is not what the table ranks by."""
    if policy.metric == "place_points":
        return _("Điểm theo hạng cộng qua từng buổi; buổi bỏ vẫn tính, điểm phạt thì không.")
    if policy.counts_points:
        return _("Điểm được thua cộng qua từng buổi; buổi bỏ vẫn tính, điểm phạt thì không.")
    return _("Số cược được thua cộng qua từng buổi; buổi bỏ vẫn tính, điểm phạt thì không.")


def _bare(table: SeasonTable, words: working.Table) -> Sequence[str]:
    """The names of those without a deal."""
    rows = [row for row in table.rows if row.working["group"] == "no_deals"]
    rows.sort(key=lambda row: row.sort_key)
    return [words.names[str(row.player_id)] for row in rows]
