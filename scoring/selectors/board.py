"""The board of a table: all that a phone needs to score there, in one piece.

Five statements beside the one that finds the table, whatever was played. Knows rows; makes no
sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Sum

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Player, Table
from scoring.selectors.balances import sums_by_account
from scoring.selectors.board_deals import list_board_deals, phone_of
from scoring.selectors.crowd import Crowd
from scoring.selectors.tables import TableState, role_expression, ruleset_of, state_of_table

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table with what its pages stand on. `position` counts from 1 in the order the night's
    tables were opened; `stamp` differs whenever something on its board does; `records_as` stands
    for the phone that asks, as `recorded_by` of a deal does.
    """

    state: TableState
    position: int
    club_name: str
    time_zone: str
    pot_account_id: int
    rules: str
    rules_label: str
    habits: Mapping[str, bool]
    stamp: str
    records_as: str


def get_board_table(*, actor: Actor, table_id: int) -> BoardTable:
    """The table for an actor with a role there; `not_found` for everybody else; one statement."""
    in_night = Table.objects.filter(night_id=OuterRef("night_id")).order_by().values("night_id")
    people = Player.objects.filter(club_id=OuterRef("night__club_id")).order_by().values("club_id")
    table = (
        Table.objects.select_related(
            "night__season", "night__club", "ruleset_version__ruleset", "pot_account"
        )
        .annotate(
            actor_role=role_expression(actor),
            position=_count(in_night.filter(pk__lte=OuterRef("pk"))),
            # Points are those of the night: a deal at another of its tables changes them.
            night_version=Subquery(in_night.annotate(sum=Sum("version")).values("sum")),
            people=_count(people),
        )
        .filter(pk=table_id)
        .first()
    )
    if table is None or table.actor_role is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    state = state_of_table(table, role=Role(table.actor_role))
    version, club = table.ruleset_version, table.night.club
    rules_label = f"{version.ruleset.name} · v{version.n}"
    habits = {"rotates_loser": club.rotates_loser, "swaps_after_u": club.swaps_after_u}
    told = (
        *(state.version, state.state, state.is_season_closed, state.role, table.night_version),
        *(table.people, club.name, rules_label, *habits.values()),
    )
    return BoardTable(
        state=state,
        position=table.position,
        club_name=club.name,
        time_zone=club.time_zone,
        pot_account_id=table.pot_account.pk,
        rules=version.canonical,
        rules_label=rules_label,
        habits=habits,
        stamp=sha256(repr(told).encode()).hexdigest()[:20],
        records_as=phone_of(actor.source),
    )


def get_board(found: BoardTable) -> Json:
    """The board as JSON; five statements."""
    table = found.state
    crowd = Crowd(table, with_roster=table.role.covers(Role.SCORER))
    sums = sums_by_account(night_id=table.night_id)
    points = crowd.points(sums)
    told = list_board_deals(table_id=table.id, crowd=crowd)
    seated = [*table.seats, *table.bench]
    named = {*points, *seated, *(seat for deal in told for seat in deal["sheet"]["seats"])}
    names = crowd.names(named)
    rules = ruleset_of(found.rules)
    pot_points = sums.get(found.pot_account_id, 0)
    return {
        "table": _table(found, crowd, names),
        "rules": rules.to_json(),
        "rules_label": found.rules_label,
        "pot_points": pot_points if rules.pot_enabled or pot_points else None,
        "balances": points,
        "names": names,
        "roster": [
            {"player_id": one, "name": names[one], "full_name": crowd.full_name(one)}
            for one in crowd.roster
        ],
        "deals": told,
    }


def _count(rows: QuerySet[Any, Any]) -> Subquery:
    return Subquery(rows.annotate(count=Count("pk")).values("count"), output_field=IntegerField())


def _table(found: BoardTable, crowd: Crowd, names: Mapping[str, str]) -> Json:
    table = found.state
    return {
        "id": table.id,
        "club": table.club_slug,
        "club_name": found.club_name,
        "day": table.day.isoformat(),
        "label": table.label,
        "state": table.state,
        "is_season_closed": table.is_season_closed,
        "version": table.version,
        "last_number": table.last_number,
        "stake_points": table.stake_points,
        "ruleset_version_id": table.ruleset_version_id,
        "role": str(table.role),
        "records_as": found.records_as,
        "seats": [{"player_id": crowd.root(one), "name": names[one]} for one in table.seats],
        "habits": found.habits,
        "bench": [{"player_id": crowd.root(one), "name": names[one]} for one in table.bench],
    }
