"""Rules of the state machine that concern no table: night adjustments, merges; and how a rule tries
a call.
"""

import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scoring.actors import Actor
from scoring.engine import Refused
from scoring.errors import ServiceRefused
from scoring.services.adjustments import adjust_night, cancel_adjustment
from scoring.services.merges import merge_players, unmerge_player
from tests.flows.ledger_model import FUND, ModelAdjustment
from tests.flows.settled_checking import SettledChecks


def _caller() -> str:
    """The rule that tries something, for Hypothesis' statistics."""
    frame = sys._getframe(2)
    while frame.f_code.co_name in {"did", "attempt_adjustment", "attempt_terms"}:
        assert frame.f_back is not None
        frame = frame.f_back
    return frame.f_code.co_name


# Why nothing more is played, by the state of the night.
CLOSED = {"open": "", "settled": "night_settled", "locked": "night_locked"}


class ClubRules(SettledChecks):
    """`retries` are calls that were answered; made again, they check their answer themselves."""

    ids: int
    actors: list[Actor]
    retries: list[Callable[[], None]]

    @rule(data=st.data(), night=st.integers(0, 1), points=st.sampled_from((0, 1, 7, 100)))
    def adjust(self, data: st.DataObject, night: int, points: int) -> None:
        somebody = st.sampled_from([*self.model.people, FUND])
        payer, payee = data.draw(somebody), data.draw(somebody)
        line = ModelAdjustment(self.new_id(), night, payer, payee, points)
        is_one = self.model.root(payer) == self.model.root(payee)
        code = "points_invalid" if not points else "adjustment_self" if is_one else ""
        if self.model.nights[night].state == "locked":
            code = "night_locked"

        def call() -> Any:
            return adjust_night(
                actor=self.actors[0],
                club_id=self.club.books.club.pk,
                night_id=self.club.nights[night],
                adjustment_id=line.adjustment_id,
                payer=payer if payer == FUND else UUID(payer),
                payee=payee if payee == FUND else UUID(payee),
                points=points,
                note="trà",
            )

        self.attempt_adjustment(call, line, code)

    @precondition(lambda self: self.model.adjustments)
    @rule(data=st.data())
    def cancel_adjustment(self, data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(self.model.adjustments))
        is_done = any(line.cancels == old.adjustment_id for line in self.model.adjustments)
        code = "adjustment_cancelled" if is_done or old.cancels else ""
        if self.model.nights[old.night].state == "locked":
            code = "night_locked"
        line = ModelAdjustment(
            self.new_id(), old.night, old.payee, old.payer, old.points, old.adjustment_id
        )

        def call() -> Any:
            return cancel_adjustment(
                actor=self.actors[0],
                club_id=self.club.books.club.pk,
                adjustment_id=line.adjustment_id,
                cancels_id=old.adjustment_id,
            )

        self.attempt_adjustment(call, line, code)

    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        roots = [player for player in self.model.people if player not in self.model.into]
        if len(roots) < 2:
            return
        player, into = data.draw(st.permutations(roots))[:2]
        code = "merged_met" if self.model.have_met(player, into) else ""
        if self.attempt(self.merging(player, into), code) is not None:
            self.model.into[player] = into
            self.plan_anew(*range(len(self.model.nights)))

    @precondition(lambda self: self.model.into)
    @rule(data=st.data())
    def merge_somebody_merged(self, data: st.DataObject) -> None:
        one = data.draw(st.sampled_from(sorted(self.model.into)))
        other = data.draw(st.sampled_from(self.model.people))
        code = "merged_self" if one == other else "player_merged"
        for player, into in ((one, other), (other, one)):
            self.attempt(self.merging(player, into), code)

    def merging(self, player: str, into: str) -> Callable[[], Any]:
        return lambda: merge_players(
            actor=self.actors[0],
            club_id=self.club.books.club.pk,
            player_id=UUID(player),
            into_id=UUID(into),
        )

    @precondition(lambda self: self.model.into)
    @rule(data=st.data())
    def unmerge(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from([*sorted(self.model.into), self.model.people[0]]))
        answer = self.attempt(
            lambda: unmerge_player(
                actor=self.actors[0], club_id=self.club.books.club.pk, player_id=UUID(player)
            ),
            "" if player in self.model.into else "player_not_merged",
        )
        if answer is not None:
            del self.model.into[player]
            self.plan_anew(*range(len(self.model.nights)))

    def draw_table(self, data: st.DataObject) -> int:
        return data.draw(st.sampled_from(range(len(self.model.tables))))

    def draw_deal(self, data: st.DataObject) -> tuple[int, int]:
        """A table and the position of one of its deals."""
        places = [
            (table, position)
            for table, at in enumerate(self.model.tables)
            for position in range(len(at.deals))
        ]
        return data.draw(st.sampled_from(places))

    def new_id(self) -> UUID:
        """Counted, so that an example can be repeated."""
        self.ids += 1
        return UUID(int=self.ids)

    def attempt(self, call: Callable[[], Any], code: str) -> Any:
        """The answer, or None where the call was refused, as the model said it would be; a refused
        call has written nothing.
        """
        event(f"{_caller()}: {code or 'done'}")
        if not code:
            return call()
        before = self.everything_written()
        with pytest.raises((ServiceRefused, Refused)) as refused:
            call()
        assert isinstance(refused.value, ServiceRefused | Refused)
        assert str(refused.value.code) == code
        assert self.everything_written() == before
        return None

    def did(self, call: Callable[[], None], code: str) -> bool:
        """As `attempt`, for a call that answers nothing: was it done?"""

        def done() -> bool:
            call()
            return True

        return self.attempt(done, code) is not None

    def attempt_adjustment(self, call: Callable[[], Any], line: ModelAdjustment, code: str) -> None:
        if self.attempt(call, code) is None:
            return
        self.model.adjustments.append(line)
        self.plan_anew(line.night)
        self.retries.append(lambda: self.has_id(call(), line.adjustment_id))

    def has_id(self, row: Any, wanted: UUID) -> None:
        assert row.pk == wanted
