"""Disputes and possible duplicates by the API."""

from uuid import UUID, uuid4

import pytest

from scoring.actors import Role
from scoring.models import Dispute, NightState, PossibleDuplicate
from scoring.services.questions import raise_dispute
from tests.api.asking import Asking
from tests.books import Books
from tests.services.checks import phone, settle, writes_nothing

NIGHT = "/clubs/clb-mau/nights/2026-09-04"


def _pair(books: Books) -> tuple[UUID, UUID]:
    """Two phones that recorded the same ván; the first, then the one marked as its double."""
    first = books.record(actor=phone(books), base_number=0).deal_id
    return first, books.record(actor=phone(books), base_number=0).deal_id


def test_a_member_disputes_once_and_a_manager_settles(books: Books) -> None:
    deal = books.record().deal_id
    path = f"/deals/{deal}/disputes"
    member = Asking.as_login(books.actor(Role.MEMBER))
    given = {"note": "tôi ăn hai cây"}
    told = member.post(path, given, Idempotency_Key="k1")
    assert (told["state"], told["note"], told["deal"]["number"]) == ("open", "tôi ăn hai cây", 1)
    assert told["raised_by"] == "member-clb-mau"
    other = member.post(path, given, Idempotency_Key="k2")
    with writes_nothing():
        assert member.post(path, given, status=200, Idempotency_Key="k1") == told
    assert [row["id"] for row in member.get(path)["results"]] == [other["id"], told["id"]]
    assert member.get(f"/deals/{deal}")["is_questioned"]
    settle_path = f"/disputes/{told['id']}/settle"
    member.refused(403, "role_too_low", "post", settle_path, {})
    manager = Asking.as_login(books.actor(Role.MANAGER))
    settled = manager.post(settle_path, {"note": "đã xem"}, status=200, Idempotency_Key="k3")
    assert settled["state"] == "settled"
    with writes_nothing():
        again = manager.post(settle_path, {"note": "đã xem"}, status=200, Idempotency_Key="k3")
    assert again == settled
    manager.refused(409, "dispute_settled", "post", settle_path, {"note": "đã xem"})
    assert manager.get(f"/disputes/{told['id']}") == settled


def test_disputes_are_listed_by_night_and_club_and_chosen_by_state(
    books: Books, api: Asking, django_assert_num_queries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    raise_dispute(actor=books.owner, deal_id=books.record().deal_id)
    for path in (f"{NIGHT}/disputes", "/clubs/clb-mau/disputes"):
        with CaptureQueriesContext(connection) as few:
            api.get(path)
        count = Dispute.objects.count()
        for _ in range(3):
            raise_dispute(actor=books.owner, deal_id=books.record().deal_id)
        with django_assert_num_queries(len(few)):
            assert len(api.get(path)["results"]) == count + 3
        assert api.get(f"{path}?state=settled")["results"] == []
        api.refused(400, "request_invalid", "get", f"{path}?state=x")


@pytest.mark.parametrize("state", ["settled", "locked"])
def test_a_locked_night_takes_no_dispute(books: Books, api: Asking, state: str) -> None:
    deal = books.record().deal_id
    settle(books, NightState(state))
    if state == "locked":
        problem = api.refused(409, "night_locked", "post", f"/deals/{deal}/disputes", {})
        assert problem["current"]["id"] == str(deal)
    else:
        api.post(f"/deals/{deal}/disputes", {})


def test_a_phone_without_a_login_disputes_nothing(books: Books) -> None:
    deal = books.record().deal_id
    device = Asking.as_device(books)
    device.refused(403, "dispute_not_yours", "post", f"/deals/{deal}/disputes", {})


def test_both_of_a_pair_are_kept(books: Books, api: Asking) -> None:
    first, double = _pair(books)
    listed = api.get(f"{NIGHT}/duplicates?state=open")["results"]
    assert [(row["deal"]["id"], row["other"]["id"], row["why"]) for row in listed] == [
        (str(double), str(first), "number")
    ]
    assert api.get(f"/tables/{books.table.pk}/duplicates")["results"] == listed
    assert api.get(f"/deals/{first}/duplicates")["results"] == listed
    keep = {"decision": "keep_both"}
    path = f"/deals/{double}/duplicates"
    (told,) = api.post(path, keep, status=200, Idempotency_Key="k1")["results"]
    assert (told["state"], told["deal"]["is_void"]) == ("both_kept", False)
    with writes_nothing():
        assert api.post(path, keep, status=200, Idempotency_Key="k1")["results"] == [told]
    problem = api.refused(409, "duplicate_resolved", "post", path, keep)
    assert problem["current"]["id"] == str(double)


def test_one_of_a_pair_is_dropped(books: Books, api: Asking) -> None:
    first, double = _pair(books)
    path = f"/deals/{double}/duplicates"
    drop = {"decision": "drop_one", "dropped_id": str(first), "note": "máy của Lan"}
    (told,) = api.post(path, drop, status=200, Idempotency_Key="k1")["results"]
    assert (told["state"], told["deal"]["is_void"], told["other"]["is_void"]) == (
        "dropped",
        False,
        True,
    )
    with writes_nothing():
        assert api.post(path, drop, status=200, Idempotency_Key="k1")["results"] == [told]
    assert api.get(f"/deals/{first}/revisions")["results"][0]["note"] == "máy của Lan"


def test_all_of_one_phone_are_dropped(books: Books, api: Asking) -> None:
    one, other = phone(books), phone(books)
    ours = [books.record(actor=one, base_number=n).deal_id for n in range(3)]
    theirs = [books.record(actor=other, base_number=n).deal_id for n in range(3)]
    api.post(f"/deals/{theirs[1]}/duplicates", {"decision": "drop_all"}, status=200)
    assert all(api.get(f"/deals/{deal}")["is_void"] for deal in theirs)
    assert not any(api.get(f"/deals/{deal}")["is_void"] for deal in ours)
    assert set(PossibleDuplicate.objects.values_list("state", flat=True)) == {"dropped"}


def test_decisions_that_make_no_sense_are_refused(
    books: Books, strangers: Books, api: Asking
) -> None:
    first, double = _pair(books)
    path = f"/deals/{double}/duplicates"
    for given in (
        {},
        {"decision": "x"},
        {"decision": "drop_one"},
        {"decision": "keep_both", "dropped_id": str(first)},
        {"decision": "drop_one", "dropped_id": "x"},
    ):
        api.refused(400, "request_invalid", "post", path, given)
    foreign = {"decision": "drop_one", "dropped_id": str(strangers.record().deal_id)}
    api.refused(404, "not_found", "post", path, foreign)
    alone = f"/deals/{books.record(books.sheet(eats=[(1, False)])).deal_id}/duplicates"
    api.refused(404, "not_found", "post", alone, {"decision": "keep_both"})
    member = Asking.as_login(books.actor(Role.MEMBER))
    member.refused(403, "role_too_low", "post", path, {"decision": "keep_both"})
    settle(books)
    manager = Asking.as_login(books.actor(Role.MANAGER))
    manager.refused(409, "note_required", "post", path, {"decision": "keep_both"})


def test_another_clubs_questions_are_not_found(books: Books, strangers: Books, api: Asking) -> None:
    _, double = _pair(strangers)
    dispute = raise_dispute(actor=strangers.owner, deal_id=double).pk
    api.refused(404, "not_found", "post", f"/deals/{double}/duplicates", {"decision": "keep_both"})
    api.refused(404, "not_found", "post", f"/deals/{double}/disputes", {})
    api.refused(404, "not_found", "post", f"/deals/{uuid4()}/disputes", {})
    api.refused(404, "not_found", "get", f"/disputes/{dispute}")
    api.refused(404, "not_found", "post", f"/disputes/{dispute}/settle", {})
    api.refused(404, "not_found", "get", "/clubs/clb-khac/disputes")


def test_pairs_take_as_many_statements_for_many_as_for_one(
    books: Books, api: Asking, django_assert_num_queries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    one, other = phone(books), phone(books)
    books.record(actor=one, base_number=0)
    books.record(actor=other, base_number=0)
    paths = (f"{NIGHT}/duplicates", f"/tables/{books.table.pk}/duplicates")
    few = []
    for path in paths:
        with CaptureQueriesContext(connection) as captured:
            api.get(path)
        few.append(len(captured))
    for n in (2, 4):
        books.record(actor=one, base_number=n)
        books.record(actor=other, base_number=n)
    for path, count in zip(paths, few, strict=True):
        with django_assert_num_queries(count):
            assert len(api.get(path)["results"]) > 2
