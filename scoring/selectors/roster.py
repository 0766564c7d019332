"""The people of a club."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet, Sum

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Account, Player, TableTally
from scoring.names import name_key, search_key


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person of the roster."""

    id: UUID
    name: str
    call_name: str
    is_guest: bool


def get_player(*, club_id: int, player_id: UUID, field: str = "player_id") -> Player:
    """A player of this club, merged or not; `not_found` for everybody else's, with the field."""
    player = Player.objects.filter(club_id=club_id, pk=player_id).first()
    if player is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field=field)
    return player


def list_players(*, club_id: int) -> Sequence[PlayerRow]:
    """The not merged, in Vietnamese order."""
    players = Player.objects.filter(club_id=club_id, merged_into__isnull=True)
    return [
        PlayerRow(player.pk, player.name, player.call_name, player.is_guest)
        for player in players.order_by("sort_key", "pk")
    ]


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A person as the list of players shows them; `deals` in force over all seasons, `aliases` the
    names of those merged into them, `user_name` "" without a login. `root_id` is who they are by
    now.
    """

    id: UUID
    root_id: UUID
    name: str
    call_name: str
    is_guest: bool
    user_name: str
    deals: int
    aliases: Sequence[str]


def query_roster(*, club_id: int, query: str = "") -> QuerySet[Player]:
    """The not merged whose name, or a name they had before, holds every word of `query` whatever
    its marks and case; to be read by `roster_rows`, whole or a page at a time.
    """
    people = Player.objects.filter(club_id=club_id, merged_into__isnull=True)
    words = search_key(query).split()
    if not words:
        return people
    named = Player.objects.filter(club_id=club_id)
    for word in words:
        named = named.filter(search_key__contains=word)
    return people.filter(pk__in=named.values("root_id"))


def list_roster(*, club_id: int, query: str = "") -> Sequence[RosterRow]:
    """All of them in Vietnamese order; three statements."""
    people = query_roster(club_id=club_id, query=query)
    return roster_rows(list(people.order_by("sort_key", "pk")))


def get_roster_row(*, club_id: int, player_id: UUID) -> RosterRow:
    """One of them, merged or not; `not_found` for everybody else's."""
    get_player(club_id=club_id, player_id=player_id)
    return roster_rows(list(Player.objects.filter(club_id=club_id, pk=player_id)))[0]


def roster_rows(people: Sequence[Player]) -> Sequence[RosterRow]:
    """What is told of these people, in their order; two statements."""
    ids = [person.pk for person in people]
    deals = dict(
        TableTally.objects.filter(player__root_id__in=ids)
        .values_list("player__root_id")
        .annotate(total=Sum("deals"))
        .order_by()
    )
    families: dict[UUID, list[Player]] = {}
    for member in (
        Player.objects.filter(root_id__in=ids).select_related("login").order_by("created_at", "pk")
    ):
        families.setdefault(member.root_id, []).append(member)
    return [_roster_row(person, families.get(person.pk, []), deals) for person in people]


def _roster_row(person: Player, family: Sequence[Player], deals: Mapping[UUID, int]) -> RosterRow:
    logins = [member.login for member in family if member.login is not None]
    return RosterRow(
        id=person.pk,
        root_id=person.root_id,
        name=person.name,
        call_name=person.call_name,
        is_guest=person.is_guest,
        user_name=logins[0].get_username() if logins else "",
        deals=int(deals.get(person.pk, 0)),
        aliases=[member.name for member in family if member.pk != person.pk],
    )


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
