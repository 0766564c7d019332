"""Random seasons, small enough for the naive definition and full of ties."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scoring.engine.standings.policy import TIE_BREAKS

Json = dict[str, Any]

PLAYERS = ("an", "binh", "chi", "dung", "em")
NIGHTS = ("n3", "n1", "n4", "n2")
DAYS = ("2026-09-01", "2026-09-02")
SMALL = st.integers(-3, 3)
FEW = st.integers(0, 2)
TABLES: list[list[str | None]] = [["t"], ["t"], [], ["t", "u"], [None], ["t", None]]


@st.composite
def policies(draw: st.DrawFn) -> Json:
    """Any policy, with small numbers."""
    metrics = ("net_points", "net_bets", "points_per_deal", "bets_per_deal", "place_points")
    policy: Json = {"metric": draw(st.sampled_from(metrics))}
    if draw(st.booleans()):
        policy["place_points"] = {
            "3": sorted(draw(st.tuples(SMALL, SMALL, SMALL)), reverse=True),
            "unplaced": draw(SMALL),
        }
    policy |= draw(
        st.sampled_from(
            [
                {},
                {"drop_worst": 1},
                {"drop_worst": 2, "keep_at_least": 2},
                {"drop_share": [1, 3]},
                {"drop_share": [2, 3]},
                {"best_of": 1},
                {"best_of": 2},
            ]
        )
    )
    policy["min_deals"] = draw(st.sampled_from([0, 0, 3]))
    policy["min_nights"] = draw(st.sampled_from([0, 0, 2]))
    policy["guests"] = draw(st.sampled_from(["listed", "ranked", "hidden"]))
    policy["penalties"] = draw(st.sampled_from(["count", "ignore"]))
    steps = draw(st.lists(st.sampled_from(TIE_BREAKS[:-1]), unique=True))
    policy["tie_breaks"] = [*steps, *(["lot"] if draw(st.booleans()) else [])]
    policy["direct_min_deals"] = draw(st.integers(1, 3))
    return policy


@st.composite
def seasons(draw: st.DrawFn, *, with_merges: bool = True) -> Json:
    """Up to five players in up to four nights; who is merged never met the survivor."""
    players = list(draw(st.permutations(PLAYERS)))[: draw(st.integers(1, 5))]
    nights = list(NIGHTS[: draw(st.integers(1, 4))])
    pointers = draw(merges(players)) if with_merges else {}
    tallies: Json = {
        "format": "phom-tallies/1",
        "season": {"id": "s", "seed": "seed.1"},
        "players": [
            {"id": one, "guest": draw(st.integers(0, 5)) == 0, "merged_into": pointers.get(one)}
            for one in players
        ],
        "nights": [
            {
                "id": night,
                "day": draw(st.sampled_from(DAYS)),
                "state": draw(st.sampled_from(["locked", "locked", "settled", "open"])),
            }
            for night in nights
        ],
        "tallies": draw(tally_rows(players, nights)),
        "meetings": [],
        "penalties": [
            {
                "id": f"f{number}",
                "player": draw(st.sampled_from(players)),
                "points": draw(SMALL),
                "cancelled": draw(st.booleans()),
            }
            for number in range(draw(FEW))
        ],
    }
    tallies["meetings"] = draw(meeting_rows(players, nights, pointers))
    return tallies


@st.composite
def merges(draw: st.DrawFn, players: list[str]) -> dict[str, str]:
    """Pointers to somebody further on, so that there is no circle."""
    pointers = {}
    for index, player in enumerate(players[:-1]):
        if draw(st.integers(0, 4)) == 0:
            pointers[player] = draw(st.sampled_from(players[index + 1 :]))
    return pointers


@st.composite
def tally_rows(draw: st.DrawFn, players: list[str], nights: list[str]) -> list[Json]:
    rows = []
    for night in nights:
        for player in players:
            tables = draw(st.sampled_from(TABLES))
            rows += [draw(tally_row(night, table, player)) for table in tables]
    return rows


@st.composite
def tally_row(draw: st.DrawFn, night: str, table: str | None, player: str) -> Json:
    row: Json = {"night": night, "table": table, "player": player}
    row |= {"net_points": draw(SMALL), "net_bets": draw(SMALL)}
    if table is None:
        return row
    places = {"3": [draw(FEW) for _ in range(3)], "4": [draw(FEW), 0, 0, draw(FEW)]}
    placed = sum(map(sum, places.values()))
    counts = {name: draw(FEW) for name in ("u_wins", "moms", "compensations")}
    return row | {"deals": placed + draw(FEW), "places": places} | counts


@st.composite
def meeting_rows(
    draw: st.DrawFn, players: list[str], nights: list[str], pointers: dict[str, str]
) -> list[Json]:
    def root(player: str) -> str:
        return root(pointers[player]) if player in pointers else player

    rows = []
    often = draw(st.integers(0, 3))
    for index, one in enumerate(players):
        for other in players[index + 1 :]:
            if root(one) != root(other) and draw(st.integers(0, 3)) <= often:
                row: Json = {"night": draw(st.sampled_from(nights)), "table": "t"}
                row |= {"players": draw(st.permutations([one, other])), "deals": draw(FEW)}
                nets = {unit: [draw(SMALL), draw(SMALL)] for unit in ("net_points", "net_bets")}
                rows.append(row | nets)
    return rows


@st.composite
def histories(draw: st.DrawFn) -> tuple[Json, Json, Json]:
    """A season at three moments, most of it unchanged: before, corrected, after."""
    before = draw(seasons())
    corrected = draw(edited(before))
    return before, corrected, draw(edited(corrected))


@st.composite
def edited(draw: st.DrawFn, tallies: Json) -> Json:
    """Some rows have other numbers or are gone, a penalty is given, somebody is a guest."""
    rows = []
    for row in tallies["tallies"]:
        fate = draw(st.sampled_from(["kept", "kept", "kept", "changed", "gone"]))
        if fate == "changed":
            rows.append(draw(tally_row(row["night"], row["table"], row["player"])))
        elif fate == "kept":
            rows.append(row)
    players = list(tallies["players"])
    number = draw(st.integers(0, 3 * len(players)))
    if number < len(players):
        players[number] = players[number] | {"guest": not players[number]["guest"]}
    penalties = list(tallies["penalties"])
    if draw(st.integers(0, 2)) == 0:
        player = draw(st.sampled_from(players))["id"]
        penalties.append(
            {
                "id": f"e{len(penalties)}",
                "player": player,
                "points": draw(SMALL),
                "cancelled": False,
            }
        )
    return tallies | {"tallies": rows, "players": players, "penalties": penalties}
