"""Everything people can do to the books, in any order, against a naive second set of books.

Each example runs in a savepoint of the test's transaction and is rolled back: the services nest
their own transactions in it, so that all of them is real but the commit. What waits for the commit,
the deferred foreign keys, is checked at the end of every example by hand; what needs several
commits at once is tested in `test_parallel` and `test_locks`. A flush after every example would
show nothing more and take some hundred times as long.

PHOM_STATE_EXAMPLES and PHOM_STATE_STEPS make the run longer.
"""

import os
import sys
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.actors import Actor
from scoring.engine import Ruleset as Rules
from scoring.engine import Sheet
from scoring.models import DealRevision, RevisionKind
from scoring.services.deals import DealAnswer, record_deal, revise_deal
from scoring.services.terms import cancel_terms, change_terms
from tests.books import EVENING
from tests.flows.checking import RULES, STAKES, TABLES, Club
from tests.flows.club_rules import CLOSED
from tests.flows.ledger_model import ModelDeal, ModelTable, ModelTerms
from tests.flows.question_rules import QuestionRules
from tests.flows.settling_model import ModelNight, SettlingModel
from tests.flows.settling_rules import SettlingRules
from tests.flows.sheets import sheets

EXAMPLES = int(os.environ.get("PHOM_STATE_EXAMPLES", "12"))
STEPS = int(os.environ.get("PHOM_STATE_STEPS", "20"))


class BooksMachine(SettlingRules, QuestionRules, RuleBasedStateMachine):
    """The rules call services and the model side by side; a refusal must be the model's too."""

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        # What this example opens is gone with it, and so is its list of tables.
        self.club = copy(self.base)
        self.club.tables = list(self.base.tables)
        self.ids = 1000
        self.retries: list[Callable[[], None]] = []
        people = [str(player) for player in self.club.people]
        self.model = SettlingModel(
            rules=[Rules.from_json(rules) for rules in RULES],
            people=people,
            tables=[
                ModelTable(
                    night, [ModelTerms(self.club.terms_ids[n], 1, rules, tuple(people[:4]), 1)]
                )
                for n, (night, rules) in enumerate(TABLES)
            ],
            nights=[ModelNight() for _ in self.club.nights],
        )
        owner = self.club.books.owner
        assert owner.login_id is not None
        self.actors = [owner, Actor.of_login(owner.login_id, device_id=UUID(int=7))]

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None:
                self.verify_everything()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    # What people do: mostly they play

    @initialize(data=st.data(), table=st.integers(0, 1))
    def begin(self, data: st.DataObject, table: int) -> None:
        for _ in range(4):
            self.record_at(data, table, 0)

    @rule(data=st.data(), phone=st.integers(0, 1))
    def record(self, data: st.DataObject, phone: int) -> None:
        self.record_at(data, self.draw_table(data), phone)

    @rule(data=st.data())
    def go_on_playing(self, data: st.DataObject) -> None:
        table = self.draw_table(data)
        for _ in range(3):
            self.record_at(data, table, 0)

    def record_at(self, data: st.DataObject, table: int, phone: int) -> None:
        at = self.model.tables[table]
        sheet = data.draw(sheets(self.model.people))
        now = at.terms[-1]
        shown = data.draw(st.sampled_from([None, None, *at.terms[-3:], "unknown"]))
        base = data.draw(st.sampled_from([None, 0, len(at.deals)]))
        stake = rules = None
        if isinstance(shown, ModelTerms):
            stake, rules = shown.stake, shown.rules
        elif shown == "unknown":
            stake = 77
        wanted = (stake or now.stake, now.rules if rules is None else rules)
        deal = ModelDeal(self.new_id(), sheet, *wanted)
        # The terms in force are always known; older ones only with the number the phone knew.
        if code := CLOSED[self.model.state_at(at)]:
            pass
        elif wanted != (now.stake, now.rules) and wanted not in self.model.allowed_terms(at, base):
            code = "terms_unknown"
        elif self.model.are_one(sheet["seats"]):
            code = "player_repeated"
        else:
            code = self.model.why_not(at, [*at.deals, deal])

        def call() -> DealAnswer:
            return record_deal(
                actor=self.actors[phone],
                table_id=self.club.tables[table],
                deal_id=deal.deal_id,
                sheet=Sheet.from_json(sheet),
                played_at=EVENING + timedelta(minutes=len(at.deals)),
                stake_points=stake,
                ruleset_version_id=None if rules is None else self.club.versions[rules].pk,
                base_number=base,
                note=f"ván {len(at.deals) + 1}",
            )

        answer = self.attempt(call, code)
        if answer is None:
            return
        at.deals.append(deal)
        assert (answer.number, answer.n, answer.is_new) == (len(at.deals), 1, True)
        assert answer.followed == ()
        if answer.doubles is not None:
            self.model.pairs.append((answer.deal_id, answer.doubles))
        number = answer.number
        self.retries.append(lambda: self.is_as_it_stands(call(), table, number))

    @precondition(lambda self: self.model.has_deals)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        self.revise(data, "correct")

    @precondition(lambda self: self.model.has_deals)
    @rule(data=st.data())
    def void_or_restore(self, data: st.DataObject) -> None:
        self.revise(data, "void or restore")

    @precondition(lambda self: self.model.has_deals)
    @rule(data=st.data(), kind=st.sampled_from(("correct", "void", "restore")))
    def revise_in_any_way(self, data: st.DataObject, kind: str) -> None:
        self.revise(data, kind)

    def revise(self, data: st.DataObject, kind: str) -> None:
        table, position = self.draw_deal(data)
        at = self.model.tables[table]
        deal = at.deals[position]
        if kind == "void or restore":
            kind = "restore" if deal.is_void else "void"
        sheet = data.draw(sheets(self.model.people)) if kind == "correct" else None
        stake = data.draw(st.sampled_from((None, None, *STAKES)))
        rules = data.draw(st.sampled_from((None, None, None, *range(len(RULES)))))
        based_on = deal.n + data.draw(st.sampled_from((0, 0, 0, 0, -1, 1)))
        changed = replace(
            deal,
            sheet=sheet or deal.sheet,
            stake=stake or deal.stake,
            rules=deal.rules if rules is None else rules,
            is_void=kind == "void",
            n=deal.n + 1,
            kind=kind,
        )
        if self.model.state_at(at) == "locked":
            code = "night_locked"
        elif based_on != deal.n:
            code = "stale_revision"
        elif kind == "void" and deal.is_void:
            code = "deal_void"
        elif kind == "restore" and not deal.is_void:
            code = "deal_not_void"
        elif kind != "void" and self.model.are_one(changed.sheet["seats"]):
            code = "player_repeated"
        else:
            deals = [*at.deals[:position], changed, *at.deals[position + 1 :]]
            code = self.model.why_not(at, deals)
        revision_id = self.new_id()

        def call() -> DealAnswer:
            return revise_deal(
                actor=self.actors[0],
                deal_id=deal.deal_id,
                revision_id=revision_id,
                based_on=based_on,
                kind=RevisionKind(kind),
                sheet=Sheet.from_json(sheet) if sheet else None,
                note="sửa",
                stake_points=stake,
                ruleset_version_id=None if rules is None else self.club.versions[rules].pk,
            )

        answer = self.attempt(call, code)
        if answer is None:
            return
        followed = self.model.change(at, position, changed)
        self.plan_anew(at.night)
        event(f"followed by {len(followed)}")
        assert (answer.number, answer.n) == (position + 1, changed.n)
        assert (answer.kind, answer.revision_id) == (kind, revision_id)
        assert [
            (one.number, one.pot_before_points, one.pot_after_points) for one in answer.followed
        ] == followed
        self.retries.append(lambda: self.is_as_it_stands(call(), table, position + 1))

    @rule(
        data=st.data(),
        stake=st.sampled_from((None, *STAKES)),
        rules=st.sampled_from((None, None, *range(len(RULES)))),
    )
    def change_terms(self, data: st.DataObject, stake: int | None, rules: int | None) -> None:
        table = self.draw_table(data)
        at = self.model.tables[table]
        seats = None
        if data.draw(st.booleans()):
            seats = tuple(data.draw(st.permutations(self.model.people))[:4])
        now = at.terms[-1]
        row = ModelTerms(
            terms_id=self.new_id(),
            stake=stake or now.stake,
            rules=now.rules if rules is None else rules,
            seats=now.seats if seats is None else seats,
            from_number=len(at.deals) + 1,
        )
        is_merged = seats is not None and any(seat in self.model.into for seat in seats)

        def call() -> Any:
            return change_terms(
                actor=self.actors[0],
                table_id=self.club.tables[table],
                terms_id=row.terms_id,
                stake_points=stake,
                ruleset_version_id=None if rules is None else self.club.versions[rules].pk,
                seats=None if seats is None else [UUID(seat) for seat in seats],
            )

        code = CLOSED[self.model.state_at(at)] or ("player_merged" if is_merged else "")
        self.attempt_terms(call, at, row, code)

    @precondition(lambda self: any(len(at.terms) > 1 for at in self.model.tables))
    @rule(data=st.data(), back=st.sampled_from((1, 1, 1, 2)))
    def cancel_terms(self, data: st.DataObject, back: int) -> None:
        table = self.draw_table(data)
        at = self.model.tables[table]
        cancelled = at.terms[-back] if len(at.terms) >= back else at.terms[0]
        last = at.terms[-1]
        if code := CLOSED[self.model.state_at(at)]:
            pass
        elif len(at.terms) < 2 or last != cancelled or last.cancels is not None:
            code = "terms_not_last"
        elif len(at.deals) >= last.from_number:
            code = "terms_used"
        before = at.terms[-2] if len(at.terms) > 1 else last
        row = replace(
            before,
            terms_id=self.new_id(),
            from_number=len(at.deals) + 1,
            cancels=cancelled.terms_id,
        )

        def call() -> Any:
            return cancel_terms(
                actor=self.actors[0],
                table_id=self.club.tables[table],
                terms_id=row.terms_id,
                cancels_id=cancelled.terms_id,
            )

        self.attempt_terms(call, at, row, code)

    @precondition(lambda self: self.retries)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """The answer of an earlier call was lost: the same ids again change nothing."""
        before = self.everything_written()
        data.draw(st.sampled_from(self.retries))()
        assert self.everything_written() == before

    @precondition(lambda self: self.model.has_deals)
    @rule(data=st.data())
    def use_an_id_for_something_else(self, data: st.DataObject) -> None:
        table, position = self.draw_deal(data)
        deal = self.model.tables[table].deals[position]
        sheet = {"seats": self.model.people[:2], "ending": "drawn", "multiplier": 99}
        self.attempt(
            lambda: record_deal(
                actor=self.actors[0],
                table_id=self.club.tables[table],
                deal_id=deal.deal_id,
                sheet=Sheet.from_json(sheet),
                played_at=EVENING,
            ),
            "deal_id_reused",
        )
        first = DealRevision.objects.get(deal_id=deal.deal_id, n=1)
        self.attempt(
            lambda: revise_deal(
                actor=self.actors[0],
                deal_id=deal.deal_id,
                revision_id=first.pk,
                based_on=deal.n,
                kind=RevisionKind.VOID,
            ),
            "revision_id_reused",
        )

    # Helpers

    def attempt_terms(
        self, call: Callable[[], Any], at: ModelTable, row: ModelTerms, code: str
    ) -> None:
        if self.attempt(call, code) is None:
            return
        at.terms.append(row)
        self.retries.append(lambda: self.has_id(call(), row.terms_id))

    def is_as_it_stands(self, answer: DealAnswer, table: int, number: int) -> None:
        """A call made again is answered with the deal as it is now."""
        deal = self.model.tables[table].deals[number - 1]
        assert not answer.is_new
        assert (answer.deal_id, answer.number) == (deal.deal_id, number)
        assert (answer.n, answer.kind) == (deal.n, deal.kind)


@pytest.mark.django_db
def test_whatever_people_do_the_books_are_those_of_the_model() -> None:
    BooksMachine.base = Club()
    run_state_machine_as_test(
        BooksMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
