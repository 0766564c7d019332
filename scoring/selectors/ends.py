"""The two ends of a line of the ledger: a person, or one of the club's own accounts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.models import Account, Player
from scoring.selectors.deals import Name


@dataclass(frozen=True, slots=True)
class End:
    """Whose account it is: `person` for a player, none for a pot, the carried pot and the fund."""

    kind: str
    person: Name | None = None


def end_of(account: Account) -> End:
    """The end of an account read with `player__root`; merged people are who they are by now."""
    if account.player is None:
        return End(account.kind)
    root = account.player.root
    return End(account.kind, Name(root.pk, root.name, root.call_name))


def names_of_people(*, club_id: int, player_ids: Iterable[str]) -> Mapping[str, Name]:
    """People of the club by their UUID as text; merged ones are who they are by now."""
    wanted = set(player_ids)
    if not wanted:
        return {}
    players = Player.objects.filter(club_id=club_id, pk__in=wanted).select_related("root")
    return {
        str(player.pk): Name(player.root_id, player.root.name, player.root.call_name)
        for player in players
    }
