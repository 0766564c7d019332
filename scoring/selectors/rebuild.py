"""A table's books from nothing: every revision scored again from its sheet, every total summed
anew.

Reads sheets, rule sets and accounts; never seats, transfers or tallies, which are what it is
compared with. The audit and the tests stand on it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from scoring.engine import POT, Refused, Score, Sheet, score
from scoring.engine.figures import SeatFigures, seat_figures
from scoring.models import Account, AccountKind, DealRevision, DealSeat
from scoring.selectors.sheets import sheet_as_scored
from scoring.selectors.tables import ruleset_of

SeatTuple = tuple[object, ...]
LineTuple = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class RebuiltRevision:
    """What the engine makes of one revision today.

    `refused` is its code where it refuses the sheet.
    """

    seats: Sequence[SeatTuple]
    lines: Sequence[LineTuple]
    figures: Sequence[SeatFigures]
    pot_points: int
    refused: str = ""


@dataclass(slots=True)
class RebuiltTable:
    """Sums over the revisions in force.

    `balances` are signed points by account, the pot's included; `tallies` are counts by player UUID
    as text and column; `pots_before` is what the pot held before each deal number.
    """

    balances: dict[int, int] = field(default_factory=dict)
    tallies: dict[str, dict[str, int]] = field(default_factory=dict)
    pots_before: dict[int, int] = field(default_factory=dict)

    def add(self, number: int, revision: RebuiltRevision, *, pot_points: int) -> int:
        """Count a revision in force; returns what the pot holds behind it."""
        self.pots_before[number] = pot_points
        for payer, payee, points, *_ in revision.lines:
            assert isinstance(payer, int)
            assert isinstance(payee, int)
            assert isinstance(points, int)
            self.balances[payer] = self.balances.get(payer, 0) - points
            self.balances[payee] = self.balances.get(payee, 0) + points
        for seat, figures in zip(revision.seats, revision.figures, strict=True):
            row = self.tallies.setdefault(figures.seat, {})
            net_points = seat[6]
            assert isinstance(net_points, int)
            for column, count in tally_columns(figures, len(revision.seats), net_points):
                row[column] = row.get(column, 0) + count
        return pot_points + revision.pot_points

    def add_closing(self, lines: Iterable[tuple[str | None, str | None, int]]) -> None:
        """Count closings of the pot: payer and payee (player UUID as text, or None), points.

        They move points and no bet.
        """
        for payer, payee, points in lines:
            for player, change in ((payer, -points), (payee, points)):
                if player is not None:
                    row = self.tallies.setdefault(player, {})
                    row["net_points"] = row.get("net_points", 0) + change


def accounts_of(club_id: int) -> Mapping[str, int]:
    """The account of every player of the club, by UUID as text."""
    accounts = Account.objects.filter(club_id=club_id, kind=AccountKind.PLAYER)
    return {str(player): pk for player, pk in accounts.values_list("player_id", "pk")}


def rebuild_revision(
    revision: DealRevision, *, accounts: Mapping[str, int], pot_account_id: int
) -> RebuiltRevision:
    """Score one revision again, over the pot it names."""
    if revision.kind == "void":
        return RebuiltRevision((), (), (), 0)
    try:
        sheet = sheet_as_scored(revision)
        result = score(sheet, ruleset_of(revision.ruleset_version.canonical))
    except Refused as refused:
        return RebuiltRevision((), (), (), 0, refused=str(refused.code))
    except ValueError:  # what is stored is no JSON any more
        return RebuiltRevision((), (), (), 0, refused="unreadable")
    if strangers := [seat for seat in sheet.seats if seat not in accounts]:
        return RebuiltRevision((), (), (), 0, refused=f"player_unknown {strangers[0]}")
    figures = seat_figures(sheet, result)
    stake = revision.stake_points
    return RebuiltRevision(
        seats=_seats(figures, accounts, stake),
        lines=_lines(result, sheet, {**accounts, POT: pot_account_id}, stake),
        figures=figures,
        pot_points=result.net.get(POT, 0) * stake,
    )


def _seats(
    figures: Sequence[SeatFigures], accounts: Mapping[str, int], stake_points: int
) -> Sequence[SeatTuple]:
    return [
        (
            index,
            UUID(seat.seat),
            accounts[seat.seat],
            seat.ending,
            seat.place,
            seat.net_bets,
            seat.net_bets * stake_points,
            seat.hand_points,
            seat.is_mom,
            seat.is_forfeit,
            seat.eats,
            seat.eaten,
            seat.last_eats,
            seat.last_eaten,
            seat.is_compensator,
            seat.u_kind,
        )
        for index, seat in enumerate(figures)
    ]


SEAT_COLUMNS = (
    "seat",
    "player_id",
    "account_id",
    "ending",
    "place",
    "net_bets",
    "net_points",
    "hand_points",
    "is_mom",
    "is_forfeit",
    "eats",
    "eaten",
    "last_eats",
    "last_eaten",
    "is_compensator",
    "u_kind",
)
TALLY_COLUMNS = (
    *("deals", "net_bets", "net_points", "moms", "compensations"),
    *("eats", "eaten", "last_eats", "last_eaten"),
    *("p2_1", "p2_2", "p3_1", "p3_2", "p3_3", "p4_1", "p4_2", "p4_3", "p4_4"),
    *("u_plain", "u_ten", "u_round", "u_zero", "u_dry"),
)
LINE_COLUMNS = (
    "payer_id",
    "payee_id",
    "points",
    "bets",
    "reason",
    "rule",
    "loser_account_id",
)


def _lines(
    result: Score, sheet: Sheet, accounts: Mapping[str, int], stake_points: int
) -> Sequence[LineTuple]:
    if sheet.ending == "void":
        return ()
    return [
        (
            accounts[line.payer],
            accounts[line.payee],
            line.bets * stake_points,
            line.bets,
            line.reason,
            line.rule,
            accounts[line.for_seat] if line.for_seat else None,
        )
        for line in result.transfers
    ]


def tally_columns(
    figures: SeatFigures | DealSeat, seat_count: int, net_points: int
) -> Iterator[tuple[str, int]]:
    """The columns of a table tally that this seat adds to."""
    yield "deals", 1
    yield "net_bets", figures.net_bets
    yield "net_points", net_points
    yield "moms", int(figures.is_mom)
    yield "compensations", int(figures.is_compensator)
    yield "eats", figures.eats
    yield "eaten", figures.eaten
    yield "last_eats", figures.last_eats
    yield "last_eaten", figures.last_eaten
    if figures.place is not None:
        yield f"p{seat_count}_{figures.place}", 1
    if figures.u_kind:
        yield f"u_{figures.u_kind}", 1
