"""Examples of the operations on clubs, members and players; tests run them."""

CLUB = {
    "slug": "clb-ben-nghe",
    "name": "CLB Phỏm Bến Nghé",
    "time_zone": "Asia/Ho_Chi_Minh",
    "day_cutoff_hours": 6,
    "language": "vi",
    "visibility": "private",
    "rotates_loser": False,
    "swaps_after_u": False,
    "counts_points": False,
    "role": "owner",
}
NEW_CLUB = {"slug": "clb-ben-nghe", "name": "CLB Phỏm Bến Nghé"}
CLUB_CHANGE = {"name": "CLB Phỏm Bến Nghé", "day_cutoff_hours": 5, "rotates_loser": True}
MEMBER = {
    "login_id": 7,
    "user_name": "lan",
    "role": "scorer",
    "player_id": None,
    "player_name": "",
}
NEW_MEMBER = {"user_name": "lan", "role": "scorer"}
PLAYER_ID = "6f1d3a52-3a0e-4b7e-9a53-2f6a3c1f9d01"
OTHER_ID = "0b9a6d0e-6a55-4f0b-8f0a-6d0f5f7c2a02"
PLAYER = {
    "player_id": PLAYER_ID,
    "root_id": PLAYER_ID,
    "name": "Nguyễn Văn Hùng",
    "call_name": "Hùng",
    "is_guest": False,
    "user_name": "",
    "deals": 214,
    "aliases": [],
}
INTO = {
    "player_id": OTHER_ID,
    "root_id": OTHER_ID,
    "name": "Hùng Béo",
    "call_name": "Béo",
    "is_guest": False,
    "user_name": "",
    "deals": 3,
    "aliases": [],
}
NEW_PLAYER = {"name": "Nguyễn Văn Hùng", "is_guest": True}
NEW_GUEST = {"name": "Minh Bến Nghé"}
GUEST = {
    "player_id": OTHER_ID,
    "root_id": OTHER_ID,
    "name": "Minh Bến Nghé",
    "call_name": "Nghé",
    "is_guest": True,
    "user_name": "",
    "deals": 0,
    "aliases": [],
}
PREVIEW = {"player": PLAYER, "into": INTO, "deals": 217, "aliases": ["Nguyễn Văn Hùng"]}
FIGURES = {
    "player_id": PLAYER_ID,
    "name": "Nguyễn Văn Hùng",
    "deals": 2,
    "night_count": 1,
    "net_points": 12,
    "net_bets": 12,
    "moms": 0,
    "compensations": 0,
    "eats": 1,
    "eaten": 0,
    "last_eats": 0,
    "last_eaten": 0,
    "places": [{"seats": 4, "place": 1, "count": 2}],
    "u_by_kind": {"plain": 1, "ten": 0, "round": 0, "zero": 0, "dry": 0},
    "u_wins": [{"kind": "plain", "day": "2026-09-04", "table": "Bàn 1", "number": 2, "points": 6}],
    "nights": [{"day": "2026-09-04", "deals": 2, "points": 12}],
    "opponents": [{"player_id": OTHER_ID, "name": "Hùng Béo", "deals": 2, "points": 12}],
    "elsewhere_points": 0,
}
AGAINST = {
    "deals": 2,
    "placed": 1,
    "higher": 1,
    "lower": 0,
    "points": 12,
    "by_reason": {"place": 6, "u": 6},
    "eats": [
        {"reason": "eat", "made": 0, "lost": 0},
        {"reason": "last_eat", "made": 0, "lost": 0},
    ],
    "nights": [{"day": "2026-09-04", "points": 12}],
}
