"""A club to look at. Imports no model: Django is set up after this is read."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def vietnamese() -> Iterator[None]:
    """A page leaves its language behind in the thread; every test begins in Vietnamese."""
    with translation.override("vi"):
        yield


@pytest.fixture
def books(db):
    """A club with one night, one table of four, and no deal yet."""
    from tests.books import make_books

    return make_books()


@pytest.fixture
def visitor(client, books):
    """A browser signed in as the club's owner."""
    return sign_in(client, books.owner)


def sign_in(client, actor):
    """The same browser, signed in as this actor's login."""
    from scoring.models import Login

    client.force_login(Login.objects.get(pk=actor.login_id))
    return client


@pytest.fixture
def settled(books):
    """The night of one plain deal, settled."""
    from tests.services.checks import settle

    books.record()
    settle(books)
    return books
