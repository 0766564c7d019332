"""What a changed policy warns of (S-11)."""

import pytest

from scoring.engine.standings import (
    Penalty,
    PolicyWarning,
    StandingsPolicy,
    WarningCode,
    policy_warnings,
)

POINTS, BETS = (StandingsPolicy.from_json({"metric": name}) for name in ("net_points", "net_bets"))


def penalty(*, is_cancelled: bool = False) -> Penalty:
    return Penalty(penalty="p", player="A", points=-10, is_cancelled=is_cancelled)


def test_penalties_in_force_keep_their_number_under_another_metric() -> None:
    assert policy_warnings(POINTS, BETS, [penalty(), penalty(), penalty(is_cancelled=True)]) == (
        PolicyWarning(WarningCode.PENALTIES_KEEP_NUMBER, POINTS.metric, BETS.metric, 2),
    )


@pytest.mark.parametrize(
    ("after", "penalties"),
    [(POINTS, [penalty()]), (BETS, []), (BETS, [penalty(is_cancelled=True)])],
)
def test_the_same_metric_or_no_penalty_in_force_warns_of_nothing(after, penalties) -> None:
    assert policy_warnings(POINTS, after, penalties) == ()
