"""Rules of the state machine for settled nights: settle, reopen, lock, pay, carry pots on."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scoring.models import SettlementMode, Table
from scoring.services import payments
from scoring.services.nights import open_table
from scoring.services.settlements import lock_night, reopen_night, settle_night, unlock_night
from scoring.services.standings import refresh_standings
from tests.flows.checking import RULES
from tests.flows.club_rules import CLOSED, ClubRules
from tests.flows.ledger_model import ModelTable, ModelTerms
from tests.flows.settling_model import FINAL, ModelPayment

MODES = st.sampled_from(("fewest", "fewest", "pair_by_pair", "tables_first", "one_host"))
NIGHTS = st.sampled_from((0, 0, 1))
# The call, the states it may start from, the state it leads to.
MOVES: dict[str, tuple[Callable[..., Any], tuple[str, ...], str]] = {
    "pay": (payments.mark_paid, ("proposed",), "paid"),
    "take back": (payments.take_back, ("paid",), "proposed"),
    "confirm": (payments.confirm, ("paid",), "confirmed"),
    "waive": (payments.waive, ("proposed", "paid"), "waived"),
}
MOST_TABLES = 5


class SettlingRules(ClubRules):
    """What happens to a night once it was played."""

    @rule(night=NIGHTS, mode=MODES)
    def settle(self, night: int, mode: str) -> None:
        settlement_id = self.new_id()

        def call(mode: str = mode) -> Any:
            return settle_night(
                actor=self.actors[0],
                club_id=self.club.books.club.pk,
                night_id=self.club.nights[night],
                settlement_id=settlement_id,
                mode=SettlementMode(mode),
            )

        settlement = self.attempt(call, CLOSED[self.model.nights[night].state])
        if settlement is None:
            return
        self.model.settle(night, mode)
        self.adopt_plan(night)
        other = "pair_by_pair" if mode == "fewest" else "fewest"
        self.attempt(lambda: call(other), "settlement_id_reused")
        self.retries.append(lambda: self.has_id(call(), settlement_id))

    @rule(data=st.data(), night=NIGHTS, mode=MODES)
    def settle_and_pay(self, data: st.DataObject, night: int, mode: str) -> None:
        """An evening's end: settled, somebody pays, some of it is confirmed or let go."""
        if self.model.nights[night].state == "open":
            self.settle(night, mode)
        for payment in self.payments_in("proposed", night=night):
            what = data.draw(st.sampled_from(("pay", "pay", "waive", "nothing")))
            if what != "nothing":
                self.move(payment, what)
            if what == "pay" and data.draw(st.booleans()):
                self.move(payment, "confirm")

    @precondition(lambda self: self.model.payments)
    @rule(data=st.data(), what=st.sampled_from(tuple(MOVES)))
    def move_a_payment_on(self, data: st.DataObject, what: str) -> None:
        likely = self.payments_in(*MOVES[what][1])
        self.move(data.draw(st.sampled_from(likely or self.model.payments)), what)

    @precondition(lambda self: self.model.payments)
    @rule(data=st.data(), what=st.sampled_from(tuple(MOVES)))
    def move_any_payment(self, data: st.DataObject, what: str) -> None:
        self.move(data.draw(st.sampled_from(self.model.payments)), what)

    def move(self, payment: ModelPayment, what: str) -> None:
        service, sources, target = MOVES[what]
        night = self.model.nights[payment.night]
        is_lost = what == "take back" and payment.n != night.plans
        if is_lost:
            # Its plan was replaced: the debt comes back in a new plan.
            target = "cancelled"
        code = ""
        if night.state == "open":
            code = "night_open"
        elif payment.state not in (*sources, target):
            code = "payment_state"

        def call() -> Any:
            return service(actor=self.actors[0], payment_id=payment.payment_id)

        if self.attempt(call, code) is None or payment.state == target:
            return
        payment.state = target
        if is_lost:
            self.plan_anew(payment.night)
        self.retries.append(lambda: self.is_still(payment, target, call))

    def is_still(self, payment: ModelPayment, state: str, call: Callable[[], Any]) -> None:
        """A move made twice is one, as long as nothing else moved the payment."""
        was_replaced = payment.n != self.model.nights[payment.night].plans
        if self.model.nights[payment.night].state == "open" or payment.state != state:
            return
        # Proposed again under a plan that is not the live one: that is not the same call any more.
        if state != "proposed" or not was_replaced:
            assert call().state == state

    @precondition(lambda self: self.model.payments)
    @rule(data=st.data())
    def split(self, data: st.DataObject) -> None:
        likely = [one for one in self.payments_in("proposed") if one.points > 1]
        payment = data.draw(st.sampled_from(likely or self.model.payments))
        points = data.draw(st.integers(1 if likely else 0, max(1, payment.points - 1)))
        ids = (self.new_id(), self.new_id())
        code = ""
        if self.model.nights[payment.night].state == "open":
            code = "night_open"
        elif payment.state != "proposed":
            code = "payment_state"
        elif not 0 < points < payment.points:
            code = "points_invalid"

        def call() -> Any:
            return payments.split_payment(
                actor=self.actors[0], payment_id=payment.payment_id, points=points, part_ids=ids
            )

        if self.attempt(call, code) is None:
            return
        payment.state = "cancelled"
        for part_id, part in zip(ids, (points, payment.points - points), strict=True):
            self.model.payments.append(
                ModelPayment(
                    part_id,
                    payment.night,
                    payment.n,
                    payment.payer,
                    payment.payee,
                    part,
                    split_of=payment.payment_id,
                )
            )

        def again() -> None:
            for part, wanted in zip(call(), ids, strict=True):
                self.has_id(part, wanted)

        self.retries.append(again)

    @precondition(lambda self: self.model.payments)
    @rule(data=st.data())
    def take_back_by_a_contrary(self, data: st.DataObject) -> None:
        payment = data.draw(st.sampled_from(self.payments_in(*FINAL) or self.model.payments))
        contrary_id = self.new_id()
        is_done = any(one.contrary_of == payment.payment_id for one in self.model.payments)
        code = ""
        if self.model.nights[payment.night].state == "open":
            code = "night_open"
        elif payment.state not in FINAL:
            code = "payment_state"
        elif payment.contrary_of is not None or is_done:
            code = "payment_taken_back"

        def call() -> Any:
            return payments.contrary_payment(
                actor=self.actors[0],
                payment_id=payment.payment_id,
                contrary_id=contrary_id,
                note="nhầm người",
            )

        if self.attempt(call, code) is None:
            return
        self.model.payments.append(
            ModelPayment(
                contrary_id,
                payment.night,
                payment.n,
                payment.payee,
                payment.payer,
                payment.points,
                state=payment.state,
                contrary_of=payment.payment_id,
            )
        )
        self.plan_anew(payment.night)
        self.retries.append(lambda: self.has_id(call(), contrary_id))

    @rule(night=NIGHTS)
    def reopen(self, night: int) -> None:
        state = self.model.nights[night].state
        code = {"open": "night_open", "settled": "", "locked": "night_locked"}[state]
        if state == "settled" and self.model.has_paid(night):
            self.attempt(lambda: self.in_night(reopen_night, night), "note_required")
        if self.did(lambda: self.in_night(reopen_night, night, note="còn chơi"), code):
            self.model.reopen(night)

    @rule(night=NIGHTS)
    def lock(self, night: int) -> None:
        state = self.model.nights[night].state
        code = ""
        if state == "open":
            code = "night_open"
        elif state == "settled" and self.model.is_undecided(night):
            code = "night_unresolved"
        if self.did(lambda: self.in_night(lock_night, night), code):
            self.model.nights[night].state = "locked"
            before = self.everything_written()
            self.in_night(lock_night, night)
            assert self.everything_written() == before

    @rule(night=NIGHTS)
    def unlock(self, night: int) -> None:
        state = self.model.nights[night].state
        code = {"open": "night_open", "settled": "night_settled", "locked": ""}[state]
        if state == "locked":
            self.attempt(lambda: self.in_night(unlock_night, night), "note_required")
        if self.did(lambda: self.in_night(unlock_night, night, note="xem lại"), code):
            self.model.nights[night].state = "settled"

    @precondition(lambda self: len(self.model.tables) < MOST_TABLES)
    @rule(night=st.integers(0, 1), rules=st.integers(0, len(RULES) - 1))
    def open_another_table(self, night: int, rules: int) -> None:
        """The first one with a pot in its night begins with what was carried over."""
        terms_id = self.new_id()

        def call() -> Table:
            return open_table(
                actor=self.actors[0],
                club_id=self.club.books.club.pk,
                night_id=self.club.nights[night],
                label=f"Bàn thêm {terms_id}"[-40:],
                stake_points=2,
                seats=self.club.people[:3],
                ruleset_version_id=self.club.versions[rules].pk,
                terms_id=terms_id,
            )

        code = CLOSED[self.model.nights[night].state]
        if not code and any(str(one) in self.model.into for one in self.club.people[:3]):
            code = "player_merged"
        table = self.attempt(call, code)
        if table is None:
            return
        seats = tuple(str(player) for player in self.club.people[:3])
        opening = self.model.opening_of(night, rules)
        terms = [ModelTerms(terms_id, 2, rules, seats, 1)]
        self.model.tables.append(ModelTable(night, terms, opening=opening))
        self.club.tables.append(table.pk)

    @rule()
    def look_at_the_season(self) -> None:
        """What is built on the way must not show in what is built at the end."""
        season_id = self.club.books.season.pk
        refresh_standings(season_id=season_id)
        assert not refresh_standings(season_id=season_id).did_build

    # Helpers

    def payments_in(self, *states: str, night: int | None = None) -> list[ModelPayment]:
        """Payments in one of these states, in nights that are settled."""
        return [
            one
            for one in self.model.payments
            if one.state in states
            and self.model.nights[one.night].state != "open"
            and night in {None, one.night}
        ]

    def in_night(self, service: Callable[..., None], night: int, **given: str) -> None:
        service(
            actor=self.actors[0],
            club_id=self.club.books.club.pk,
            night_id=self.club.nights[night],
            **given,
        )
