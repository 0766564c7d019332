"""What must hold of settled nights: plans, payments, pots given out, the season's table.

Knows how to ask the database and how to tell the model which payments a new plan has.
"""

import json
from collections import Counter
from typing import Any

from hypothesis.stateful import invariant

from scoring.models import Account, Night, Payment, Settlement, StandingRow, Table, Transfer
from scoring.selectors.pot_closing import carried_points
from scoring.services.standings import Refreshed, rebuild_standings, refresh_standings
from tests.flows.checking import Checks
from tests.flows.settling_model import CARRIED, FINAL, ModelPayment


class SettledChecks(Checks):
    """Invariants of settled nights while the machine runs, and more at its end."""

    # What must hold at any time

    @invariant()
    def states_and_live_plans_are_the_model_s(self) -> None:
        for pk, night in zip(self.club.nights, self.model.nights, strict=True):
            assert Night.objects.values_list("state", flat=True).get(pk=pk) == night.state
            tables = Table.objects.filter(night_id=pk).values_list("state", flat=True)
            assert set(tables) == {night.state}
            live = Settlement.objects.filter(night_id=pk, state="live").values_list("n", "mode")
            assert list(live) == ([] if night.state == "open" else [(night.plans, night.mode)])

    @invariant()
    def every_payment_is_the_model_s(self) -> None:
        """Those confirmed and waived are among them: nothing later may touch them."""
        stored = {payment.payment_id: payment for payment in self.stored_payments()}
        assert stored == {payment.payment_id: payment for payment in self.model.payments}

    @invariant()
    def every_live_plan_clears_what_is_left(self) -> None:
        for index, night in enumerate(self.model.nights):
            planned: Counter[Any] = Counter()
            for (kind, who), points in self.model.proposed(index).items():
                planned[self.model.root_of((kind, who))] += points
            left = {} if night.state == "open" else self.model.left(index)
            assert {key: points for key, points in planned.items() if points} == left

    # Following what was done

    def plan_anew(self, *nights: int) -> None:
        """Something has changed in these nights: where a new plan is due, there is one."""
        for night in nights:
            if self.model.replan(night):
                self.adopt_plan(night)

    def adopt_plan(self, night: int) -> None:
        """Tell the model the payments of the plan just made, if they will do."""
        n = self.model.nights[night].plans
        made = Settlement.objects.get(night_id=self.club.nights[night], n=n)
        plan = self.stored_payments(settlement=made)
        why = self.model.why_no_plan(night, plan)
        assert not why, why
        self.model.payments += plan

    def stored_payments(self, **wanted: Any) -> list[ModelPayment]:
        keys = self.keys_of_accounts()
        rows = Payment.objects.filter(**wanted).order_by("position", "pk")
        columns = rows.values_list(
            *("pk", "settlement__night_id", "settlement__n", "payer_id", "payee_id"),
            *("points", "state", "split_of_id", "contrary_of_id"),
        )
        return [
            ModelPayment(
                pk,
                self.club.nights.index(night),
                n,
                keys[payer],
                keys[payee],
                points,
                state,
                split_of,
                contrary_of,
            )
            for pk, night, n, payer, payee, points, state, split_of, contrary_of in columns
        ]

    # What must hold at the end

    def verify_everything(self) -> None:
        self.verify_transfers_of_payments()
        self.verify_pots_given_out()
        self.verify_season()
        super().verify_everything()

    def verify_transfers_of_payments(self) -> None:
        """One for each payment confirmed or waived, the other way round, and no other."""
        keys = self.keys_of_accounts()
        lines = Transfer.objects.filter(payment__isnull=False)
        posted = {
            payment: (keys[payer], keys[payee], points, reason)
            for payment, payer, payee, points, reason in lines.values_list(
                "payment_id", "payer_id", "payee_id", "points", "reason"
            )
        }
        reasons = {"confirmed": "payment", "waived": "waiver"}
        assert lines.count() == len(posted)
        assert posted == {
            one.payment_id: (one.payee, one.payer, one.points, reasons[one.state])
            for one in self.model.payments
            if one.state in FINAL
        }

    def verify_pots_given_out(self) -> None:
        """A settled night's pots hold nothing, and what is carried waits for the next night."""
        for index, at in enumerate(self.model.tables):
            if self.model.state_at(at) != "open":
                assert self.model.balances(at.night)["pot", index] == 0
        club_id = self.club.books.club.pk
        assert carried_points(club_id=club_id) == self.model.carried()
        assert Account.objects.filter(club_id=club_id, kind=CARRIED[0]).count() <= 1

    def verify_season(self) -> None:
        """Kept up to date or made anew, the table is the same to the byte, and the points in it are
        those of the model.
        """
        season_id = self.club.books.season.pk
        refreshed = self.season_table(refresh_standings(season_id=season_id))
        assert self.season_table(rebuild_standings(season_id=season_id)) == refreshed
        wanted: Counter[str] = Counter()
        for night in range(len(self.model.nights)):
            for (kind, who), points in self.model.balances(night).items():
                if kind == "player":
                    wanted[self.model.root(who)] += points
        rows = [json.loads(row)[3] for row in refreshed[1]]
        assert {row["player"] for row in rows} == {self.model.root(who) for who in wanted} | {
            who for who in self.model.people if who not in self.model.into
        }
        for row in rows:
            assert row["sum"] in {wanted[row["player"]], None}
            assert (row["sum"] is None) == (row["deals"] == 0)

    def season_table(self, refreshed: Refreshed) -> tuple[str, list[str]]:
        rows = StandingRow.objects.filter(season_id=refreshed.season_id).order_by("position")
        return refreshed.checksum, [
            json.dumps([position, str(player), rank, row])
            for position, player, rank, row in rows.values_list(
                "position", "player_id", "rank", "row"
            )
        ]
