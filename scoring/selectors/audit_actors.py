"""Who can have done something in a club, for the filter of its log."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import Membership, Player
from scoring.names import sort_key


@dataclass(frozen=True, slots=True)
class LoginName:
    """A login with a role, by the name of its player in this club, else its user name."""

    login_id: int
    name: str


def list_logins(*, club_id: int) -> Sequence[LoginName]:
    """Everybody with a role in the club, in Vietnamese order; two statements."""
    logins = Membership.objects.filter(club_id=club_id).values_list("login_id", "login__username")
    players = Player.objects.filter(club_id=club_id, login__isnull=False)
    linked = dict(players.values_list("login_id", "root__name"))
    named = [LoginName(login_id, linked.get(login_id) or name) for login_id, name in logins]
    return sorted(named, key=lambda row: (sort_key(row.name), row.login_id))
