"""One world for the whole matrix. Imports no model: Django is set up after this is read."""

import pytest

from tests.shared import made_once


@pytest.fixture(scope="module")
def _made(django_db_setup, django_db_blocker):
    def make():
        from tests.permissions.world import make_world

        return make_world()

    with made_once(django_db_blocker, make) as world:
        yield world


@pytest.fixture
def world(_made, db):
    """A club with everything somebody might want to change, and everybody who might try."""
    return _made
