"""What an event has to know of itself to be put into words.

Selectors give rows of this shape; nothing here knows them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

Called = Mapping[UUID, str]
"""What everybody is called, by player."""


class Person(Protocol):
    """Somebody of the club."""

    @property
    def player_id(self) -> UUID: ...
    @property
    def name(self) -> str: ...


class Seat(Protocol):
    """A seat of one revision of a deal."""

    @property
    def person(self) -> Person: ...
    @property
    def place(self) -> int | None: ...
    @property
    def seat_count(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def is_mom(self) -> bool: ...
    @property
    def u_kind(self) -> str: ...


class Placed(Protocol):
    """A table by its label."""

    @property
    def label(self) -> str: ...


class Numbered(Protocol):
    """A deal by its number."""

    @property
    def number(self) -> int: ...
    @property
    def table_id(self) -> int: ...


class Hand(Protocol):
    """Points between two ends: people, or the kind of a club's account."""

    @property
    def payer(self) -> Person | str: ...
    @property
    def payee(self) -> Person | str: ...
    @property
    def points(self) -> int: ...


class Objects(Protocol):
    """Everything the events of one page speak of, by id."""

    @property
    def people(self) -> Mapping[str, Person]: ...
    @property
    def logins(self) -> Mapping[int, str]: ...
    @property
    def tables(self) -> Mapping[int, Placed]: ...
    @property
    def deals(self) -> Mapping[str, Numbered]: ...
    @property
    def rulesets(self) -> Mapping[int, str]: ...
    @property
    def ruleset_versions(self) -> Mapping[int, tuple[str, int]]: ...
    @property
    def policies(self) -> Mapping[int, str]: ...
    @property
    def policy_versions(self) -> Mapping[int, tuple[str, int]]: ...
    @property
    def seasons(self) -> Mapping[int, str]: ...
    @property
    def codes(self) -> Mapping[int, int]: ...
    @property
    def hands(self) -> Mapping[str, Hand]: ...


class Event(Protocol):
    """One thing done."""

    @property
    def action(self) -> str: ...
    @property
    def object_id(self) -> str: ...
    @property
    def day(self) -> Any: ...
    @property
    def before(self) -> Mapping[str, Any]: ...
    @property
    def after(self) -> Mapping[str, Any]: ...
    @property
    def seats_before(self) -> Sequence[Seat]: ...
    @property
    def seats_after(self) -> Sequence[Seat]: ...
    @property
    def objects(self) -> Objects: ...
