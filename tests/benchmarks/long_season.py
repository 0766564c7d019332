"""A long season as a file of deals: varied, valid, the same every time."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

DEALS_A_TABLE = 50


def season_lines(count: int) -> Iterator[str]:
    """A season of that many deals as `phom-deals/1`: two tables a night, ten players."""
    names = ["An", "Bình", "Chi", "Dũng", "Đạt", "Giang", "Hà", "Hùng", "Khánh", "Lan"]
    nights = -(-count // (2 * DEALS_A_TABLE))
    first = date(2026, 1, 1)
    yield json.dumps(
        {
            "format": "phom-deals/1",
            "club": {"slug": "clb-lon", "name": "CLB lớn", "time_zone": "Asia/Ho_Chi_Minh"},
            "season": {
                "name": "Mùa dài",
                "first_day": first.isoformat(),
                "last_day": (first + timedelta(days=nights)).isoformat(),
            },
            "rules": {},
            "players": names,
        }
    )
    for index in range(count):
        night, rest = divmod(index, 2 * DEALS_A_TABLE)
        table, number = divmod(rest, DEALS_A_TABLE)
        day = first + timedelta(days=night)
        start = (night + 5 * table) % len(names)
        seats = [names[(start + place) % len(names)] for place in range(4)]
        played_at = datetime(day.year, day.month, day.day, 13, tzinfo=UTC)
        yield json.dumps(
            {
                "id": str(UUID(int=0x5EA50000_0000_4000_8000_000000000000 + index)),
                "night": day.isoformat(),
                "table": f"Bàn {table + 1}",
                "played_at": (played_at + timedelta(minutes=3 * number)).isoformat(),
                "stake": 1 if number < DEALS_A_TABLE // 2 else 2,
                "sheet": _sheet(seats, index),
            }
        )


def _sheet(seats: Sequence[str], index: int) -> dict[str, Any]:
    """Mostly plain deals with an eat or two, every ninth an ù, every seventh a móm."""
    eats = [
        {"eater": seats[(index + turn) % 4], "last_round": turn == 2} for turn in range(index % 4)
    ]
    if index % 9 == 0:
        u = {"winner": seats[index % 4], "kind": "plain"}
        return {"seats": list(seats), "ending": "u", "u": u, "eats": eats}
    points = [5 + index % 5, 12 + index % 6, 20 + index % 7, 31 + index % 8]
    hands: dict[str, dict[str, Any]] = {
        seat: {"points": points[(place + index) % 4]} for place, seat in enumerate(seats)
    }
    if index % 7 == 0:
        hands[seats[(index + 3) % 4]]["mom"] = True
        eats = [eat for eat in eats if eat["eater"] != seats[(index + 3) % 4]]
    return {"seats": list(seats), "ending": "normal", "hands": hands, "eats": eats}
