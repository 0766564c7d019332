"""Comparing the books with a rebuild from nothing.

Each function looks at one part and yields what differs. Nothing is trusted that the part itself
could have got wrong: hashes, numbers, seats, transfers, pots, tallies, terms, pointers, guards.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Sum

from scoring import guards
from scoring.engine import ENGINE_VERSION, Refused, Ruleset, canonical_json
from scoring.models import (
    Account,
    Adjustment,
    Club,
    Deal,
    DealRevision,
    Player,
    RevisionKind,
    RulesetVersion,
    Table,
    TableTally,
    TableTerms,
    Transfer,
)
from scoring.selectors.audits_settlements import audit_settling
from scoring.selectors.audits_standings import audit_standings
from scoring.selectors.balances import sums_by_account
from scoring.selectors.differences import Difference
from scoring.selectors.pot_closing import closing_lines, opening_points
from scoring.selectors.rebuild import (
    LINE_COLUMNS,
    SEAT_COLUMNS,
    TALLY_COLUMNS,
    RebuiltRevision,
    RebuiltTable,
    accounts_of,
    rebuild_revision,
)
from scoring.selectors.sheets import hash_of_content, read_sheet
from scoring.selectors.tables import ruleset_of


@dataclass(slots=True)
class TableAudit:
    """What one table came to; `older_engine` counts revisions an earlier engine scored."""

    differences: list[Difference]
    deals_checked: int = 0
    older_engine: int = 0


def list_table_ids() -> Sequence[int]:
    """Every table, by club, night and id."""
    order = ("night__club_id", "night__day", "pk")
    return list(Table.objects.order_by(*order).values_list("pk", flat=True))


def list_club_ids() -> Sequence[int]:
    """Every club."""
    return list(Club.objects.order_by("pk").values_list("pk", flat=True))


def find_guard_differences() -> Iterator[Difference]:
    """Guards that are missing or differ from their files."""
    for name in guards.missing(connection):
        yield Difference("database", f"guard {name}", "missing or altered", "as its file says")


def audit_table(table_id: int) -> TableAudit:
    """One table: its terms, every revision of every deal, the pot, the tallies, the balances.

    Call it inside one transaction that sees one moment.
    """
    table = Table.objects.select_related("night__club", "pot_account").get(pk=table_id)
    where = f"{table.night.club.slug}/{table.night.day}/{table.label}"
    audit = TableAudit(differences=list(_terms(table, where)))
    accounts = accounts_of(table.night.club_id)
    deals = (
        Deal.objects.filter(table=table)
        .order_by("number")
        .prefetch_related(
            "revisions__ruleset_version__ruleset", "revisions__seats", "revisions__transfers"
        )
    )
    rebuilt = RebuiltTable()
    pot_points = opening_points(table_id=table.pk, pot_account_id=table.pot_account.pk)
    number = 0
    for number, deal in enumerate(deals, start=1):
        place = f"{where}/{deal.number}"
        if deal.number != number:
            audit.differences.append(Difference(place, "number", deal.number, number))
        audit.deals_checked += 1
        in_force = _audit_deal(deal, audit, place, table, accounts)
        if in_force is None:
            continue
        audit.differences += _pot(deal, in_force, place, pot_points=pot_points)
        pot_points = rebuilt.add(deal.number, in_force, pot_points=pot_points)
        if pot_points < 0:
            audit.differences.append(Difference(place, "pot behind it", pot_points, "at least 0"))
    if table.last_number != number:
        audit.differences.append(Difference(where, "last_number", table.last_number, number))
    rebuilt.add_closing(closing_lines(table_id=table.pk))
    audit.differences += _tallies(table, rebuilt, where)
    audit.differences += _balances(table, rebuilt, where)
    return audit


def audit_club(club_id: int) -> Iterator[Difference]:
    """What belongs to no table: rule-set versions, players' pointers and names, adjustments,
    nights.
    """
    club = Club.objects.get(pk=club_id)
    for version in RulesetVersion.objects.filter(ruleset__club=club).order_by("pk"):
        yield from _ruleset_version(version, club)
    yield from _players(club)
    yield from _adjustments(club)
    yield from audit_settling(club)
    yield from audit_standings(club)
    for night in club.nights.order_by("day"):
        total = sum(sums_by_account(night_id=night.pk).values())
        if total:
            yield Difference(f"{club.slug}/{night.day}", "sum of balances", total, 0)
        if not night.season.first_day <= night.day <= night.season.last_day:
            yield Difference(f"{club.slug}/{night.day}", "season", night.season.name, "around it")


def _audit_deal(
    deal: Deal, audit: TableAudit, where: str, table: Table, accounts: Mapping[str, int]
) -> RebuiltRevision | None:
    """Every revision of the deal; returns what the one in force comes to, None where it is lost."""
    revisions = sorted(deal.revisions.all(), key=lambda revision: revision.n)
    in_force: RebuiltRevision | None = None
    for n, revision in enumerate(revisions, start=1):
        place = f"{where} revision {revision.n}"
        if revision.n != n:
            audit.differences.append(Difference(place, "n", revision.n, n))
        audit.differences += _revision(revision, place, club_id=table.night.club_id)
        if revision.engine_version != ENGINE_VERSION:
            audit.older_engine += 1
        rebuilt = rebuild_revision(revision, accounts=accounts, pot_account_id=table.pot_account.pk)
        audit.differences += _rows(revision, rebuilt, place)
        if revision.pk == deal.current_id:
            in_force = rebuilt
    if not revisions or deal.current_id != revisions[-1].pk:
        last = revisions[-1].pk if revisions else None
        audit.differences.append(Difference(where, "current", deal.current_id, last))
    return in_force


def _revision(revision: DealRevision, where: str, *, club_id: int) -> Iterator[Difference]:
    """What a revision says about itself: sheet, hash, rule set, first and later kinds."""
    if (revision.n == 1) != (revision.kind == RevisionKind.RECORD):
        yield Difference(where, "kind", revision.kind, "record exactly for the first")
    if revision.ruleset_version.ruleset.club_id != club_id:
        yield Difference(where, "rule set", "another club's", "this club's")
    try:
        sheet = read_sheet(revision.sheet)
    except (Refused, ValueError) as refused:
        yield Difference(where, "sheet", str(refused), "a phom-sheet/1")
        return
    bare = sheet.without_notes().with_pot(0).to_json()
    if canonical_json(bare) != revision.sheet:
        yield Difference(where, "sheet", "not canonical", "canonical, without pot and notes")
    hashes = {
        hash_of_content(bare, stake_points=stake, ruleset_version_id=version)
        for stake in (None, revision.stake_points)
        for version in (None, revision.ruleset_version_id)
    }
    if revision.content_hash not in hashes:
        yield Difference(where, "content hash", revision.content_hash, min(hashes))


def _rows(revision: DealRevision, rebuilt: RebuiltRevision, where: str) -> Iterator[Difference]:
    """Seats and transfers against the engine's; of an older engine only what they sum to."""
    seats = sorted(revision.seats.all(), key=lambda seat: seat.seat)
    lines = sorted(revision.transfers.all(), key=lambda line: line.pk)
    if revision.seat_count != len(seats):
        yield Difference(where, "seat_count", revision.seat_count, len(seats))
    if revision.transfer_count != len(lines):
        yield Difference(where, "transfer_count", revision.transfer_count, len(lines))
    if revision.engine_version != ENGINE_VERSION:
        yield from _sums(revision, where)
        return
    if rebuilt.refused:
        yield Difference(where, "score", "stored", f"refused: {rebuilt.refused}")
        return
    stored_seats = [tuple(getattr(seat, name) for name in SEAT_COLUMNS) for seat in seats]
    stored_lines = [tuple(getattr(line, name) for name in LINE_COLUMNS) for line in lines]
    yield from _unequal(where, "seat", stored_seats, rebuilt.seats)
    yield from _unequal(where, "transfer", stored_lines, rebuilt.lines)


def _unequal(
    where: str, what: str, stored: Sequence[object], rebuilt: Sequence[object]
) -> Iterator[Difference]:
    for index in range(max(len(stored), len(rebuilt))):
        one = stored[index] if index < len(stored) else None
        other = rebuilt[index] if index < len(rebuilt) else None
        if one != other:
            yield Difference(where, f"{what} {index}", one, other)


def _sums(revision: DealRevision, where: str) -> Iterator[Difference]:
    nets: dict[int, int] = {}
    for line in revision.transfers.all():
        nets[line.payer_id] = nets.get(line.payer_id, 0) - line.points
        nets[line.payee_id] = nets.get(line.payee_id, 0) + line.points
    for seat in revision.seats.all():
        if seat.net_points != nets.get(seat.account_id, 0):
            net = nets.get(seat.account_id, 0)
            yield Difference(where, f"net of seat {seat.seat}", seat.net_points, net)


def _pot(
    deal: Deal, in_force: RebuiltRevision, where: str, *, pot_points: int
) -> Iterator[Difference]:
    """An ù in force that plays with the pot took the pot that stood before it."""
    current = deal.current
    is_u = any(figures.ending == "u" for figures in in_force.figures)
    plays = is_u and ruleset_of(current.ruleset_version.canonical).pot_enabled
    if plays and current.pot_before_points != pot_points:
        yield Difference(where, "pot before it", current.pot_before_points, pot_points)


def _tallies(table: Table, rebuilt: RebuiltTable, where: str) -> Iterator[Difference]:
    """Every column of every tally; a row of nothing is as good as none."""
    stored = {str(tally.player_id): tally for tally in TableTally.objects.filter(table=table)}
    for player in sorted(stored.keys() | rebuilt.tallies.keys()):
        for column in TALLY_COLUMNS:
            one = getattr(stored[player], column) if player in stored else 0
            other = rebuilt.tallies.get(player, {}).get(column, 0)
            if one != other:
                yield Difference(where, f"tally of {player}, {column}", one, other)


def _balances(table: Table, rebuilt: RebuiltTable, where: str) -> Iterator[Difference]:
    """The ledger in force, summed by the database, against the rebuilt lines."""
    lines = Transfer.objects.filter(revision__current_of__table=table).order_by()
    stored: dict[int, int] = {}
    for side, sign in (("payee_id", 1), ("payer_id", -1)):
        for account, points in lines.values_list(side).annotate(total=Sum("points")):
            stored[account] = stored.get(account, 0) + sign * int(points)
    for account in sorted(stored.keys() | rebuilt.balances.keys()):
        one, other = stored.get(account, 0), rebuilt.balances.get(account, 0)
        if one != other:
            yield Difference(where, f"balance of account {account}", one, other)


def _terms(table: Table, where: str) -> Iterator[Difference]:
    """The history is dense and its last row is what the table says; the state is the night's."""
    history = list(TableTerms.objects.filter(table=table).order_by("n"))
    for n, terms in enumerate(history, start=1):
        if terms.n != n:
            yield Difference(where, "terms", terms.n, n)
    if table.state != table.night.state:
        yield Difference(where, "state", table.state, table.night.state)
    names = ("stake_points", "ruleset_version_id", "seats", "bench")
    for name in names if history else ():
        one, other = getattr(table, name), getattr(history[-1], name)
        if one != other:
            yield Difference(where, name, one, other)


def _ruleset_version(version: RulesetVersion, club: Club) -> Iterator[Difference]:
    where = f"{club.slug} rule-set version {version.pk}"
    sha256 = hashlib.sha256(version.canonical.encode()).hexdigest()
    if version.sha256 != sha256:
        yield Difference(where, "sha256", version.sha256, sha256)
    try:
        rules: Ruleset = ruleset_of(version.canonical)
    except (Refused, ValueError) as refused:
        yield Difference(where, "canonical", str(refused), "a phom-rules/1")
        return
    if canonical_json(rules.to_json()) != version.canonical:
        yield Difference(where, "canonical", "not canonical", "canonical")


def _players(club: Club) -> Iterator[Difference]:
    """`root` is the end of the pointers; everybody has one account."""
    pointers: dict[UUID, UUID | None] = dict(
        Player.objects.filter(club=club).values_list("pk", "merged_into_id")
    )
    with_account = set(
        Account.objects.filter(club=club, player__isnull=False).values_list("player_id", flat=True)
    )
    for player_id, root_id in Player.objects.filter(club=club).values_list("pk", "root_id"):
        where = f"{club.slug} player {player_id}"
        end, steps = player_id, 0
        while (following := pointers.get(end)) is not None and steps <= len(pointers):
            end, steps = following, steps + 1
        if end != root_id:
            yield Difference(where, "root", root_id, end)
        if player_id not in with_account:
            yield Difference(where, "account", None, "one")


def _adjustments(club: Club) -> Iterator[Difference]:
    """A night adjustment's transfer says the same; a cancelling one is the contrary."""
    for adjustment in Adjustment.objects.filter(club=club).select_related("transfer", "cancels"):
        where = f"{club.slug} adjustment {adjustment.pk}"
        said = (adjustment.payer_id, adjustment.payee_id, adjustment.points)
        transfer = getattr(adjustment, "transfer", None)
        posted = (transfer.payer_id, transfer.payee_id, transfer.points) if transfer else None
        if posted != (said if adjustment.night_id else None):
            yield Difference(where, "transfer", posted, said)
        old = adjustment.cancels
        if old is None:
            continue
        contrary = (
            (old.payee_id, old.payer_id, old.points) if old.night_id else (None, None, -old.points)
        )
        if said != contrary:
            yield Difference(where, "contrary", said, contrary)
