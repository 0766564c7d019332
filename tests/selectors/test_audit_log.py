"""The audit log: who may read what, in pages that do not cost more when they are longer."""

import random
from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring.actors import Actor, Role
from scoring.models import AuditEvent, Login, Player, RevisionKind
from scoring.selectors.audit_log import EventFilter, EventPage, get_event_page, iterate_events
from scoring.selectors.members import get_club
from scoring.services import clubs, joining, nights, players, rulesets, settlements, terms
from scoring.services.deals import revise_deal
from scoring.words import audit
from tests.services.histories import History

EVERYTHING = EventFilter()


def page(books, *, actor=None, wanted=EVERYTHING, **arguments) -> EventPage:
    """A page of the club's log, as its owner unless somebody else asks."""
    actor = actor or books.owner
    club = get_club(actor=actor, slug=books.club.slug)
    return get_event_page(club=club, actor=actor, wanted=wanted, **arguments)


def actions(found: EventPage) -> list[str]:
    return [event.action for event in found.events]


def told(event) -> list[str]:
    """The sentence and what changed, everybody by their full name."""
    return [audit.sentence(event, {}), *(change.text for change in audit.changes(event, {}))]


def correct(books, answer, sheet):
    return revise_deal(
        actor=books.owner,
        deal_id=answer.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.CORRECT,
        sheet=sheet,
    )


def member_who_plays(books, index: int):
    """A login with the role of a member, linked to a player of the roster."""
    member = books.actor(Role.MEMBER)
    Player.objects.filter(pk=books.people[index].pk).update(login_id=member.login_id)
    return member


def test_a_correction_says_whose_place_and_points_changed(books):
    answer = books.record()
    hands = {
        seat: {"points": points}
        for seat, points in zip(books.seats(), (5, 12, 31, 20), strict=True)
    }
    correct(books, answer, books.sheet(hands=hands))
    newest = page(books).events[0]
    with translation.override("vi"):
        assert told(newest) == ["Sửa ván 1", "Chi: ba −2 → bét −3", "Dũng: bét −3 → ba −2"]
    with translation.override("en"):
        assert told(newest) == [
            "Corrected deal 1",
            "Chi: 3rd −2 → last −3",
            "Dũng: last −3 → 3rd −2",
        ]


def test_a_record_says_what_everybody_came_to_and_a_void_takes_it_back(books):
    answer = books.record(books.sheet(u=(0, "ten")))
    revise_deal(
        actor=books.owner,
        deal_id=answer.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.VOID,
    )
    void, record = page(books).events[:2]
    with translation.override("vi"):
        assert told(record) == [
            "Ghi ván 1", "An: ù mười lá +36", "Bình: −12", "Chi: −12", "Dũng: −12",
        ]  # fmt: skip
        assert told(void) == [
            "Hủy ván 1", "An: ù mười lá +36 → 0", "Bình: −12 → 0", "Chi: −12 → 0", "Dũng: −12 → 0",
        ]  # fmt: skip


def test_terms_are_told_by_what_changed(books):
    terms.change_terms(
        actor=books.owner,
        table_id=books.table.pk,
        terms_id=uuid4(),
        stake_points=2,
        seats=[player.pk for player in (*books.people[:3], books.people[4])],
    )
    with translation.override("vi"):
        assert told(page(books).events[0]) == [
            "Bàn 1: đổi từ ván 1",
            "Mức cược: 1 → 2",
            "Chỗ ngồi: An, Bình, Chi, Dũng → An, Bình, Chi, Giang",
        ]


def test_rule_sets_and_roles_are_told_by_name(books):
    books.actor(Role.SCORER)
    version = rulesets.publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name="Luật Tết", rules=books_rules(mom_pay=5)
    )
    rulesets.set_default_ruleset(actor=books.owner, club_id=books.club.pk, version_id=version.pk)
    default, published, role = page(books).events[:3]
    with translation.override("vi"):
        assert told(default) == [
            "Đổi luật mặc định cho bàn mới", "Luật: Luật CLB bản 1 → Luật Tết bản 1",
        ]  # fmt: skip
        assert told(published) == ["Ban hành Luật Tết, bản 1"]
        assert told(role) == [
            f"Đổi vai trò của scorer-{books.club.slug}", "không có vai trò → người ghi",
        ]  # fmt: skip


def test_settings_of_the_club_are_told_and_of_its_name_only_that_it_changed(books):
    clubs.change_club(
        actor=books.owner, club_id=books.club.pk, name="CLB Cầu Giấy", day_cutoff_hours=4
    )
    with translation.override("vi"):
        assert told(page(books).events[0]) == [
            "Đổi cài đặt CLB", "Tên: đã đổi", "Giờ sang ngày mới: 6 → 4",
        ]  # fmt: skip
        clubs.change_club(actor=books.owner, club_id=books.club.pk, rotates_loser=True)
        assert told(page(books).events[0]) == [
            "Đổi cài đặt CLB", "Người thua nhường chỗ: không → có",
        ]  # fmt: skip


def books_rules(**changes):
    from scoring.engine import Ruleset

    return Ruleset.from_json(changes)


def test_who_did_it_is_a_login_with_its_player_a_phone_with_its_label_or_the_product(books):
    players.add_player(actor=Actor.system(), club_id=books.club.pk, name="Hà")
    code = joining.create_code(actor=books.owner, table_id=books.table.pk, role="scorer")[1]
    joined = joining.join_table(code=code, label="máy Lan")
    Player.objects.filter(pk=books.people[0].pk).update(login_id=books.owner.login_id)
    phone, owner, system = (event.actor for event in page(books).events[:3])
    assert (phone.kind, phone.label, phone.device_id) == ("device", "máy Lan", joined.device_id)
    assert owner.player is not None
    assert (owner.kind, owner.player.name) == ("login", "An")
    assert (system.kind, system.username) == ("system", "")


@pytest.mark.parametrize("role", [Role.OWNER, Role.MANAGER])
def test_managers_read_the_clubs_whole_log(books, role):
    books.record()
    reader = books.owner if role is Role.OWNER else books.actor(role)
    assert (
        len(page(books, actor=reader).events) == AuditEvent.objects.filter(club=books.club).count()
    )


@pytest.mark.parametrize("role", [Role.SCORER, Role.MEMBER])
def test_a_member_reads_the_nights_in_which_they_played_and_nothing_else(books, role):
    reader = books.actor(role)
    books.record()
    assert page(books, actor=reader).events == []
    Player.objects.filter(pk=books.people[4].pk).update(login_id=reader.login_id)
    assert page(books, actor=reader).events == [], "Giang has not played"
    Player.objects.filter(pk=books.people[4].pk).update(login_id=None)
    Player.objects.filter(pk=books.people[0].pk).update(login_id=reader.login_id)
    other = nights.open_night(actor=books.owner, club_id=books.club.pk, day=date(2026, 9, 5))
    seen = page(books, actor=reader).events
    assert {event.night_id for event in seen} == {books.night.pk}
    assert other.pk not in {event.night_id for event in seen}
    assert "deal.record" in {event.action for event in seen}


def test_who_played_in_a_deal_that_is_void_now_reads_the_night_all_the_same(books):
    member = member_who_plays(books, 0)
    answer = books.record()
    revise_deal(
        actor=books.owner,
        deal_id=answer.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.VOID,
    )
    assert actions(page(books, actor=member))[0] == "deal.void"


def test_another_clubs_log_stays_where_it_is(books, strangers):
    books.record()
    strangers.record()
    own = {event.id for event in page(books).events}
    assert own == set(AuditEvent.objects.filter(club=books.club).values_list("pk", flat=True))
    assert page(books, wanted=EventFilter(actor_login_id=strangers.owner.login_id)).events == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (EventFilter(action="deal"), {"deal.record", "deal.correct"}),
        (EventFilter(action="deal.correct"), {"deal.correct"}),
        (EventFilter(action="dea"), set()),
        (EventFilter(action="night"), {"night.open"}),
        (EventFilter(object_kind="table"), {"table.open"}),
        (EventFilter(actor_kind="device"), set()),
        (EventFilter(day=date(2026, 9, 5)), set()),
    ],
)
def test_the_log_is_narrowed_by_action_object_actor_and_night(books, wanted, found):
    answer = books.record()
    correct(books, answer, books.sheet(eats=[(1, False)]))
    assert set(actions(page(books, wanted=wanted))) == found


def test_one_deal_has_its_own_log(books):
    first, second = books.record(), books.record()
    correct(books, first, books.sheet(eats=[(1, False)]))
    wanted = EventFilter(object_kind="deal", object_id=str(first.deal_id))
    assert actions(page(books, wanted=wanted)) == ["deal.correct", "deal.record"]
    wanted = EventFilter(object_kind="deal", object_id=str(second.deal_id))
    assert actions(page(books, wanted=wanted)) == ["deal.record"]


def test_pages_follow_each_other_without_a_gap_or_a_repeat_while_events_are_added(books):
    for _ in range(5):
        books.record()
    everything = [event.id for event in page(books, at_most=200).events]
    read: list[int] = []
    before = None
    while True:
        found = page(books, at_most=3, before_id=before)
        read += [event.id for event in found.events]
        before = found.next_before
        books.record()
        if before is None:
            break
    assert read == everything


def test_an_export_reads_it_whole(books, monkeypatch):
    monkeypatch.setattr("scoring.selectors.audit_log.BATCH", 4)
    for _ in range(6):
        books.record()
    club = get_club(actor=books.owner, slug=books.club.slug)
    rows = iterate_events(club=club, actor=books.owner, wanted=EVERYTHING)
    ids = list(
        AuditEvent.objects.filter(club=books.club).order_by("-pk").values_list("pk", flat=True)
    )
    assert [event.id for event in rows] == ids


def test_a_long_page_asks_no_more_than_a_short_one(books):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            page(books, at_most=200)
        return len(asked)

    def evening():
        answer = books.record()
        correct(books, answer, books.sheet(eats=[(1, False)]))

    evening()
    few = queries()
    for _ in range(10):
        evening()
    assert queries() == few
    assert few == 9


def test_everything_a_club_ever_did_can_be_told_in_both_languages(books):
    History(books, random.Random(11)).play(steps=60)
    settlements.lock_due_nights(actor=Actor.system())
    for language in ("vi", "en"):
        with translation.override(language):
            for event in page(books, at_most=500).events:
                assert "?" not in "".join(told(event)), (event.action, told(event))
                assert event.action not in told(event)[0]


def test_a_login_that_lost_its_role_is_named_all_the_same(books):
    from scoring.services import clubs

    login = Login.objects.create_user("da-nghi")
    ids = {"actor": books.owner, "club_id": books.club.pk, "login_id": login.pk}
    clubs.set_role(**ids, role=Role.SCORER)
    clubs.set_role(**ids, role=None)
    with translation.override("vi"):
        assert told(page(books).events[0]) == [
            "Đổi vai trò của da-nghi", "người ghi → không có vai trò",
        ]  # fmt: skip
