"""Every attack is refused and changes nothing, and goes through once its guard is gone."""

import pytest
from django.db import connection

from scoring import guards
from tests.books import Books
from tests.guards import raw
from tests.guards.attacks import Attack, every_attack
from tests.guards.attacks_settling import attacks_on_settling
from tests.guards.foreign import foreign_adjustments
from tests.guards.replaces import replaces
from tests.guards.spoilt import correct_rows, spoilt_here

EVERY = (
    *(*every_attack(), *attacks_on_settling(), *replaces()),
    *(*spoilt_here(), *foreign_adjustments()),
)
ATTACKS = [attack for attack in EVERY if attack.vendor in {"", connection.vendor}]


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_an_attack_is_refused_and_changes_nothing(books: Books, attack: Attack) -> None:
    with raw.refused(attack.words):
        attack.run(books)


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack.guards], ids=str)
def test_without_its_guard_the_attack_goes_through(books: Books, attack: Attack) -> None:
    with raw.taken_back():
        raw.drop_guards(*attack.guards)
        attack.run(books)


def test_the_rows_that_are_spoilt_go_in_as_they_are(books: Books) -> None:
    before = raw.count_all()["scoring_transfer"]
    rows = correct_rows()
    rows.put()
    assert raw.count_all()["scoring_transfer"] == before + len(rows.lines)


def test_every_guard_stands_against_an_attack() -> None:
    attacked = {name for attack in ATTACKS for name in attack.guards}
    stated = guards.expected(connection.vendor)
    assert {guard.name for guard in stated if guard.kind == "trigger"} <= attacked
