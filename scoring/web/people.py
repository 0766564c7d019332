"""How people are called on a page (`scoring.selectors.called`), and the pot beside them."""

from scoring.selectors.called import Called, call_people
from scoring.selectors.deals import Name
from scoring.words import terms

__all__ = ["Called", "call", "call_people"]


def call(person: Name | None, called: Called) -> str:
    """A person, or the pot."""
    if person is None:
        return str(terms.POT)
    return called.get(person.player_id, person.call_name)
