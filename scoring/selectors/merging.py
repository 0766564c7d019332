"""Whether two entries can be one person, and what that person would be.

Two who ever sat in one deal in force cannot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import DealSeat, Player
from scoring.selectors.roster import RosterRow, get_player, get_roster_row


@dataclass(frozen=True, slots=True)
class MergePreview:
    """Who would become whom. `deals` in force and `aliases` are those of the person they would
    be.
    """

    player: RosterRow
    into: RosterRow

    @property
    def deals(self) -> int:
        """No deal has both, so they add up."""
        return self.player.deals + self.into.deals

    @property
    def aliases(self) -> Sequence[str]:
        """The names imports would still know the person by."""
        return [*self.into.aliases, self.player.name, *self.player.aliases]


def get_merge_preview(*, club_id: int, player_id: UUID, into_id: UUID) -> MergePreview:
    """What merging the first into the second would make, as the books are now.

    Errors: those of the merge: `not_found`, `player_merged`, `merged_self`, `player_has_login`,
    `merged_met` with the deal.
    """
    player = get_player(club_id=club_id, player_id=player_id)
    into = get_player(club_id=club_id, player_id=into_id, field="into_id")
    verify_merge(player, into)
    return MergePreview(
        get_roster_row(club_id=club_id, player_id=player.pk),
        get_roster_row(club_id=club_id, player_id=into.pk),
    )


def verify_merge(player: Player, into: Player) -> None:
    """Refuse what cannot be one person: `merged_self`, `player_merged` (either is merged already),
    `player_has_login` (both have one, themselves or by a merge), `merged_met` with the first deal
    both sat in.
    """
    if player.pk == into.pk:
        raise ServiceRefused(ErrorCode.MERGED_SELF, field="into_id")
    for one, field in ((player, "player_id"), (into, "into_id")):
        if one.merged_into_id is not None:
            raise ServiceRefused(ErrorCode.PLAYER_MERGED, field=field)
    if has_login(player) and has_login(into):
        raise ServiceRefused(ErrorCode.PLAYER_HAS_LOGIN, field="player_id")
    met = (
        DealSeat.objects.filter(
            player__root_id=player.pk,
            revision__current_of__isnull=False,
            revision__seats__player__root_id=into.pk,
        )
        .order_by("revision__deal__table_id", "revision__deal__number")
        .values_list("revision__deal_id", "revision__deal__number")
        .first()
    )
    if met is not None:
        raise ServiceRefused(
            ErrorCode.MERGED_MET, field="into_id", deal_id=str(met[0]), deal_number=met[1]
        )


def has_login(person: Player) -> bool:
    """Is this root, or anybody merged into it, linked to a login?"""
    return Player.objects.filter(root_id=person.pk, login__isnull=False).exists()
