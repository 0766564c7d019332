"""Clubs made once a module; behind every test the books have to be clean.

Imports no model: Django is set up after this is read.
"""

from copy import deepcopy

import pytest

from tests.shared import made_once


def _club(**arguments):
    """A module's club, made when the first test asks for it."""

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


def _for_one_test(made):
    from tests.services.checks import differences

    yield deepcopy(made)  # what a test changes in the objects is its own
    assert differences(made) == []


@pytest.fixture
def books(_plain, db):
    """A club under the seed rules, one table of four at stake 1."""
    yield from _for_one_test(_plain)


@pytest.fixture
def pot_books(_pot, db):
    """A club whose table plays for a pot: an ante of 1 bet, stake 2."""
    yield from _for_one_test(_pot)


@pytest.fixture
def strangers(_other, db):
    """Another club, whose ids open nothing in the first."""
    yield from _for_one_test(_other)
