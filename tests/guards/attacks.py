"""What the guards are there to refuse: every attack with the guard that stops it.

An attack is plain SQL on the night of `night.py`. Each names the words it is refused with and the
guards that stand in its way: without these, and with all others in place, it goes through.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.books import Books
from tests.guards import raw
from tests.guards.raw import Row
from tests.guards.rows import deal, next_deal, next_revision, next_terms, next_version, without_id

# A column of each table whose change would be worth something.
CHANGES = {
    "account": "club_id = club_id + 0",
    "adjustment": "points = points + 1",
    "auditevent": "action = 'nothing'",
    "dealrevision": "stake_points = stake_points + 1",
    "dealseat": "net_points = net_points + 1",
    "policyversion": "canonical = '{}'",
    "potmove": "transfer_count = transfer_count + 1",
    "rulesetversion": "sha256 = ''",
    "seasonsnapshot": "rows = '[]'",
    "tableterms": "stake_points = stake_points + 1",
    "transfer": "points = points + 1",
}
WORDS = {
    "account": "accounts",
    "adjustment": "adjustments",
    "auditevent": "audit events",
    "deal": "deals",
    "dealrevision": "revisions of deals",
    "dealseat": "seats of deals",
    "note": "notes",
    "payment": "payments",
    "policyversion": "policy versions",
    "potmove": "pot moves",
    "rulesetversion": "rule-set versions",
    "seasonsnapshot": "snapshots of seasons",
    "settlement": "settlements",
    "tableterms": "terms of tables",
    "transfer": "transfers",
}


@dataclass(frozen=True)
class Attack:
    """`run` does it to the night; `words` is what the refusal says; `guards` are its triggers."""

    name: str
    run: Callable[[Books], object]
    words: str
    guards: Sequence[str]
    vendor: str = ""

    def __str__(self) -> str:
        return self.name


def every_attack() -> list[Attack]:
    """All of them, on either database."""
    return [
        *_updates_and_deletes(),
        *_pointers(),
        *_gaps(),
        *_notes(),
        *_late_rows(),
        *_truncates(),
    ]


def _updates_and_deletes() -> Iterator[Attack]:
    for name, words in WORDS.items():
        table = f"scoring_{name}"
        if name in CHANGES:
            for verb in ("UPDATE", "UPDATE OR REPLACE"):
                yield Attack(
                    f"{verb} {name}",
                    _runs(f"{verb} {table} SET {CHANGES[name]}"),
                    f"guard: {words} are never changed",
                    [f"guard_{name}_no_update"],
                    vendor="sqlite" if "REPLACE" in verb else "",
                )
        yield Attack(
            f"DELETE {name}",
            _runs(f"DELETE FROM {table}"),
            f"guard: {words} are never deleted",
            [f"guard_{name}_no_delete"],
        )
    columns = "id, payer_id, payee_id, points, bets, reason, rule, revision_id"
    yield Attack(
        "INSERT transfer ON CONFLICT DO UPDATE",
        _runs(
            f"INSERT INTO scoring_transfer ({columns}) SELECT {columns} FROM scoring_transfer"
            " WHERE revision_id IS NOT NULL ON CONFLICT (id) DO UPDATE SET points = 99"
        ),
        "guard: transfers are never",
        ["guard_transfer_no_update"],
        vendor="postgresql",
    )


def _pointers() -> Iterator[Attack]:
    pointer = ("guard: a deal moves only to its next revision", ["guard_deal_pointer"])

    def back(books: Books) -> None:
        """The corrected deal 3 goes back to its first revision."""
        first = raw.row("scoring_dealrevision", "deal_id = %s AND n = 1", [deal(3)["id"]])
        _point(deal(3), first["id"])

    def elsewhere(books: Books) -> None:
        """Deal 2 takes the first revision of deal 3, which is nobody's current one."""
        first = raw.row("scoring_dealrevision", "deal_id = %s AND n = 1", [deal(3)["id"]])
        _point(deal(2), first["id"])

    def skipping(books: Books) -> None:
        """Deal 2 has two more revisions now; the pointer goes to the second of them."""
        row = deal(2)
        skipped = next_revision(row)
        raw.insert("scoring_dealrevision", skipped)
        _point(row, skipped["id"])
        following = next_revision(deal(2))
        raw.insert("scoring_dealrevision", following)
        _point(deal(2), following["id"])
        raw.execute(
            "UPDATE scoring_deal SET current_id = %s WHERE id = %s", [skipped["id"], row["id"]]
        )

    def anywhere(books: Books) -> None:
        _point(deal(2), raw.raw_id())

    for name, run in (
        ("pointer moved back", back),
        ("pointer moved to another deal's revision", elsewhere),
        ("pointer moved back after two revisions", skipping),
        ("pointer moved to nothing", anywhere),
        ("pointer touched", _runs("UPDATE scoring_deal SET current_id = current_id")),
        ("number changed", _runs("UPDATE scoring_deal SET number = 9 WHERE number = 3")),
        (
            "time changed",
            _runs("UPDATE scoring_deal SET played_at = '2026-09-05 00:00:00+00' WHERE number = 3"),
        ),
        (
            "table changed",
            _runs("UPDATE scoring_deal SET table_id = table_id + 1 WHERE number = 3"),
        ),
    ):
        yield Attack(name, run, *pointer)

    def borrows(books: Books) -> None:
        """A fifth deal puts deal 3's first revision in force again."""
        first = raw.row("scoring_dealrevision", "deal_id = %s AND n = 1", [deal(3)["id"]])
        raw.insert("scoring_deal", next_deal(current_id=first["id"]))

    yield Attack(
        "deal with another deal's old revision",
        borrows,
        "guard: a deal stands before its first revision does",
        ["guard_deal_before_revision"],
    )

    def shared(books: Books) -> None:
        """A fifth deal waits for a revision that deal 2 then gets."""
        revision = next_revision(deal(2))
        raw.insert("scoring_deal", next_deal(current_id=revision["id"]))
        raw.insert("scoring_dealrevision", revision)

    yield Attack(
        "revision two deals point to",
        shared,
        "guard: revisions of a deal follow each other without gaps",
        ["guard_dealrevision_seal"],
    )


def _gaps() -> Iterator[Attack]:
    for number in (1, 3, 6):  # a second deal 1 or 3 is also stopped by the unique constraint
        yield Attack(
            f"another deal numbered {number}",
            _inserts_deal(number),
            "guard: deals of a table are numbered without gaps",
            ["guard_deal_dense"] if number == 6 else [],
        )
    terms = "guard: terms follow each other without gaps"
    yield Attack(
        "gap in the terms",
        lambda books: raw.insert("scoring_tableterms", next_terms() | {"n": 5}),
        terms,
        ["guard_tableterms_dense"],
    )
    yield Attack(
        "terms that begin before those before them",
        lambda books: raw.insert("scoring_tableterms", next_terms() | {"from_number": 1}),
        terms,
        ["guard_tableterms_dense"],
    )
    yield Attack(
        "gap in the versions of a rule set",
        lambda books: raw.insert("scoring_rulesetversion", next_version() | {"n": 9}),
        "guard: rule-set versions follow each other without gaps",
        ["guard_rulesetversion_dense"],
    )


def _notes() -> Iterator[Attack]:
    for change in ("text = 'something else'", "id = id + 100", "text = '', id = id + 100"):
        yield Attack(
            f"note with {change}",
            _runs(f"UPDATE scoring_note SET {change}"),
            "guard: a note is only blanked",
            ["guard_note_only_blanked"],
        )
    yield Attack(
        "note of another club",
        lambda books: raw.execute(
            "UPDATE scoring_note SET text = '', club_id = (SELECT MAX(id) FROM scoring_club)"
        ),
        "guard: a note is only blanked",
        ["guard_note_only_blanked"],
    )


def _late_rows() -> Iterator[Attack]:
    def transfer(books: Books) -> None:
        line = raw.row("scoring_transfer", "revision_id = %s", [deal(2)["current_id"]])
        raw.insert("scoring_transfer", without_id(line))

    yield Attack(
        "transfer under a sealed revision",
        transfer,
        "guard: the source of this transfer is sealed",
        ["guard_transfer_before_seal"],
    )

    def into_void(books: Books) -> None:
        line = raw.row("scoring_transfer", "revision_id = %s", [deal(2)["current_id"]])
        raw.insert("scoring_transfer", without_id(line) | {"revision_id": deal(1)["current_id"]})

    yield Attack(
        "transfer under a void revision",
        into_void,
        "guard: the source of this transfer is sealed",
        ["guard_transfer_before_seal"],
    )

    def seat(books: Books) -> None:
        """A void revision has room for seats."""
        taken = raw.row("scoring_dealseat", "revision_id = %s", [deal(2)["current_id"]])
        raw.insert("scoring_dealseat", without_id(taken) | {"revision_id": deal(1)["current_id"]})

    yield Attack(
        "seat under a sealed revision",
        seat,
        "guard: this revision is sealed",
        ["guard_dealseat_before_seal"],
    )

    def penalty(books: Books) -> None:
        line = raw.row("scoring_transfer", "adjustment_id IS NOT NULL")
        season = raw.row("scoring_adjustment", "scope = 'season'")
        raw.insert("scoring_transfer", without_id(line) | {"adjustment_id": season["id"]})

    yield Attack(
        "transfer under a penalty",
        penalty,
        "guard: the source of this transfer is sealed",
        ["guard_transfer_before_seal"],
    )


def _truncates() -> Iterator[Attack]:
    every = [f"guard_{name}_no_truncate" for name in WORDS]
    for name, words in WORDS.items():
        yield Attack(
            f"TRUNCATE {name}",
            _truncates_all(f"scoring_{name}"),
            "guard: .* are never truncated" if name in CASCADES else f"guard: {words} are never",
            every,
            vendor="postgresql",
        )
    for name in ("club", "table", "player", "login"):
        yield Attack(
            f"TRUNCATE {name} CASCADE",
            _truncates_all(f"scoring_{name}"),
            "guard: .* are never truncated",
            every,
            vendor="postgresql",
        )


# Others point to these, so that a cascade may meet another table's guard first.
CASCADES = {
    *("account", "adjustment", "deal", "dealrevision", "note", "payment", "policyversion"),
    *("potmove", "rulesetversion", "settlement", "tableterms"),
}


def _runs(sql: str) -> Callable[[Books], object]:
    return lambda books: raw.execute(sql)


def _inserts_deal(number: int) -> Callable[[Books], object]:
    return lambda books: raw.insert("scoring_deal", next_deal(number=number))


def _truncates_all(table: str) -> Callable[[Books], object]:
    def truncate(books: Books) -> None:
        raw.settle_deferred()
        raw.execute(f"TRUNCATE {table} CASCADE")

    return truncate


def _point(row: Row, revision_id: object) -> None:
    raw.execute("UPDATE scoring_deal SET current_id = %s WHERE id = %s", [revision_id, row["id"]])
