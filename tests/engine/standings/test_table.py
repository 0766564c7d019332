"""The bytes of a table and its checksum, written out by hand."""

from __future__ import annotations

import json
from hashlib import sha256

from scoring.engine.standings import (
    StandingsPolicy,
    Tallies,
    direct_groups,
    rank_season,
)

SEASON = {
    "season": {"id": "s"},
    "players": [{"id": "bình"}, {"id": "an"}],
    "nights": [{"id": "n1", "day": "2026-09-04"}],
    "tallies": [
        {"night": "n1", "table": "b", "player": "an", "deals": 4, "net_points": 2},
        {"night": "n1", "table": "b", "player": "bình", "deals": 3, "net_points": 2},
    ],
}
# 2/3 a deal is more than 1/2.
ROWS = (
    '[{"deals":3,"decided_by":null,"dropped":[],"group":"ranked","kept_deals":3,'
    '"missing":{"deals":0,"nights":0},"next":null,"nights":1,"penalties":0,"player":"bình",'
    '"provisional":false,"rank":1,"shared":false,"sum":2,'
    '"tie_steps":[{"figure":[2,3],"outcome":"split","step":"per_deal","with":["an"]}],"value":2},'
    '{"deals":4,"decided_by":"per_deal","dropped":[],"group":"ranked","kept_deals":4,'
    '"missing":{"deals":0,"nights":0},"next":{"rank":1,"to_level":0},"nights":1,"penalties":0,'
    '"player":"an","provisional":false,"rank":2,"shared":false,"sum":2,'
    '"tie_steps":[{"figure":[1,2],"outcome":"split","step":"per_deal","with":["bình"]}],"value":2}]'
)


def test_the_bytes_of_a_table() -> None:
    policy = StandingsPolicy(tie_breaks=("per_deal",))
    table = rank_season(Tallies.from_json(SEASON), policy)
    start = '{"format":"phom-standings-table/1","policy":'
    assert table.canonical().startswith(start)
    assert table.canonical().endswith(f',"rows":{ROWS}}}')
    assert json.loads(table.canonical())["policy"] == policy.to_json()


def test_the_checksum_is_that_of_the_rows() -> None:
    table = rank_season(Tallies.from_json(SEASON), StandingsPolicy(tie_breaks=("per_deal",)))
    assert table.checksum() == sha256(ROWS.encode()).hexdigest()


def test_an_empty_season_has_a_table_and_a_checksum() -> None:
    table = rank_season(Tallies(season="s"), StandingsPolicy())
    assert table.rows == ()
    # printf '%s' '[]' | sha256sum
    assert table.checksum() == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"


def test_who_needs_meetings_is_known_without_them() -> None:
    """Five at 0: ù leaves an, bình and chi together, dung and em: two groups reach direct."""
    players = {"an": 1, "bình": 1, "chi": 1, "dung": 0, "em": 0, "ty": 7}
    season = {
        **SEASON,
        "players": [{"id": player} for player in players],
        "tallies": [
            {"night": "n1", "table": "b", "player": player, "deals": 9, "u_wins": wins}
            for player, wins in players.items()
        ],
    }
    policy = StandingsPolicy(tie_breaks=("u_wins", "direct", "firsts"))
    table = rank_season(Tallies.from_json(season), policy)
    assert direct_groups(table) == (("an", "bình", "chi"), ("dung", "em"))
