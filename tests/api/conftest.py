"""Clubs made once a module, and programs that ask. Imports no model: Django is set up after this
is read.
"""

from copy import deepcopy

import pytest
from django.utils import translation

from tests.shared import made_once


@pytest.fixture(autouse=True)
def alone():
    """Every test begins in Vietnamese, with nobody's limit used up."""
    from django.core.cache import cache

    cache.clear()
    with translation.override("vi"):
        yield


def _club(**arguments):
    def fixture(django_db_setup, django_db_blocker):
        def make():
            from tests.books import make_books

            return make_books(**arguments)

        with made_once(django_db_blocker, make) as books:
            yield books

    return pytest.fixture(scope="module")(fixture)


_plain = _club()
_pot = _club(slug="clb-ga", rules={"pot_enabled": True, "pot_ante": 1}, stake=2)
_other = _club(slug="clb-khac")


@pytest.fixture
def books(_plain, db):
    """A club under the seed rules, one table of four at stake 1."""
    return deepcopy(_plain)


@pytest.fixture
def pot_books(_pot, db):
    """A club whose table plays for a pot: an ante of 1 bet, stake 2."""
    return deepcopy(_pot)


@pytest.fixture
def strangers(_other, db):
    """Another club, whose ids open nothing in the first."""
    return deepcopy(_other)


@pytest.fixture
def api(books):
    """The club's owner, asking."""
    from tests.api.asking import Asking

    return Asking.as_login(books.owner)


@pytest.fixture
def program(books):
    """A client with a token of the club's owner."""
    from tests.api.programs import program_of

    return program_of(books.owner)
