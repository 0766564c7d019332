"""The people of a club."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Player


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


def names_by_id(*, club_id: int, player_ids: Sequence[str]) -> Mapping[str, str]:
    """Call names by the UUID text of these players, as far as they are of this club."""
    wanted = [found for text in player_ids if (found := _uuid(text)) is not None]
    players = Player.objects.filter(club_id=club_id, pk__in=wanted)
    return {str(pk): name for pk, name in players.values_list("pk", "call_name")}


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


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
