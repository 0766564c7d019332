"""Everything people can do to the books, in any order, against a naive second set of books.

Each example runs in a savepoint of the test's transaction and is rolled back: the services nest
their own transactions in it, so that all of them is real but the commit. What waits for the commit,
the deferred foreign keys, is checked at the end of every example by hand; what needs several
commits at once is tested in `test_parallel` and `test_locks`. A flush after every example would
show nothing more and take some hundred times as long.

PHOM_STATE_EXAMPLES and PHOM_STATE_STEPS make the run longer.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, ClassVar
from uuid import UUID

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.actors import Actor
from scoring.engine import Refused, Sheet
from scoring.engine import Ruleset as Rules
from scoring.errors import ServiceRefused
from scoring.models import (
    Account,
    Deal,
    DealRevision,
    Player,
    RevisionKind,
    RulesetVersion,
    TableTally,
    Transfer,
)
from scoring.selectors.balances import list_balances, sums_by_account
from scoring.selectors.members import get_club
from scoring.selectors.nights import get_night
from scoring.selectors.rebuild import TALLY_COLUMNS
from scoring.services.adjustments import adjust_night, cancel_adjustment
from scoring.services.audits import audit_books
from scoring.services.deals import DealAnswer, record_deal, revise_deal
from scoring.services.merges import merge_players, unmerge_player
from scoring.services.nights import open_night, open_table
from scoring.services.players import add_player
from scoring.services.rulesets import publish_ruleset
from scoring.services.terms import cancel_terms, change_terms
from tests.books import EVENING, Books, make_books
from tests.flows.ledger_model import (
    FUND,
    Model,
    ModelAdjustment,
    ModelDeal,
    ModelTable,
    ModelTerms,
)
from tests.flows.sheets import sheets

EXAMPLES = int(os.environ.get("PHOM_STATE_EXAMPLES", "12"))
STEPS = int(os.environ.get("PHOM_STATE_STEPS", "20"))

RULES: tuple[dict[str, Any], ...] = (
    {"pot_enabled": True, "pot_ante": 1},
    {
        "pot_enabled": True,
        "pot_ante": 2,
        "eat_payee": "pot_except_last_round",
        "dry_u_when": "any_turn",
        "dry_u_several": "all_collect",
        "eats_when_u": "void_if_compensated",
    },
    {"pot_enabled": True, "eat_payee": "pot", "dry_u_several": "split", "all_mom": "no_payment"},
    {},
)
STAKES = (1, 2, 3, 5, 10)
DAYS = (date(2026, 9, 4), date(2026, 9, 11))
# Tables by night and rules: two with a pot in the first night, one without in the second.
TABLES = ((0, 0), (0, 1), (1, 3))
FACTS = (
    *("deal", "dealrevision", "dealseat", "transfer", "adjustment", "tableterms", "auditevent"),
    *("note", "account", "possibleduplicate", "tabletally"),
)


class Club:
    """What every example begins with: six people, four rule sets, three tables in two nights."""

    def __init__(self) -> None:
        self.books: Books = make_books()
        owner, club = self.books.owner, self.books.club
        self.people = [player.pk for player in self.books.people]
        self.people.append(add_player(actor=owner, club_id=club.pk, name="Hà").pk)
        self.versions: list[RulesetVersion] = [
            publish_ruleset(
                actor=owner, club_id=club.pk, name=f"Luật {n}", rules=Rules.from_json(rules)
            )
            for n, rules in enumerate(RULES)
        ]
        self.nights = [open_night(actor=owner, club_id=club.pk, day=day).pk for day in DAYS]
        self.terms_ids = [UUID(int=n) for n in range(1, 1 + len(TABLES))]
        self.tables = [
            open_table(
                actor=owner,
                club_id=club.pk,
                night_id=self.nights[night],
                label=f"Bàn máy {n}",
                stake_points=1,
                seats=self.people[:4],
                ruleset_version_id=self.versions[rules].pk,
                terms_id=self.terms_ids[n],
            ).pk
            for n, (night, rules) in enumerate(TABLES)
        ]


class BooksMachine(RuleBasedStateMachine):
    """The rules call services and the model side by side; a refusal must be the model's too."""

    club: ClassVar[Club]

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.ids = 1000
        self.retries: list[Callable[[], None]] = []
        people = [str(player) for player in self.club.people]
        self.model = Model(
            rules=[Rules.from_json(rules) for rules in RULES],
            people=people,
            tables=[
                ModelTable(
                    night, [ModelTerms(self.club.terms_ids[n], 1, rules, tuple(people[:4]), 1)]
                )
                for n, (night, rules) in enumerate(TABLES)
            ],
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

    @rule(data=st.data(), table=st.integers(0, 2), phone=st.integers(0, 1))
    def record(self, data: st.DataObject, table: int, phone: int) -> None:
        self.record_at(data, table, phone)

    @rule(data=st.data(), table=st.integers(0, 1))
    def go_on_playing(self, data: st.DataObject, table: int) -> None:
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
        code = ""
        # The terms in force are always known; older ones only with the number the phone knew.
        if wanted != (now.stake, now.rules) and wanted not in self.model.allowed_terms(at, base):
            code = "terms_unknown"
        elif self.model.are_one(sheet["seats"]):
            code = "player_repeated"
        else:
            code = self.model.why_not([*at.deals, deal])

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
        if based_on != deal.n:
            code = "stale_revision"
        elif kind == "void" and deal.is_void:
            code = "deal_void"
        elif kind == "restore" and not deal.is_void:
            code = "deal_not_void"
        elif kind != "void" and self.model.are_one(changed.sheet["seats"]):
            code = "player_repeated"
        else:
            code = self.model.why_not([*at.deals[:position], changed, *at.deals[position + 1 :]])
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
        event(f"followed by {len(followed)}")
        assert (answer.number, answer.n) == (position + 1, changed.n)
        assert (answer.kind, answer.revision_id) == (kind, revision_id)
        assert [
            (one.number, one.pot_before_points, one.pot_after_points) for one in answer.followed
        ] == followed
        self.retries.append(lambda: self.is_as_it_stands(call(), table, position + 1))

    @rule(
        data=st.data(),
        table=st.integers(0, 2),
        stake=st.sampled_from((None, *STAKES)),
        rules=st.sampled_from((None, None, *range(len(RULES)))),
    )
    def change_terms(
        self, data: st.DataObject, table: int, stake: int | None, rules: int | None
    ) -> None:
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

        self.attempt_terms(call, at, row, "player_merged" if is_merged else "")

    @precondition(lambda self: any(len(at.terms) > 1 for at in self.model.tables))
    @rule(table=st.integers(0, 2), back=st.sampled_from((1, 1, 1, 2)))
    def cancel_terms(self, table: int, back: int) -> None:
        at = self.model.tables[table]
        cancelled = at.terms[-back] if len(at.terms) >= back else at.terms[0]
        last = at.terms[-1]
        code = ""
        if len(at.terms) < 2 or last != cancelled or last.cancels is not None:
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

    @rule(data=st.data(), night=st.integers(0, 1), points=st.sampled_from((0, 1, 7, 100)))
    def adjust(self, data: st.DataObject, night: int, points: int) -> None:
        somebody = st.sampled_from([*self.model.people, FUND])
        payer, payee = data.draw(somebody), data.draw(somebody)
        line = ModelAdjustment(self.new_id(), night, payer, payee, points)
        code = "points_invalid" if not points else "adjustment_self" if payer == payee else ""

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

    # What must hold at any time

    @invariant()
    def every_balance_is_the_model_s(self) -> None:
        for night in range(len(DAYS)):
            sums = sums_by_account(night_id=self.club.nights[night])
            assert sum(sums.values()) == 0
            assert self.named(sums) == self.model.balances(night)

    @invariant()
    def numbers_are_dense_and_every_deal_stands_as_the_model_says(self) -> None:
        for index, at in enumerate(self.model.tables):
            deals = Deal.objects.filter(table_id=self.club.tables[index]).order_by("number")
            stored = deals.values_list(
                *("pk", "number", "current__n", "current__kind", "current__stake_points"),
                *("current__ruleset_version_id", "current__pot_before_points"),
            )
            assert list(stored) == [
                (deal.deal_id, number, deal.n, deal.kind, deal.stake, version, pot)
                for number, deal, version, pot in self.standing(at)
            ]

    # Helpers

    def new_id(self) -> UUID:
        """Counted, so that an example can be repeated."""
        self.ids += 1
        return UUID(int=self.ids)

    def attempt(self, call: Callable[[], Any], code: str) -> Any:
        """The answer, or None where the call was refused, as the model said it would be; a refused
        call has written nothing.
        """
        event(f"{sys._getframe(1).f_code.co_name}: {code or 'done'}")
        if not code:
            return call()
        before = self.everything_written()
        with pytest.raises((ServiceRefused, Refused)) as refused:
            call()
        assert isinstance(refused.value, ServiceRefused | Refused)
        assert str(refused.value.code) == code
        assert self.everything_written() == before
        return None

    def attempt_terms(
        self, call: Callable[[], Any], at: ModelTable, row: ModelTerms, code: str
    ) -> None:
        if self.attempt(call, code) is None:
            return
        at.terms.append(row)
        self.retries.append(lambda: self.has_id(call(), row.terms_id))

    def attempt_adjustment(self, call: Callable[[], Any], line: ModelAdjustment, code: str) -> None:
        if self.attempt(call, code) is None:
            return
        self.model.adjustments.append(line)
        self.retries.append(lambda: self.has_id(call(), line.adjustment_id))

    def has_id(self, row: Any, wanted: UUID) -> None:
        assert row.pk == wanted

    def is_as_it_stands(self, answer: DealAnswer, table: int, number: int) -> None:
        """A call made again is answered with the deal as it is now."""
        deal = self.model.tables[table].deals[number - 1]
        assert not answer.is_new
        assert (answer.deal_id, answer.number) == (deal.deal_id, number)
        assert (answer.n, answer.kind) == (deal.n, deal.kind)

    def draw_deal(self, data: st.DataObject) -> tuple[int, int]:
        """A table and the position of one of its deals."""
        places = [
            (table, position)
            for table, at in enumerate(self.model.tables)
            for position in range(len(at.deals))
        ]
        return data.draw(st.sampled_from(places))

    def standing(self, at: ModelTable) -> list[tuple[int, ModelDeal, int, int | None]]:
        """Number, deal, rule-set version and the pot the revision in force must name.

        Only an ù follows the pot; what other deals name is what it was when they were written.
        """
        rows = []
        for played in self.model.replay(at.deals):
            deal = played.deal
            pot: Any = played.pot_before
            if not self.model.plays_with_the_pot(deal):
                pot = _Anything()
            rows.append((played.number, deal, self.club.versions[deal.rules].pk, pot))
        return rows

    def named(self, sums: Any) -> Counter[tuple[str, Any]]:
        """Balances by what their accounts stand for; those of nothing left out."""
        found: Counter[tuple[str, Any]] = Counter()
        tables = {pk: index for index, pk in enumerate(self.club.tables)}
        for account in Account.objects.filter(pk__in=list(sums)):
            key: tuple[str, Any] = (account.kind, None)
            if account.player_id is not None:
                key = ("player", str(account.player_id))
            elif account.table_id is not None:
                key = ("pot", tables[account.table_id])
            if sums[account.pk]:
                found[key] += sums[account.pk]
        return found

    def everything_written(self) -> tuple[Any, ...]:
        """Rows of every fact, the tables' versions and the season's mark, in one statement."""
        counts = ", ".join(f"(SELECT COUNT(*) FROM scoring_{name})" for name in FACTS)
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {counts}, (SELECT SUM(version) FROM scoring_table),"
                " (SELECT SUM(dirty_revision) FROM scoring_season),"
                " (SELECT COUNT(*) FROM scoring_player WHERE merged_into_id IS NULL)"
            )
            found: tuple[Any, ...] = cursor.fetchone()
        return found

    # What must hold at the end

    def verify_everything(self) -> None:
        connection.check_constraints()
        self.verify_tallies()
        self.verify_pots()
        self.verify_merged_balances()
        self.verify_any_subset_sums_to_zero()
        assert [str(difference) for difference in audit_books().differences] == []

    def verify_tallies(self) -> None:
        for index, at in enumerate(self.model.tables):
            stored = {}
            for tally in TableTally.objects.filter(table_id=self.club.tables[index]):
                row = Counter({name: getattr(tally, name) for name in TALLY_COLUMNS})
                if kept := Counter({name: count for name, count in row.items() if count}):
                    stored[str(tally.player_id)] = kept
            assert stored == self.model.tallies(at)

    def verify_pots(self) -> None:
        """By the ledger itself: what lies in the pot before each deal, from all rows below it."""
        for index, at in enumerate(self.model.tables):
            pot = Account.objects.get(table_id=self.club.tables[index])
            lines = Transfer.objects.filter(revision__current_of__table_id=self.club.tables[index])
            rows = list(
                lines.values_list("revision__current_of__number", "payer_id", "payee_id", "points")
            )
            for played in self.model.replay(at.deals):
                held = sum(
                    points * ((payee == pot.pk) - (payer == pot.pk))
                    for number, payer, payee, points in rows
                    if number < played.number
                )
                assert held == played.pot_before >= 0

    def verify_merged_balances(self) -> None:
        owner = self.club.books.owner
        club = get_club(actor=owner, slug=self.club.books.club.slug)
        for night, day in enumerate(DAYS):
            wanted: Counter[str] = Counter()
            for (kind, who), points in self.model.balances(night).items():
                if kind == "player":
                    wanted[self.model.root(who)] += points
            rows = list_balances(night=get_night(club=club, day=day))
            shown = {str(row.player_id): row.points for row in rows}
            assert {who: points for who, points in shown.items() if points} == {
                who: points for who, points in wanted.items() if points
            }
            assert len(shown) == len(rows)
            assert not Player.objects.filter(pk__in=list(shown), merged_into__isnull=False).exists()

    def verify_any_subset_sums_to_zero(self) -> None:
        rows = list(Transfer.objects.values_list("payer_id", "payee_id", "points"))
        drawn = random.Random(len(rows))
        for _ in range(5):
            sums: Counter[int] = Counter()
            for payer, payee, points in drawn.sample(rows, k=drawn.randint(0, len(rows))):
                assert points > 0
                assert payer != payee
                sums[payer] -= points
                sums[payee] += points
            assert sum(sums.values()) == 0


class _Anything:
    """Equal to whatever stands there."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@pytest.mark.django_db
def test_whatever_people_do_the_books_are_those_of_the_model() -> None:
    BooksMachine.club = Club()
    run_state_machine_as_test(
        BooksMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
