"""Joining a table by its code: what the code leads to, and whom the phone may say it belongs to.

Knows people by name alone. What the phone may do is read from its code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.selectors.called import call_people
from scoring.selectors.ends import names_of_people
from scoring.selectors.phones import Invitation
from scoring.words import terms

WATCHING, GUEST = "xem", "khach"
LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class JoinPage:
    """A table as an invited phone is shown it. `people` are who sits or waits, by their ids."""

    code: str
    invitation: Invitation
    people: Sequence[tuple[str, str]]
    playing: str

    @property
    def is_scorer(self) -> bool:
        """May this phone score?"""
        return self.invitation.is_scorer

    @property
    def number(self) -> int:
        """The deal that is being played."""
        return self.invitation.last_number + 1


@dataclass(frozen=True, slots=True)
class Choice:
    """What a phone said of itself: what it is called, and whether it only watches."""

    label: str
    is_watching: bool


def get_join_page(*, code: str, invitation: Invitation) -> JoinPage:
    """The table with the names of its people; one statement."""
    ids = [*invitation.seats, *invitation.bench]
    names = names_of_people(club_id=invitation.club_id, player_ids=ids)
    called = call_people(names.values())
    said = {one: called[names[one].player_id] for one in ids}
    return JoinPage(
        code=code,
        invitation=invitation,
        people=list(said.items()),
        playing=terms.people([said[one] for one in invitation.seats]),
    )


def read_choice(page: JoinPage, *, who: str, name: str) -> Choice:
    """One of the people, a guest by the name typed, or somebody who only watches."""
    if who == WATCHING or not page.is_scorer:
        return Choice("", is_watching=True)
    people = dict(page.people)
    return Choice(people.get(_id(who), name.strip()[:LONGEST_LABEL]), is_watching=False)


def _id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        return ""
