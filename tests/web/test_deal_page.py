"""A deal's page: history, void and restore, disputes and possible duplicates."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import (
    Deal,
    DealRevision,
    Dispute,
    DuplicateWhy,
    PossibleDuplicate,
    RevisionKind,
)
from scoring.services import duplicates, questions
from scoring.services.deals import revise_deal
from tests.books import make_books
from tests.services.checks import everything
from tests.web.conftest import sign_in
from tests.web.deal_forms import DEAL
from tests.web.pages import NIGHT, language, words
from tests.web.test_deal_form import settle

pytestmark = pytest.mark.django_db

SECOND = DEAL.replace("van/1", "van/2")


def revision(based_on: int = 1, **changes) -> dict[str, str]:
    """What the form of a void or a restore sends."""
    return {"revision_id": str(uuid4()), "based_on": str(based_on), **changes}


def double(books):
    """Two deals that may be one; the second is the one marked."""
    first, second = books.record(), books.record()
    duplicates.pair(deal_id=second.deal_id, other_id=first.deal_id, why=DuplicateWhy.NUMBER)
    return first, second


def test_a_deal_is_voided_with_a_reason_and_restored(visitor, books) -> None:
    books.record()
    sent = revision(note="chia nhầm")
    assert [visitor.post(DEAL + "huy/", sent).status_code for _tap in (1, 2)] == [302, 302]
    said = words(visitor.get(DEAL))
    assert "Đã hủy ván 1." in said
    assert "Hủy ván · owner-clb-mau" in said
    assert "chia nhầm" in said
    assert "An +6 → –" in said
    assert visitor.post(DEAL + "khoi-phuc/", revision(2)).status_code == 302
    assert "Đã khôi phục ván 1. An +6" in words(visitor.get(DEAL))
    assert [it.kind for it in DealRevision.objects.order_by("n")] == ["record", "void", "restore"]


def test_a_void_deal_cannot_be_voided_again(visitor, books) -> None:
    books.record()
    visitor.post(DEAL + "huy/", revision())
    before = everything()
    again = visitor.post(DEAL + "huy/", revision(2, note="lần nữa"))
    assert again.status_code == 409
    assert "Ván đã hủy rồi." in words(again)
    assert "lần nữa" in words(again)
    assert everything() == before


def test_a_stale_void_shows_what_holds_now_and_goes_on_from_there(visitor, books) -> None:
    deal = books.record()
    revise_deal(
        actor=books.owner,
        deal_id=deal.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.CORRECT,
        sheet=books.sheet(eats=[(1, False)]),
    )
    before = everything()
    stale = visitor.post(DEAL + "huy/", revision(1, note="sai"))
    assert stale.status_code == 412
    assert "Ván vừa được người khác sửa" in words(stale)
    assert 'name="based_on" value="2"' in stale.content.decode()
    assert everything() == before
    assert visitor.post(DEAL + "huy/", revision(2)).status_code == 302


def test_a_settled_night_wants_a_reason_for_a_void(visitor, books) -> None:
    books.record()
    settle(books)
    before = everything()
    refused = visitor.post(DEAL + "huy/", revision())
    assert refused.status_code == 409
    assert "phải ghi lý do" in words(refused)
    assert everything() == before
    assert visitor.post(DEAL + "huy/", revision(note="đếm lại")).status_code == 302


def test_the_deals_that_followed_are_named(client) -> None:
    books = make_books(slug="clb-ga", rules={"pot_enabled": True, "pot_ante": 1})
    first, second = (path.replace("clb-mau", "clb-ga") for path in (DEAL, SECOND))
    visitor = sign_in(client, books.owner)
    books.record()
    books.record(books.sheet(u=(0, "plain")))
    visitor.post(first + "huy/", revision())
    assert "Ván 2: gà 4 → 0." in words(visitor.get(first))
    assert "Gà đổi theo ván 1" in words(visitor.get(second))


def test_a_dispute_is_raised_seen_and_settled(client, books) -> None:
    books.record()
    member = sign_in(client, books.actor(Role.MEMBER))
    assert member.post(DEAL + "khieu-nai/", {"note": "An hạ sau"}).status_code == 302
    said = words(member.get(DEAL))
    assert "Đã ghi khiếu nại." in said
    assert "An hạ sau" in said
    assert "member-clb-mau khiếu nại ván 1" in words(member.get(NIGHT))
    dispute = Dispute.objects.get()
    before = everything()
    assert member.post(f"{DEAL}khieu-nai/{dispute.pk}/xong/").status_code == 403
    assert everything() == before
    owner = sign_in(client, books.owner)
    assert owner.post(f"{DEAL}khieu-nai/{dispute.pk}/xong/").status_code == 302
    assert "đã giải quyết" in words(owner.get(DEAL))
    assert "Cần quyết định" not in words(owner.get(NIGHT))
    again = owner.post(f"{DEAL}khieu-nai/{dispute.pk}/xong/", follow=True)
    assert "Khiếu nại này đã được giải quyết." in words(again)


def test_a_dispute_of_another_deal_is_not_settled_here(visitor, books) -> None:
    books.record()
    other = books.record()
    dispute = questions.raise_dispute(actor=books.owner, deal_id=other.deal_id)
    before = everything()
    assert visitor.post(f"{DEAL}khieu-nai/{dispute.pk}/xong/").status_code == 404
    assert everything() == before


def test_a_pair_is_shown_side_by_side_and_both_may_be_kept(visitor, books) -> None:
    double(books)
    said = words(visitor.get(DEAL))
    assert "Ván 1 và ván 2 nghi trùng Hai máy cùng ghi ván này." in said
    assert visitor.post(SECOND + "trung/giu-ca-hai/").status_code == 302
    assert PossibleDuplicate.objects.get().state == "both_kept"
    assert "nghi trùng" not in words(visitor.get(DEAL))
    late = visitor.post(SECOND + "trung/giu-ca-hai/", follow=True)
    assert "Ván nghi trùng này đã được giải quyết." in words(late)


@pytest.mark.parametrize("dropped", ["1", "2"])
def test_either_of_a_pair_may_be_dropped(visitor, books, dropped) -> None:
    double(books)
    assert visitor.post(SECOND + "trung/bo-mot/", {"dropped": dropped}).status_code == 302
    void = Deal.objects.get(current__kind="void")
    assert str(void.number) == dropped


def test_what_is_none_of_the_pair_is_not_dropped(visitor, books) -> None:
    double(books)
    books.record()
    before = everything()
    for dropped in ("3", "9", "", "x", "9" * 30):
        answer = visitor.post(SECOND + "trung/bo-mot/", {"dropped": dropped})
        assert answer.status_code == 404
    assert everything() == before


def test_a_whole_stretch_may_be_dropped(visitor, books) -> None:
    double(books)
    assert visitor.post(SECOND + "trung/bo-het/").status_code == 302
    assert Deal.objects.filter(current__kind="void").count() == 2  # one phone recorded both


def test_a_member_sees_and_decides_nothing(client, books) -> None:
    double(books)
    member = sign_in(client, books.actor(Role.MEMBER))
    page = member.get(SECOND).content.decode()
    for action in ("trung/", "sua/", "huy/"):
        assert action not in page
    before = everything()
    for action in ("trung/giu-ca-hai/", "trung/bo-het/"):
        assert member.post(SECOND + action).status_code == 403
    assert everything() == before


def test_a_locked_night_offers_nothing(visitor, books) -> None:
    books.record()
    settle(books)
    books.night.refresh_from_db()
    page = visitor.get(DEAL).content.decode()
    assert "sua/" in page  # a manager may still correct a settled night
    sign_in(visitor, books.actor(Role.SCORER))
    assert "sua/" not in visitor.get(DEAL).content.decode()


def test_the_page_speaks_english(visitor, books) -> None:
    double(books)
    language(visitor, "en")
    said = words(visitor.get(SECOND))
    for words_of in ("Deal 2", "may be one", "Keep both", "History of the deal", "Dispute"):
        assert words_of in said


def test_the_cost_of_a_deal_does_not_grow_with_its_history(visitor, books) -> None:
    books.record()
    counts = []
    for based_on in (1, 3):
        visitor.post(DEAL + "huy/", revision(based_on))
        visitor.post(DEAL + "khoi-phuc/", revision(based_on + 1))
        visitor.get(DEAL)  # takes the notices
        with CaptureQueriesContext(connection) as queries:
            assert visitor.get(DEAL).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 17
