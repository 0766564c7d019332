"""A season with as many seats as one likes, made by the database itself (PostgreSQL).

Deals, revisions and seats are copies of one recorded deal with other people, places and points;
no transfers and no sheets of their own, so these books would pass no audit. They are written as a
replica writes: no guard and no foreign key is asked, which a superuser alone may do.
"""

from typing import Any

from django.db import connection, transaction

from scoring.models import Account, DealRevision, DealSeat, Player
from scoring.services.tallies import recompute_season_tallies
from tests.books import Books, make_books

PLAYERS = 500
NIGHTS = 66
TABLES = PLAYERS // 4
SEATS_A_ROUND = 4 * TABLES * NIGHTS  # one deal at every table

_AS_A_REPLICA = "SET LOCAL session_replication_role = replica"
_NIGHTS = """
INSERT INTO scoring_night (club_id, season_id, day, state, opened_at)
SELECT %(club)s, %(season)s, DATE '2026-09-05' + number, 'open', now()
FROM generate_series(1, %(nights)s) AS number
"""
_TABLES = """
INSERT INTO scoring_table ({columns})
SELECT {values} FROM scoring_table AS model, scoring_night AS night,
    generate_series(1, %(tables)s) AS number
WHERE model.id = %(table)s AND night.season_id = %(season)s AND night.id <> model.night_id
"""
_DEALS = """
INSERT INTO scoring_deal (id, table_id, number, played_at, current_id)
SELECT gen_random_uuid(), own.id, number, now(), gen_random_uuid()
FROM scoring_table AS own JOIN scoring_night AS night ON night.id = own.night_id,
    generate_series(%(first)s, %(last)s) AS number
WHERE night.season_id = %(season)s AND own.label LIKE 'S %%'
"""
_REVISIONS = """
INSERT INTO scoring_dealrevision ({columns})
SELECT {values}
FROM scoring_dealrevision AS model, scoring_deal AS deal
    JOIN scoring_table AS own ON own.id = deal.table_id
    JOIN scoring_night AS night ON night.id = own.night_id
WHERE model.id = %(revision)s AND night.season_id = %(season)s
    AND own.label LIKE 'S %%' AND deal.number BETWEEN %(first)s AND %(last)s
"""
# The people of a table are four neighbours in a circle that turns from night to night.
_SEATS = """
INSERT INTO scoring_dealseat ({columns})
SELECT {values}
FROM scoring_dealseat AS model, scoring_deal AS deal
    JOIN scoring_table AS own ON own.id = deal.table_id
    JOIN scoring_night AS night ON night.id = own.night_id,
    generate_series(0, 3) AS chair, bench_people AS person
WHERE model.id = %(seat)s AND night.season_id = %(season)s
    AND own.label LIKE 'S %%' AND deal.number BETWEEN %(first)s AND %(last)s
    AND person.number =
        (4 * substr(own.label, 3)::int + chair + 7 * (night.day - DATE '2026-09-05')) %% %(players)s
"""
_BY_HAND = """
SELECT seat.player_id, COUNT(*), SUM(seat.net_bets), SUM(seat.net_points),
    {places},
    {kinds},
    COUNT(*) FILTER (WHERE seat.is_mom), COUNT(*) FILTER (WHERE seat.is_compensator),
    SUM(seat.eats), SUM(seat.eaten), SUM(seat.last_eats), SUM(seat.last_eaten)
FROM scoring_night AS night
    JOIN scoring_table AS own ON own.night_id = night.id
    JOIN scoring_deal AS deal ON deal.table_id = own.id
    JOIN scoring_dealrevision AS revision ON revision.id = deal.current_id
    JOIN scoring_dealseat AS seat ON seat.revision_id = deal.current_id
WHERE night.season_id = %(season)s
GROUP BY seat.player_id
""".format(
    places=", ".join(
        f"COUNT(*) FILTER (WHERE revision.seat_count = {seats} AND seat.place = {place})"
        for seats in (2, 3, 4)
        for place in range(1, seats + 1)
    ),
    kinds=", ".join(
        f"COUNT(*) FILTER (WHERE seat.u_kind = '{kind}')"
        for kind in ("plain", "ten", "round", "zero", "dry")
    ),
)


def make_club() -> Books:
    """A club of five hundred, and the empty tables of its nights."""
    books = make_books(slug="clb-trieu-cho")
    books.record()
    missing = PLAYERS - len(books.people)
    people = [
        Player(
            club=books.club,
            name=f"Người {number}",
            name_key=f"người {number}",
            call_name=f"Người {number}",
            sort_key=f"người {number}",
            search_key=f"nguoi {number}",
        )
        for number in range(missing)
    ]
    for player in people:
        player.root_id = player.pk
    with transaction.atomic():
        Player.objects.bulk_create(people)
        Account.objects.bulk_create(
            Account(club=books.club, kind="player", player=player) for player in people
        )
    values = {
        "night_id": "night.id",
        "label": "'S ' || number - 1",
        "label_key": "'s ' || number - 1",
        "last_number": "0",
    }
    with transaction.atomic():
        _run(books, _AS_A_REPLICA)
        _run(books, _NIGHTS)
        _run(books, _TABLES, values=values, model=type(books.table))
        _number_people(books)
    return books


def grow(books: Books, *, seats: int) -> None:
    """Deals at every table until the season has about so many seats; tallies are made anew."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(MAX(number), 0) FROM scoring_deal JOIN scoring_table AS own"
            " ON own.id = table_id WHERE label LIKE 'S %'"
        )
        (first,) = cursor.fetchone()
    last = max(round(seats / SEATS_A_ROUND), 1)
    if last > first:
        with transaction.atomic():
            _run(books, _AS_A_REPLICA)
            _insert_deals(books, first=first + 1, last=last)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    with transaction.atomic():
        recompute_season_tallies(books.season.pk)


def forget(books: Books) -> None:
    """No tally and no row of the table is left."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE scoring_tabletally")
        cursor.execute("TRUNCATE scoring_standingrow")
        cursor.execute("UPDATE scoring_standingstate SET built_revision = -1")


def sums_by_hand(books: Books) -> list[tuple[Any, ...]]:
    """The same sums for each player, from the seats of the revisions in force, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_HAND, {"season": books.season.pk})
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _insert_deals(books: Books, *, first: int, last: int) -> None:
    revision = {"id": "deal.current_id", "deal_id": "deal.id"}
    place = "(chair + abs(hashtext(deal.id::text)) % 4) % 4".replace("%", "%%")
    # As in a real season, next to nobody is equal to anybody in everything.
    chance = "abs(hashtext(deal.id::text || chair::text)) %% 41 - 20"
    seat = {
        "revision_id": "deal.current_id",
        "seat": "chair",
        "player_id": "person.player_id",
        "account_id": "person.account_id",
        "place": f"{place} + 1",
        "net_bets": chance,
        "net_points": chance,
        "eats": "(deal.number + chair) %% 2",
        "is_mom": "(deal.number + chair) %% 7 = 0",
    }
    _run(books, _DEALS, first=first, last=last)
    # Many more rows than the planner knows of; it would join them one by one.
    _run(books, "ANALYZE scoring_deal")
    _run(books, _REVISIONS, values=revision, model=DealRevision, first=first, last=last)
    _run(books, _SEATS, values=seat, model=DealSeat, first=first, last=last)


def _number_people(books: Books) -> None:
    _run(
        books,
        "CREATE TABLE bench_people AS SELECT player_id, id AS account_id,"
        " row_number() OVER (ORDER BY id) - 1 AS number FROM scoring_account"
        " WHERE club_id = %(club)s AND kind = 'player'",
    )


def _run(
    books: Books, sql: str, *, values: dict[str, str] | None = None, model: Any = None, **more: int
) -> None:
    """Run a statement; columns not given are the model row's."""
    deal = DealRevision.objects.filter(deal__table=books.table).earliest("deal__number", "n")
    if model is not None:
        columns = {
            field.column: f'model."{field.column}"'
            for field in model._meta.concrete_fields
            if not (field.primary_key and field.get_internal_type() == "BigAutoField")
        } | (values or {})
        names = ", ".join(f'"{name}"' for name in columns)
        sql = sql.format(columns=names, values=", ".join(columns.values()))
    parameters: dict[str, Any] = {
        "club": books.club.pk,
        "season": books.season.pk,
        "table": books.table.pk,
        "revision": deal.pk,
        "seat": deal.seats.get(seat=0).pk,
        "nights": NIGHTS,
        "tables": TABLES,
        "players": PLAYERS,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, {**parameters, **more})
