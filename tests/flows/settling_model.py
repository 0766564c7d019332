"""The naive books of settled nights: states, plans, payments, pots given out, open questions.

Knows when a plan must be made anew and what it must clear. Which payments it consists of is the
engine's to say: they are told to it, and it says whether they will do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from scoring.engine import POT, fewest_payments
from tests.flows.ledger_model import Account, Model, ModelTable, Played, account_of

CARRIED: Account = ("carried_pot", None)
FINAL = ("confirmed", "waived")
COUNTED = ("paid", *FINAL)


@dataclass
class ModelPayment:
    """A payment as it stands; `n` is its plan's number in the night."""

    payment_id: UUID
    night: int
    n: int
    payer: Account
    payee: Account
    points: int
    state: str = "proposed"
    split_of: UUID | None = None
    contrary_of: UUID | None = None


@dataclass
class ModelNight:
    """A night: its state and its plans; the last one is live unless the night is open."""

    state: str = "open"
    plans: int = 0
    mode: str = "fewest"


@dataclass
class SettlingModel(Model):
    """The whole club, settled nights too. `pairs` are open possible duplicates (deal, other)."""

    nights: list[ModelNight] = field(default_factory=list)
    payments: list[ModelPayment] = field(default_factory=list)
    pairs: list[tuple[UUID, UUID]] = field(default_factory=list)
    disputes: dict[int, UUID] = field(default_factory=dict)

    def state_at(self, table: ModelTable) -> str:
        """The state of the table's night."""
        return self.nights[table.night].state

    def root_of(self, account: Account) -> Account:
        """The account of whoever a player was merged into."""
        return ("player", self.root(account[1])) if account[0] == "player" else account

    def left(self, night: int) -> dict[Account, int]:
        """What is left to hand over, merged people being one: balances less what counts as paid."""
        sums: Counter[Account] = Counter()
        for account, points in self.balances(night).items():
            sums[self.root_of(account)] += points
        for payment in self.payments:
            if payment.night == night and payment.state in COUNTED:
                sums[self.root_of(payment.payer)] += payment.points
                sums[self.root_of(payment.payee)] -= payment.points
        return {account: points for account, points in sums.items() if points}

    def proposed(self, night: int) -> dict[Account, int]:
        """The balances that the payments still proposed would clear."""
        sums: Counter[Account] = Counter()
        for payment in self.payments:
            if payment.night == night and payment.state == "proposed":
                sums[payment.payer] -= payment.points
                sums[payment.payee] += payment.points
        return {account: points for account, points in sums.items() if points}

    def still_holds(self, night: int) -> bool:
        """Do the payments still proposed do? Pair by pair they are what each two owe each other."""
        if self.nights[night].mode != "pair_by_pair":
            return self.left(night) == self.proposed(night)
        proposed: Counter[tuple[Account, Account]] = Counter()
        for payment in self.payments:
            if payment.night == night and payment.state == "proposed":
                proposed[payment.payer, payment.payee] += payment.points
        return proposed == self.debts(night)

    def debts(self, night: int) -> Counter[tuple[Account, Account]]:
        """What is left between each two, debtor first; what went through pots as the engine says.

        That is the whole of what is left, less what passed directly.
        """
        owed: Counter[tuple[Account, Account]] = Counter()
        for payer, payee, points in self._direct(night):
            owed[self.root_of(payer), self.root_of(payee)] += points
        through = Counter(self.left(night))
        for (payer, payee), points in owed.items():
            through[payer] += points
            through[payee] -= points
        accounts = {str(who or kind.upper()): (kind, who) for kind, who in through}
        plan = fewest_payments({name: through[account] for name, account in accounts.items()})
        for one in plan.payments:
            owed[accounts[one.payer], accounts[one.payee]] += one.points
        net = Counter(
            {
                (payer, payee): points - owed.get((payee, payer), 0)
                for (payer, payee), points in owed.items()
                if payer != payee
            }
        )
        return +net

    def _direct(self, night: int) -> Iterator[tuple[Account, Account, int]]:
        """Points that passed from hand to hand; a payment made is a debt the other way."""
        for table in self.tables:
            for played in self.replay(table) if table.night == night else ():
                for line in played.result.transfers if played.result else ():
                    if POT not in {line.payer, line.payee}:
                        ends = ("player", line.payer), ("player", line.payee)
                        yield *ends, line.bets * played.deal.stake
        for adjustment in self.adjustments:
            if adjustment.night == night:
                ends = account_of(adjustment.payer), account_of(adjustment.payee)
                yield *ends, adjustment.points
        for payment in self.payments:
            if payment.night == night and payment.state in COUNTED:
                yield payment.payee, payment.payer, payment.points

    def has_paid(self, night: int) -> bool:
        """Did anybody hand anything over, or let it go?"""
        return any(one.night == night and one.state in COUNTED for one in self.payments)

    def place_of(self, deal_id: UUID) -> tuple[int, int]:
        """Table and position of a deal."""
        for table, at in enumerate(self.tables):
            for position, deal in enumerate(at.deals):
                if deal.deal_id == deal_id:
                    return table, position
        raise LookupError(deal_id)

    def is_undecided(self, night: int) -> bool:
        """Is a possible duplicate or a dispute open in this night?"""
        asked = [*self.disputes.values(), *(deal_id for deal_id, _ in self.pairs)]
        return any(self.tables[self.place_of(deal_id)[0]].night == night for deal_id in asked)

    def settle(self, night: int, mode: str) -> None:
        """The pots are given out and the first plan of this settling is made."""
        self.nights[night].state = "settled"
        self.nights[night].mode = mode
        self.close_pots(night)
        self.begin_plan(night)

    def replan(self, night: int) -> bool:
        """After a change: is there a new plan? A locked night's pots stay as they were given."""
        if self.nights[night].state == "open":
            return False
        if self.nights[night].state == "settled":
            self.close_pots(night)
        if self.still_holds(night):
            return False
        self.begin_plan(night)
        return True

    def begin_plan(self, night: int) -> None:
        """What was only proposed is cancelled; the payments of the new plan come from outside."""
        self.cancel_proposed(night)
        self.nights[night].plans += 1

    def reopen(self, night: int) -> None:
        """Proposed payments are cancelled, the pots hold again what play left in them."""
        self.cancel_proposed(night)
        self.nights[night].state = "open"
        for table in self.tables:
            if table.night == night:
                table.closed = {}

    def cancel_proposed(self, night: int) -> None:
        for payment in self.payments:
            if payment.night == night and payment.state == "proposed":
                payment.state = "cancelled"

    def why_no_plan(self, night: int, plan: Sequence[ModelPayment]) -> str:
        """What is wrong with a plan for what is left, or ""."""
        left = self.left(night)
        rest = Counter(left)
        for payment in plan:
            rest[payment.payer] += payment.points
            rest[payment.payee] -= payment.points
            is_owed = left.get(payment.payer, 0) < 0 < left.get(payment.payee, 0)
            if self.nights[night].mode in {"fewest", "tables_first"} and not is_owed:
                return f"{payment} is not from a debtor to a creditor"
        if any(rest.values()):
            return f"{plan} leaves {rest} of {left}"
        return ""

    # Pots

    def carried(self) -> int:
        """What waits for the next night: given to it, less what was taken, less what was waived."""
        sums: Counter[Account] = Counter()
        for table in self.tables:
            sums.update({CARRIED: table.closed.get(CARRIED, 0) - table.opening})
        for payment in self.payments:
            if payment.state == "waived":
                sums[payment.payer] += payment.points
                sums[payment.payee] -= payment.points
        return sums[CARRIED]

    def opening_of(self, night: int, rules: int) -> int:
        """What a table opened now finds in its pot."""
        is_taken = any(table.night == night and table.opening for table in self.tables)
        if is_taken or not self.rules[rules].pot_enabled:
            return 0
        return max(self.carried(), 0)

    def close_pots(self, night: int) -> None:
        """Every pot of the night is given out, by the rules at its table."""
        for table in self.tables:
            if table.night == night:
                played = self.replay(table)
                held = played[-1].pot_behind if played else table.opening
                table.closed = self._shares(table, played, held)

    def _shares(self, table: ModelTable, played: Sequence[Played], held: int) -> dict[Account, int]:
        rule = self.rules[table.terms[-1].rules].pot_at_close
        heirs: list[str] = []
        if rule == "split_equal":
            heirs = self._who_sat(played)
        elif rule == "last_winner":
            heirs = _last_winners(played)
        if not heirs:
            return {CARRIED: held} if held else {}
        shares = {("player", who): held // len(heirs) for who in heirs}
        for who in heirs[: held % len(heirs)]:
            shares["player", who] += 1
        return {account: points for account, points in shares.items() if points}

    def _who_sat(self, played: Sequence[Played]) -> list[str]:
        """By seat of the last deal, then going back; merged people once, as they sat last."""
        found: dict[str, str] = {}
        for one in reversed(played):
            for seat in one.deal.sheet["seats"] if one.deal.counts else ():
                found.setdefault(self.root(seat), seat)
        return list(found.values())


def _last_winners(played: Sequence[Played]) -> list[str]:
    """Place 1 of the last ù, else of the last deal that has one."""
    firsts: list[tuple[bool, Mapping[str, int | None]]] = [
        (one.deal.sheet["ending"] == "u", one.result.places)
        for one in reversed(played)
        if one.result is not None and one.deal.counts and 1 in one.result.places.values()
    ]
    for _, places in sorted(firsts, key=lambda row: not row[0]):
        return [seat for seat, place in places.items() if place == 1]
    return []
