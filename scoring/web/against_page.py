"""Two people against each other, put together for the template."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.actors import Actor
from scoring.selectors.head_to_head import HeadToHead, get_head_to_head
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.profiles import PersonRow, get_person
from scoring.web.charts import Chart
from scoring.web.player_page import running_sum
from scoring.words import reasons

PARTS = 1000


@dataclass(frozen=True, slots=True)
class ReasonView:
    """What passed for one reason, seen from the first."""

    label: str
    points: int


@dataclass(frozen=True, slots=True)
class EatView:
    """How often each ate from the other."""

    label: str
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class AgainstPage:
    """All the template needs; `names` are the two as the page calls them, `higher_width` the share
    of the bar in which the first was higher.
    """

    club: ClubRow
    one: PersonRow
    other: PersonRow
    names: tuple[str, str]
    met: HeadToHead
    reasons: Sequence[ReasonView]
    eats: Sequence[EatView]
    higher_width: str
    lower_x: str
    lower_width: str
    chart: Chart | None


def get_against_page(*, actor: Actor, slug: str, player_id: UUID, other_id: UUID) -> AgainstPage:
    """Both have to be of this club; `not_found` for strangers."""
    club = get_club(actor=actor, slug=slug)
    one = get_person(club_id=club.id, player_id=player_id)
    other = get_person(club_id=club.id, player_id=other_id)
    met = get_head_to_head(player_id=one.root_id, other_id=other.root_id)
    names = (one.call_name, other.call_name)
    if one.call_name == other.call_name:
        names = (one.name, other.name)
    higher = PARTS * met.higher // (met.placed or 1)
    lower = PARTS * met.lower // (met.placed or 1)
    return AgainstPage(
        club=club,
        one=one,
        other=other,
        names=names,
        met=met,
        reasons=_reasons(met),
        eats=[EatView(str(reasons.LABELS[reason]), *met.eats[reason]) for reason in met.eats],
        higher_width=str(higher),
        lower_x=str(PARTS - lower),
        lower_width=str(lower),
        chart=running_sum(
            chart_id="doi-dau",
            name=names[0],
            title=_("Điểm giữa hai người, cộng dồn"),
            nights=[(night.day, night.points) for night in met.nights],
        ),
    )


def _reasons(met: HeadToHead) -> Sequence[ReasonView]:
    """In the order of the labels, those that moved nothing left out."""
    return [
        ReasonView(str(label), met.by_reason[reason])
        for reason, label in reasons.LABELS.items()
        if met.by_reason.get(reason)
    ]
