"""Opening and closing pots: what enters and leaves a table's pot outside its deals (R-40).

Everything is posted as a difference to what stands already, so that settling again after a
correction moves only what changed. Counted in points.
"""

import uuid
from collections.abc import Mapping

from django.utils import timezone

from scoring.models import PotMove, Settlement, Table
from scoring.selectors.pot_closing import (
    carried_points,
    closed_so_far,
    held_before_closing,
    shares_at_closing,
)
from scoring.services import ledger
from scoring.services.tallies import recompute_tallies


def open_pot(*, table: Table, pot_account_id: int, club_id: int) -> int:
    """Bring the club's carried pot in, if this is the first table with a pot of its night.

    Returns the points. The caller holds the club's lock.
    """
    points = carried_points(club_id=club_id)
    taken = PotMove.objects.filter(table__night_id=table.night_id, kind="opening")
    if points <= 0 or taken.exists():
        return 0
    carried = ledger.find_or_open_carried_pot(club_id)
    _post(table, "opening", {carried.pk: -points}, pot_account_id=pot_account_id)
    return points


def close_pots(*, night_id: int, club_id: int, settlement: Settlement) -> None:
    """Empty every pot of the night, by the rules now in force at its table; only the difference."""
    for table in _tables(night_id):
        pot = table.pot_account.pk
        held = held_before_closing(table_id=table.pk, pot_account_id=pot)
        wanted = shares_at_closing(table, held_points=held)
        if wanted is None:
            carried = ledger.find_or_open_carried_pot(club_id)
            wanted = {carried.pk: held} if held else {}
        _post_difference(table, "closing", wanted, settlement=settlement)


def reopen_pots(*, night_id: int) -> None:
    """Take back what was closed: the pots hold again what play left in them."""
    for table in _tables(night_id):
        _post_difference(table, "reopening", {}, settlement=None)


def _tables(night_id: int) -> list[Table]:
    return list(
        Table.objects.filter(night_id=night_id)
        .select_related("pot_account", "ruleset_version")
        .order_by("pk")
    )


def _post_difference(
    table: Table, kind: str, wanted: Mapping[int, int], *, settlement: Settlement | None
) -> None:
    pot = table.pot_account.pk
    posted = closed_so_far(table_id=table.pk, pot_account_id=pot)
    difference = {
        account: wanted.get(account, 0) - posted.get(account, 0)
        for account in sorted(wanted.keys() | posted.keys())
    }
    if any(difference.values()):
        _post(table, kind, difference, pot_account_id=pot, settlement=settlement)
        recompute_tallies(table.pk)


def _post(
    table: Table,
    kind: str,
    received: Mapping[int, int],
    *,
    pot_account_id: int,
    settlement: Settlement | None = None,
) -> None:
    """Lines between the pot and each account: positive from the pot, negative into it."""
    move_id = uuid.uuid4()
    count = ledger.post_pot_move(move_id=move_id, pot_account_id=pot_account_id, received=received)
    PotMove.objects.create(
        id=move_id,
        table=table,
        kind=kind,
        settlement=settlement,
        transfer_count=count,
        recorded_at=timezone.now(),
    )
