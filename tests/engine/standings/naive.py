"""A second, naive definition of the standings, straight from the sentences of the book.

It works on JSON and on fractions, tries every set of nights to drop, counts who is ahead of whom
to find a rank, and shares nothing with the engine. Far too slow for more than a few players.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from itertools import combinations, groupby
from typing import Any

Json = dict[str, Any]

DEFAULTS: Json = {
    "metric": "net_points",
    "drop_worst": 0,
    "drop_share": [0, 1],
    "best_of": None,
    "keep_at_least": 1,
    "min_deals": 0,
    "min_nights": 0,
    "guests": "listed",
    "penalties": "count",
    "tie_breaks": ["per_deal", "u_wins", "firsts", "compensations", "moms", "direct"],
    "direct_min_deals": 1,
}
PLACE_POINTS: Json = {"2": [1, 0], "3": [2, 1, 0], "4": [3, 2, 1, 0], "unplaced": 0}
GROUPS = ("ranked", "not_yet_ranked", "guest", "no_deals")


def survivor(tallies: Json, player: str) -> str:
    pointers = {one["id"]: one.get("merged_into") for one in tallies["players"]}
    while pointers[player] is not None:
        player = pointers[player]
    return player


def unit(row: Json, policy: Json) -> Any:
    if policy["metric"] == "place_points":
        worth: Json = PLACE_POINTS | policy.get("place_points", {})
        pairs = [
            (count, each)
            for seats, counts in row.get("places", {}).items()
            for count, each in zip(counts, worth[seats], strict=True)
        ]
        unplaced = row.get("deals", 0) - sum(count for count, _ in pairs)
        return sum(count * each for count, each in pairs) + unplaced * worth["unplaced"]
    return row.get("net_points" if "points" in policy["metric"] else "net_bets", 0)


def is_average(policy: Json) -> Any:
    return policy["metric"].endswith("per_deal")


class NaivePlayer:
    """One survivor's figures under a policy."""

    def __init__(self, player: str, tallies: Json, policy: Json) -> None:
        self.player = player
        self.policy = policy
        self.guest = next(p.get("guest", False) for p in tallies["players"] if p["id"] == player)
        self.seed = tallies["season"].get("seed", "")
        rows = [r for r in tallies["tallies"] if survivor(tallies, r["player"]) == player]
        days = {night["id"]: night["day"] for night in tallies["nights"]}
        states = {night["id"]: night.get("state", "locked") for night in tallies["nights"]}
        sums: dict[str, list[int]] = {}
        for row in rows:
            night = sums.setdefault(row["night"], [0, 0])
            night[0] += unit(row, policy)
            night[1] += row.get("deals", 0)
        self.provisional = any(states[night] != "locked" for night in sums)
        played = sorted((days[night], night) for night, (_, deals) in sums.items() if deals)
        self.nights = [(night, sums[night][0], sums[night][1]) for _, night in played]
        self.loose = sum(units for units, deals in sums.values() if not deals)
        self.deals = sum(deals for _, deals in sums.values())
        self.penalties = sum(
            one.get("points", 0)
            for one in tallies.get("penalties", [])
            if survivor(tallies, one["player"]) == player
            and not one.get("cancelled")
            and policy["penalties"] == "count"
        )
        self.all_units = sum(units for units, _ in sums.values())
        self.dropped = self.best_dropped()
        kept = [night for night in self.nights if night[0] not in self.dropped]
        self.kept_deals = sum(deals for _, _, deals in kept)
        self.sum = sum(units for _, units, _ in kept) + self.loose
        for name in ("u_wins", "compensations", "moms"):
            setattr(self, name, sum(row.get(name, 0) for row in rows))
        self.firsts = sum(c[0] for row in rows for c in row.get("places", {}).values())

    def drop_count(self) -> Any:
        count, policy = len(self.nights), self.policy
        if policy["best_of"] is not None:
            return max(0, count - policy["best_of"])
        share = count * Fraction(*policy["drop_share"])
        wanted = policy["drop_worst"] + share.numerator // share.denominator
        return max(0, min(wanted, count - policy["keep_at_least"]))

    def best_dropped(self) -> list[str]:
        """Of all sets of nights the one that leaves most; then marked as S-24 says."""
        count = self.drop_count()
        if not count:
            return []

        def left(dropped: tuple[Any, ...]) -> Fraction:
            kept = [night for night in self.nights if night not in dropped]
            units = sum(units for _, units, _ in kept)
            return Fraction(units, sum(d for *_, d in kept) if is_average(self.policy) else 1)

        sets = list(combinations(self.nights, count))
        most = max(map(left, sets))
        level = most if is_average(self.policy) else 0
        # The nights stand by day and id; a stable sort keeps equal ones in that order.
        marked = sorted(self.nights, key=lambda night: night[1] - level * night[2])[:count]
        assert left(tuple(marked)) == most
        return [night[0] for night in self.nights if night in marked]

    @property
    def value(self) -> Fraction | None:
        if not self.deals:
            return None
        return Fraction(
            self.sum + self.penalties, self.kept_deals if is_average(self.policy) else 1
        )

    @property
    def group(self) -> str | None:
        if self.guest and self.policy["guests"] == "hidden":
            return None
        if not self.deals:
            return "no_deals"
        if self.guest and self.policy["guests"] == "listed":
            return "guest"
        short = self.deals < self.policy["min_deals"]
        if short or len(self.nights) < self.policy["min_nights"]:
            return "not_yet_ranked"
        return "ranked"

    def figure(self, step: str) -> Any:
        if step == "per_deal":
            return Fraction(self.all_units + self.penalties, self.deals)
        if step == "lot":
            return hashlib.sha256(f"{self.seed}:{self.player}".encode()).hexdigest()
        return getattr(self, step)


def ahead_first(step: str, figure: Any) -> Any:
    """A key that sorts the foremost first."""
    if step == "lot":
        return figure
    return figure if step in {"compensations", "moms"} else -figure


class NaiveTable:
    """The ranks of a season, found by counting who is ahead."""

    def __init__(self, tallies: Json, policy: Json) -> None:
        self.tallies = tallies
        self.policy = DEFAULTS | policy
        ids = sorted(one["id"] for one in tallies["players"] if one.get("merged_into") is None)
        self.players = {player: NaivePlayer(player, tallies, self.policy) for player in ids}
        self.working: dict[str, list[Json]] = {player: [] for player in ids}
        ranked = [player for player in ids if self.players[player].group == "ranked"]
        ranked.sort(key=lambda player: -(self.players[player].value or 0))
        self.classes: list[tuple[list[str], str]] = []
        for _, group in groupby(ranked, key=lambda player: self.players[player].value):
            first, *others = self.split(list(group), list(self.policy["tie_breaks"]))
            self.classes += [(first[0], "value"), *others]
        self.ranks = {
            player: 1 + sum(len(before) for before, _ in self.classes[:index])
            for index, (players, _) in enumerate(self.classes)
            for player in players
        }

    def common(self, one: str, other: str) -> tuple[int, int]:
        """The common deals of two, and what the first won in them."""
        unit_name = "net_points" if "points" in self.policy["metric"].split("_")[:2] else "net_bets"
        if self.policy["metric"] == "place_points":
            unit_name = "net_bets"
        deals = net = 0
        for row in self.tallies.get("meetings", []):
            pair = [survivor(self.tallies, player) for player in row["players"]]
            if set(pair) == {one, other}:
                deals += row.get("deals", 0)
                net += row.get(unit_name, [0, 0])[pair.index(one)]
        return deals, net

    def direct(self, group: list[str]) -> dict[str, int] | None:
        least = self.policy["direct_min_deals"]
        if any(self.common(*pair)[0] < least for pair in combinations(group, 2)):
            return None
        return {a: sum(self.common(a, b)[1] for b in group if b != a) for a in group}

    def split(self, group: list[str], steps: list[str]) -> list[tuple[list[str], str]]:
        """The classes of a group, with what put each behind the one before."""
        if len(group) == 1 or not steps:
            return [(group, "")]
        step, *later = steps
        figures: dict[str, Any] | None = (
            self.direct(group)
            if step == "direct"
            else {player: self.players[player].figure(step) for player in group}
        )
        if figures is None:
            self.note(step, group, dict.fromkeys(group), "not_met")
            return self.split(group, later)
        parts = [
            [player for player in group if figures[player] == figure]
            for figure in sorted(set(figures.values()), key=lambda f: ahead_first(step, f))
        ]
        self.note(step, group, figures, "split" if len(parts) > 1 else "equal")
        again = steps if step == "direct" and len(parts) > 1 else later
        classes: list[tuple[list[str], str]] = []
        for part in parts:
            (first, _), *others = self.split(part, again)
            classes += [(first, step if classes else ""), *others]
        return classes

    def note(self, step: str, group: list[str], figures: dict[str, Any], outcome: str) -> None:
        for player in group:
            self.working[player].append(
                {
                    "step": step,
                    "with": [other for other in group if other != player],
                    "figure": plain(figures[player]),
                    "outcome": outcome,
                }
            )

    def rows(self) -> list[Json]:
        order = sorted(
            (player for player in self.players.values() if player.group),
            key=lambda player: (
                GROUPS.index(player.group or ""),
                self.ranks.get(player.player, 0),
                -(player.value or 0) if player.group != "ranked" else 0,
                player.player,
            ),
        )
        return [self.row(player) for player in order]

    def row(self, player: NaivePlayer) -> Json:
        rank = self.ranks.get(player.player)
        short = player.group == "not_yet_ranked"
        average = is_average(self.policy)
        value = player.value
        return {
            "player": player.player,
            "group": player.group,
            "rank": rank,
            "shared": list(self.ranks.values()).count(rank or 0) > 1,
            "value": value if value is None else plain(value) if average else int(value),
            "sum": None if value is None else player.sum,
            "penalties": player.penalties,
            "deals": player.deals,
            "nights": len(player.nights),
            "kept_deals": player.kept_deals,
            "dropped": player.dropped,
            "missing": {
                "deals": max(0, self.policy["min_deals"] - player.deals) if short else 0,
                "nights": max(0, self.policy["min_nights"] - len(player.nights)) if short else 0,
            },
            "provisional": player.provisional,
            "decided_by": self.decided_by(player.player),
            "tie_steps": self.working[player.player] if rank else [],
            "next": self.next(player),
        }

    def decided_by(self, player: str) -> str | None:
        if self.ranks.get(player, 1) == 1:
            return None
        return next(step for players, step in self.classes if player in players)

    def next(self, player: NaivePlayer) -> Json | None:
        rank = self.ranks.get(player.player, 1)
        if rank == 1:
            return None
        above = max(other for other in self.ranks.values() if other < rank)
        level = next(self.players[p].value for p, other in self.ranks.items() if other == above)
        points = 0
        while value_with(player, points) < (level or 0):
            points += 1
        return {"rank": above, "to_level": points}


def value_with(player: NaivePlayer, points: int) -> Fraction:
    deals = player.kept_deals if is_average(player.policy) else 1
    return Fraction(player.sum + player.penalties + points, deals)


def plain(figure: Any) -> Any:
    return [figure.numerator, figure.denominator] if isinstance(figure, Fraction) else figure


def naive_rows(tallies: Json, policy: Json) -> list[Json]:
    """The rows of the table."""
    return NaiveTable(tallies, policy).rows()


def naive_movements(
    before: Json, corrected: Json, after: Json, policy: Json, policy_before: Json
) -> Json:
    """The movements, every pair of players looked at in every stage."""
    tables = [
        NaiveTable(before, policy_before),
        NaiveTable(before, policy),
        NaiveTable(corrected, policy),
        NaiveTable(after, policy),
    ]
    stages = list(zip(("policy", "corrections", "nights"), tables[:-1], tables[1:], strict=True))
    movements = {}
    for row in tables[3].rows():
        player = row["player"]
        ranked = [player in table.ranks for table in tables]
        if ranked[0] or ranked[3]:
            movements[player] = _movement(player, tables, stages, ranked)
    return movements


def _movement(player: str, tables: list[NaiveTable], stages: list[Any], ranked: list[bool]) -> Json:
    start, end = tables[0].ranks.get(player), tables[3].ranks.get(player)
    movement: Json = {"from": start, "to": end, "stage": None, "causes": {}, "crossings": []}
    if start is None or end is None:
        changed = [
            name for (name, *_), a, b in zip(stages, ranked, ranked[1:], strict=False) if a != b
        ]
        return movement | {"kind": "new" if start is None else "out", "stage": changed[-1]}
    movement["kind"] = "same" if start == end else "up" if end < start else "down"
    if not all(ranked):
        return movement | {"causes": {"mixed": start - end} if start != end else {}}
    for name, one, two in stages:
        for other in sorted(one.ranks.keys() | two.ranks.keys()):
            was = one.ranks.get(other, 1 << 30) < one.ranks[player]
            is_now = two.ranks.get(other, 1 << 30) < two.ranks[player]
            if was != is_now:
                cause, nights = _cause(name, one, two, player, other, is_now)
                crossing = {"player": other, "stage": name, "places": 1 if was else -1}
                movement["crossings"].append(crossing | {"cause": cause, "nights": nights})
    for crossing in movement["crossings"]:
        cause = crossing["cause"]
        movement["causes"][cause] = movement["causes"].get(cause, 0) + crossing["places"]
    movement["causes"] = {cause: n for cause, n in movement["causes"].items() if n}
    return movement


def _figures(table: NaiveTable, player: str) -> list[Any] | None:
    if player not in table.ranks:
        return None
    one = table.players[player]
    steps = [step for step in table.policy["tie_breaks"] if step != "direct"]
    return [-(one.value or 0), *(ahead_first(step, one.figure(step)) for step in steps)]


def _cause(
    name: str, one: NaiveTable, two: NaiveTable, p: str, q: str, is_now: bool
) -> tuple[str, list[str]]:
    if name == "policy":
        return "policy", []
    p_one, p_two, q_one, q_two = (_figures(t, x) for x in (p, q) for t in (one, two))
    changed = [x for x, a, b in ((p, p_one, p_two), (q, q_one, q_two)) if a != b]
    if not changed:
        return "tie", []
    if len(changed) == 2:
        p_alone = (q_one is not None and q_one < (p_two or [])) == is_now
        q_alone = (q_two is not None and q_two < (p_one or [])) == is_now
        if p_alone != q_alone:
            changed = [p] if p_alone else [q]
    whose = "both" if len(changed) == 2 else "own" if changed == [p] else "others"
    nights = {night for x in changed for night in _changed_nights(one.tallies, two.tallies, x)}
    return f"{whose}_{name}", [night for _, night in sorted(nights)]


def _changed_nights(start: Json, end: Json, player: str) -> list[tuple[str, str]]:
    days = {night["id"]: night["day"] for side in (start, end) for night in side["nights"]}
    return [
        (day, night)
        for night, day in days.items()
        if _night_sums(start, player, night) != _night_sums(end, player, night)
    ]


def _night_sums(tallies: Json, player: str, night: str) -> dict[Any, int]:
    sums: dict[Any, int] = {}
    if player not in [one["id"] for one in tallies["players"]]:
        return sums
    for row in tallies["tallies"]:
        if row["night"] != night or survivor(tallies, row["player"]) != player:
            continue
        for name in ("deals", "net_points", "net_bets", "u_wins", "moms", "compensations"):
            sums[name] = sums.get(name, 0) + row.get(name, 0)
        for seats, counts in row.get("places", {}).items():
            for place, count in enumerate(counts):
                sums[seats, place] = sums.get((seats, place), 0) + count
    return {key: amount for key, amount in sums.items() if amount}
