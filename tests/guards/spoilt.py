"""A correct deal or adjustment as rows, and each way to spoil one thing in it.

The rows are those of the night's deal 2, an ù with a compensator and a pot, as a new deal 5.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from scoring.services.nights import open_night
from scoring.services.seasons import open_season
from tests.books import Books
from tests.guards import raw
from tests.guards.attacks import Attack
from tests.guards.raw import Row
from tests.guards.rows import next_deal, next_revision, without_id

GAPS = "guard: revisions of a deal follow each other without gaps"
COUNTS = "guard: a revision has the seats and transfers it states"
SEATS = "guard: a seat is a player of the club, by its own account"
ENDS = "guard: a transfer runs between seats of the deal and the pot of its table"
NETS = "guard: the net of a seat is the sum of its lines"
SAYS_THE_SAME = "guard: a night adjustment has one transfer that says the same"
CONTRARY = "guard: a cancelling adjustment is the contrary of what it cancels"


@dataclass
class Rows:
    """A deal that is not in the books yet, in the order its rows go in."""

    deal: Row
    seats: list[Row]
    lines: list[Row]
    revision: Row

    def put(self) -> None:
        """Insert them as the services do: deal, seats, transfers, revision."""
        raw.insert("scoring_deal", self.deal)
        for seat in self.seats:
            raw.insert("scoring_dealseat", seat)
        for line in self.lines:
            raw.insert("scoring_transfer", line)
        raw.insert("scoring_dealrevision", self.revision)

    def line(self, reason: str) -> Row:
        """The first line of this reason."""
        return next(line for line in self.lines if line["reason"] == reason)


Spoiler = Callable[[Books, Rows], Any]


def correct_rows() -> Rows:
    """Deal 5, in which everything is right."""
    model = raw.row("scoring_deal", "number = 2")
    revision_id = raw.raw_id()
    deal = next_deal(current_id=revision_id)
    under = ("revision_id = %s", [model["current_id"]])
    own: Row = {"revision_id": revision_id}
    revision = raw.row("scoring_dealrevision", "id = %s", [model["current_id"]])
    return Rows(
        deal=deal,
        seats=[without_id(seat) | own for seat in raw.rows("scoring_dealseat", *under)],
        lines=[without_id(line) | own for line in raw.rows("scoring_transfer", *under)],
        revision=revision
        | {"id": revision_id, "deal_id": deal["id"], "n": 1, "kind": "record", "cause_id": None},
    )


def spoilt_here() -> list[Attack]:
    """Every way to spoil a deal, its next revision, or an adjustment."""
    return [*_spoilt_deals(), *_spoilt_revisions(), *_spoilt_adjustments()]


def _spoilt_deals() -> Iterator[Attack]:
    for name, words, spoil in DEALS:
        yield Attack(name, partial(_put_spoilt, spoil=spoil), words, ["guard_dealrevision_seal"])


def _put_spoilt(books: Books, *, spoil: Spoiler) -> None:
    rows = correct_rows()
    spoil(books, rows)
    rows.put()


def _changes(**changes: Any) -> Spoiler:
    return lambda books, rows: rows.revision.update(changes)


def _more(part: str, key: str, by: int = 1, *, reason: str = "u") -> Spoiler:
    """`key` is off by `by` in the revision, in seat 0 or in the first line of this reason."""

    def spoil(books: Books, rows: Rows) -> None:
        if part == "line":
            row = rows.lines[0]
        else:
            row = {"revision": rows.revision, "seat": rows.seats[0]}[part]
        row[key] += by

    return spoil


def _without_a_line(books: Books, rows: Rows) -> None:
    rows.lines.pop()


def _one_more_line(books: Books, rows: Rows) -> None:
    rows.lines.append(rows.lines[-1])


def _without_a_line_and_counted(books: Books, rows: Rows) -> None:
    rows.lines.pop()
    rows.revision["transfer_count"] -= 1


def _without_seats(books: Books, rows: Rows) -> None:
    rows.seats.clear()
    rows.lines.clear()
    rows.revision |= {"seat_count": 0, "transfer_count": 0}


def _alone(books: Books, rows: Rows) -> None:
    """One seat, with nobody to pay or be paid by."""
    rows.seats[:] = [rows.seats[0] | {"net_bets": 0, "net_points": 0}]
    rows.lines.clear()
    rows.revision |= {"seat_count": 1, "transfer_count": 0}


def _three_with_a_gap(books: Books, rows: Rows) -> None:
    _pays_nothing(rows)
    rows.seats.pop(1)
    rows.revision["seat_count"] = 3


def _pays_nothing(rows: Rows) -> None:
    rows.lines.clear()
    rows.revision["transfer_count"] = 0
    for seat in rows.seats:
        seat |= {"net_bets": 0, "net_points": 0}


def _void_ending(books: Books, rows: Rows) -> None:
    """A misdeal that pays."""
    assert '"ending":"u"' in rows.revision["sheet"]
    rows.revision["sheet"] = rows.revision["sheet"].replace('"ending":"u"', '"ending":"void"')


def _nets_swapped(books: Books, rows: Rows) -> None:
    """Still zero-sum: two seats bear each other's net."""
    one, other = rows.seats[0], rows.seats[2]
    assert one["net_bets"] != other["net_bets"]
    for name in ("net_bets", "net_points"):
        one[name], other[name] = other[name], one[name]


def _points_and_nets_off(books: Books, rows: Rows) -> None:
    """The line and the nets agree, but points are not bets × stake."""
    line = rows.line("ante")
    line["points"] += 1
    for seat in rows.seats:
        seat["net_points"] -= seat["account_id"] == line["payer_id"]


def _end(side: str, whose: Callable[[Books], object]) -> Spoiler:
    def spoil(books: Books, rows: Rows) -> None:
        rows.line("compensation")[side] = whose(books)

    return spoil


def _fifth_player(books: Books) -> object:
    """Of the club, but not of this deal."""
    return _account("player_id", raw.raw_id(books.people[4].pk))


def _fund(books: Books) -> object:
    return _account("kind", "fund")


def _foreign_player(books: Books) -> object:
    return raw.row("scoring_account", "kind = 'player' AND club_id <> %s", [books.club.pk])["id"]


def _foreign_pot(books: Books) -> object:
    return raw.row("scoring_account", "kind = 'pot' AND club_id <> %s", [books.club.pk])["id"]


def _account(name: str, value: object) -> object:
    return raw.row("scoring_account", f"{name} = %s", [value])["id"]


def _foreign_seat(books: Books, rows: Rows) -> None:
    """Another club's player, by its own account."""
    _pays_nothing(rows)
    account = raw.row("scoring_account", "kind = 'player' AND club_id <> %s", [books.club.pk])
    rows.seats[3] |= {"player_id": account["player_id"], "account_id": account["id"]}


def _borrowed_account(books: Books, rows: Rows) -> None:
    """A player by somebody else's account."""
    _pays_nothing(rows)
    rows.seats[3]["account_id"] = _fifth_player(books)


def _fund_sits(books: Books, rows: Rows) -> None:
    _pays_nothing(rows)
    rows.seats[3]["account_id"] = _fund(books)


def _points_elsewhere(books: Books, rows: Rows) -> None:
    rows.deal["current_id"] = raw.raw_id()


DEALS: Sequence[tuple[str, str, Spoiler]] = (
    ("seat_count one more", COUNTS, _more("revision", "seat_count")),
    ("seat_count one less", COUNTS, _more("revision", "seat_count", -1)),
    ("transfer_count one more", COUNTS, _more("revision", "transfer_count")),
    ("a line left out", COUNTS, _without_a_line),
    ("a line twice", COUNTS, _one_more_line),
    ("a deal without seats", COUNTS, _without_seats),
    ("a deal of one", COUNTS, _alone),
    ("seats 0, 2 and 3", COUNTS, _three_with_a_gap),
    ("a misdeal that pays", COUNTS, _void_ending),
    ("a line left out and not counted", NETS, _without_a_line_and_counted),
    ("net_bets off", NETS, _more("seat", "net_bets")),
    ("net_points off", NETS, _more("seat", "net_points")),
    ("nets swapped", NETS, _nets_swapped),
    ("points of a line off", ENDS, _more("line", "points")),
    ("bets of a line off", ENDS, _more("line", "bets")),
    ("points and nets off alike", ENDS, _points_and_nets_off),
    ("stake off", ENDS, _more("revision", "stake_points")),
    ("payer is not of the deal", ENDS, _end("payer_id", _fifth_player)),
    ("payee is not of the deal", ENDS, _end("payee_id", _fifth_player)),
    ("payer is the fund", ENDS, _end("payer_id", _fund)),
    ("payer is another club's", ENDS, _end("payer_id", _foreign_player)),
    ("payee is another table's pot", ENDS, _end("payee_id", _foreign_pot)),
    ("loser is not of the deal", ENDS, _end("loser_account_id", _fifth_player)),
    ("loser is the fund", ENDS, _end("loser_account_id", _fund)),
    ("player of another club", SEATS, _foreign_seat),
    ("player by another's account", SEATS, _borrowed_account),
    ("player by the fund", SEATS, _fund_sits),
    ("first revision is n = 2", GAPS, _changes(n=2, kind="correct")),
    ("first revision is a correction", GAPS, _changes(kind="correct")),
    ("the deal points elsewhere", GAPS, _points_elsewhere),
)


def _spoilt_revisions() -> Iterator[Attack]:
    def put(changes: Row, books: Books) -> None:
        deal = raw.row("scoring_deal", "number = 2")
        raw.insert("scoring_dealrevision", next_revision(deal) | changes)

    for name, words, changes in (
        ("revision that skips one", GAPS, {"n": 4}),
        ("revision numbered 0", GAPS, {"n": 0}),
        ("second record", GAPS, {"kind": "record"}),
        ("correction without seats", COUNTS, {"kind": "correct"}),
        ("void with seats counted", COUNTS, {"seat_count": 4}),
        ("void with transfers counted", COUNTS, {"transfer_count": 1}),
    ):
        yield Attack(name, partial(put, changes), words, ["guard_dealrevision_seal"])

    def pays(books: Books) -> None:
        """A void revision with a line of its own."""
        deal = raw.row("scoring_deal", "number = 2")
        revision = next_revision(deal)
        line = raw.row("scoring_transfer", "revision_id = %s", [deal["current_id"]])
        raw.insert("scoring_transfer", without_id(line) | {"revision_id": revision["id"]})
        raw.insert("scoring_dealrevision", revision | {"transfer_count": 1})

    yield Attack("void that pays", pays, COUNTS, ["guard_dealrevision_seal"])

    def left_behind(books: Books) -> None:
        """Two revisions follow, and the pointer never moved to the first of them."""
        deal = raw.row("scoring_deal", "number = 2")
        following = next_revision(deal)
        raw.insert("scoring_dealrevision", following)
        raw.insert("scoring_dealrevision", following | {"id": raw.raw_id(), "n": 4})

    yield Attack("pointer left behind", left_behind, GAPS, ["guard_dealrevision_seal"])


def _spoilt_adjustments() -> Iterator[Attack]:
    def put(books: Books, changes: Row, line_changes: Row | None) -> None:
        """An adjustment like the night's first, with its line (None: without one)."""
        adjustment = _adjustment("scope = 'night' AND cancels_id IS NULL")
        line = raw.row("scoring_transfer", "adjustment_id = %s", [adjustment["id"]])
        adjustment["id"] = raw.raw_id()
        if line_changes is not None:
            line["adjustment_id"] = adjustment["id"]
            raw.insert("scoring_transfer", without_id(line) | line_changes)
        raw.insert("scoring_adjustment", adjustment | changes)

    def spoilt(name: str, changes: Row, line_changes: Row | None) -> Attack:
        run = partial(put, changes=changes, line_changes=line_changes)
        return Attack(name, run, SAYS_THE_SAME, ["guard_adjustment_seal"])

    yield spoilt("adjustment without a transfer", {}, None)
    yield spoilt("adjustment of another amount", {"points": 11}, {})
    yield spoilt("transfer of another amount", {}, {"points": 9})

    def swapped(books: Books) -> None:
        adjustment = _adjustment("scope = 'night' AND cancels_id IS NULL")
        ends = {"payer_id": adjustment["payee_id"], "payee_id": adjustment["payer_id"]}
        put(books, changes=ends, line_changes={})

    yield Attack("adjustment the other way", swapped, SAYS_THE_SAME, ["guard_adjustment_seal"])

    def penalty_that_pays(books: Books) -> None:
        penalty = _adjustment("scope = 'season'") | {"id": raw.raw_id()}
        line = raw.row("scoring_transfer", "adjustment_id IS NOT NULL")
        raw.insert("scoring_transfer", without_id(line) | {"adjustment_id": penalty["id"]})
        raw.insert("scoring_adjustment", penalty)

    yield Attack("penalty that pays", penalty_that_pays, SAYS_THE_SAME, ["guard_adjustment_seal"])
    yield from _spoilt_cancellations()


def _spoilt_cancellations() -> Iterator[Attack]:
    def put(books: Books, cancelled: str, changes: Row) -> None:
        """The contrary of an adjustment, with `changes`; its line says what it says."""
        old = _adjustment(cancelled)
        new = old | {"id": raw.raw_id(), "cancels_id": old["id"]}
        new |= {"payer_id": old["payee_id"], "payee_id": old["payer_id"]}
        new["points"] = -old["points"] if old["scope"] == "season" else old["points"]
        new |= {name: value(books, old) for name, value in changes.items()}
        if new["scope"] == "night":
            line = raw.row("scoring_transfer", "adjustment_id IS NOT NULL")
            said = {name: new[name] for name in ("payer_id", "payee_id", "points")}
            raw.insert("scoring_transfer", without_id(line) | said | {"adjustment_id": new["id"]})
        raw.insert("scoring_adjustment", new)

    night = (
        "scope = 'night' AND cancels_id IS NULL AND id NOT IN"
        " (SELECT cancels_id FROM scoring_adjustment WHERE cancels_id IS NOT NULL)"
    )
    penalty = "scope = 'season'"
    of_account = "kind = 'player' AND player_id = %s"

    def points(by: int) -> Callable[[Books, Row], object]:
        return lambda books, old: (
            (-old["points"] if old["scope"] == "season" else old["points"]) + by
        )

    for name, cancelled, changes in (
        (
            "cancelling in the same direction",
            night,
            {
                "payer_id": lambda books, old: old["payer_id"],
                "payee_id": lambda books, old: old["payee_id"],
            },
        ),
        ("cancelling by another amount", night, {"points": points(1)}),
        (
            "cancelling from somebody else",
            night,
            {
                "payee_id": lambda books, old: raw.row(
                    "scoring_account", of_account, [raw.raw_id(books.people[2].pk)]
                )["id"]
            },
        ),
        (
            "cancelling in another night",
            night,
            {"night_id": lambda books, old: _another_night(books)},
        ),
        ("cancelling what cancels", "cancels_id IS NOT NULL", {}),
        ("cancelling a penalty by another amount", penalty, {"points": points(1)}),
        ("cancelling a penalty by itself", penalty, {"points": lambda books, old: old["points"]}),
        (
            "cancelling somebody else's penalty",
            penalty,
            {"player_id": lambda books, old: raw.raw_id(books.people[2].pk)},
        ),
        (
            "cancelling a penalty in another season",
            penalty,
            {"season_id": lambda books, old: _another_season(books)},
        ),
    ):
        yield Attack(
            name,
            partial(put, cancelled=cancelled, changes=changes),
            CONTRARY,
            ["guard_adjustment_seal"],
        )


def _another_night(books: Books) -> int:
    """Of the same club: what lies in another club is refused by another guard."""
    return open_night(
        actor=books.owner, club_id=books.club.pk, day=books.night.day + timedelta(days=1)
    ).pk


def _another_season(books: Books) -> int:
    """Of the same club, a year later."""
    return open_season(
        actor=books.owner,
        club_id=books.club.pk,
        name="Mùa khác",
        first_day=books.season.first_day + timedelta(days=365),
        last_day=books.season.last_day + timedelta(days=365),
    ).pk


def _adjustment(where: str) -> Row:
    return raw.row("scoring_adjustment", where)
