"""The pages of people: figures, the roster, and what changes in it; refused at the field, with all
that was typed.
"""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import Login, Player
from scoring.services import players
from scoring.services.merges import merge_players
from tests.books import Books, make_books
from tests.services.checks import revise, writes_nothing
from tests.web.conftest import sign_in
from tests.web.pages import Tags, language, words

ROSTER = "/clb/clb-mau/nguoi/"


def _url(player, rest: str = "") -> str:
    return f"{ROSTER}{player.pk}/{rest}"


def _guest(books: Books, name: str = "Đặng Khách") -> Player:
    return players.add_player(actor=books.owner, club_id=books.club.pk, name=name, is_guest=True)


def _merge(books: Books, player, into) -> None:
    merge_players(actor=books.owner, club_id=books.club.pk, player_id=player.pk, into_id=into.pk)


# A player's page


def test_a_page_tells_a_persons_figures(visitor, books: Books) -> None:
    """R-04: An is first with 6 less an eat of 1, then with 1 of two; the ù takes 6 from each.

    Of Bình it is 1 − 1 + 1 + 6.
    """
    books.record(books.sheet(eats=[(1, False)]))
    books.record(books.sheet(seats=books.seats(2)))
    books.record(books.sheet(u=(0, "plain")))
    said = words(visitor.get(_url(books.people[0])))
    assert "▲ +24 điểm 3 ván · 1 buổi" in said
    assert "nhất 100 % 3" in said
    assert "Ù 1 ù thường 1" in said
    assert "Ăn 0 bị ăn 1" in said
    assert "Nhất liền tay 3 ván 04/09/2026" in said
    assert "Bình 3 ván ▲ +7" in said
    assert "Cộng ▲ +24" in said
    assert "Ù thường 04/09/2026 · Bàn 1 · ván 3 ▲ +18" in said


def test_the_bar_of_places_adds_up_to_all_deals(visitor, books: Books) -> None:
    """Bình: second, then without a place when An won by ù."""
    books.record()
    books.record(books.sheet(u=(0, "plain")))
    page = visitor.get(_url(books.people[1]))
    assert "nhất 0 % 0 nhì 50 % 1 ba 0 % 0 bét 0 % 0 không xếp hạng 50 % 1" in words(page)
    tags = Tags(page.content.decode()).tags
    bars = [
        attrs for tag, attrs in tags if "places__" in (attrs.get("class") or "") and tag == "rect"
    ]
    assert [bar["width"] for bar in bars] == ["0", "500", "0", "0", "500"]


def test_a_season_is_chosen_by_the_query(visitor, books: Books) -> None:
    books.record()
    url = _url(books.people[0], f"?mua={books.season.pk}")
    assert "▲ +6 điểm 1 ván · 1 buổi" in words(visitor.get(url))
    assert f'?mua={books.season.pk}" aria-current="true"' in visitor.get(url).content.decode()


@pytest.mark.parametrize("season", ["0", "999999999", "1e3", "９", "x"])
def test_a_season_that_is_none_is_no_crash(visitor, books: Books, season: str) -> None:
    known = season.isascii() and season.isdigit()
    answer = visitor.get(_url(books.people[0], f"?mua={season}"))
    assert answer.status_code == (404 if known else 200)


def test_another_clubs_season_is_not_found(visitor, books: Books) -> None:
    other = make_books(slug="clb-khac").season.pk
    assert visitor.get(_url(books.people[0], f"?mua={other}")).status_code == 404


def test_somebody_without_a_deal_has_an_empty_page(visitor, books: Books) -> None:
    assert "Chưa có ván nào." in words(visitor.get(_url(books.people[4])))
    revise(books, books.record(), "void")
    assert "Chưa có ván nào." in words(visitor.get(_url(books.people[0])))


def test_the_merged_lead_to_who_they_are(visitor, books: Books) -> None:
    guest = _guest(books)
    _merge(books, guest, books.people[0])
    answer = visitor.get(_url(guest, "?mua=1"))
    assert (answer.status_code, answer["Location"]) == (302, _url(books.people[0], "?mua=1"))
    assert "còn gọi Đặng Khách" in words(visitor.get(_url(books.people[0])))


def test_two_people_are_compared(visitor, books: Books) -> None:
    books.record(books.sheet(eats=[(1, False), (1, True)]))
    said = words(visitor.get(_url(books.people[0], f"doi-dau/{books.people[1].pk}/")))
    assert "▼ −4 điểm" in said  # 1 for the place, less 1 and 4 for the eats
    assert "1 An xếp trên" in said
    assert "0 Bình xếp trên" in said
    assert "Thứ hạng ▲ +1" in said
    assert "Ăn chốt 0 1" in said


def test_two_who_never_met_are_told_so(visitor, books: Books) -> None:
    answer = visitor.get(_url(books.people[0], f"doi-dau/{books.people[4].pk}/"))
    assert "chưa ngồi cùng ván nào" in words(answer)


def test_the_merged_and_oneself_are_led_on_by_two_people(visitor, books: Books) -> None:
    guest, (an, binh) = _guest(books), books.people[:2]
    _merge(books, guest, an)
    answer = visitor.get(_url(binh, f"doi-dau/{guest.pk}/"))
    assert answer["Location"] == _url(binh, f"doi-dau/{an.pk}/")
    assert visitor.get(_url(an, f"doi-dau/{guest.pk}/"))["Location"] == _url(an)


def test_the_page_asks_no_more_with_more_deals(visitor, books: Books) -> None:
    counted = []
    for _ in range(3):
        books.record(books.sheet(u=(0, "plain"), eats=[(1, True)]))
        visitor.get("/toi/")  # the sign-in is cached by the first page
        with CaptureQueriesContext(connection) as queries:
            assert visitor.get(_url(books.people[0])).status_code == 200
        counted.append(len(queries))
    # The login, the club, the person (2), the figures (8) and the seasons.
    assert counted == [14] * 3


def test_english_readers_get_english(visitor, books: Books) -> None:
    books.record()
    language(visitor, "en")
    said = words(visitor.get(_url(books.people[0])))
    assert "▲ +6 points 1 deal · 1 night" in said
    assert "1st 100% 1" in said


# The roster


def test_people_are_listed_as_a_vietnamese_reader_expects(visitor, books: Books) -> None:
    for name in ("Đỗ Ánh", "Ân"):
        _guest(books, name)
    said = words(visitor.get(ROSTER))
    order = [said.index(name) for name in ("An", "Đỗ Ánh", "Ân", "Bình", "Chi", "Dũng", "Giang")]
    assert order == sorted(order)
    assert "7 người" in said


@pytest.mark.parametrize("query", ["dang khach", "KHÁCH ĐẶNG", "đặng", "hac"])
def test_people_are_found_without_marks_and_in_any_order(visitor, books: Books, query: str) -> None:
    _guest(books)
    page = visitor.get(ROSTER, {"q": query})
    assert "1 người Đặng Khách" in words(page)
    assert "Bình" not in words(page)


def test_people_are_found_by_the_names_they_had(visitor, books: Books) -> None:
    _merge(books, _guest(books), books.people[4])
    assert "1 người Giang chưa có ván · còn gọi Đặng Khách" in words(
        visitor.get(ROSTER, {"q": "khach"})
    )


def test_nobody_found_keeps_what_was_typed(visitor, books: Books) -> None:
    page = visitor.get(ROSTER, {"q": '<b>"không'})
    assert 'Không ai tên “<b>"không”.' in words(page)
    assert "&lt;b&gt;&quot;không" in page.content.decode()


def test_the_list_asks_no_more_with_more_people(visitor, books: Books) -> None:
    counted = []
    for number in range(3):
        _guest(books, f"Khách {number}")
        _merge(books, _guest(books, f"Cũ {number}"), books.people[number])
        visitor.get("/toi/")
        with CaptureQueriesContext(connection) as queries:
            visitor.get(ROSTER)
        counted.append(len(queries))
    assert counted == [5] * 3


# Adding and renaming


def test_a_manager_adds_players_and_a_scorer_guests(client, books: Books) -> None:
    sign_in(client, books.actor(Role.MANAGER))
    answer = client.post(f"{ROSTER}them/", {"name": "Lê  Mới ", "kind": "player"}, follow=True)
    assert "Đã thêm Lê Mới." in words(answer)
    assert Player.objects.get(name="Lê Mới").is_guest is False
    sign_in(client, books.actor(Role.SCORER))
    client.post(f"{ROSTER}them/", {"name": "Khách Mới", "kind": "player"})
    assert Player.objects.get(name="Khách Mới").is_guest is True
    assert "Là ai" not in words(client.get(f"{ROSTER}them/"))


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ("bình", 409, "Đã có người hoặc bàn khác dùng tên này."),
        ("", 400, "bắt buộc"),
        ("x" * 81, 400, "dài quá 80 chữ"),
    ],
)
def test_a_name_is_refused_at_its_field(visitor, books: Books, typed, status, said) -> None:
    for path in (f"{ROSTER}them/", _url(books.people[0], "doi-ten/")):
        with writes_nothing():
            answer = visitor.post(path, {"name": typed, "kind": "guest"})
        assert answer.status_code == status
        page = answer.content.decode()
        field = page[page.index('id="id_name_error"') :]
        assert said in field[: field.index("</p>")]
        assert f'value="{typed}"' in page or not typed


def test_a_person_is_renamed_everywhere(visitor, books: Books) -> None:
    answer = visitor.post(_url(books.people[0], "doi-ten/"), {"name": "Trần An"}, follow=True)
    assert answer.redirect_chain == [(_url(books.people[0]), 302)]
    assert "Đã đổi tên." in words(answer)
    assert Player.objects.get(pk=books.people[0].pk).name == "Trần An"


# Claiming


def _member(books: Books, name: str) -> Login:
    from scoring.services.members import add_member

    login = Login.objects.create_user(name)
    add_member(actor=books.owner, club_id=books.club.pk, user_name=name, role=Role.MEMBER)
    return login


def test_a_guest_is_linked_with_a_login(visitor, books: Books) -> None:
    guest, login = _guest(books), _member(books, "lan")
    answer = visitor.post(_url(guest, "tai-khoan/"), {"login_id": login.pk}, follow=True)
    assert "tài khoản lan" in words(answer)
    assert Player.objects.get(pk=guest.pk).login_id == login.pk


def test_a_claim_that_would_merge_two_who_met_is_told_at_the_field(visitor, books: Books) -> None:
    guest, login = _guest(books), _member(books, "lan")
    visitor.post(_url(books.people[0], "tai-khoan/"), {"login_id": login.pk})
    books.record(books.sheet(seats=[*books.seats(3), str(guest.pk)]))
    with writes_nothing():
        answer = visitor.post(_url(guest, "tai-khoan/"), {"login_id": login.pk})
    assert answer.status_code == 409
    assert "đã ngồi cùng một ván (ván 1)" in words(answer)
    assert "lan – là An" in words(answer)


def test_another_clubs_login_cannot_be_chosen(visitor, books: Books) -> None:
    stranger = make_books(slug="clb-khac").owner.login_id
    with writes_nothing():
        answer = visitor.post(_url(books.people[0], "tai-khoan/"), {"login_id": stranger})
    assert answer.status_code == 400


# Merging


def test_a_merge_is_shown_before_it_is_done(visitor, books: Books) -> None:
    guest = _guest(books)
    books.record()
    books.record(books.sheet(seats=[str(guest.pk), *books.seats()[1:]]))
    into = {"into_id": str(books.people[0].pk)}
    with writes_nothing():
        said = words(visitor.get(_url(guest, "gop/"), into))
    assert "Sẽ là một người, An, trong 2 ván" in said
    assert "còn gọi Đặng Khách" in said
    answer = visitor.post(_url(guest, "gop/"), into, follow=True)
    assert answer.redirect_chain[-1][0] == _url(books.people[0])
    assert "Đã gộp thành một người." in words(answer)
    assert "2 ván · 1 buổi" in words(answer)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_merge_of_two_who_met_is_refused_at_the_field(visitor, books, method: str) -> None:
    books.record()
    into = {"into_id": str(books.people[1].pk)}
    with writes_nothing():
        answer = getattr(visitor, method)(_url(books.people[0], "gop/"), into)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "đã ngồi cùng một ván (ván 1)" in page[page.index('id="id_into_id_error"') :]
    assert f'<option value="{books.people[1].pk}" selected>' in page


def test_whom_to_merge_into_is_chosen_from_the_club(visitor, books: Books) -> None:
    foreign = make_books(slug="clb-khac").people[0].pk
    for chosen in (foreign, uuid4(), "x", ""):
        with writes_nothing():
            answer = visitor.post(_url(books.people[0], "gop/"), {"into_id": chosen})
        assert answer.status_code == 400


def test_a_merge_is_taken_back_from_the_page(visitor, books: Books) -> None:
    guest = _guest(books)
    _merge(books, guest, books.people[0])
    page = visitor.get(_url(books.people[0])).content.decode()
    assert f'action="{_url(guest, "tach/")}"' in page
    back = {"next": _url(books.people[0])}
    answer = visitor.post(_url(guest, "tach/"), back, follow=True)
    assert answer.redirect_chain == [(_url(books.people[0]), 302)]
    assert "Đã tách thành hai người." in words(answer)
    assert Player.objects.get(pk=guest.pk).merged_into_id is None


def test_a_name_taken_meanwhile_is_told_where_the_merge_was_taken_back(
    visitor, books: Books
) -> None:
    guest = _guest(books)
    _merge(books, guest, books.people[0])
    _guest(books)
    with writes_nothing():
        answer = visitor.post(_url(guest, "tach/"), {"next": "https://xa.example/"}, follow=True)
    assert "Đã có người hoặc bàn khác dùng tên này." in words(answer)


def test_only_managers_are_shown_what_they_may_do(client, books: Books) -> None:
    for role, shown in ((Role.MEMBER, False), (Role.SCORER, False), (Role.MANAGER, True)):
        page = sign_in(client, books.actor(role)).get(_url(books.people[0]))
        assert ("Gộp vào người khác" in words(page)) is shown
        roster = words(sign_in(client, books.actor(role)).get(ROSTER))
        assert ("Thêm" in roster) is (role is not Role.MEMBER)
