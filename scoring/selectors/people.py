"""Players as deals need them: resolved to their accounts and to the end of their merge pointers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.engine import Code, Refused
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Player


@dataclass(frozen=True, slots=True)
class Person:
    """A player a sheet names: the player itself, its account, and the end of its merge pointers."""

    player_id: UUID
    root_id: UUID
    account_id: int


def resolve_people(*, club_id: int, seats: Sequence[str]) -> Mapping[str, Person]:
    """The people of these seats (player UUIDs as text), by seat; one statement.

    Errors: `player_unknown` with the seat (also for another club's player); `player_repeated` where
    two seats are, by now, one person.
    """
    ids = [_uuid(seat) for seat in seats]
    found = {
        player.pk: player
        for player in Player.objects.filter(club_id=club_id, pk__in=ids).select_related("account")
    }
    people: dict[str, Person] = {}
    for seat, player_id in zip(seats, ids, strict=True):
        player = found.get(player_id)
        if player is None:
            raise ServiceRefused(ErrorCode.PLAYER_UNKNOWN, field="seats", seat=seat)
        if any(person.root_id == player.root_id for person in people.values()):
            raise Refused(Code.PLAYER_REPEATED, seat=seat)
        people[seat] = Person(player.pk, player.root_id, player.account.pk)
    return people


def _uuid(seat: str) -> UUID:
    """Only the canonical spelling: stored sheets and hashes must not depend on how a client writes
    a UUID.
    """
    try:
        player_id = UUID(seat)
    except ValueError:
        player_id = None
    if player_id is None or str(player_id) != seat:
        raise ServiceRefused(ErrorCode.PLAYER_UNKNOWN, field="seats", seat=seat)
    return player_id


def verify_seats(*, club_id: int, seats: Sequence[UUID], bench: Sequence[UUID]) -> None:
    """People who may sit at a table: of this club, not merged away, nobody twice, at most four
    seats.

    Errors: `seats_invalid`, `player_unknown`, `player_merged`.
    """
    everybody = [*seats, *bench]
    if len(seats) > 4 or len(set(everybody)) != len(everybody):
        raise ServiceRefused(ErrorCode.SEATS_INVALID, field="seats")
    found = dict(
        Player.objects.filter(club_id=club_id, pk__in=everybody).values_list("pk", "merged_into_id")
    )
    for player_id in everybody:
        if player_id not in found:
            raise ServiceRefused(ErrorCode.PLAYER_UNKNOWN, field="seats", seat=str(player_id))
        if found[player_id] is not None:
            raise ServiceRefused(ErrorCode.PLAYER_MERGED, field="seats", seat=str(player_id))
