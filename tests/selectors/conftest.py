"""Clubs to read. Imports no model: Django is set up after this is read."""

from copy import deepcopy

import pytest

from tests.shared import made_once


@pytest.fixture(scope="module")
def _made(django_db_setup, django_db_blocker):
    def make():
        from tests.books import make_books

        pot = make_books(slug="clb-ga", rules={"pot_enabled": True, "pot_ante": 1}, stake=2)
        return make_books(), pot, make_books(slug="clb-khac")

    with made_once(django_db_blocker, make) as made:
        yield made


@pytest.fixture
def books(_made, db):
    """A club under the seed rules, stake 1."""
    return deepcopy(_made[0])


@pytest.fixture
def pot_books(_made, db):
    """A club whose table plays for a pot: an ante of 1 bet, stake 2."""
    return deepcopy(_made[1])


@pytest.fixture
def strangers(_made, db):
    """Another club."""
    return deepcopy(_made[2])
