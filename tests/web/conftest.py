"""A club to look at, made once a module. Imports no model: Django is set up after this is read."""

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.utils import translation

from tests.shared import made_once


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """A page leaves its language behind in the thread, and things to know again in the cache;
    every test begins in Vietnamese, with nothing known.
    """
    from django.core.cache import cache

    cache.clear()
    with translation.override("vi"):
        yield


@pytest.fixture(scope="module")
def _made(django_db_setup, django_db_blocker):
    from tests.books import make_books

    with made_once(django_db_blocker, make_books) as books:
        yield books


@pytest.fixture
def books(_made, db):
    """A club with one night, one table of four, and no deal yet."""
    return deepcopy(_made)  # what a test changes in the objects is its own


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
