"""The roster of a club."""

from uuid import UUID, uuid4

from django.db import transaction

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Account, AccountKind, Membership, Player
from scoring.names import call_name, name_key, search_key, sort_key
from scoring.permissions import Action
from scoring.selectors.merging import has_login
from scoring.selectors.roster import get_player
from scoring.services import ledger, locks, merges
from scoring.services.audit import write_event
from scoring.services.inputs import verify_name
from scoring.services.rights import verify_in_club


@transaction.atomic
def add_player(
    *, actor: Actor, club_id: int, name: str, is_guest: bool = False, player_id: UUID | None = None
) -> Player:
    """A new person in the roster, with the account its points will stand on.

    Scorers may add guests; members are added by managers. The same `player_id` adds once. Errors:
    `name_empty`, `name_too_long`, `name_taken` (whatever the case, among the not merged),
    `player_id_reused`.
    """
    locks.lock_club(club_id)
    action = Action.RECORD if is_guest else Action.MANAGE_PLAYERS
    verify_in_club(actor=actor, club_id=club_id, action=action)
    name = verify_name(name)
    known = Player.objects.filter(pk=player_id).first() if player_id else None
    if known is not None:
        said = (known.club_id, known.name_key, known.is_guest)
        if said != (club_id, name_key(name), is_guest):
            raise ServiceRefused(ErrorCode.PLAYER_ID_REUSED, player_id=str(player_id))
        return known
    return enrol(
        actor=actor, club_id=club_id, name=name, is_guest=is_guest, player_id=player_id or uuid4()
    )


def enrol(
    *,
    actor: Actor,
    club_id: int,
    name: str,
    is_guest: bool,
    player_id: UUID,
    night_id: int | None = None,
) -> Player:
    """A row of the roster with its account, for an id nobody has; the caller holds the club, has
    asked who may, and made the name clean. `night_id` where it happened at a table.

    Errors: `name_taken`.
    """
    _verify_free(club_id=club_id, name=name)
    player = Player.objects.create(
        id=player_id, club_id=club_id, root_id=player_id, is_guest=is_guest, **name_fields(name)
    )
    Account.objects.create(club_id=club_id, kind=AccountKind.PLAYER, player=player)
    ledger.make_club_dirty(club_id, actor=actor)  # the roster is listed, deals or none (S-73)
    write_event(
        actor=actor,
        club_id=club_id,
        night_id=night_id,
        action="player.add",
        object_kind="player",
        object_id=player.pk,
        after={"is_guest": is_guest},
    )
    return player


@transaction.atomic
def rename_player(*, actor: Actor, club_id: int, player_id: UUID, name: str) -> None:
    """Another name for the same person.

    Errors: `not_found`, `name_empty`, `name_too_long`, `name_taken`.
    """
    locks.lock_club_and_tables(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_PLAYERS)
    player = get_player(club_id=club_id, player_id=player_id)
    name = verify_name(name)
    _verify_free(club_id=club_id, name=name, but=player.pk)
    Player.objects.filter(pk=player.pk).update(**name_fields(name))
    ledger.make_club_dirty(club_id, actor=actor)  # a season's page tells people by their names
    ledger.touch_tables_of_club(club_id)
    write_event(
        actor=actor,
        club_id=club_id,
        action="player.rename",
        object_kind="player",
        object_id=player.pk,
    )


@transaction.atomic
def claim_guest(*, actor: Actor, club_id: int, player_id: UUID, login_id: int) -> Player:
    """A guest turns out to be the person behind a login of the club; returns who they are from now
    on.

    Where the login has no player yet, the guest becomes it; where it has one, the guest is merged
    into that one. Errors: `not_found`, `player_merged`, `player_has_login`, `merged_met`,
    `merged_self` where the login's own entry was merged into this guest: they are one already.
    """
    locks.lock_club_and_tables(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_PLAYERS)
    guest = get_player(club_id=club_id, player_id=player_id)
    if not Membership.objects.filter(club_id=club_id, login_id=login_id).exists():
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="login_id")
    if guest.merged_into_id is not None:
        raise ServiceRefused(ErrorCode.PLAYER_MERGED, field="player_id")
    if guest.login_id is not None:
        raise ServiceRefused(ErrorCode.PLAYER_HAS_LOGIN, field="player_id")
    own = Player.objects.filter(club_id=club_id, login_id=login_id).select_related("root").first()
    if own is not None:
        return merges.merge_players(
            actor=actor, club_id=club_id, player_id=guest.pk, into_id=own.root_id
        )
    if has_login(guest):  # somebody merged into the guest has another
        raise ServiceRefused(ErrorCode.PLAYER_HAS_LOGIN, field="player_id")
    Player.objects.filter(pk=guest.pk).update(login_id=login_id, is_guest=False)
    ledger.make_club_dirty(club_id, actor=actor)  # a guest may be ranked now (S-30)
    write_event(
        actor=actor,
        club_id=club_id,
        action="player.claim",
        object_kind="player",
        object_id=guest.pk,
        before={"is_guest": guest.is_guest, "login_id": None},
        after={"is_guest": False, "login_id": login_id},
    )
    return get_player(club_id=club_id, player_id=guest.pk)


def _verify_free(*, club_id: int, name: str, but: UUID | None = None) -> None:
    taken = Player.objects.filter(
        club_id=club_id, name_key=name_key(name), merged_into__isnull=True
    )
    if but is not None:
        taken = taken.exclude(pk=but)
    bearer = taken.values_list("pk", flat=True).first()
    if bearer is not None:
        raise ServiceRefused(ErrorCode.NAME_TAKEN, field="name", player_id=str(bearer))


def name_fields(name: str) -> dict[str, str]:
    """A clean name and every key made from it: the columns of a player that go together."""
    return {
        "name": name,
        "name_key": name_key(name),
        "call_name": call_name(name),
        "sort_key": sort_key(name),
        "search_key": search_key(name),
    }
