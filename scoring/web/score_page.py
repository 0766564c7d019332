"""What the page of a table stands on beside its board: where else it leads.

Knows addresses, who may go where, and browsers that forget.
"""

import re
from collections.abc import Mapping

from django.urls import reverse

from scoring.actors import Actor, ActorKind
from scoring.permissions import Action, can_now
from scoring.selectors.board_table import BoardTable

# The browsers of Facebook, Messenger, Zalo and their like, by what they say they are.
_IN_APP = re.compile(r"FBAN|FBAV|FB_IAB|Zalo|Instagram|MicroMessenger|\bLine/")


def is_in_app(user_agent: str) -> bool:
    """Is this the browser inside another app, which keeps nothing for long?"""
    return _IN_APP.search(user_agent) is not None


def find_links(found: BoardTable, *, actor: Actor) -> Mapping[str, str | None]:
    """Addresses by what they lead to; None where this actor may not go."""
    table = found.state
    night = {"slug": table.club_slug, "day": table.day}
    here = night | {"n": found.position}
    is_login = actor.kind is ActorKind.LOGIN
    may_manage = is_login and _may(Action.MANAGE_CODES, found)
    may_revise = is_login and _may(Action.REVISE, found)
    may_settle = is_login and (_may(Action.SETTLE, found) or table.state != "open")
    return {
        "night": reverse("night", kwargs=night) if is_login else None,
        "watch": reverse("table-watch", kwargs={"table_id": table.id}),
        "codes": reverse("table-codes", kwargs=here) if may_manage else None,
        "settlement": reverse("settlement", kwargs=night) if may_settle else None,
        "correct": _of_any_deal(here) if may_revise else None,
        "join": reverse("join-code"),
        "api": reverse("api:browse"),
    }


def _of_any_deal(here: Mapping[str, object]) -> str:
    """The form that corrects a deal; `{number}` stands for the deal's."""
    before, _zero, behind = reverse("deal-correct", kwargs={**here, "number": 0}).rpartition("/0/")
    return f"{before}/{{number}}/{behind}"


def _may(action: Action, found: BoardTable) -> bool:
    table = found.state
    return can_now(action, role=table.role, state=table.state, season_closed=table.is_season_closed)
