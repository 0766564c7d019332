"""Disputes: a member says a deal is wrong, a manager looks at it."""

from datetime import timedelta
from uuid import uuid4

from scoring.actors import Actor, Role
from scoring.errors import ErrorCode
from scoring.models import (
    Dispute,
    Table,
)
from scoring.services import questions
from scoring.services.joining import create_code, join_table
from tests.books import Books
from tests.services.checks import (
    last_event,
    points_of,
    refuses,
)

SECONDS = timedelta(seconds=1)


def test_a_member_disputes_a_deal_and_a_manager_settles_it(books: Books) -> None:
    deal = books.record()
    member, manager = books.actor(Role.MEMBER), books.actor(Role.MANAGER)
    dispute = questions.raise_dispute(actor=member, deal_id=deal.deal_id, note="tôi nhì mà")
    assert (dispute.state, dispute.raised_by_id) == ("open", member.login_id)
    event = last_event(books)
    assert (event.action, event.actor_login_id) == ("dispute.raise", member.login_id)
    assert (event.object_kind, event.object_id) == ("deal", str(deal.deal_id))
    assert event.after == {"dispute_id": dispute.pk}
    assert event.note is not None
    assert event.note.text == "tôi nhì mà"
    questions.settle_dispute(actor=manager, dispute_id=dispute.pk, note="đã xem lại")
    settled = Dispute.objects.get()
    assert settled.state == "settled"
    assert settled.settled_at is not None
    assert last_event(books).action == "dispute.settle"
    with refuses(ErrorCode.DISPUTE_SETTLED):
        questions.settle_dispute(actor=manager, dispute_id=dispute.pk)


def test_a_dispute_changes_no_points_but_wakes_the_phones(books: Books) -> None:
    deal = books.record()
    before = points_of(books)
    version = Table.objects.get(pk=books.table.pk).version
    questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)
    assert points_of(books) == before
    assert Table.objects.get(pk=books.table.pk).version == version + 1


def test_what_is_not_there_is_not_found(books: Books) -> None:
    with refuses(ErrorCode.NOT_FOUND):
        questions.raise_dispute(actor=books.owner, deal_id=uuid4())
    with refuses(ErrorCode.NOT_FOUND):
        questions.settle_dispute(actor=books.owner, dispute_id=10**9)


def test_a_phone_without_a_login_disputes_nothing(books: Books) -> None:
    deal = books.record()
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    device = Actor.of_device(join_table(code=code).device_id)
    with refuses(ErrorCode.DISPUTE_NOT_YOURS):
        questions.raise_dispute(actor=device, deal_id=deal.deal_id)
