"""A club to break. Imports no model: Django is set up after this is read."""

from copy import deepcopy

import pytest

from tests.shared import made_once


@pytest.fixture(scope="module")
def _made(django_db_setup, django_db_blocker):
    def make():
        from tests.guards.night import make_night

        return make_night()

    with made_once(django_db_blocker, make) as books:
        yield books


@pytest.fixture
def books(_made, db):
    """A club with rows in every table."""
    return deepcopy(_made)  # what a test changes in the objects is its own
