"""The chart of a season: what the first of the table and the viewer have added up, night by night.

Knows the sums by night and the policy's units (S-20): dropped nights count, penalties do not.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.standings import StandingsPolicy, Tally
from scoring.engine.standings.values import amounts_of, units_of
from scoring.selectors.season_table import SeasonTable
from scoring.templatetags import moments
from scoring.web.charts import Chart, Series, draw_chart
from scoring.words import figures, working


def draw_season(table: SeasonTable, words: working.Table) -> Chart | None:
    """The chart, or None for a season without nights; the viewer's line stands out."""
    nights = [night for night in table.nights if night.id in _played(table)]
    steps = {str(night.id): step for step, night in enumerate(nights, start=1)}
    lines = [
        Series(
            name=words.names[str(row.player_id)],
            walk=_walk(table.sums.by_night[row.player_id], steps, table.stamp.ranked_by),
            is_mine=row.is_me,
        )
        for row in table.charted
    ]
    return draw_chart(
        chart_id="duong-diem",
        title=_("Điểm cộng dồn"),
        said=_said(lines, len(nights)),
        step_name=_("Buổi"),
        labels=["", *(moments.short_day(night.day) for night in nights)],
        lines=lines,
    )


def _played(table: SeasonTable) -> set[int]:
    """The nights in which somebody shown has a row."""
    return {int(row.night) for rows in table.sums.by_night.values() for row in rows}


def _walk(
    rows: Sequence[Tally], steps: Mapping[str, int], policy: StandingsPolicy
) -> Sequence[tuple[int, int]]:
    """(step, running sum) after each night, from 0; nights without a row change nothing."""
    won = dict.fromkeys(steps.values(), 0)
    units = units_of(policy)([row.deals for row in rows], amounts_of(rows, policy))
    for row, amount in zip(rows, units, strict=True):
        won[steps[row.night]] += amount
    return [(0, 0), *zip(won, accumulate(won.values()), strict=True)]


def _said(lines: Sequence[Series], night_count: int) -> str:
    """The chart in one sentence, for who cannot see it."""
    ends = ", ".join(f"{line.name} {figures.signed(line.walk[-1][1])}" for line in lines)
    said = ngettext("Sau %(n)s buổi: %(ends)s.", "Sau %(n)s buổi: %(ends)s.", night_count)
    return said % {"n": figures.number(night_count), "ends": ends}
