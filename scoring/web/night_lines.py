"""What stands beside the deals of a night: the chart, lines by hand, and what is to be decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.selectors.adjustments import AdjustmentRow
from scoring.selectors.balances import BalanceRow
from scoring.selectors.deals import DealRow
from scoring.selectors.ends import End
from scoring.selectors.questions import DisputeRow, DuplicateRow
from scoring.web.charts import Chart, Series, draw_chart
from scoring.web.deal_page import why_paired
from scoring.web.people import Called, call
from scoring.words import figures

_NOWHERE: Sequence[tuple[int, int]] = ((0, 0),)


@dataclass(frozen=True, slots=True)
class AdjustmentView:
    """A line by hand: who gave whom, how much, why, who wrote it and when."""

    id: UUID
    payer: str
    payee: str
    points: int
    note: str
    author: str
    clock: str
    is_contrary: bool
    is_cancelled: bool


@dataclass(frozen=True, slots=True)
class DoubleView:
    """Two deals of a table that may be one; the buttons belong to the one marked."""

    position: int
    table_label: str
    number: int
    other_number: int
    why: str


@dataclass(frozen=True, slots=True)
class OpenDisputeView:
    """A deal somebody says is wrong."""

    id: int
    position: int
    table_label: str
    number: int
    raised_by: str
    note: str


def draw_night(
    deals: Sequence[DealRow], rows: Sequence[BalanceRow], *, called: Called, zone: ZoneInfo
) -> Chart | None:
    """Everybody's points deal by deal, over all tables in playing order; `rows` in their order."""
    played = sorted(
        (deal for deal in deals if not deal.is_void),
        key=lambda deal: (deal.played_at, deal.table_id, deal.number),
    )
    if len(played) < 2:
        return None
    walks = _walks(played)
    labels = [f"{deal.played_at.astimezone(zone):%H:%M}" for deal in played]
    labels.insert(0, labels[0])
    if any(walks.get(row.player_id, _NOWHERE)[-1][1] != row.points for row in rows):
        # What was written by hand or paid out of a pot comes at the end, so that the chart ends
        # where the scoreboard stands.
        labels.append(_("ghi tay"))
        for row in rows:
            walk = walks.setdefault(row.player_id, [(0, 0)])
            walk += [(len(played), walk[-1][1]), (len(played) + 1, row.points)]
    lines = [Series(called[row.player_id], walks[row.player_id]) for row in rows]
    return draw_chart(
        chart_id="dien-bien",
        title=_("Điểm cộng dồn"),
        said=_said(lines, len(played)),
        step_name=_("Lúc"),
        labels=labels,
        lines=lines,
    )


def _walks(played: Sequence[DealRow]) -> dict[UUID, list[tuple[int, int]]]:
    """For each person the deals that changed the balance, as (step, balance), from 0."""
    walks: dict[UUID, list[tuple[int, int]]] = {}
    for step, deal in enumerate(played, start=1):
        for seat in deal.seats:
            walk = walks.setdefault(seat.person.player_id, [(0, 0)])
            if walk[-1][0] < step - 1:
                walk.append((step - 1, walk[-1][1]))
            walk.append((step, walk[-1][1] + seat.net_points))
    return walks


def _said(lines: Sequence[Series], deal_count: int) -> str:
    """The chart in one sentence, for who cannot see it."""
    ends = ", ".join(f"{line.name} {figures.signed(line.walk[-1][1])}" for line in lines)
    said = ngettext("Sau %(n)s ván: %(ends)s.", "Sau %(n)s ván: %(ends)s.", deal_count)
    return said % {"n": deal_count, "ends": ends}


def view_adjustment(row: AdjustmentRow, *, called: Called, zone: ZoneInfo) -> AdjustmentView:
    """One line by hand."""
    return AdjustmentView(
        id=row.id,
        payer=call_end(row.payer, called),
        payee=call_end(row.payee, called),
        points=row.points,
        note=row.note,
        author=row.author.name or row.author.device,
        clock=f"{row.recorded_at.astimezone(zone):%H:%M}",
        is_contrary=row.cancels_id is not None,
        is_cancelled=row.cancelled_by_id is not None,
    )


def call_end(end: End, called: Called) -> str:
    """A person, or one of the club's own accounts."""
    if end.person is not None:
        return call(end.person, called)
    return _("Quỹ") if end.kind == "fund" else call(None, called)


def view_double(row: DuplicateRow, *, positions: Mapping[int, int]) -> DoubleView:
    """One open pair; `positions` by table id."""
    return DoubleView(
        position=positions[row.deal.table_id],
        table_label=row.deal.table_label,
        number=row.deal.number,
        other_number=row.other.number,
        why=why_paired(row.why),
    )


def view_dispute(row: DisputeRow, *, positions: Mapping[int, int]) -> OpenDisputeView:
    """One open dispute; `positions` by table id."""
    return OpenDisputeView(
        id=row.id,
        position=positions[row.deal.table_id],
        table_label=row.deal.table_label,
        number=row.deal.number,
        raised_by=row.raised_by,
        note=row.note,
    )
