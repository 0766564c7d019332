"""The state machine finds what it is there to find: services broken on purpose make it fail."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from scoring.models import Settlement
from tests.flows.checking import Club
from tests.flows.test_state_machine import BooksMachine

Patch = Callable[[str, Any], None]


def no_new_plan(**_given: object) -> None:
    """A correction leaves the plan as it was."""


def no_pot_given_out(*, night_id: int, club_id: int, settlement: Settlement) -> None:
    """What lies in the pots when the night is settled stays there."""


def nothing_is_paid(*, night_id: int) -> list[tuple[int, int, int]]:
    """What was paid but not confirmed is planned again."""
    return []


# The model says so, or a row is not where the model has one, or no plan can be made of the rest.
NOTICED = (AssertionError, ObjectDoesNotExist, ValueError)
BROKEN = {
    "scoring.services.settlements.replan_if_settled": no_new_plan,
    "scoring.services.pot_closing.close_pots": no_pot_given_out,
    "scoring.selectors.settlements._paid": nothing_is_paid,
}


@pytest.mark.sqlite
@pytest.mark.parametrize("place", BROKEN)
def test_a_broken_service_does_not_pass(place, db, monkeypatch) -> None:
    BooksMachine.base = Club()
    monkeypatch.setattr(place, BROKEN[place])
    with pytest.raises(NOTICED):
        run_state_machine_as_test(
            BooksMachine,
            settings=settings(
                max_examples=100,
                stateful_step_count=20,
                deadline=None,
                # The same examples each time: that one of them bites is known, and no luck.
                derandomize=True,
                # Neither a small example is asked for nor one that is kept.
                phases=[Phase.generate],
                database=None,
                report_multiple_bugs=False,
                suppress_health_check=list(HealthCheck),
            ),
        )
