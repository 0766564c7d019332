"""Payments on the settlement page, step by step, and which of its buttons are whose.

The night is one plain deal at stake 1: An is first and gets 1 + 2 + 3 = 6; Bình pays 1, Chi 2,
Dũng 3.
"""

import re
from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.models import Payment, Season
from tests.books import make_books
from tests.services.checks import settle, writes_nothing
from tests.services.settling import (
    live,
    pay,
    payment,
    plan,
)
from tests.web.conftest import sign_in
from tests.web.pages import words
from tests.web.settlement_pages import PAGE, member, row, step

pytestmark = pytest.mark.django_db


# Payments


def test_marking_one_payment_leaves_the_others_as_they_were_to_the_byte(visitor, settled) -> None:
    kept = [payment(settled, name, "An") for name in ("Bình", "Dũng")]
    one = payment(settled, "Chi", "An")
    before = visitor.get(PAGE).content.decode()
    rows = list(Payment.objects.exclude(pk=one.pk).order_by("pk").values())
    answer = step(visitor, one, "da-tra")
    assert answer["Location"] == f"{PAGE}#khoan-{one.pk}"
    after = visitor.get(PAGE).content.decode()
    assert row(after, one.pk) != row(before, one.pk)
    assert [row(after, other.pk) for other in kept] == [row(before, other.pk) for other in kept]
    assert list(Payment.objects.exclude(pk=one.pk).order_by("pk").values()) == rows
    order = re.compile(r'id="khoan-([^"]+)"')
    assert order.findall(after) == order.findall(before)


def test_a_payment_goes_on_step_by_step(visitor, settled) -> None:
    one = payment(settled, "Chi", "An")
    for word, state in (
        ("da-tra", "paid"),
        ("lay-lai", "proposed"),
        ("da-tra", "paid"),
        ("xac-nhan", "confirmed"),
    ):
        assert step(visitor, one, word).status_code == 302
        one.refresh_from_db()
        assert one.state == state
    other = payment(settled, "Dũng", "An")
    step(visitor, other, "bo-qua")
    other.refresh_from_db()
    assert other.state == "waived"
    assert "đã bỏ qua" in words(visitor.get(PAGE))


def test_a_payment_is_split_once_however_often_the_form_is_sent(visitor, settled) -> None:
    one = payment(settled, "Dũng", "An")
    for _ in range(2):
        assert step(visitor, one, "tach", points="1").status_code == 302
    assert plan(settled) == {
        *(("Bình", "An", 1), ("Chi", "An", 2), ("Dũng", "An", 1), ("Dũng", "An", 2)),
    }


@pytest.mark.parametrize(("points", "status"), [("3", 400), ("0", 400), ("hai", 400), ("", 400)])
def test_a_split_that_leaves_nothing_is_refused_where_it_was_typed(
    visitor, settled, points, status
) -> None:
    one = payment(settled, "Dũng", "An")
    with writes_nothing():
        answer = step(visitor, one, "tach", points=points)
    assert answer.status_code == status
    page = answer.content.decode()
    assert 'class="pay__more" open' in row(page, one.pk)
    assert "field__error" in row(page, one.pk)
    assert f'value="{points}"' in row(page, one.pk) or not points


def test_a_mistake_is_undone_by_a_contrary_payment_with_a_reason(visitor, settled) -> None:
    pay(settled, "Chi", "An", to="confirmed")
    one = payment(settled, "Chi", "An")
    with writes_nothing():
        answer = step(visitor, one, "ghi-nguoc", note="")
    assert answer.status_code == 409
    assert "phải ghi lý do" in words(answer)
    for _ in range(2):
        assert step(visitor, one, "ghi-nguoc", note="Chi chưa đưa").status_code == 302
    said = words(visitor.get(PAGE))
    assert "đã ghi ngược lại" in said
    assert "khoản ghi ngược · Chi chưa đưa" in said
    assert ("Chi", "An", 2) in plan(settled)
    assert live(settled).n == 2


def test_a_step_that_is_too_late_says_so_and_writes_nothing(visitor, settled) -> None:
    one = payment(settled, "Chi", "An")
    pay(settled, "Chi", "An", to="confirmed")
    with writes_nothing():
        answer = visitor.post(f"{PAGE}khoan/{one.pk}/da-tra/", follow=True)
    assert "Khoản trả đã đổi trạng thái" in words(answer)


def test_payments_of_another_night_or_club_are_not_found(visitor, settled) -> None:
    other = make_books(slug="clb-khac")
    other.record()
    settle(other)
    theirs = payment(other, "Chi", "An")
    with writes_nothing():
        for word in ("da-tra", "tach", "ghi-nguoc"):
            assert step(visitor, theirs, word, points=1, note="x").status_code == 404
        assert visitor.post("/clb/clb-khac/buoi/2026-09-04/ket-so/khoa/").status_code == 404
        assert visitor.get("/clb/clb-khac/buoi/2026-09-04/ket-so/").status_code == 404
        assert visitor.post(f"{PAGE}lung-tung/").status_code == 404
        assert step(visitor, payment(settled, "Chi", "An"), "lung-tung").status_code == 404


# Who may do what


def buttons(page: str) -> set[str]:
    """The words of the addresses that the page's forms go to."""
    return set(re.findall(r'action="[^"]*/ket-so/(?:khoan/[^/]+/)?([a-z-]+)/"', page))


def test_only_what_a_role_may_do_is_offered(client, settled) -> None:
    everything = {"khoa", "mo-lai", "da-tra", "tach", "bo-qua"}
    for role, offered in (
        (Role.OWNER, everything),
        (Role.MANAGER, everything),
        (Role.SCORER, {"mo-lai", "da-tra", "tach"}),
        (Role.MEMBER, set()),
    ):
        actor = settled.owner if role is Role.OWNER else settled.actor(role)
        page = sign_in(client, actor).get(PAGE).content.decode()
        assert buttons(page) == offered, role


def test_payer_and_payee_are_offered_their_own_payments_alone(client, settled) -> None:
    client.force_login(member(settled, 2))
    page = client.get(PAGE).content.decode()
    assert buttons(page) == {"da-tra", "tach"}
    assert page.count("/da-tra/") == 1
    one = payment(settled, "Chi", "An")
    assert step(client, one, "da-tra").status_code == 302
    with writes_nothing():
        assert step(client, one, "xac-nhan").status_code == 403
        assert step(client, payment(settled, "Dũng", "An"), "da-tra").status_code == 403
    client.force_login(member(settled, 0))
    assert buttons(client.get(PAGE).content.decode()) == {
        *("da-tra", "tach", "bo-qua", "lay-lai", "xac-nhan"),
    }
    assert step(client, one, "xac-nhan").status_code == 302
    one.refresh_from_db()
    assert one.state == "confirmed"


def test_a_member_may_not_settle(client, books) -> None:
    books.record()
    client.force_login(member(books, 1))
    assert buttons(client.get(PAGE).content.decode()) == set()
    with writes_nothing():
        given = {"mode": "fewest", "settlement_id": str(uuid4())}
        assert client.post(f"{PAGE}ket/", given).status_code == 403


def test_a_closed_season_leaves_payments_open_and_nothing_else(visitor, settled) -> None:
    Season.objects.filter(pk=settled.season.pk).update(state="closed")
    page = visitor.get(PAGE)
    assert buttons(page.content.decode()) == {"da-tra", "tach", "bo-qua"}
    assert "Đã kết sổ, mùa đã đóng" in words(page)


def test_going_back_to_a_refused_form_leads_to_the_page(visitor, settled) -> None:
    one = payment(settled, "Chi", "An")
    assert visitor.get(f"{PAGE}khoa/")["Location"] == PAGE
    assert visitor.get(f"{PAGE}khoan/{one.pk}/tach/")["Location"] == f"{PAGE}#khoan-{one.pk}"
