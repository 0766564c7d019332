"""Merging two entries of one person, and taking it back.

A merge moves no fact: it sets a pointer, and readers follow it. Taking the pointer away gives the
former books to the byte. Two who ever sat in one deal in force cannot be one person.
"""

from uuid import UUID

from django.db import transaction
from django.db.models import F

from scoring.actors import Actor
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Player
from scoring.permissions import Action
from scoring.selectors.merging import verify_merge
from scoring.selectors.roster import get_player
from scoring.selectors.settlements import list_settled_nights
from scoring.services import ledger, locks, settlements
from scoring.services.audit import write_event
from scoring.services.rights import verify_in_club


@transaction.atomic
def merge_players(*, actor: Actor, club_id: int, player_id: UUID, into_id: UUID) -> Player:
    """`player_id` turns out to be `into_id`; returns the one who stays.

    Errors: `not_found`, `role_too_low`, `player_merged` (either is merged already), `merged_self`,
    `player_has_login` (both have one), `merged_met` with the deal both sat in.
    """
    locks.lock_club_and_tables(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_PLAYERS)
    player = get_player(club_id=club_id, player_id=player_id)
    into = get_player(club_id=club_id, player_id=into_id, field="into_id")
    verify_merge(player, into)
    Player.objects.filter(pk=player.pk).update(merged_into=into, root=into)
    Player.objects.filter(root_id=player.pk).update(root=into)
    _finish(actor=actor, player=player, action="player.merge", after={"merged_into": str(into.pk)})
    return into


@transaction.atomic
def unmerge_player(*, actor: Actor, club_id: int, player_id: UUID) -> Player:
    """Take the pointer away: the books are as before the merge.

    Errors: `not_found`, `role_too_low`, `player_not_merged`, `name_taken` (somebody bears the name
    by now).
    """
    locks.lock_club_and_tables(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_PLAYERS)
    player = get_player(club_id=club_id, player_id=player_id)
    if player.merged_into_id is None:
        raise ServiceRefused(ErrorCode.PLAYER_NOT_MERGED, field="player_id")
    namesakes = Player.objects.filter(
        club_id=club_id, name_key=player.name_key, merged_into__isnull=True
    )
    if namesakes.exists():
        raise ServiceRefused(ErrorCode.NAME_TAKEN, field="name")
    family = _family_of(player)
    Player.objects.filter(pk=player.pk).update(merged_into=None, root_id=F("id"))
    Player.objects.filter(pk__in=family - {player.pk}).update(root=player)
    _finish(
        actor=actor,
        player=player,
        action="player.unmerge",
        before={"merged_into": str(player.merged_into_id)},
    )
    return get_player(club_id=club_id, player_id=player_id)


def _family_of(player: Player) -> set[UUID]:
    """The player and everybody whose pointers lead through it."""
    family = {player.pk}
    while True:
        found = set(Player.objects.filter(merged_into_id__in=family).values_list("pk", flat=True))
        if found <= family:
            return family
        family |= found


def _finish(
    *,
    actor: Actor,
    player: Player,
    action: str,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    """Every season of the club may look different now, and every plan."""
    ledger.make_club_dirty(player.club_id, actor=actor)
    for night_id in list_settled_nights(club_id=player.club_id):
        settlements.replan_if_settled(actor=actor, club_id=player.club_id, night_id=night_id)
    ledger.touch_tables_of_club(player.club_id)
    write_event(
        actor=actor,
        club_id=player.club_id,
        action=action,
        object_kind="player",
        object_id=player.pk,
        before=before,
        after=after,
    )
