"""SQLite's REPLACE deletes the rows in its way without asking their delete triggers.

Every table by every unique key it has, and by the rowid that stands beside a UUID. The new row is
one that nothing but the guard of REPLACE would refuse.
"""

from collections.abc import Callable, Iterator

from tests.books import Books
from tests.guards import raw
from tests.guards.attacks import WORDS, Attack
from tests.guards.raw import Row
from tests.guards.rows import (
    deal,
    move_with_line,
    next_deal,
    next_payment,
    next_policy,
    next_revision,
    next_settlement,
    next_snapshot,
    next_terms,
    next_version,
    terms_of_table,
    without_id,
)

Values = Callable[[Books], Row]


def replaces() -> list[Attack]:
    """All of them."""
    return [*_by_one_guard(), *_by_two_guards(), _rowid_of_a_pointer()]


def _by_one_guard() -> Iterator[Attack]:
    for (table, key), values in ROWS.items():
        yield Attack(
            f"REPLACE {table} by {key}",
            _replaces_with(f"scoring_{table}", values),
            f"guard: {WORDS[table]} are never replaced",
            [f"guard_{table}_no_replace"],
            vendor="sqlite",
        )


def _by_two_guards() -> Iterator[Attack]:
    """What must be dense, or come before its revision, is refused for that too."""
    for table, key, values, second in (
        (
            "deal",
            "current",
            lambda books: next_deal(current_id=deal(3)["current_id"]),
            "before_revision",
        ),
        ("deal", "table and number", lambda books: next_deal(number=2), "dense"),
        ("tableterms", "table and n", lambda books: next_terms() | {"n": 2}, "dense"),
        ("rulesetversion", "rule set and n", lambda books: next_version() | {"n": 1}, "dense"),
        ("policyversion", "policy and n", lambda books: next_policy() | {"n": 1}, "dense"),
        ("seasonsnapshot", "season and n", lambda books: next_snapshot() | {"n": 1}, "dense"),
        (
            "settlement",
            "night and n",
            lambda books: next_settlement(n=1, state="reopened"),
            "dense",
        ),
    ):
        yield Attack(
            f"REPLACE {table} by {key}",
            _replaces_with(f"scoring_{table}", values),
            "guard: ",
            [f"guard_{table}_no_replace", f"guard_{table}_{second}"],
            vendor="sqlite",
        )


def _rowid_of_a_pointer() -> Attack:
    def move(books: Books) -> None:
        """A lawful move of the pointer that also takes another deal's rowid."""
        following = next_revision(deal(2))
        raw.insert("scoring_dealrevision", following)
        raw.execute(
            "UPDATE OR REPLACE scoring_deal SET current_id = %s,"
            " rowid = (SELECT rowid FROM scoring_deal WHERE number = 1) WHERE number = 2",
            [following["id"]],
        )

    return Attack(
        "UPDATE OR REPLACE deal by rowid",
        move,
        "guard: a deal moves only to its next revision",
        ["guard_deal_pointer"],
        vendor="sqlite",
    )


def _audit_key(books: Books) -> Row:
    first = raw.row("scoring_auditevent")
    keyed = without_id(first) | {"idempotency_key": "key", "club_id": books.club.pk}
    raw.insert("scoring_auditevent", keyed)
    return keyed | {"action": "nothing"}


def _adjustment_line(books: Books) -> Row:
    line = without_id(raw.row("scoring_transfer", "adjustment_id IS NOT NULL"))
    line["adjustment_id"] = raw.raw_id()
    raw.insert("scoring_transfer", line)
    return line | {"points": 99}


def _same_seat(books: Books) -> Row:
    one, other = raw.rows("scoring_dealseat")[:2]
    fresh = raw.raw_id()
    raw.insert("scoring_dealseat", without_id(one) | {"revision_id": fresh})
    return without_id(other) | {"revision_id": fresh, "seat": one["seat"]}


def _same_account(books: Books) -> Row:
    one = without_id(raw.row("scoring_dealseat")) | {"revision_id": raw.raw_id()}
    raw.insert("scoring_dealseat", one)
    return one | {"seat": 3}


def _same_n(books: Books) -> Row:
    one = next_revision(deal(2))
    raw.insert("scoring_dealrevision", one)
    return one | {"id": raw.raw_id()}


def _adjustment(where: str) -> Callable[[], Row]:
    """Another adjustment like this one, its line already there."""

    def fresh() -> Row:
        model = raw.row("scoring_adjustment", where)
        line = raw.row("scoring_transfer", "adjustment_id = %s", [model["id"]])
        new = model | {"id": raw.raw_id()}
        raw.insert("scoring_transfer", without_id(line) | {"adjustment_id": new["id"]})
        return new

    return fresh


def _fresh_move() -> Row:
    """Another closing, its line already there."""
    move, line = move_with_line()
    raw.insert("scoring_transfer", line)
    return move


def _second_live_plan(books: Books) -> Row:
    raw.insert("scoring_settlement", next_settlement())
    return next_settlement()


def _contrary_again(books: Books) -> Row:
    contrary = raw.row("scoring_payment", "contrary_of_id IS NOT NULL")
    return contrary | {"id": raw.raw_id()}


def _payment_line(books: Books) -> Row:
    return without_id(raw.row("scoring_transfer", "payment_id IS NOT NULL"))


def _account(kind: str) -> Values:
    return lambda books: without_id(raw.row("scoring_account", "kind = %s", [kind]))


def _changed(table: str, where: str = "1 = 1", **changes: object) -> Values:
    """A row as it is, but for something that is not its key."""
    return lambda books: raw.row(f"scoring_{table}", where) | changes


def _unsealed(table: str) -> Values:
    """A seat or line of the same id under a revision that is not there yet."""
    where = "revision_id IS NOT NULL"
    return lambda books: raw.row(f"scoring_{table}", where) | {"revision_id": raw.raw_id()}


def _with_rowid(table: str, values: Callable[[], Row]) -> Values:
    def row(books: Books) -> Row:
        (first, *_) = raw.rows(f"(SELECT rowid AS id FROM scoring_{table})")
        return {"rowid": first["id"]} | values()

    return row


def _cancelled_terms(books: Books) -> Row:
    cancelling = raw.row("scoring_tableterms", "cancels_id IS NOT NULL")
    return next_terms() | {"cancels_id": cancelling["cancels_id"]}


def _replaces_with(table: str, values: Values) -> Callable[[Books], object]:
    return lambda books: raw.insert(table, values(books), verb="INSERT OR REPLACE INTO")


_STANDS = "cancels_id IS NULL AND scope = 'night'"
ROWS: dict[tuple[str, str], Values] = {
    ("account", "id"): _changed("account", "kind = 'fund'"),
    ("account", "player"): _account("player"),
    ("account", "table"): _account("pot"),
    ("account", "club and kind"): _account("fund"),
    ("adjustment", "id"): _changed("adjustment", _STANDS, author_kind="nobody"),
    ("adjustment", "cancels"): lambda books: _adjustment("cancels_id IS NOT NULL")(),
    ("adjustment", "rowid"): _with_rowid("adjustment", _adjustment(_STANDS)),
    ("auditevent", "id"): _changed("auditevent", action="nothing"),
    ("auditevent", "club and key"): _audit_key,
    ("deal", "id"): lambda books: next_deal(id=deal(1)["id"]),
    ("deal", "rowid"): _with_rowid("deal", next_deal),
    ("dealrevision", "id"): lambda books: (
        raw.row("scoring_dealrevision", "id = %s", [deal(4)["current_id"]]) | {"source": "nobody"}
    ),
    ("dealrevision", "deal and n"): _same_n,
    ("dealrevision", "rowid"): _with_rowid("dealrevision", lambda: next_revision(deal(2))),
    ("dealseat", "id"): _unsealed("dealseat"),
    ("dealseat", "revision and seat"): _same_seat,
    ("dealseat", "revision and account"): _same_account,
    ("note", "id"): _changed("note", text="something else"),
    ("payment", "id"): lambda books: next_payment(id=raw.row("scoring_payment")["id"]),
    ("payment", "contrary of"): _contrary_again,
    ("payment", "rowid"): _with_rowid("payment", next_payment),
    ("policyversion", "id"): lambda books: (
        next_policy() | {"id": raw.row("scoring_policyversion")["id"]}
    ),
    ("potmove", "id"): _changed("potmove", kind="opening"),
    ("potmove", "rowid"): _with_rowid("potmove", _fresh_move),
    ("rulesetversion", "id"): lambda books: next_version() | {"id": books.version.pk},
    ("seasonsnapshot", "id"): lambda books: (
        next_snapshot() | {"id": raw.row("scoring_seasonsnapshot")["id"]}
    ),
    ("settlement", "id"): lambda books: next_settlement(id=raw.row("scoring_settlement")["id"]),
    ("settlement", "one live"): _second_live_plan,
    ("settlement", "rowid"): _with_rowid("settlement", next_settlement),
    ("tableterms", "id"): lambda books: next_terms() | {"id": terms_of_table()[0]["id"]},
    ("tableterms", "cancels"): _cancelled_terms,
    ("tableterms", "rowid"): _with_rowid("tableterms", next_terms),
    ("transfer", "id"): _unsealed("transfer"),
    ("transfer", "adjustment"): _adjustment_line,
    ("transfer", "payment"): _payment_line,
}
