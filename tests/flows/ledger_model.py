"""A naive second set of books for the state machine: lists and dictionaries, replayed from nothing.

Knows what was asked of the services and the engine's `score`. Reads no database and none of the
product's selectors: what it says is what the books must say.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from scoring.engine import POT, Refused, Ruleset, Score, Sheet, score

FUND = "FUND"

# ("player", UUID as text), ("pot", table index), ("fund", None), ("carried_pot", None)
Account = tuple[str, Any]


@dataclass(frozen=True)
class ModelDeal:
    """A deal as it stands; `sheet` is what was typed, its seats player UUIDs as text."""

    deal_id: UUID
    sheet: Mapping[str, Any]
    stake: int
    rules: int
    is_void: bool = False
    n: int = 1
    kind: str = "record"

    @property
    def counts(self) -> bool:
        """In the books: neither voided nor a misdeal."""
        return not self.is_void and self.sheet["ending"] != "void"


@dataclass(frozen=True)
class ModelTerms:
    """One row of a table's history of terms."""

    terms_id: UUID
    stake: int
    rules: int
    seats: tuple[str, ...]
    from_number: int
    cancels: UUID | None = None


@dataclass(frozen=True)
class Played:
    """A deal replayed: the pot before it and behind it, in points, and its score."""

    deal: ModelDeal
    number: int
    pot_before: int
    pot_behind: int
    result: Score | None


class OverdrawnError(Exception):
    """The pot would be below zero behind the deal of this number."""


@dataclass
class ModelTable:
    """A table: its deals in order, its terms in order; the last terms are in force.

    `opening` is what was carried into its pot, `closed` what was given out of it, by account.
    """

    night: int
    terms: list[ModelTerms]
    deals: list[ModelDeal] = field(default_factory=list)
    opening: int = 0
    closed: dict[Account, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ModelAdjustment:
    """Points from one to the other, beside the deals of a night."""

    adjustment_id: UUID
    night: int
    payer: str
    payee: str
    points: int
    cancels: UUID | None = None


@dataclass
class Model:
    """The whole club. `into` points from a merged player to the one it was merged into."""

    rules: Sequence[Ruleset]
    people: Sequence[str]
    tables: list[ModelTable]
    adjustments: list[ModelAdjustment] = field(default_factory=list)
    into: dict[str, str] = field(default_factory=dict)

    @property
    def has_deals(self) -> bool:
        return any(table.deals for table in self.tables)

    def root(self, player: str) -> str:
        """The end of the pointers."""
        while player in self.into:
            player = self.into[player]
        return player

    def are_one(self, seats: Sequence[str]) -> bool:
        """Is somebody at the table twice by now?"""
        roots = [self.root(seat) for seat in seats]
        return len(set(roots)) < len(roots)

    def have_met(self, one: str, other: str) -> bool:
        """Do the two roots sit together in any deal in force?"""
        for table in self.tables:
            for deal in table.deals:
                roots = {self.root(seat) for seat in deal.sheet["seats"]}
                if deal.counts and {one, other} <= roots:
                    return True
        return False

    def replay(self, table: ModelTable, deals: Sequence[ModelDeal] | None = None) -> list[Played]:
        """The deals of a table (or others in their place) in order, each over the pot before it.

        Errors: Refused for a sheet the engine refuses, OverdrawnError.
        """
        pot = table.opening
        played: list[Played] = []
        for number, deal in enumerate(table.deals if deals is None else deals, start=1):
            before, result = pot, None
            if not deal.is_void:
                rules = self.rules[deal.rules]
                sheet = dict(deal.sheet)
                if rules.pot_enabled:
                    sheet["pot"] = before // deal.stake
                result = score(Sheet.from_json(sheet), rules)
                pot += result.net.get(POT, 0) * deal.stake
            if pot < 0:
                raise OverdrawnError(number)
            played.append(Played(deal, number, before, pot, result))
        return played

    def why_not(self, table: ModelTable, deals: Sequence[ModelDeal]) -> str:
        """The code these deals would be refused with at this table, or ""."""
        try:
            self.replay(table, deals)
        except Refused as refused:
            return str(refused.code)
        except OverdrawnError:
            return "pot_overdrawn"
        return ""

    def plays_with_the_pot(self, deal: ModelDeal) -> bool:
        return deal.counts and deal.sheet["ending"] == "u" and self.rules[deal.rules].pot_enabled

    def change(
        self, table: ModelTable, position: int, changed: ModelDeal
    ) -> list[tuple[int, int, int]]:
        """Put a deal in another's place; every ù behind it whose pot differs gets one more n.

        Returns those as (number, pot before, pot now).
        """
        before = self.replay(table)
        table.deals[position] = changed
        followed = []
        for old, new in zip(before, self.replay(table), strict=True):
            is_later = old.number > position + 1
            if is_later and self.plays_with_the_pot(new.deal) and old.pot_before != new.pot_before:
                followed.append((new.number, old.pot_before, new.pot_before))
                table.deals[new.number - 1] = replace(new.deal, n=new.deal.n + 1, kind="follow")
        return followed

    def allowed_terms(self, table: ModelTable, base_number: int | None) -> set[tuple[int, int]]:
        """Stake and rules a deal may have: those in force at or after `base_number`."""
        rows = table.terms[-1:]
        if base_number is not None:
            known = [row for row in table.terms if row.from_number <= base_number]
            first = table.terms.index(known[-1]) if known else 0
            rows = table.terms[first:]
        return {(row.stake, row.rules) for row in rows}

    def balances(self, night: int) -> Counter[Account]:
        """Points by account, over what was played: deals, adjustments, moves of the pots."""
        sums: Counter[Account] = Counter()
        for index, table in enumerate(self.tables):
            if table.night != night:
                continue
            sums["carried_pot", None] -= table.opening
            sums["pot", index] += table.opening
            for account, points in table.closed.items():
                sums[account] += points
                sums["pot", index] -= points
            for played in self.replay(table):
                for seat, bets in played.result.net.items() if played.result else ():
                    account = ("pot", index) if seat == POT else ("player", seat)
                    sums[account] += bets * played.deal.stake
        for line in self.adjustments:
            if line.night == night:
                sums[account_of(line.payer)] -= line.points
                sums[account_of(line.payee)] += line.points
        return Counter({account: points for account, points in sums.items() if points})

    def tallies(self, table: ModelTable) -> dict[str, Counter[str]]:
        """The columns of the table's tallies that are not 0, by player."""
        found: dict[str, Counter[str]] = {}
        for (kind, who), points in table.closed.items():
            if kind == "player":
                found[who] = Counter(net_points=points)
        for played in self.replay(table):
            if played.result is None or not played.deal.counts:
                continue
            for seat, row in _figures(played.deal, played.result).items():
                found.setdefault(seat, Counter()).update(row)
        rows = {
            seat: Counter({column: count for column, count in row.items() if count})
            for seat, row in found.items()
        }
        return {seat: row for seat, row in rows.items() if row}


def account_of(who: str) -> Account:
    """The account of a player, or of the fund."""
    return ("fund", None) if who == FUND else ("player", who)


def _figures(deal: ModelDeal, result: Score) -> dict[str, Counter[str]]:
    """What one deal adds to each of its players, read off the sheet as it was typed."""
    sheet = deal.sheet
    seats = sheet["seats"]
    rows = {
        seat: Counter(
            deals=1,
            net_bets=result.net[seat],
            net_points=result.net[seat] * deal.stake,
            compensations=int(result.compensator == seat),
        )
        for seat in seats
    }
    for seat in seats:
        hand = sheet.get("hands", {}).get(seat, {})
        is_mom = hand.get("mom", False) or hand.get("forfeit", False)
        rows[seat]["moms"] += int(sheet["ending"] == "normal" and is_mom)
        place = result.places[seat]
        if place is not None:
            rows[seat][f"p{len(seats)}_{place}"] += 1
            u = sheet.get("u", {})
            if seat in [u.get("winner"), *u.get("also", [])] and place == 1:
                rows[seat][f"u_{u['kind']}"] += 1
    for eat in sheet.get("eats", []):
        feeder = seats[seats.index(eat["eater"]) - 1]
        for seat, column in ((eat["eater"], "eats"), (feeder, "eaten")):
            rows[seat][column] += 1
            if eat["last_round"]:
                rows[seat][f"last_{column}"] += 1
    return rows
