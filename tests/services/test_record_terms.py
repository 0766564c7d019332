"""What the phone showed is what is booked: the stake and rule set a deal is stored under."""

from typing import Any
from uuid import UUID, uuid4

from scoring.engine import Ruleset
from scoring.errors import ErrorCode
from scoring.models import (
    DealRevision,
)
from scoring.services.rulesets import publish_ruleset
from scoring.services.terms import cancel_terms, change_terms
from tests.books import Books
from tests.services.checks import (
    points_of,
    refuses,
)


def _stake(books: Books, stake_points: int) -> UUID:
    terms_id = uuid4()
    change_terms(
        actor=books.owner, table_id=books.table.pk, terms_id=terms_id, stake_points=stake_points
    )
    return terms_id


def _version(books: Books, **rules: object) -> int:
    version = publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name="khác", rules=Ruleset.from_json(rules)
    )
    return version.pk


def test_a_deal_is_booked_under_the_stake_its_phone_showed(books: Books) -> None:
    """The stake changed at deal 2; a phone that knew deal 1 still shows the old one."""
    books.record()
    _stake(books, 5)
    answer = books.record(stake_points=1, base_number=1)
    assert DealRevision.objects.get(pk=answer.revision_id).stake_points == 1
    assert points_of(books)[0] == 6 + 6


def test_terms_that_ended_before_the_base_number_are_unknown(books: Books) -> None:
    books.record()
    _stake(books, 5)
    books.record()
    now = {"stake_points": 5, "ruleset_version_id": books.version.pk}
    with refuses(ErrorCode.TERMS_UNKNOWN, field="stake_points") as caught:
        books.record(stake_points=1, base_number=2)
    assert caught.value.current == now
    # Deal 1 was played under it: a phone that knew no more than deal 1 may have shown it.
    assert books.record(stake_points=1, base_number=1).is_new
    assert books.record(stake_points=1, base_number=0).is_new


def test_deals_that_waited_were_all_played_under_the_stake_the_phone_had_heard_of(
    books: Books,
) -> None:
    """Deals 2 to 4 wait on a phone that knew deal 1 when another phone changes the stake."""
    books.record()
    _stake(books, 5)
    for base in (1, 2, 3):
        answer = books.record(stake_points=1, base_number=base, seen_number=1)
        assert answer.number == base + 1
        assert DealRevision.objects.get(pk=answer.revision_id).stake_points == 1
        assert DealRevision.objects.get(pk=answer.revision_id).base_number == base
    with refuses(ErrorCode.TERMS_UNKNOWN, field="stake_points"):
        books.record(stake_points=1, base_number=4, seen_number=2)


def test_without_a_base_number_only_the_terms_in_force_are_known(books: Books) -> None:
    _stake(books, 5)
    with refuses(ErrorCode.TERMS_UNKNOWN):
        books.record(stake_points=1)
    answer = books.record()
    assert DealRevision.objects.get(pk=answer.revision_id).stake_points == 5


def test_a_stake_nobody_ever_set_is_unknown(books: Books) -> None:
    for stake_points in (2, 0, -1, 10**7):
        with refuses(ErrorCode.TERMS_UNKNOWN):
            books.record(stake_points=stake_points, base_number=0)


def test_stake_and_rule_set_must_have_been_in_force_together(books: Books) -> None:
    old, new = books.version.pk, _version(books, mom_pay=5)
    terms: dict[str, Any] = {"actor": books.owner, "table_id": books.table.pk}
    change_terms(**terms, terms_id=uuid4(), stake_points=5)
    change_terms(**terms, terms_id=uuid4(), ruleset_version_id=new)
    for stake_points, version in ((1, old), (5, old), (5, new)):
        books.record(stake_points=stake_points, ruleset_version_id=version, base_number=0)
    with refuses(ErrorCode.TERMS_UNKNOWN, field="stake_points"):
        books.record(stake_points=1, ruleset_version_id=new, base_number=0)


def test_terms_that_were_taken_back_were_shown_all_the_same(books: Books) -> None:
    changed = _stake(books, 5)
    cancel_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), cancels_id=changed)
    assert books.record(stake_points=5, base_number=0).is_new


def test_another_clubs_rule_set_is_unknown(books: Books, strangers: Books) -> None:
    with refuses(ErrorCode.TERMS_UNKNOWN, field="ruleset_version_id"):
        books.record(ruleset_version_id=strangers.version.pk, base_number=0)
