"""A club to ask about. Imports no model: Django is set up after this is read."""

import pytest


@pytest.fixture
def books(db):
    """A club with one night, one table of four, and no deal yet."""
    from tests.books import make_books

    return make_books()


@pytest.fixture
def program(books):
    """A client with a token of the club's owner."""
    from tests.api.programs import program_of

    return program_of(books.owner)
