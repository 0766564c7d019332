"""People, members and the club itself: pages and endpoints."""

from typing import Any

from scoring.actors import Role
from scoring.models import Login
from scoring.services import members, merges, players
from tests.permissions.routes import SIGNED_IN, Place, Route


def PREPARE(place: Place) -> None:  # noqa: N802 - the name the list of routes asks for
    """Guests without deals, one of them merged away; a login with a role and one without."""
    club: dict[str, Any] = {"actor": place.books.owner, "club_id": place.books.club.pk}
    guest, other, merged = (
        players.add_player(**club, name=name, is_guest=True).pk
        for name in ("Khách Lối", "Khách Đường", "Khách Cũ")
    )
    merges.merge_players(**club, player_id=merged, into_id=other)
    member = Login.objects.create_user(f"người có vai {place.slug}")
    Login.objects.create_user(f"người chưa vai {place.slug}")
    members.add_member(**club, user_name=member.username, role=Role.MEMBER)
    place.found |= {"guest": guest, "other": other, "merged": merged, "member": member.pk}


def _club(place: Place) -> dict[str, Any]:
    return {"slug": place.slug}


def _guest(place: Place) -> dict[str, Any]:
    return {"slug": place.slug, "player_id": place.found["guest"]}


def _merged(place: Place) -> dict[str, Any]:
    return {"slug": place.slug, "player_id": place.found["merged"]}


def _member(place: Place) -> dict[str, Any]:
    return {"slug": place.slug, "login_id": place.found["member"]}


def _two(place: Place) -> dict[str, Any]:
    return {**_guest(place), "other_id": place.found["other"]}


def _new_member(place: Place) -> dict[str, Any]:
    return {"user_name": f"người chưa vai {place.slug}", "role": "member"}


def _settings(place: Place) -> dict[str, Any]:
    return {
        "name": "Tên Mới",
        "language": "vi",
        "time_zone": "Asia/Ho_Chi_Minh",
        "day_cutoff_hours": 5,
        "rotates_loser": True,
    }


def _into(place: Place) -> dict[str, Any]:
    return {"into_id": str(place.found["other"])}


def _login(place: Place) -> dict[str, Any]:
    return {"login_id": place.found["member"]}


_DONE: dict[str, Any] = {"done": (302,)}
PAGES = [
    Route("player-list", "GET", "member", kwargs=_club),
    Route("player", "GET", "member", kwargs=_guest),
    Route("player-against", "GET", "member", kwargs=_two),
    Route("player-add", "GET", "scorer", kwargs=_club),
    Route(
        "player-add",
        "POST",
        "scorer",
        kwargs=_club,
        body=lambda place: {"name": "Khách Mới", "kind": "guest"},
        **_DONE,
    ),
    Route("player-rename", "GET", "manager", kwargs=_guest),
    Route(
        "player-rename",
        "POST",
        "manager",
        kwargs=_guest,
        body=lambda place: {"name": "Tên Khác"},
        **_DONE,
    ),
    Route("player-claim", "GET", "manager", kwargs=_guest),
    Route("player-claim", "POST", "manager", kwargs=_guest, body=_login, **_DONE),
    Route("player-merge", "GET", "manager", kwargs=_guest),
    Route("player-merge", "POST", "manager", kwargs=_guest, body=_into, **_DONE),
    Route("player-unmerge", "POST", "manager", kwargs=_merged, **_DONE),
    Route("member-list", "GET", "member", kwargs=_club),
    Route("member-add", "GET", "owner", kwargs=_club),
    Route("member-add", "POST", "owner", kwargs=_club, body=_new_member, **_DONE),
    Route("member", "GET", "owner", kwargs=_member),
    Route(
        "member", "POST", "owner", kwargs=_member, body=lambda place: {"role": "scorer"}, **_DONE
    ),
    Route("member-remove", "GET", "owner", kwargs=_member),
    Route("member-remove", "POST", "owner", kwargs=_member, **_DONE),
    Route("club-settings", "GET", "owner", kwargs=_club),
    Route("club-settings", "POST", "owner", kwargs=_club, body=_settings, **_DONE),
    Route("club-ruleset", "GET", "owner", kwargs=_club),
    Route(
        "club-ruleset",
        "POST",
        "owner",
        kwargs=_club,
        body=lambda place: {"version_id": place.books.version.pk},
        **_DONE,
    ),
    Route("club-close", "GET", "owner", kwargs=_club),
    Route("club-close", "POST", "owner", kwargs=_club, body=_club, **_DONE),
]
ENDPOINTS = [
    Route("api:clubs", "GET", SIGNED_IN),
    Route(
        "api:clubs",
        "POST",
        SIGNED_IN,
        body=lambda place: {"slug": "clb-moi-tinh", "name": "CLB Mới"},
    ),
    Route("api:club", "GET", "member", kwargs=_club),
    Route("api:club", "PATCH", "owner", kwargs=_club, body=_settings),
    Route("api:club-closing", "POST", "owner", kwargs=_club, body=_club),
    Route("api:members", "GET", "member", kwargs=_club),
    Route("api:members", "POST", "owner", kwargs=_club, body=_new_member),
    Route("api:member", "GET", "member", kwargs=_member),
    Route("api:member", "PATCH", "owner", kwargs=_member, body=lambda place: {"role": "scorer"}),
    Route("api:member", "DELETE", "owner", kwargs=_member),
    Route("api:players", "GET", "member", kwargs=_club),
    Route(
        "api:players",
        "POST",
        "scorer",
        kwargs=_club,
        body=lambda place: {"name": "Khách Mới", "is_guest": True},
    ),
    Route("api:player", "GET", "member", kwargs=_guest),
    Route("api:player", "PATCH", "manager", kwargs=_guest, body=lambda place: {"name": "Tên Khác"}),
    Route("api:player-claim", "POST", "manager", kwargs=_guest, body=_login),
    Route("api:player-merge", "POST", "manager", kwargs=_guest, body=_into),
    Route(
        "api:player-merge-preview",
        "GET",
        "member",
        kwargs=lambda place: {**_guest(place), "into_id": place.found["other"]},
    ),
    Route("api:player-unmerge", "POST", "manager", kwargs=_merged),
    Route("api:player-figures", "GET", "member", kwargs=_guest),
    Route("api:player-against", "GET", "member", kwargs=_two),
]
ROUTES = [*PAGES, *ENDPOINTS]
