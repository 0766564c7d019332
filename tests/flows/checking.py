"""What the state machine begins with, and what must hold of it: the books against the model.

Knows the club the machine plays in and how to ask the database. Does nothing to the books.
"""

import random
from collections import Counter
from datetime import date
from typing import Any, ClassVar
from uuid import UUID

from django.db import connection
from hypothesis.stateful import invariant

from scoring.engine import Ruleset as Rules
from scoring.models import Account, Deal, Player, RulesetVersion, TableTally, Transfer
from scoring.selectors.balances import list_balances, sums_by_account
from scoring.selectors.members import get_club
from scoring.selectors.nights import get_night
from scoring.selectors.rebuild import TALLY_COLUMNS
from scoring.services.audits import audit_books
from scoring.services.nights import open_night, open_table
from scoring.services.players import add_player
from scoring.services.rulesets import publish_ruleset
from tests.books import Books, make_books
from tests.flows.ledger_model import Account as Key
from tests.flows.ledger_model import ModelDeal, ModelTable
from tests.flows.settling_model import SettlingModel

RULES: tuple[dict[str, Any], ...] = (
    {"pot_enabled": True, "pot_ante": 1},
    {
        "pot_enabled": True,
        "pot_ante": 2,
        "pot_at_close": "split_equal",
        "eat_payee": "pot_except_last_round",
        "dry_u_when": "any_turn",
        "dry_u_several": "all_collect",
        "eats_when_u": "void_if_compensated",
    },
    {
        "pot_enabled": True,
        "pot_at_close": "last_winner",
        "eat_payee": "pot",
        "dry_u_several": "split",
        "all_mom": "no_payment",
    },
    {},
)
STAKES = (1, 2, 3, 5, 10)
DAYS = (date(2026, 9, 4), date(2026, 9, 11))
# Tables by night and rules: two with a pot in the first night, one without in the second. More are
# opened on the way.
TABLES = ((0, 0), (0, 1), (1, 3))
FACTS = (
    *("deal", "dealrevision", "dealseat", "transfer", "adjustment", "tableterms", "auditevent"),
    *("note", "account", "possibleduplicate", "tabletally", "dispute"),
    *("settlement", "payment", "potmove"),
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


class _Anything:
    """Equal to whatever stands there."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Checks:
    """Invariants of the machine while it runs, and `verify_everything` at its end."""

    base: ClassVar[Club]
    club: Club
    model: SettlingModel

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

    # Reading

    def standing(self, at: ModelTable) -> list[tuple[int, ModelDeal, int, int | None]]:
        """Number, deal, rule-set version and the pot the revision in force must name.

        Only an ù follows the pot; what other deals name is what it was when they were written.
        """
        rows = []
        for played in self.model.replay(at):
            deal = played.deal
            pot: Any = played.pot_before
            if not self.model.plays_with_the_pot(deal):
                pot = _Anything()
            rows.append((played.number, deal, self.club.versions[deal.rules].pk, pot))
        return rows

    def named(self, sums: Any) -> Counter[Key]:
        """Balances by what their accounts stand for; those of nothing left out."""
        keys = self.keys_of_accounts()
        return Counter({keys[pk]: points for pk, points in sums.items() if points})

    def keys_of_accounts(self) -> dict[int, Key]:
        """What each account of the database stands for in the model."""
        tables = {pk: index for index, pk in enumerate(self.club.tables)}
        keys: dict[int, Key] = {}
        for account in Account.objects.all():
            keys[account.pk] = (account.kind, None)
            if account.player_id is not None:
                keys[account.pk] = ("player", str(account.player_id))
            elif account.table_id is not None:
                # The club's first table, which nobody plays at here, is not in the list.
                keys[account.pk] = ("pot", tables.get(account.table_id))
        return keys

    def everything_written(self) -> tuple[Any, ...]:
        """Rows of every fact, the tables' versions and the season's mark, in one statement."""
        counts = ", ".join(f"(SELECT COUNT(*) FROM scoring_{name})" for name in FACTS)
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {counts}, (SELECT SUM(version) FROM scoring_table),"
                " (SELECT SUM(dirty_revision) FROM scoring_season),"
                " (SELECT COUNT(*) FROM scoring_possibleduplicate WHERE state = 'open'),"
                " (SELECT COUNT(*) FROM scoring_dispute WHERE state = 'open'),"
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
            for played in self.model.replay(at):
                held = sum(
                    points * ((payee == pot.pk) - (payer == pot.pk))
                    for number, payer, payee, points in rows
                    if number < played.number
                )
                assert at.opening + held == played.pot_before >= 0

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
