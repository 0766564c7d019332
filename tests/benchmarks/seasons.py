"""Standings over a season of a million seats, on PostgreSQL; run in a process of its own by
`__main__`.

DATABASE_URL says which. PHOM_BENCH_SEATS makes the season smaller, PHOM_BENCH_MOST_SEATS what it
has grown to when reading is measured again. `python -m tests.benchmarks.seasons SEASON_ID` is the
worker of the recording figure: it refreshes until it is killed.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_league.settings.embedded")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from scoring.engine.standings import direct_groups, rank_season, rank_sums  # noqa: E402
from scoring.models import Season, StandingState  # noqa: E402
from scoring.selectors.policies import policy_of  # noqa: E402
from scoring.selectors.season_stamps import get_season_stamp  # noqa: E402
from scoring.selectors.season_sums import SeasonSums  # noqa: E402
from scoring.selectors.season_table import list_season_rows  # noqa: E402
from scoring.selectors.standings import read_tallies  # noqa: E402
from scoring.selectors.sums_to_rank import read_sums  # noqa: E402
from scoring.services.adjustments import penalise  # noqa: E402
from scoring.services.deals import record_deal  # noqa: E402
from scoring.services.nights import open_table  # noqa: E402
from scoring.services.standings import rebuild_standings, refresh_standings  # noqa: E402
from tests.benchmarks import many_seats  # noqa: E402
from tests.benchmarks.table import Figure  # noqa: E402
from tests.books import EVENING, Books  # noqa: E402

FEW_SEATS = 100_000
SEATS = int(os.environ.get("PHOM_BENCH_SEATS", "1000000"))
MOST_SEATS = int(os.environ.get("PHOM_BENCH_MOST_SEATS", "4000000"))
ROUNDS = 5
RECORDED = 150
DEALS_A_TABLE = 50
REBUILD_BAR, REFRESH_BAR, READING_BAR, RECORDING_BAR = 2.5, 1.5, 1.2, 1.3


def main() -> None:
    """Print the figures as JSON, one a line."""
    if len(sys.argv) > 1:
        refresh_for_ever(int(sys.argv[1]))
    call_command("migrate", verbosity=0)
    for figure in measure():
        print(json.dumps(figure.to_json()), flush=True)


def measure() -> Iterator[Figure]:
    """The season grows, and is measured on its way."""
    books = many_seats.make_club()
    many_seats.grow(books, seats=min(FEW_SEATS, SEATS))
    rebuild_standings(season_id=books.season.pk)
    few = _reading(books)
    many_seats.grow(books, seats=SEATS)
    yield from measure_rebuild(books)
    yield from measure_refresh(books)
    yield from measure_recording(books)
    if MOST_SEATS > SEATS:
        many_seats.grow(books, seats=MOST_SEATS)
        rebuild_standings(season_id=books.season.pk)
    ratio = _reading(books) / few
    yield Figure(
        f"reading {many_seats.PLAYERS} rows at {MOST_SEATS:,} seats ÷ at {FEW_SEATS:,}",
        f"{ratio:.2f} ({1000 * few:.1f} ms)",
        f"at most {READING_BAR}",
        ratio <= READING_BAR,
    )


def measure_rebuild(books: Books) -> Iterator[Figure]:
    """From nothing: no tally, no row. Taking turns with the statement it is held against."""
    rebuilds, statements = [], []
    for _ in range(ROUNDS):
        many_seats.forget(books)
        rebuilds.append(_seconds(lambda: rebuild_standings(season_id=books.season.pk)))
        statements.append(_seconds(lambda: many_seats.sums_by_hand(books)))
    ratio = _ratio(rebuilds, statements)
    ours, by_hand = statistics.median(rebuilds), statistics.median(statements)
    yield Figure(
        f"rebuild_standings over {SEATS:,} seats ÷ one statement of the same sums",
        f"{ratio:.2f} ({ours:.2f} s ÷ {by_hand:.2f} s)",
        f"at most {REBUILD_BAR}",
        ratio <= REBUILD_BAR,
    )


def measure_refresh(books: Books) -> Iterator[Figure]:
    """After one deal more; against the ranking alone, of the same tallies.

    A refresh that reads seats, for people whom only the deals they met in can separate, is a figure
    of its own. So is the ranking of the sums, which is what a refresh spends on ranking.
    """
    by_seats: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    of_sums = []
    for _ in range(4 * ROUNDS):
        _separate_equals(books)
        refresh_standings(season_id=books.season.pk)
        books.record()
        statements = _Statements()
        with connection.execute_wrapper(statements):
            seconds = _seconds(lambda: refresh_standings(season_id=books.season.pk))
        season = _season(books)
        tallies, policy = read_tallies(season), policy_of(season)
        sums = read_sums(season, policy)
        ranking = _seconds(lambda: rank_season(tallies, policy))  # noqa: B023 - at once
        by_seats[statements.read_seats].append((seconds, ranking))
        of_sums.append(_seconds(lambda: rank_sums(sums, policy)))  # noqa: B023 - at once
    refreshes, rankings = zip(*by_seats[False], strict=True)
    ratio, ours = _ratio(refreshes, rankings), statistics.median(refreshes)
    yield Figure(
        f"refresh_standings after one deal, {len(tallies.tallies):,} tallies ÷ rank_season",
        f"{ratio:.2f} ({1000 * ours:.0f} ms ÷ {1000 * statistics.median(rankings):.0f} ms)",
        f"at most {REFRESH_BAR}",
        ratio <= REFRESH_BAR,
    )
    yield Figure(
        "… ÷ ranking the sums it reads instead", f"{ours / statistics.median(of_sums):.2f}"
    )
    if by_seats[True]:
        longer = _ratio(*zip(*by_seats[True], strict=True))
        yield Figure("… where equals need their deals read ÷ rank_season", f"{longer:.2f}")


class _Statements:
    """Passes statements on, and remembers whether one of them read seats."""

    read_seats = False

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """As Django asks of a wrapper."""
        self.read_seats |= "scoring_dealseat" in sql
        return execute(sql, *rest)


def _separate_equals(books: Books) -> None:
    """A point less for one of those whom only a direct encounter would separate."""
    season = _season(books)
    policy = policy_of(season)
    while groups := direct_groups(rank_season(read_tallies(season), policy)):
        for group in groups:
            penalise(
                actor=books.owner,
                club_id=books.club.pk,
                season_id=season.pk,
                player_id=UUID(group[0]),
                points=-1,
                adjustment_id=uuid4(),
            )


def _season(books: Books) -> Season:
    return Season.objects.select_related("policy_version").get(pk=books.season.pk)


def measure_recording(books: Books) -> Iterator[Figure]:
    """p95 of `record_deal` while another process refreshes without a pause ÷ while none does.

    Beside it what any process costs that computes without a pause: on a machine with few cores, or
    with much else to do, that is the least a refresh can cost.
    """
    write = _writer(books)
    alone, beside, computed = [], [], []
    for _ in range(2 * ROUNDS):
        alone.append(_p95(write))
        with refreshing(books) as built:
            beside.append(_p95(write))
            built()
        with computing():
            computed.append(_p95(write))
    ratio = _ratio(beside, alone)
    before, meanwhile = statistics.median(alone), statistics.median(beside)
    yield Figure(
        "record_deal, p95 while a refresh runs ÷ without it",
        f"{ratio:.2f} ({1000 * meanwhile:.1f} ms ÷ {1000 * before:.1f} ms)",
        f"at most {RECORDING_BAR}",
        ratio <= RECORDING_BAR,
    )
    yield Figure(
        "… while a process runs that only computes ÷ without it", f"{_ratio(computed, alone):.2f}"
    )


@contextmanager
def computing() -> Iterator[None]:
    """Another process computes, and asks the database nothing."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def refreshing(books: Books) -> Iterator[Callable[[], None]]:
    """Another process refreshes the season; what is given back says that it really did."""
    state = StandingState.objects.get(season=books.season)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.seasons", str(books.season.pk)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    process.stdout.readline()

    def built() -> None:
        assert StandingState.objects.get(pk=state.pk).built_revision > state.built_revision

    try:
        yield built
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def refresh_for_ever(season_id: int) -> None:
    """As a worker with much to do."""
    print("ready", flush=True)
    while True:
        refresh_standings(season_id=season_id)


def _writer(books: Books) -> Callable[[], object]:
    sheet = books.sheet(eats=[(1, False), (2, True)])
    state = {"table": 0, "number": DEALS_A_TABLE, "tables": 0}

    def write() -> None:
        if state["number"] == DEALS_A_TABLE:
            state["tables"] += 1
            state["table"] = _open_table(books, f"Đo {state['tables']}")
            state["number"] = 0
        state["number"] += 1
        record_deal(
            actor=books.owner,
            table_id=state["table"],
            deal_id=uuid4(),
            sheet=sheet,
            played_at=EVENING,
        )

    return write


def _open_table(books: Books, label: str) -> int:
    return open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label=label,
        stake_points=1,
        seats=[player.pk for player in books.people[:4]],
    ).pk


def _reading(books: Books) -> float:
    """The rows of the table as its page reads them; the fastest, as on a quiet machine."""
    stamp = get_season_stamp(actor=books.owner, slug=books.club.slug, season_id=books.season.pk)
    nothing = SeasonSums({}, {})
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the server does by itself, some time after so many changes
    assert len(list_season_rows(stamp, nothing)) == many_seats.PLAYERS
    return min(_seconds(lambda: list_season_rows(stamp, nothing)) for _ in range(10 * ROUNDS))


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of what was measured one right after the other.

    What else the machine does then weighs on both.
    """
    return statistics.median(one / other for one, other in zip(ours, theirs, strict=True))


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _p95(write: Callable[[], object]) -> float:
    times = sorted(_seconds(write) for _ in range(RECORDED))
    return times[int(0.95 * (len(times) - 1))]


if __name__ == "__main__":
    main()
