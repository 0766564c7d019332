"""Who went up and down since the last night: three inputs built again from the facts (S-60).

Small seasons are worked out by hand: a deal of two moves one bet times its multiplier, stake 1.
What the earlier moment was is compared with what was read at that very moment.
"""

import random
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from django.db import transaction

from scoring.actors import Role
from scoring.engine.standings import Tallies, rank_season
from scoring.models import Deal, DealRevision, Season, StandingState, Table
from scoring.selectors.earlier import Moment, latest_night_began, read_moment
from scoring.selectors.policies import policy_of
from scoring.selectors.standings import rank_from_books, read_tallies
from scoring.services import merges, movements, players, standings
from scoring.services.deals import DealAnswer
from tests.books import Books
from tests.services import seasons
from tests.services.checks import correct, revise, writes_nothing
from tests.services.histories import History

SECOND_NIGHT = date(2026, 9, 11)
AN, BINH, CHI, DUNG, GIANG = range(5)


def _won(books: Books, winner: int, loser: int, bets: int, **more: Any) -> DealAnswer:
    return books.record(_sheet(books, winner, loser, bets), **more)


def _sheet(books: Books, winner: int, loser: int, bets: int) -> Any:
    seats = [books.seat(winner), books.seat(loser)]
    return books.sheet(seats=seats, multiplier=bets)


def _season(books: Books) -> Season:
    return Season.objects.select_related("policy_version").get(pk=books.season.pk)


def _moment(books: Books) -> Moment:
    season = _season(books)
    at = latest_night_began(season)
    assert at is not None
    return read_moment(season, at)


def _points(books: Books, tallies: Tallies) -> list[object]:
    """Everybody's value in the order of the roster under the default policy."""
    rows = {row.player: row.to_json() for row in rank_season(tallies, policy_of(books.season)).rows}
    return [rows[books.seat(i)]["value"] if books.seat(i) in rows else None for i in range(5)]


def _moved(books: Books) -> dict[str, Any]:
    """Movements by name, written by the task after a refresh."""
    seasons.refresh(books)
    assert movements.compute_movements(season_id=books.season.pk)
    names = {str(player.pk): player.name for player in books.people}
    found = StandingState.objects.get(season=books.season).movements
    assert found is not None
    return {names[player]: movement for player, movement in found.items()}


def _short(moved: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: (one["kind"], one["from"], one["to"], one["causes"]) for name, one in moved.items()
    }


@pytest.fixture
def first(books: Books) -> tuple[DealAnswer, DealAnswer]:
    """The first night: An 5, Chi 3, Dũng -3, Bình -5."""
    return _won(books, AN, BINH, 5), _won(books, CHI, DUNG, 3)


@pytest.fixture
def second(books: Books, first: object) -> Table:
    """A table of the next night; its first deal is the moment."""
    return seasons.open_table(books, SECOND_NIGHT)


def test_a_season_nobody_played_has_no_movements(books: Books) -> None:
    assert latest_night_began(books.season) is None
    assert _moved(books) == {}


def test_in_the_first_night_of_a_season_everybody_is_new(books: Books, first: object) -> None:
    moment = _moment(books)
    assert _points(books, moment.before) == [None] * 5
    assert {one["kind"] for one in _moved(books).values()} == {"new"}


def test_new_play_moves_those_who_played_by_their_own_and_the_others_by_theirs(
    books: Books, second: Table
) -> None:
    _won(books, BINH, AN, 4, table_id=second.pk)
    moment = _moment(books)
    assert _points(books, moment.before) == [5, -5, 3, -3, None]
    assert _points(books, moment.corrected) == [5, -5, 3, -3, None]
    # Now An 1, Bình -1, Chi 3, Dũng -3: Chi passes An, Bình passes Dũng.
    assert _short(_moved(books)) == {
        "An": ("down", 1, 2, {"own_nights": -1}),
        "Bình": ("up", 4, 3, {"own_nights": 1}),
        "Chi": ("up", 2, 1, {"others_nights": 1}),
        "Dũng": ("down", 3, 4, {"others_nights": -1}),
    }


def test_a_correction_is_never_charged_to_the_last_night(
    books: Books, first: tuple[DealAnswer, DealAnswer], second: Table
) -> None:
    _won(books, GIANG, DUNG, 1, table_id=second.pk)
    correct(books, first[0], _sheet(books, AN, BINH, 2))
    moment = _moment(books)
    assert _points(books, moment.before) == [5, -5, 3, -3, None]
    assert _points(books, moment.corrected) == [2, -2, 3, -3, None]
    # Now An 2, Bình -2, Chi 3, Dũng -4, Giang 1.
    moved = _moved(books)
    assert _short(moved) == {
        "An": ("down", 1, 2, {"own_corrections": -1}),
        "Bình": ("same", 4, 4, {"own_corrections": 1, "others_nights": -1}),
        "Chi": ("up", 2, 1, {"others_corrections": 1}),
        "Dũng": ("down", 3, 5, {"others_corrections": -1, "others_nights": -1}),
        "Giang": ("new", None, 3, {}),
    }
    [crossing] = moved["An"]["crossings"]
    assert (crossing["player"], crossing["stage"]) == (books.seat(CHI), "corrections")
    assert crossing["nights"] == [str(books.night.pk)]


def test_a_deal_added_to_an_earlier_night_is_new_play(books: Books, second: Table) -> None:
    _won(books, CHI, GIANG, 1, table_id=second.pk)
    _won(books, BINH, GIANG, 7)
    moment = _moment(books)
    assert _points(books, moment.corrected) == [5, -5, 3, -3, None]
    moved = _moved(books)
    # Now An 5, Chi 4, Bình 2, Dũng -3, Giang -8: Bình passes Dũng by what was added that night.
    assert moved["Bình"]["causes"] == {"own_nights": 1}
    [crossing] = moved["Bình"]["crossings"]
    assert (crossing["player"], crossing["stage"]) == (books.seat(DUNG), "nights")
    assert crossing["nights"] == [str(books.night.pk)]


def test_a_void_deal_that_was_put_back_is_as_it_was(
    books: Books, first: tuple[DealAnswer, DealAnswer], second: Table
) -> None:
    revise(books, first[1], "void")
    _won(books, AN, BINH, 1, table_id=second.pk)
    revise(books, first[1], "restore")
    moment = _moment(books)
    assert _points(books, moment.before) == [5, -5, None, None, None]
    assert _points(books, moment.corrected) == [5, -5, 3, -3, None]


def test_a_night_adjustment_counts_from_when_it_was_recorded(books: Books, second: Table) -> None:
    seasons.adjust(books, AN, BINH, 2)
    _won(books, CHI, DUNG, 1, table_id=second.pk)
    seasons.adjust(books, CHI, DUNG, 7)
    moment = _moment(books)
    assert _points(books, moment.before) == [3, -3, 3, -3, None]
    assert _points(books, moment.corrected) == [3, -3, 3, -3, None]


def test_a_penalty_is_a_correction(books: Books, second: Table) -> None:
    before = seasons.penalise(books, AN, -1)
    _won(books, CHI, DUNG, 1, table_id=second.pk)
    seasons.penalise(books, AN, -2)
    seasons.cancel(books, before)
    moment = _moment(books)
    assert _points(books, moment.before) == [4, -5, 3, -3, None]
    assert _points(books, moment.corrected) == [3, -5, 3, -3, None]
    # 3 in one deal each: they share the first rank, then Chi has 4.
    assert _short(_moved(books))["An"] == ("down", 1, 2, {"others_nights": -1})


def test_a_merge_since_is_a_correction_and_so_is_taking_it_back(
    books: Books, second: Table
) -> None:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    twin = players.add_player(**ids, name="Chi nhỏ")
    books.record(books.sheet(seats=[str(twin.pk), books.seat(DUNG)], multiplier=4))
    merges.merge_players(**ids, player_id=twin.pk, into_id=books.people[CHI].pk)
    _won(books, AN, BINH, 1, table_id=second.pk)
    merges.unmerge_player(**ids, player_id=twin.pk)
    merges.merge_players(**ids, player_id=twin.pk, into_id=books.people[GIANG].pk)
    moment = _moment(books)
    assert _points(books, moment.before) == [5, -5, 7, -7, None]
    assert _points(books, moment.corrected) == [5, -5, 3, -7, 4]


def test_a_guest_claimed_since_was_a_guest_then(books: Books, second: Table) -> None:
    ids: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    guest = players.add_player(**ids, name="Khách", is_guest=True)
    books.record(books.sheet(seats=[str(guest.pk), books.seat(DUNG)], multiplier=4))
    _won(books, AN, BINH, 1, table_id=second.pk)
    login_id = books.actor(Role.MEMBER).login_id
    assert login_id is not None
    players.claim_guest(**ids, player_id=guest.pk, login_id=login_id)
    moment = _moment(books)
    flags = [
        {one.player: one.is_guest for one in tallies.players}[str(guest.pk)]
        for tallies in (moment.before, moment.corrected)
    ]
    assert flags == [True, False]


def test_another_policy_is_a_stage_of_its_own(books: Books, second: Table) -> None:
    seasons.rank_by(books, metric="net_bets")
    _won(books, CHI, AN, 1, table_id=second.pk)
    seasons.rank_by(books, metric="place_points", place_points={"2": [1, 0]}, tie_breaks=[])
    seasons.rank_by(books, metric="place_points", place_points={"2": [1, 1]}, tie_breaks=[])
    moment = _moment(books)
    assert moment.policy.metric == "net_bets"
    # By places all share the first rank (1 each); then An and Chi have 2.
    moved = _short(_moved(books))
    assert moved["Chi"] == ("up", 2, 1, {"policy": 1})
    assert moved["Bình"] == ("up", 4, 3, {"policy": 3, "others_nights": -2})


def test_meetings_of_then_are_those_of_the_revisions_in_force_then(books: Books) -> None:
    seasons.rank_by(books, tie_breaks=["direct"])
    deal = _won(books, AN, BINH, 1)
    seasons.adjust(books, AN, BINH, 1)  # both at 0, and An won the deal they met in
    table = seasons.open_table(books, SECOND_NIGHT)
    _won(books, GIANG, DUNG, 1, table_id=table.pk)
    correct(books, deal, _sheet(books, BINH, AN, 1))
    moment = _moment(books)
    [meeting] = moment.before.meetings
    assert (meeting.deals, dict(zip(meeting.players, meeting.net_points, strict=True))) == (
        1,
        {books.seat(AN): 1, books.seat(BINH): -1},
    )
    assert moment.corrected.meetings == ()  # An -2, Bình 2: nobody is equal any more


def test_movements_are_written_once_for_a_table_and_again_for_the_next(
    books: Books, second: Table
) -> None:
    _won(books, BINH, AN, 4, table_id=second.pk)
    assert not movements.compute_movements(season_id=books.season.pk)  # nothing is built yet
    _moved(books)
    with writes_nothing():
        assert not movements.compute_movements(season_id=books.season.pk)
    _won(books, BINH, AN, 4, table_id=second.pk)
    assert not movements.compute_movements(season_id=books.season.pk)  # behind the books
    standings.refresh_standings(season_id=books.season.pk)
    assert movements.compute_movements(season_id=books.season.pk)
    state = StandingState.objects.get(season=books.season)
    assert state.movements_revision == state.built_revision


# Any history


@pytest.mark.parametrize("seed", range(16))
def test_the_earlier_moment_is_what_was_read_at_that_moment(pot_books: Books, seed: int) -> None:
    history = History(pot_books, random.Random(seed))
    history.play(24)
    season = _season(pot_books)
    then, table_then = rank_from_books(season)
    policy_then = policy_of(season)
    history.open_night(SECOND_NIGHT)
    history.play(24)

    moment = _moment(pot_books)
    assert moment.policy == policy_then
    assert _summed(moment.before) == _summed(then)
    assert _penalties(moment.before) == _penalties(then)
    assert rank_season(moment.before, policy_then).checksum() == table_then.checksum()
    assert _played(moment.corrected) == _played(_without_what_is_new(pot_books, moment))


@pytest.mark.parametrize("seed", range(16, 20))
def test_movements_of_any_history_add_up(pot_books: Books, seed: int) -> None:
    history = History(pot_books, random.Random(seed))
    history.play(16)
    history.open_night(SECOND_NIGHT)
    history.play(16)
    seasons.refresh(pot_books)
    assert movements.compute_movements(season_id=pot_books.season.pk)
    moved = StandingState.objects.get(season=pot_books.season).movements
    assert moved
    for one in moved.values():
        if None not in (one["from"], one["to"]):
            assert sum(one["causes"].values()) == one["from"] - one["to"]


def _without_what_is_new(books: Books, moment: Moment) -> Tallies:
    """What the books would say if every deal first recorded since were void (taken back again)."""
    season = _season(books)
    new = DealRevision.objects.filter(
        deal__table__night__season=season, n=1, recorded_at__gte=moment.at
    )
    with transaction.atomic():
        for deal in Deal.objects.filter(revisions__in=new).order_by("-table_id", "-number"):
            if deal.current.kind != "void":
                revise(books, deal.pk, "void", note="để so sánh")
        tallies = read_tallies(season)
        transaction.set_rollback(True)
    return tallies


def _summed(tallies: Tallies) -> dict[tuple[str, str], dict[str, int]]:
    """All numbers of a night and player, rows together; those of nothing left out."""
    sums: dict[tuple[str, str], dict[str, int]] = {}
    for row in tallies.tallies:
        into = sums.setdefault((row.night, row.player), {})
        values = row._asdict()
        numbers = {name: values[name] for name in row._fields[3:22]}
        for name, count in {**numbers, **row.u_by_kind}.items():
            into[name] = into.get(name, 0) + count
    return {
        key: {name: count for name, count in row.items() if count}
        for key, row in sums.items()
        if any(row.values())
    }


def _played(tallies: Tallies) -> dict[tuple[str, str], dict[str, int]]:
    """The same of the tables alone, without night adjustments."""
    rows = tuple(row for row in tallies.tallies if row.table is not None)
    return _summed(Tallies(season=tallies.season, seed=tallies.seed, tallies=rows))


def _penalties(tallies: Tallies) -> set[tuple[str, int, bool]]:
    return {(one.penalty, one.points, one.is_cancelled) for one in tallies.penalties}
