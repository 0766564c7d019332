"""The night the guards are tried on. Imports no model: Django is set up after this is read."""

from copy import deepcopy

import pytest

from tests.shared import made_once


@pytest.fixture(scope="module")
def night(django_db_setup, django_db_blocker):
    """A club whose night has rows in every guarded table, and another club."""

    def make():
        from tests.books import make_books
        from tests.guards.night import make_night

        return make_night(), make_books(slug="clb-khac")

    with made_once(django_db_blocker, make) as made:
        yield made


@pytest.fixture
def books(night, db):
    """The club."""
    return deepcopy(night[0])  # what a test changes in the objects is its own
