"""Every address of the product and who may ask it what, written out by hand.

One module a noun, each with a list `ROUTES`. `test_every_route.py` walks them all, with everybody,
in every state of the night, and fails for an address or a method that is in no list.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tests.books import Books

Kwargs = Mapping[str, Any]

# Cells, one for each of: open, settled, locked, season closed. The lowest role ("member" …), with
# "+ note" where a note is wanted; or the code a closed state is refused with.
Cells = tuple[str, str, str, str]
EVERYBODY = "everybody"  # without a sign-in too
SIGNED_IN = "signed in"  # whatever club, or none


@dataclass(frozen=True)
class Route:
    """An address with a method.

    `name` as `reverse` takes it ("night", "api:me"); `kwargs` and `body` are made from the world
    and are right, so that only the one who asks and the state can be in the way. `cells` is one
    word for all states, or a cell for each. `done` are the statuses of success. `parties` may do
    it whatever their role. `device` is the role a phone with a code needs, "" where phones have
    no say.
    """

    name: str
    method: str
    cells: str | Cells
    kwargs: Callable[["Place"], Kwargs] = lambda place: {}
    body: Callable[["Place"], Mapping[str, Any]] = lambda place: {}
    query: str = ""
    headers: Callable[["Place"], Mapping[str, str]] = lambda place: {}
    done: Sequence[int] = (200, 201, 204, 302)
    parties: frozenset[str] = frozenset()
    device: str = ""

    @property
    def is_api(self) -> bool:
        """Asked by programs."""
        return self.name.startswith("api:")

    def cell(self, column: int) -> str:
        """What the state of this column says."""
        return self.cells if isinstance(self.cells, str) else self.cells[column]


@dataclass
class Place:
    """Where routes are tried: the club of `tests.books` with a deal, and whatever the routes of a
    noun prepared in `found` (see `PREPARE` there).
    """

    books: Books
    slug: str
    day: date
    found: dict[str, Any] = field(default_factory=dict)


def all_routes() -> list[Route]:
    """The lists of all modules here."""
    return [route for module in _modules() for route in module.ROUTES]


def prepare(place: Place) -> None:
    """Let every module make what its routes need: `PREPARE(place)` fills `place.found`."""
    for module in _modules():
        getattr(module, "PREPARE", lambda place: None)(place)


def _modules() -> list[Any]:
    names = sorted(info.name for info in pkgutil.iter_modules(__path__))
    return [importlib.import_module(f"{__name__}.{name}") for name in names]
