"""The people of a club."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Account, Player
from scoring.names import name_key


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person of the roster."""

    id: UUID
    name: str
    call_name: str
    is_guest: bool


def get_player(*, club_id: int, player_id: UUID) -> Player:
    """A player of this club, merged or not; `not_found` for everybody else's."""
    player = Player.objects.filter(club_id=club_id, pk=player_id).first()
    if player is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="player_id")
    return player


def list_players(*, club_id: int) -> Sequence[PlayerRow]:
    """The not merged, in Vietnamese order."""
    players = Player.objects.filter(club_id=club_id, merged_into__isnull=True)
    return [
        PlayerRow(player.pk, player.name, player.call_name, player.is_guest)
        for player in players.order_by("sort_key", "pk")
    ]


def ids_by_name(*, club_id: int) -> Mapping[str, UUID]:
    """Who is meant by a name: the not merged by their own, then aliases: the name of a merged
    player is its root's.
    """
    players = Player.objects.filter(club_id=club_id)
    aliases = players.filter(merged_into__isnull=False).order_by("created_at", "pk")
    own = players.filter(merged_into__isnull=True)
    ids: dict[str, UUID] = {}
    for key, root_id in aliases.values_list("name_key", "root_id"):
        ids.setdefault(key, root_id)
    return ids | dict(own.values_list("name_key", "root_id"))


def is_one_person(account_id: int, other_id: int) -> bool:
    """Do both accounts belong to one person, merged entries followed to the end?"""
    accounts = Account.objects.filter(pk__in=(account_id, other_id))
    roots = dict(accounts.values_list("pk", "player__root_id"))
    one, other = roots[account_id], roots[other_id]
    return account_id == other_id or (one is not None and one == other)


def find_player_named(*, club_id: int, name: str) -> UUID:
    """Who is meant by this name, whatever its case; `player_unknown` where nobody is."""
    player = ids_by_name(club_id=club_id).get(name_key(name))
    if player is None:
        raise ServiceRefused(ErrorCode.PLAYER_UNKNOWN, field="name", seat=name)
    return player
