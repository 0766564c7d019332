"""The terms of a table: stake, rule set, seats and bench, from the next deal on.

A change is an appended row with an id made by the phone; taking one back is another row that names
it.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict
from uuid import UUID

from django.db import transaction
from django.db.models import F

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Player, Table, TableTerms
from scoring.permissions import Action
from scoring.selectors.people import verify_seats
from scoring.selectors.rulesets import get_ruleset_version
from scoring.selectors.tables import TableContext, load_table
from scoring.services import locks
from scoring.services.audit import write_event
from scoring.services.inputs import verify_stake
from scoring.services.rights import verify_at_table, verify_role_at_table


class Wanted(TypedDict):
    """The whole terms as a change leaves them; seats and bench are player UUIDs as text."""

    stake_points: int
    ruleset_version_id: int
    seats: list[str]
    bench: list[str]


@transaction.atomic
def change_terms(
    *,
    actor: Actor,
    table_id: int,
    terms_id: UUID,
    stake_points: int | None = None,
    ruleset_version_id: int | None = None,
    seats: Sequence[UUID] | None = None,
    bench: Sequence[UUID] | None = None,
    based_on: Mapping[str, object] | None = None,
) -> TableTerms:
    """Other terms from the next deal on; what is left out stays. The same `terms_id` changes once.

    `based_on` is what the person saw of stake, rules, seats and bench. Errors: `stale_terms` where
    it holds no more, `not_found`, `role_too_low`, `terms_id_reused`, `night_settled` …,
    `stake_invalid`, `ruleset_unknown`, `player_unknown`, `player_merged`, `seats_invalid`.
    """
    locks.lock_table(table_id)
    here = load_table(actor=actor, table_id=table_id)
    verify_role_at_table(here, Action.CHANGE_TERMS)
    wanted = _wanted(here.table, stake_points, ruleset_version_id, seats, bench)
    known = _find_known(terms_id, table_id=table_id)
    if known is not None:
        if known.cancels_id is not None or not _asks_for(
            known, stake_points, ruleset_version_id, seats, bench
        ):
            raise ServiceRefused(ErrorCode.TERMS_ID_REUSED, terms_id=str(terms_id))
        return known
    verify_at_table(here, Action.CHANGE_TERMS)
    _verify_seen(here.table, based_on or {})
    if seats is not None or bench is not None:
        verify_seats(
            club_id=here.club_id,
            seats=[UUID(seat) for seat in wanted["seats"]],
            bench=[UUID(seat) for seat in wanted["bench"]],
        )
    get_ruleset_version(club_id=here.club_id, version_id=wanted["ruleset_version_id"])
    changed = _changed(here.table, wanted)
    return _append(actor=actor, here=here, terms_id=terms_id, changed=changed, wanted=wanted)


@transaction.atomic
def cancel_terms(*, actor: Actor, table_id: int, terms_id: UUID, cancels_id: UUID) -> TableTerms:
    """Take back the last change of terms before a deal was played under it.

    Errors: `not_found`, `terms_id_reused`, `terms_not_last`, `terms_used` (correct the deals
    instead), `night_settled` ….
    """
    locks.lock_table(table_id)
    here = load_table(actor=actor, table_id=table_id)
    verify_role_at_table(here, Action.CHANGE_TERMS)
    known = _find_known(terms_id, table_id=table_id)
    if known is not None:
        if known.cancels_id != cancels_id:
            raise ServiceRefused(ErrorCode.TERMS_ID_REUSED, terms_id=str(terms_id))
        return known
    verify_at_table(here, Action.CHANGE_TERMS)
    history = list(TableTerms.objects.filter(table_id=table_id).order_by("-n")[:2])
    if len(history) < 2 or history[0].pk != cancels_id or history[0].cancels_id is not None:
        raise ServiceRefused(ErrorCode.TERMS_NOT_LAST, field="cancels_id")
    last, before = history
    if here.table.last_number >= last.from_number:
        raise ServiceRefused(ErrorCode.TERMS_USED, field="cancels_id", deal_number=last.from_number)
    wanted = _as_wanted(before)
    return _append(
        actor=actor, here=here, terms_id=terms_id, changed="cancel", wanted=wanted, cancels=last
    )


def _find_known(terms_id: UUID, *, table_id: int) -> TableTerms | None:
    """The row of this id at this table; one of another table is an id used twice."""
    known = TableTerms.objects.filter(pk=terms_id).first()
    if known is not None and known.table_id != table_id:
        raise ServiceRefused(ErrorCode.TERMS_ID_REUSED, terms_id=str(terms_id))
    return known


def _asks_for(
    known: TableTerms,
    stake_points: int | None,
    ruleset_version_id: int | None,
    seats: Sequence[UUID] | None,
    bench: Sequence[UUID] | None,
) -> bool:
    """Did the call that made this row ask for the same? Only what was asked can be compared."""
    return (
        stake_points in {None, known.stake_points}
        and ruleset_version_id in {None, known.ruleset_version_id}
        and (seats is None or known.seats == [str(player_id) for player_id in seats])
        and (bench is None or known.bench == [str(player_id) for player_id in bench])
    )


def _verify_seen(table: Table, seen: Mapping[str, object]) -> None:
    """Does all of it hold? People are who they are by now: a phone is told no others."""
    now: Mapping[str, object] = {**_as_wanted(table)}
    if "seats" in seen or "bench" in seen:
        sitting = [UUID(one) for one in (*table.seats, *table.bench)]
        roots = dict(Player.objects.filter(pk__in=sitting).values_list("pk", "root_id"))
        now = {
            **now,
            "seats": [roots[UUID(one)] for one in table.seats],
            "bench": [roots[UUID(one)] for one in table.bench],
        }
    for name, value in seen.items():
        if now[name] != value:
            raise ServiceRefused(ErrorCode.STALE_TERMS, field=name)


def _wanted(
    table: Table,
    stake_points: int | None,
    ruleset_version_id: int | None,
    seats: Sequence[UUID] | None,
    bench: Sequence[UUID] | None,
) -> Wanted:
    """The whole terms after the change: what is left out stays."""
    now = _as_wanted(table)
    if stake_points is not None:
        now["stake_points"] = verify_stake(stake_points)
    if ruleset_version_id is not None:
        now["ruleset_version_id"] = ruleset_version_id
    if seats is not None:
        now["seats"] = [str(player_id) for player_id in seats]
    if bench is not None:
        now["bench"] = [str(player_id) for player_id in bench]
    return now


def _as_wanted(terms: Table | TableTerms) -> Wanted:
    return {
        "stake_points": terms.stake_points,
        "ruleset_version_id": terms.ruleset_version_id,
        "seats": list(terms.seats),
        "bench": list(terms.bench),
    }


def _changed(table: Table, wanted: Wanted) -> str:
    """Which of stake, ruleset and seats differ from what is in force; `none` where nothing does."""
    now = _as_wanted(table)
    found = [
        name
        for name, differs in (
            ("stake", now["stake_points"] != wanted["stake_points"]),
            ("ruleset", now["ruleset_version_id"] != wanted["ruleset_version_id"]),
            ("seats", (now["seats"], now["bench"]) != (wanted["seats"], wanted["bench"])),
        )
        if differs
    ]
    return ",".join(found) or "none"


def _append(
    *,
    actor: Actor,
    here: TableContext,
    terms_id: UUID,
    changed: str,
    wanted: Wanted,
    cancels: TableTerms | None = None,
) -> TableTerms:
    table = here.table
    last = (
        TableTerms.objects.filter(table=table).order_by("-n").values_list("n", flat=True).first()
        or 0
    )
    terms = TableTerms.objects.create(
        id=terms_id,
        table=table,
        n=last + 1,
        from_number=table.last_number + 1,
        changed=changed,
        cancels=cancels,
        author_kind=actor.kind,
        author_login_id=actor.login_id,
        author_device=actor.device_id,
        **wanted,
    )
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1, **wanted)
    write_event(
        actor=actor,
        club_id=here.club_id,
        night_id=here.night_id,
        action="terms.cancel" if cancels else "terms.change",
        object_kind="terms",
        object_id=terms.pk,
        before=_as_wanted(table),
        after={**wanted, "from_number": terms.from_number, "table_id": table.pk},
    )
    return terms
