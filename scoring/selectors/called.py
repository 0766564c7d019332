"""How people are called beside each other: by their call name, by the full name where two share it.

Knows the people of one page or answer. Knows no roster.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from uuid import UUID

from scoring.selectors.deals import Name

Called = Mapping[UUID, str]


def call_people(people: Iterable[Name]) -> Called:
    """What each person is called here, by id."""
    known = {person.player_id: person for person in people}
    taken = Counter(person.call_name for person in known.values())
    return {
        player_id: person.call_name if taken[person.call_name] == 1 else person.name
        for player_id, person in known.items()
    }
