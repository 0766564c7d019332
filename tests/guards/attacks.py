"""What the guards are there to refuse: every attack with the guard that stops it.

An attack is plain SQL on the night of `night.py`. Each names the words it is refused with and the
guards that stand in its way: without these, and with all others in place, it goes through.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring import guards
from tests.books import Books
from tests.guards import raw
from tests.guards.raw import Row

# A column of each table whose change would be worth something.
CHANGES = {
    "account": "club_id = club_id + 0",
    "adjustment": "points = points + 1",
    "auditevent": "action = 'nothing'",
    "dealrevision": "stake_points = stake_points + 1",
    "dealseat": "net_points = net_points + 1",
    "rulesetversion": "sha256 = ''",
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
    "rulesetversion": "rule-set versions",
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
        *_replaces(),
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
        first = raw.row("scoring_dealrevision", "deal_id = %s AND n = 1", [_deal(3)["id"]])
        _point(_deal(3), first["id"])

    def elsewhere(books: Books) -> None:
        """Deal 2 takes the first revision of deal 3, which is nobody's current one."""
        first = raw.row("scoring_dealrevision", "deal_id = %s AND n = 1", [_deal(3)["id"]])
        _point(_deal(2), first["id"])

    def skipping(books: Books) -> None:
        """Deal 2 has two more revisions now; the pointer goes to the second of them."""
        deal = _deal(2)
        skipped = next_revision(deal)
        raw.insert("scoring_dealrevision", skipped)
        _point(deal, skipped["id"])
        following = next_revision(_deal(2))
        raw.insert("scoring_dealrevision", following)
        _point(_deal(2), following["id"])
        raw.execute(
            "UPDATE scoring_deal SET current_id = %s WHERE id = %s", [skipped["id"], deal["id"]]
        )

    def anywhere(books: Books) -> None:
        _point(_deal(2), raw.raw_id())

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
        first = raw.row("scoring_dealrevision", "deal_id = %s AND n = 1", [_deal(3)["id"]])
        raw.insert("scoring_deal", next_deal(current_id=first["id"]))

    yield Attack(
        "deal with another deal's old revision",
        borrows,
        "guard: a deal stands before its first revision does",
        ["guard_deal_before_revision"],
    )

    def shared(books: Books) -> None:
        """A fifth deal waits for a revision that deal 2 then gets."""
        revision = next_revision(_deal(2))
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
            lambda books, number=number: raw.insert("scoring_deal", next_deal(number=number)),
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
        line = raw.row("scoring_transfer", "revision_id = %s", [_deal(2)["current_id"]])
        raw.insert("scoring_transfer", without_id(line))

    yield Attack(
        "transfer under a sealed revision",
        transfer,
        "guard: the source of this transfer is sealed",
        ["guard_transfer_before_seal"],
    )

    def into_void(books: Books) -> None:
        line = raw.row("scoring_transfer", "revision_id = %s", [_deal(2)["current_id"]])
        raw.insert("scoring_transfer", without_id(line) | {"revision_id": _deal(1)["current_id"]})

    yield Attack(
        "transfer under a void revision",
        into_void,
        "guard: the source of this transfer is sealed",
        ["guard_transfer_before_seal"],
    )

    def seat(books: Books) -> None:
        """A void revision has room for seats."""
        taken = raw.row("scoring_dealseat", "revision_id = %s", [_deal(2)["current_id"]])
        raw.insert("scoring_dealseat", without_id(taken) | {"revision_id": _deal(1)["current_id"]})

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


def _replaces() -> Iterator[Attack]:
    """INSERT OR REPLACE deletes rows without asking their delete triggers."""
    deal, terms, version = next_deal, next_terms, next_version

    def note(books: Books) -> Row:
        return raw.row("scoring_note") | {"text": "something else"}

    def event(books: Books) -> Row:
        return raw.row("scoring_auditevent") | {"action": "nothing"}

    def audit_key(books: Books) -> Row:
        first = raw.row("scoring_auditevent")
        keyed = without_id(first) | {"idempotency_key": "key", "club_id": books.club.pk}
        raw.insert("scoring_auditevent", keyed)
        return keyed | {"action": "nothing"}

    def free_line(books: Books) -> Row:
        """A line of a revision that is not there yet."""
        return raw.row("scoring_transfer", "revision_id IS NOT NULL") | {
            "revision_id": raw.raw_id()
        }

    def adjustment_line(books: Books) -> Row:
        line = without_id(raw.row("scoring_transfer", "adjustment_id IS NOT NULL"))
        line["adjustment_id"] = raw.raw_id()
        raw.insert("scoring_transfer", line)
        return line | {"points": 99}

    def free_seat(books: Books) -> Row:
        return raw.row("scoring_dealseat") | {"revision_id": raw.raw_id()}

    def same_seat(books: Books) -> Row:
        one, other = raw.rows("scoring_dealseat")[:2]
        fresh = raw.raw_id()
        raw.insert("scoring_dealseat", without_id(one) | {"revision_id": fresh})
        return without_id(other) | {"revision_id": fresh, "seat": one["seat"]}

    def same_account(books: Books) -> Row:
        one = without_id(raw.row("scoring_dealseat")) | {"revision_id": raw.raw_id()}
        raw.insert("scoring_dealseat", one)
        return one | {"seat": 3}

    def revision(books: Books) -> Row:
        return raw.row("scoring_dealrevision", "id = %s", [_deal(4)["current_id"]]) | {
            "source": "nobody"
        }

    def same_n(books: Books) -> Row:
        one = next_revision(_deal(2))
        raw.insert("scoring_dealrevision", one)
        return one | {"id": raw.raw_id()}

    def adjustment(books: Books) -> Row:
        return raw.row("scoring_adjustment", "cancels_id IS NULL AND scope = 'night'") | {
            "author_kind": "nobody"
        }

    def cancelled_twice(books: Books) -> Row:
        cancelling = raw.row("scoring_adjustment", "cancels_id IS NOT NULL")
        line = raw.row("scoring_transfer", "adjustment_id = %s", [cancelling["id"]])
        fresh = raw.raw_id()
        raw.insert("scoring_transfer", without_id(line) | {"adjustment_id": fresh})
        return cancelling | {"id": fresh}

    def fund(books: Books) -> Row:
        return without_id(raw.row("scoring_account", "kind = 'fund'"))

    def of_player(books: Books) -> Row:
        return without_id(raw.row("scoring_account", "kind = 'player'"))

    def of_table(books: Books) -> Row:
        return without_id(raw.row("scoring_account", "kind = 'pot'"))

    def with_rowid(table: str, values: Callable[[], Row]) -> Callable[[Books], Row]:
        return lambda books: {"rowid": _a_rowid(table)} | values()

    for table, key, values in (
        ("account", "id", lambda books: raw.row("scoring_account", "kind = 'fund'")),
        ("account", "player", of_player),
        ("account", "table", of_table),
        ("account", "club and kind", fund),
        ("adjustment", "id", adjustment),
        ("adjustment", "cancels", cancelled_twice),
        ("auditevent", "id", event),
        ("auditevent", "club and key", audit_key),
        ("deal", "id", lambda books: deal(id=_deal(1)["id"])),
        ("deal", "rowid", with_rowid("deal", deal)),
        ("dealrevision", "id", revision),
        ("dealrevision", "deal and n", same_n),
        (
            "dealrevision",
            "rowid",
            with_rowid("dealrevision", lambda: next_revision(_deal(2))),
        ),
        ("dealseat", "id", free_seat),
        ("dealseat", "revision and seat", same_seat),
        ("dealseat", "revision and account", same_account),
        ("note", "id", note),
        ("rulesetversion", "id", lambda books: version() | {"id": books.version.pk}),
        ("tableterms", "id", lambda books: terms() | {"id": _first_terms()["id"]}),
        (
            "tableterms",
            "cancels",
            lambda books: (
                terms()
                | {
                    "cancels_id": raw.row("scoring_tableterms", "cancels_id IS NOT NULL")[
                        "cancels_id"
                    ]
                }
            ),
        ),
        ("tableterms", "rowid", with_rowid("tableterms", terms)),
        ("transfer", "id", free_line),
        ("transfer", "adjustment", adjustment_line),
    ):
        yield Attack(
            f"REPLACE {table} by {key}",
            _replaces_with(f"scoring_{table}", values),
            f"guard: {WORDS[table]} are never replaced",
            [f"guard_{table}_no_replace"],
            vendor="sqlite",
        )

    def current(books: Books) -> Row:
        return deal(current_id=_deal(3)["current_id"])

    yield Attack(
        "REPLACE deal by current",
        _replaces_with("scoring_deal", current),
        "guard: (a deal stands before|deals are never replaced)",
        ["guard_deal_no_replace", "guard_deal_before_revision"],
        vendor="sqlite",
    )
    for table, key, values in (
        ("deal", "table and number", lambda books: deal(number=2)),
        ("tableterms", "table and n", lambda books: terms() | {"n": 2}),
        (
            "rulesetversion",
            "rule set and n",
            lambda books: version() | {"n": 1},
        ),
    ):
        yield Attack(
            f"REPLACE {table} by {key}",
            _replaces_with(f"scoring_{table}", values),
            "guard: ",
            [f"guard_{table}_no_replace", f"guard_{table}_dense"],
            vendor="sqlite",
        )

    def rowid_of_pointer(books: Books) -> None:
        """A lawful move of the pointer that also takes another deal's rowid."""
        following = next_revision(_deal(2))
        raw.insert("scoring_dealrevision", following)
        raw.execute(
            "UPDATE OR REPLACE scoring_deal SET current_id = %s,"
            " rowid = (SELECT rowid FROM scoring_deal WHERE number = 1) WHERE number = 2",
            [following["id"]],
        )

    yield Attack(
        "UPDATE OR REPLACE deal by rowid",
        rowid_of_pointer,
        "guard: a deal moves only to its next revision",
        ["guard_deal_pointer"],
        vendor="sqlite",
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
CASCADES = {"account", "adjustment", "deal", "dealrevision", "note", "rulesetversion", "tableterms"}


def next_deal(**changes: object) -> Row:
    """A row of deal 5, whose revision is yet to come."""
    deal = raw.row("scoring_deal", "number = 4")
    return deal | {"id": raw.raw_id(), "number": 5, "current_id": raw.raw_id()} | changes


def next_revision(deal: Row) -> Row:
    """A void revision behind the current one of this deal: nothing but its own row is needed."""
    last = raw.row("scoring_dealrevision", "id = %s", [deal["current_id"]])
    void = {"id": raw.raw_id(), "n": last["n"] + 1, "kind": "void"}
    return last | void | {"seat_count": 0, "transfer_count": 0}


def next_terms() -> Row:
    """The row behind the last of the table's terms."""
    last = max(_terms(), key=lambda terms: terms["n"])
    return last | {"id": raw.raw_id(), "n": last["n"] + 1, "cancels_id": None}


def next_version() -> Row:
    """The row behind the last version of the rule set the table plays."""
    last = raw.row(
        "scoring_rulesetversion",
        "id = (SELECT ruleset_version_id FROM scoring_deal"
        " JOIN scoring_dealrevision ON scoring_dealrevision.id = current_id LIMIT 1)",
    )
    return without_id(last) | {"n": last["n"] + 1}


def without_id(row: Row) -> Row:
    """The row, for the database to number."""
    return {name: value for name, value in row.items() if name != "id"}


def attacks_here(vendor: str) -> list[Attack]:
    """Those that can be made on this database."""
    return [attack for attack in every_attack() if attack.vendor in {"", vendor}]


def guards_here(vendor: str) -> set[str]:
    """The triggers the files of this database state."""
    return {guard.name for guard in guards.expected(vendor) if guard.kind == "trigger"}


def _runs(sql: str) -> Callable[[Books], object]:
    return lambda books: raw.execute(sql)


def _replaces_with(table: str, values: Callable[[Books], Row]) -> Callable[[Books], object]:
    return lambda books: raw.insert(table, values(books), verb="INSERT OR REPLACE INTO")


def _truncates_all(table: str) -> Callable[[Books], object]:
    def truncate(books: Books) -> None:
        raw.settle_deferred()
        raw.execute(f"TRUNCATE {table} CASCADE")

    return truncate


def _deal(number: int) -> Row:
    return raw.row("scoring_deal", "number = %s", [number])


def _point(deal: Row, revision_id: object) -> None:
    raw.execute("UPDATE scoring_deal SET current_id = %s WHERE id = %s", [revision_id, deal["id"]])


def _terms() -> list[Row]:
    """The terms of the table that has deals."""
    return raw.rows("scoring_tableterms", "table_id = %s", [_deal(1)["table_id"]])


def _first_terms() -> Row:
    return min(_terms(), key=lambda terms: terms["n"])


def _a_rowid(table: str) -> int:
    return int(raw.rows(f"(SELECT rowid AS id FROM scoring_{table})")[0]["id"])
