"""Which deals of a night are shown: by person and by what happened, from the query string.

Knows rows of deals. A filter nobody knows shows everything.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext_lazy

from scoring.selectors.deals import DealRow
from scoring.words.terms import Word

PERSON, KIND = "nguoi", "loai"


@dataclass(frozen=True, slots=True)
class _Kind:
    label: Word
    is_it: Callable[[DealRow], bool]


_KINDS: Mapping[str, _Kind] = {
    "u": _Kind(gettext_lazy("Ù"), lambda deal: deal.ending == "u" and not deal.is_void),
    "mom": _Kind(gettext_lazy("Móm"), lambda deal: any(seat.is_mom for seat in deal.seats)),
    "chot": _Kind(gettext_lazy("Ăn chốt"), lambda deal: any(seat.last_eats for seat in deal.seats)),
    "den": _Kind(gettext_lazy("Đền"), lambda deal: any(s.is_compensator for s in deal.seats)),
    "sua": _Kind(gettext_lazy("Đã sửa"), lambda deal: deal.is_revised),
    "huy": _Kind(gettext_lazy("Đã hủy"), lambda deal: deal.is_void),
    "hoi": _Kind(gettext_lazy("Cần xem lại"), lambda deal: deal.is_questioned),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One filter as a link: where it leads, what it says, how many deals it would show."""

    query: str
    label: Word
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Filters:
    """What was chosen, and what can be. `people` are (UUID as text, name, chosen?)."""

    person: str
    kind: str
    kinds: Sequence[Choice]
    people: Sequence[tuple[str, str, bool]]

    @property
    def is_on(self) -> bool:
        """Is anything left out?"""
        return bool(self.person or self.kind)

    def shows(self, deal: DealRow) -> bool:
        """Does this deal belong to what was chosen?"""
        return _has(deal, self.person) and (not self.kind or _KINDS[self.kind].is_it(deal))


def read_filters(
    query: Mapping[str, str], *, deals: Sequence[DealRow], people: Sequence[tuple[str, str]]
) -> Filters:
    """The filters of a page; `people` are (UUID as text, name) in the order to offer them."""
    person = query.get(PERSON, "")
    if person not in {player for player, _name in people}:
        person = ""
    kind = query.get(KIND, "")
    if kind not in _KINDS:
        kind = ""
    theirs = [deal for deal in deals if _has(deal, person)]
    kinds = [Choice(_query(person, ""), gettext_lazy("Tất cả"), len(theirs), not kind)]
    for name, one in _KINDS.items():
        count = sum(one.is_it(deal) for deal in theirs)
        if count or name == kind:
            kinds.append(Choice(_query(person, name), one.label, count, name == kind))
    chosen = [(player, name, player == person) for player, name in people]
    return Filters(person=person, kind=kind, kinds=kinds, people=chosen)


def _has(deal: DealRow, person: str) -> bool:
    return not person or any(str(seat.person.player_id) == person for seat in deal.seats)


def _query(person: str, kind: str) -> str:
    given = {name: value for name, value in ((PERSON, person), (KIND, kind)) if value}
    return "?" + urlencode(given) if given else "?"
