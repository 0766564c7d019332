"""The board of a table: all that a phone needs to score there, in one piece.

Five statements beside the one that finds the table, whatever was played. Knows rows; makes no
sentences.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.actors import Actor, Role
from scoring.selectors.balances import sums_by_account
from scoring.selectors.board_deals import list_board_deals, phone_of
from scoring.selectors.board_table import BoardTable, Writer
from scoring.selectors.crowd import Crowd
from scoring.selectors.tables import ruleset_of

Json = dict[str, Any]


def get_board(found: BoardTable, *, actor: Actor) -> Json:
    """The board as JSON, for the phone that asks; five statements."""
    table = found.state
    crowd = Crowd(table, with_roster=table.role.covers(Role.SCORER))
    sums = sums_by_account(night_id=table.night_id)
    points = crowd.points(sums)
    told, other_rules = list_board_deals(
        table_id=table.id, ruleset_version_id=table.ruleset_version_id, crowd=crowd
    )
    seated = [*table.seats, *table.bench]
    named = {*points, *seated, *(seat for deal in told for seat in deal["sheet"]["seats"])}
    names = crowd.names(named)
    rules = ruleset_of(found.rules)
    pot_points = sums.get(found.pot_account_id, 0)
    return {
        "table": _table(found, crowd, names) | {"records_as": phone_of(actor.source)},
        "rules": rules.to_json(),
        "rules_label": found.rules_label,
        "other_rules": other_rules,
        "pot_points": pot_points if rules.pot_enabled or pot_points else None,
        "balances": points,
        "names": names,
        "roster": [
            {"player_id": one, "name": names[one], "full_name": crowd.full_name(one)}
            for one in crowd.roster
        ],
        "deals": told,
        "writers": _writers(found.writers),
    }


def _writers(writers: Sequence[Writer]) -> Sequence[Json]:
    return [
        {
            "phone": str(one.phone),
            "name": one.name,
            "took_over_at": one.took_over_at
            and one.took_over_at.isoformat().replace("+00:00", "Z"),
        }
        for one in writers
    ]


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
        "seats": [{"player_id": crowd.root(one), "name": names[one]} for one in table.seats],
        "habits": found.habits,
        "bench": [{"player_id": crowd.root(one), "name": names[one]} for one in table.bench],
    }
