"""Books made once for a module of tests; each test takes back what it did to them.

What Django's `setUpTestData` does for classes: one transaction around the module, and the `db`
fixture's savepoint around each test. Not for modules with transactional tests. Imports no model:
`conftest.py` files read it before Django is set up.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def made_once(blocker, make: Callable[[], T]) -> Iterator[T]:
    """What `make` makes, inside a transaction that is rolled back after the module."""
    from django.db import transaction

    with blocker.unblock(), transaction.atomic():
        yield make()
        transaction.set_rollback(True)
