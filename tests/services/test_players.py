"""The roster: adding, renaming, claiming a guest, merging two entries and taking it back."""

from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.errors import ErrorCode
from scoring.models import Login, Player, Season, Table
from scoring.selectors.figures import list_night_figures
from scoring.selectors.merging import get_merge_preview
from scoring.selectors.roster import get_roster_row, ids_by_name, list_players
from scoring.services import clubs, players
from scoring.services.merges import merge_players, unmerge_player
from tests.books import Books
from tests.services.checks import everything, last_event, points_of, refuses, revise, writes_nothing


def _add(books: Books, name: str, **changes) -> Player:
    return players.add_player(actor=books.owner, club_id=books.club.pk, name=name, **changes)


def _merge(books: Books, player: Player, into: Player) -> Player:
    return merge_players(
        actor=books.owner, club_id=books.club.pk, player_id=player.pk, into_id=into.pk
    )


def _unmerge(books: Books, player: Player) -> Player:
    return unmerge_player(actor=books.owner, club_id=books.club.pk, player_id=player.pk)


def _rename(books: Books, player: Player, name: str) -> None:
    players.rename_player(actor=books.owner, club_id=books.club.pk, player_id=player.pk, name=name)


def _claim(books: Books, player: Player, login_id: int) -> Player:
    return players.claim_guest(
        actor=books.owner, club_id=books.club.pk, player_id=player.pk, login_id=login_id
    )


def _nets(books: Books) -> dict[str, int]:
    rows = list_night_figures(club_id=books.club.pk, night_id=books.night.pk)
    return {row.name: row.net_points for row in rows}


def test_a_player_comes_with_an_account_and_its_keys(books: Books) -> None:
    player_id = uuid4()
    player = _add(books, "  Đặng   Văn Hùng ", player_id=player_id)
    assert (player.pk, player.root_id, player.name) == (player_id, player_id, "Đặng Văn Hùng")
    assert (player.call_name, player.search_key) == ("Hùng", "dang van hung")
    assert player.account.kind == "player"
    event = last_event(books)
    assert (event.action, event.object_id) == ("player.add", str(player_id))
    assert event.after == {"is_guest": False}


@pytest.mark.parametrize("name", ["an", "AN", " An ", "Bi\u0300nh", "BÌNH", "gIANG"])
def test_a_name_is_taken_whatever_case_and_form(books: Books, name: str) -> None:
    with refuses(ErrorCode.NAME_TAKEN, field="name"):
        _add(books, name)
    with refuses(ErrorCode.NAME_TAKEN, field="name"):
        _rename(books, books.people[3], name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", ErrorCode.NAME_EMPTY),
        (" \u00a0\t", ErrorCode.NAME_EMPTY),
        ("x" * 81, ErrorCode.NAME_TOO_LONG),
        ("ﬃ" * 80, ErrorCode.NAME_TOO_LONG),
    ],
    ids=["nothing", "spaces", "81 letters", "80 ligatures"],
)
def test_names_that_cannot_be_kept_are_refused(books: Books, name: str, code: ErrorCode) -> None:
    with refuses(code, field="name"):
        _add(books, name)


def test_names_with_marks_of_their_own_differ(books: Books) -> None:
    assert _add(books, "Binh").name == "Binh"
    assert _add(books, "x" * 80).name == "x" * 80


def test_renaming_changes_every_key_and_no_points(books: Books) -> None:
    books.record()
    before = points_of(books)
    _rename(books, books.people[0], "Nguyễn Thị Ánh")
    player = Player.objects.get(pk=books.people[0].pk)
    assert (player.name, player.call_name, player.search_key) == (
        "Nguyễn Thị Ánh",
        "Ánh",
        "nguyen thi anh",
    )
    assert points_of(books) == before
    event = last_event(books)
    assert (event.action, event.before, event.after) == ("player.rename", None, None)


def test_a_player_may_keep_its_own_name_in_another_case(books: Books) -> None:
    _rename(books, books.people[0], "AN")
    assert Player.objects.get(pk=books.people[0].pk).name == "AN"


def test_anothers_player_is_not_found(books: Books, strangers: Books) -> None:
    foreign = strangers.people[0]
    login_id = books.owner.login_id or 0
    with refuses(ErrorCode.NOT_FOUND, field="into_id"):
        _merge(books, books.people[0], foreign)
    for act in (
        lambda: _rename(books, foreign, "Mới"),
        lambda: _merge(books, foreign, books.people[0]),
        lambda: _unmerge(books, foreign),
        lambda: _claim(books, foreign, login_id),
    ):
        with refuses(ErrorCode.NOT_FOUND, field="player_id"):
            act()


# Merging


def test_a_merge_moves_no_fact_and_readers_follow_it(books: Books) -> None:
    books.record()
    books.record(books.sheet(seats=[books.seat(4), *books.seats()[1:]]))
    facts = points_of(books)
    dirty = Season.objects.get(pk=books.season.pk).dirty_revision
    alias, root = books.people[4], books.people[0]
    assert _merge(books, alias, root).pk == root.pk
    assert points_of(books) == facts
    # An 6 and Giang 6 are one person's 12.
    assert _nets(books) == {"An": 12, "Bình": -2, "Chi": -4, "Dũng": -6}
    assert Season.objects.get(pk=books.season.pk).dirty_revision == dirty + 1
    event = last_event(books)
    assert (event.action, event.after) == ("player.merge", {"merged_into": str(root.pk)})


def test_taking_a_merge_back_gives_the_books_of_before(books: Books) -> None:
    books.record()
    books.record(books.sheet(seats=[books.seat(4), *books.seats()[1:]]))
    # The audit grows, the season is ranked again, and phones look again: no fact is among them.
    untouched = ("scoring_auditevent", "scoring_season", "scoring_table")
    version = Table.objects.get(pk=books.table.pk).version
    before = {name: rows for name, rows in everything().items() if name not in untouched}
    _merge(books, books.people[4], books.people[0])
    _unmerge(books, books.people[4])
    after = {name: rows for name, rows in everything().items() if name not in untouched}
    assert after == before
    assert Table.objects.get(pk=books.table.pk).version == version + 2
    assert _nets(books)["Giang"] == 6
    assert last_event(books).before == {"merged_into": str(books.people[0].pk)}


def test_pointers_may_be_followed_one_after_the_other(books: Books) -> None:
    """Guest → Giang → Dũng; taking the middle pointer away leaves the first."""
    guest, giang, dung = _add(books, "Khách", is_guest=True), books.people[4], books.people[3]
    _merge(books, guest, giang)
    _merge(books, giang, dung)
    roots = dict(Player.objects.values_list("pk", "root_id"))
    assert roots[guest.pk] == roots[giang.pk] == dung.pk
    _unmerge(books, giang)
    roots = dict(Player.objects.values_list("pk", "root_id"))
    assert (roots[guest.pk], roots[giang.pk], roots[dung.pk]) == (giang.pk, giang.pk, dung.pk)
    _unmerge(books, guest)
    assert Player.objects.get(pk=guest.pk).root_id == guest.pk


def test_those_merged_into_a_player_stay_with_it(books: Books) -> None:
    one, other = _add(books, "Một"), _add(books, "Hai")
    _merge(books, one, books.people[4])
    _merge(books, other, books.people[4])
    _merge(books, books.people[4], books.people[0])
    _unmerge(books, other)
    roots = dict(Player.objects.values_list("pk", "root_id"))
    assert (roots[one.pk], roots[other.pk]) == (books.people[0].pk, other.pk)


def test_a_merged_name_is_an_alias_and_free_for_somebody_new(books: Books) -> None:
    _merge(books, books.people[4], books.people[0])
    assert "Giang" not in [row.name for row in list_players(club_id=books.club.pk)]
    assert ids_by_name(club_id=books.club.pk)["giang"] == books.people[0].pk
    other = _add(books, "Giang")
    assert ids_by_name(club_id=books.club.pk)["giang"] == other.pk
    with refuses(ErrorCode.NAME_TAKEN, field="name"):
        _unmerge(books, books.people[4])
    _rename(books, other, "Giang Em")
    _unmerge(books, books.people[4])


def test_what_a_merge_is_refused_for(books: Books) -> None:
    an, binh, *_, giang = books.people
    with refuses(ErrorCode.MERGED_SELF, field="into_id"):
        _merge(books, an, an)
    _merge(books, giang, an)
    with refuses(ErrorCode.PLAYER_MERGED, field="player_id"):
        _merge(books, giang, binh)
    with refuses(ErrorCode.PLAYER_MERGED, field="into_id"):
        _merge(books, binh, giang)
    with refuses(ErrorCode.PLAYER_NOT_MERGED, field="player_id"):
        _unmerge(books, an)


def test_two_who_met_are_two(books: Books) -> None:
    """Also through what was merged into them."""
    books.record()
    deal = books.record()
    with refuses(ErrorCode.MERGED_MET, field="into_id", deal_number=1):
        _merge(books, books.people[1], books.people[0])
    _merge(books, books.people[4], books.people[1])
    with refuses(ErrorCode.MERGED_MET, deal_number=1):
        _merge(books, books.people[1], books.people[0])
    revise(books, deal, "void")
    with refuses(ErrorCode.MERGED_MET, deal_number=1):
        _merge(books, books.people[0], books.people[1])


def test_in_a_void_deal_nobody_met(books: Books) -> None:
    deal = books.record(books.sheet(seats=[*books.seats(3), books.seat(4)]))
    with refuses(ErrorCode.MERGED_MET, deal_id=str(deal.deal_id), deal_number=1):
        _merge(books, books.people[4], books.people[0])
    revise(books, deal, "void")
    _merge(books, books.people[4], books.people[0])


# Claiming


def _member(books: Books, name: str) -> int:
    login = Login.objects.create_user(name)
    clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=login.pk, role=Role.MEMBER)
    return login.pk


def test_a_guest_becomes_a_login(books: Books) -> None:
    guest = _add(books, "Khách", is_guest=True)
    login_id = _member(books, "khach")
    claimed = _claim(books, guest, login_id)
    assert (claimed.pk, claimed.login_id, claimed.is_guest) == (guest.pk, login_id, False)
    event = last_event(books)
    assert (event.action, event.before, event.after) == (
        "player.claim",
        {"is_guest": True, "login_id": None},
        {"is_guest": False, "login_id": login_id},
    )


def test_a_guest_is_merged_into_the_player_a_login_has(books: Books) -> None:
    login_id = _member(books, "an")
    _claim(books, books.people[0], login_id)
    guest = _add(books, "Khách", is_guest=True)
    assert _claim(books, guest, login_id).pk == books.people[0].pk
    assert Player.objects.get(pk=guest.pk).root_id == books.people[0].pk


def test_what_a_claim_is_refused_for(books: Books, strangers: Books) -> None:
    guest, login_id = _add(books, "Khách", is_guest=True), _member(books, "khach")
    outsider = Login.objects.create_user("ngoai").pk
    for unknown in (outsider, strangers.owner.login_id or 0, 10**9):
        with refuses(ErrorCode.NOT_FOUND, field="login_id"):
            _claim(books, guest, unknown)
    _claim(books, guest, login_id)
    other = _member(books, "khac")
    with refuses(ErrorCode.PLAYER_HAS_LOGIN, field="player_id"):
        _claim(books, guest, other)
    _merge(books, books.people[4], books.people[0])
    with refuses(ErrorCode.PLAYER_MERGED, field="player_id"):
        _claim(books, books.people[4], login_id)


def test_a_claim_that_would_merge_two_who_met_is_refused(books: Books) -> None:
    guest = _add(books, "Khách", is_guest=True)
    login_id = _member(books, "an")
    _claim(books, books.people[0], login_id)
    books.record(books.sheet(seats=[*books.seats(3), str(guest.pk)]))
    with refuses(ErrorCode.MERGED_MET):
        _claim(books, guest, login_id)


def test_a_guest_who_is_the_login_s_player_already_cannot_be_claimed_again(books: Books) -> None:
    login_id = _member(books, "an")
    _claim(books, books.people[0], login_id)
    _merge(books, books.people[0], books.people[4])
    with refuses(ErrorCode.MERGED_SELF, field="into_id"):
        _claim(books, books.people[4], login_id)


def test_the_same_id_adds_one_player(books: Books) -> None:
    given: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk, "player_id": uuid4()}
    hoa = players.add_player(**given, name="Hoa")
    with writes_nothing():
        assert players.add_player(**given, name=" hoa ").pk == hoa.pk


def test_an_id_that_is_somebody_else_s_is_refused(books: Books, strangers: Books) -> None:
    for used in (books.people[0].pk, strangers.people[0].pk):
        given: dict[str, Any] = {
            "actor": books.owner,
            "club_id": books.club.pk,
            "player_id": used,
        }
        with refuses(ErrorCode.PLAYER_ID_REUSED, player_id=str(used)):
            players.add_player(**given, name="Hoa")
        with refuses(ErrorCode.PLAYER_ID_REUSED):
            players.add_player(**given, name="An", is_guest=True)


def test_two_logins_are_two_people(books: Books) -> None:
    _claim(books, books.people[0], _member(books, "an"))
    _claim(books, books.people[4], _member(books, "giang"))
    with refuses(ErrorCode.PLAYER_HAS_LOGIN, field="player_id"):
        _merge(books, books.people[4], books.people[0])


def test_a_login_counts_through_what_was_merged(books: Books) -> None:
    """An bears the login of Khách; with another login's player or claim they would be two."""
    guest = _add(books, "Khách", is_guest=True)
    _claim(books, guest, _member(books, "khach"))
    _merge(books, guest, books.people[0])
    _claim(books, books.people[4], _member(books, "giang"))
    for one, other in ((0, 4), (4, 0)):
        with refuses(ErrorCode.PLAYER_HAS_LOGIN, field="player_id"):
            _merge(books, books.people[one], books.people[other])
    other_login = _member(books, "khac")
    with refuses(ErrorCode.PLAYER_HAS_LOGIN, field="player_id"):
        _claim(books, books.people[0], other_login)


def test_a_preview_says_what_a_merge_would_make_and_writes_nothing(books: Books) -> None:
    books.record()
    books.record(books.sheet(seats=[books.seat(4), *books.seats()[1:]]))
    alias = _add(books, "Giang Cũ")
    _merge(books, alias, books.people[4])
    ids = {"player_id": books.people[4].pk, "into_id": books.people[0].pk}
    with writes_nothing():
        preview = get_merge_preview(club_id=books.club.pk, **ids)
    assert (preview.player.name, preview.into.name, preview.deals) == ("Giang", "An", 2)
    assert preview.aliases == ["Giang", "Giang Cũ"]
    _merge(books, books.people[4], books.people[0])
    row = get_roster_row(club_id=books.club.pk, player_id=books.people[0].pk)
    assert (row.deals, sorted(row.aliases)) == (2, ["Giang", "Giang Cũ"])


def test_a_preview_is_refused_as_the_merge_would_be(books: Books, strangers: Books) -> None:
    deal = books.record()
    an, binh = books.people[0].pk, books.people[1].pk
    for into, code in (
        (binh, ErrorCode.MERGED_MET),
        (an, ErrorCode.MERGED_SELF),
        (strangers.people[0].pk, ErrorCode.NOT_FOUND),
    ):
        with refuses(code, field="into_id") as caught:
            get_merge_preview(club_id=books.club.pk, player_id=an, into_id=into)
        if code is ErrorCode.MERGED_MET:
            assert caught.value.values["deal_id"] == str(deal.deal_id)
