"""A season of many players and nights, as tallies: what reading a page of it costs.

The nights have no deals but the first, so these books would pass no audit. Imports no model by
itself: `conftest.py` files read it before Django is set up.
"""

from datetime import timedelta
from typing import Any

from tests.books import DAY, Books

FAMILY = ("Nguyễn", "Trần", "Lê", "Phạm", "Hoàng", "Vũ", "Đặng", "Bùi")
MIDDLE = ("Văn", "Thị", "Minh", "Thu", "Đức")
GIVEN = ("An", "Bình", "Chi", "Dũng", "Đạt", "Giang", "Hà", "Hùng", "Lan", "Mai", "Nga", "Yến")

# Everybody sits in two nights of three; the figures are spread by remainders of a product.
_TALLIES = """
INSERT INTO scoring_tabletally (
    table_id, player_id, deals, net_bets, net_points,
    p2_1, p2_2, p3_1, p3_2, p3_3, p4_1, p4_2, p4_3, p4_4,
    u_plain, u_ten, u_round, u_zero, u_dry,
    moms, compensations, eats, eaten, last_eats, last_eaten
)
SELECT
    table_id, player_id, 32, chance % 121 - 60, chance % 121 - 60,
    0, 0, 0, 0, 0, chance % 9, chance % 7, chance % 11, chance % 5,
    chance % 3, 0, chance / 7 % 2, 0, 0,
    chance % 4, 0, chance % 13, chance % 10, 0, 0
FROM (
    SELECT
        own.id AS table_id, player.id AS player_id,
        (own.number * 7919 + player.number * 104729) % 10007 AS chance
    FROM (
        SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS number
        FROM scoring_table WHERE label = 'Bàn lớn'
    ) AS own
    CROSS JOIN (
        SELECT id, ROW_NUMBER() OVER (ORDER BY sort_key) AS number
        FROM scoring_player WHERE club_id = %s
    ) AS player
) AS line
WHERE chance % 3 > 0
"""


def fill_season(books: Books, *, players: int, nights: int) -> None:
    """So many people and nights, the books' own among them; the table and its movements since the
    last night but one are built.
    """
    from scoring.services.standings import refresh_standings

    books.record()
    _add_people(books, players - len(books.people))
    _add_tables(books, nights - 1)
    _add_tallies(books)
    refresh_standings(season_id=books.season.pk)
    _move_everybody(books)


def _add_people(books: Books, count: int) -> None:
    from scoring.models import Player
    from scoring.names import name_key, search_key, sort_key

    made = []
    for number in range(count):
        family, middle = FAMILY[number % 8], MIDDLE[number // 8 % 5]
        name = f"{family} {middle} {GIVEN[number % 12]} {number}"
        player = Player(
            club=books.club,
            name=name,
            name_key=name_key(name),
            call_name=f"{GIVEN[number % 12]} {number}",
            sort_key=sort_key(name),
            search_key=search_key(name),
        )
        player.root_id = player.pk
        made.append(player)
    Player.objects.bulk_create(made)


def _add_tables(books: Books, count: int) -> None:
    from scoring.models import Night, Table

    days = [DAY + timedelta(days=number) for number in range(1, count + 1)]
    nights = Night.objects.bulk_create(
        Night(club=books.club, season=books.season, day=day, state="locked") for day in days
    )
    Table.objects.bulk_create(
        Table(
            night=night,
            label="Bàn lớn",
            label_key="bàn lớn",
            state="locked",
            ruleset_version=books.version,
            stake_points=1,
        )
        for night in nights
    )


def _add_tallies(books: Books) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_TALLIES.replace("% ", "%% "), [books.club.pk])


def _move_everybody(books: Books) -> None:
    """Movements as they would be if the latest night had been played since."""
    from dataclasses import replace

    from scoring.engine.standings import StandingsPolicy, season_movements
    from scoring.models import StandingState
    from scoring.selectors.standings import read_tallies

    tallies: Any = read_tallies(books.season)
    last = max(tallies.nights, key=lambda night: night.day).night
    before = replace(tallies, tallies=tuple(row for row in tallies.tallies if row.night != last))
    policy = StandingsPolicy()
    moved = season_movements(before, before, tallies, policy, policy)
    state = StandingState.objects.get(season=books.season)
    state.movements = {player: movement.to_json() for player, movement in moved.items()}
    state.movements_revision = state.built_revision
    state.save()
