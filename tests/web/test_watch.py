"""Looking on at a table: ranking, the last deal explained, ten deals; sent again when changed."""

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.services.terms import change_terms
from tests.books import uuids
from tests.services.checks import revise
from tests.web.conftest import sign_in
from tests.web.pages import NIGHT, Tags, language, words
from tests.web.test_deal_form import settle
from tests.web.test_join import joined

pytestmark = pytest.mark.django_db


def address(books) -> str:
    return f"/ban/{books.table.pk}/xem/"


@pytest.fixture
def watching(client, books):
    """A phone that joined by a viewer's code."""
    return joined(client, books, "viewer")


def test_a_new_table_shows_who_sits(watching, books) -> None:
    said = words(watching.get(address(books)))
    assert "Bàn 1 Thứ Sáu 04/09/2026" in said
    assert "Đang chơi ván 1" in said
    assert "=1 An 0 =1 Bình 0 =1 Chi 0 =1 Dũng 0" in said
    assert "Bàn chưa có ván nào" in said


def test_ranking_and_the_last_deal_are_explained(watching, books) -> None:
    books.record()
    books.record(books.sheet(u=(1, "plain")))
    said = words(watching.get(address(books)))
    # An 6 − 6, Bình −1 + 18, Chi −2 − 6, Dũng −3 − 6.
    assert "1 Bình ▲ +17 2 An 0 3 Chi ▼ −8 4 Dũng ▼ −9" in said
    assert "Ván 2: Bình ù ▲ +18" in said
    assert "Bình ù thường: mỗi người thua trả 6 cược." in said
    assert said.index("Ván 2:") < said.index("Các ván trước") < said.index("An nhất")
    language(watching, "en")
    said = words(watching.get(address(books)))
    assert "Playing deal 3" in said
    assert "Earlier deals" in said


def test_ten_deals_are_shown(watching, books) -> None:
    for _ in range(13):
        books.record()
    page = watching.get(address(books)).content.decode()
    anchors = [attrs.get("id") for _tag, attrs in Tags(page).tags]
    assert [one for one in anchors if one and one.startswith("van-") and one[4:].isdigit()] == [
        f"van-{number}" for number in range(13, 3, -1)
    ]


def test_a_void_deal_is_struck_out(watching, books) -> None:
    revise(books, books.record(), "void")
    page = watching.get(address(books))
    assert "<s>" in page.content.decode()
    assert "An 0" in words(page)


def test_who_left_keeps_their_points_and_is_told_apart(watching, books) -> None:
    books.record()
    change_terms(
        actor=books.owner,
        table_id=books.table.pk,
        terms_id=uuids(1)[0],
        seats=[books.people[index].pk for index in (1, 2, 3, 4)],
    )
    said = words(watching.get(address(books)))
    assert "1 An không ngồi bàn này ▲ +6 2 Giang 0 3 Bình ▼ −1" in said


def test_points_are_those_of_the_night(watching, books) -> None:
    other = books.open_second_table()
    books.record(table_id=other.pk)
    said = words(watching.get(address(books)))
    assert "1 An ▲ +6" in said
    assert "Bàn chưa có ván nào" in said


def test_every_role_looks_on_and_strangers_do_not(books) -> None:
    for role in (Role.MEMBER, Role.SCORER, Role.MANAGER):
        page = sign_in(Client(), books.actor(role)).get(address(books))
        assert page.status_code == 200
        assert f'href="{NIGHT}"' in page.content.decode()
        leads_on = f'href="/ban/{books.table.pk}/"' in page.content.decode()
        assert leads_on == (role is not Role.MEMBER)
    scorer = joined(Client(), books).get(address(books)).content.decode()
    assert f'href="/ban/{books.table.pk}/"' in scorer
    viewer = joined(Client(), books, "viewer").get(address(books)).content.decode()
    assert f'href="/ban/{books.table.pk}/"' not in viewer
    assert NIGHT not in viewer


def test_the_link_to_share_is_the_public_address(watching, books) -> None:
    assert f"http://testserver{address(books)}" in words(watching.get(address(books)))
    with override_settings(PHOM_PUBLIC_URL="https://phom.example"):
        assert f"https://phom.example{address(books)}" in words(watching.get(address(books)))


def test_a_settled_night_says_so(watching, books) -> None:
    books.record()
    settle(books)
    said = words(watching.get(address(books)))
    assert "Đã kết sổ" in said
    assert "Đang chơi ván" not in said


@pytest.mark.parametrize("who", ["phone", "login"])
def test_the_page_is_sent_again_only_when_something_changed(
    books, who, django_assert_max_num_queries
) -> None:
    browser = joined(Client(), books) if who == "phone" else sign_in(Client(), books.owner)
    browser.get(address(books))  # a first visit is given the token of its forms
    tag = browser.get(address(books))["ETag"]
    with django_assert_max_num_queries(2):
        again = browser.get(address(books), headers={"If-None-Match": tag})
    assert (again.status_code, again["ETag"]) == (304, tag)
    books.record()
    changed = browser.get(address(books), headers={"If-None-Match": tag})
    assert (changed.status_code, changed["ETag"] == tag) == (200, False)


def test_the_page_asks_no_more_when_more_was_played(watching, books) -> None:
    counts = []
    for more in (1, 8):
        for _ in range(more):
            books.record()
        with CaptureQueriesContext(connection) as asked:
            watching.get(address(books))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 8
