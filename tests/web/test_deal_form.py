"""Recording and correcting on a page: what was previewed is saved, once; what was typed stays."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import Deal, DealRevision, RevisionKind
from scoring.services import merges, settlements
from scoring.services.deals import revise_deal
from scoring.services.terms import change_terms
from tests.books import make_books
from tests.services.checks import everything
from tests.web.conftest import sign_in
from tests.web.deal_forms import DEAL, RECORD, preview, ranked, read_form, save
from tests.web.pages import language, words

pytestmark = pytest.mark.django_db


def test_a_plain_deal_is_previewed_with_every_reason_and_then_saved(visitor, books) -> None:
    before = everything()
    shown = preview(visitor, RECORD, ranked(visitor))
    assert shown.status_code == 200
    said = words(shown)
    assert "Kết quả ván này An nhất" in said
    assert "Bét Dũng → An 3 Về bét trả người về nhất 3 cược." in said
    assert "Tổng = 0 ✓" in said
    assert everything() == before
    saved = visitor.post(RECORD, {**read_form(shown), "save": "1"})
    assert (saved.status_code, saved["Location"]) == (302, RECORD)
    deal = Deal.objects.select_related("current").get()
    assert [seat.net_points for seat in deal.current.seats.order_by("seat")] == [6, -1, -2, -3]
    following = words(visitor.get(RECORD))
    assert "Đã lưu ván 1. An +6 · Bình −1 · Chi −2 · Dũng −3" in following
    assert "Ghi ván 2" in following


def test_a_double_tap_and_a_retry_record_once(visitor, books) -> None:
    sent = {**read_form(preview(visitor, RECORD, ranked(visitor))), "save": "1"}
    assert [visitor.post(RECORD, sent).status_code for _tap in range(3)] == [302, 302, 302]
    assert Deal.objects.count() == 1


def test_a_retry_is_answered_though_the_night_was_settled_meanwhile(visitor, books) -> None:
    sent = {**read_form(preview(visitor, RECORD, ranked(visitor))), "save": "1"}
    visitor.post(RECORD, sent)
    settle(books)
    assert visitor.post(RECORD, sent).status_code == 302
    assert Deal.objects.count() == 1


def test_an_id_used_for_another_deal_is_refused(visitor, books) -> None:
    sent = ranked(visitor)
    save(visitor, RECORD, sent)
    before = everything()
    answer = save(visitor, RECORD, sent | {"place_0": "2", "place_1": "1"})
    assert answer.status_code == 409
    assert "Ván này đã có trong sổ với nội dung khác." in words(answer)
    assert everything() == before


@pytest.mark.parametrize("stranger", ["3f0c7d2e-0000-4000-8000-000000000000", "x", "'"])
def test_a_seat_of_somebody_unknown_is_refused_and_keeps_its_place(
    visitor, books, stranger
) -> None:
    sent = ranked(visitor) | {"player_3": stranger}
    before = everything()
    for button in ("preview", "save"):
        answer = visitor.post(RECORD, {**sent, button: "1"})
        assert answer.status_code == 400
        form = answer.context["desk"].form
        assert list(form.errors) == ["player_3"]
        assert len(form.seat_rows) == 4
    assert everything() == before


def test_only_what_was_previewed_is_saved(visitor, books) -> None:
    shown = read_form(preview(visitor, RECORD, ranked(visitor)))
    changed = visitor.post(RECORD, {**shown, "eats_1": "2", "save": "1"})
    assert changed.status_code == 200
    assert "Bình ăn cây An đánh ra." in words(changed)
    assert Deal.objects.count() == 0
    assert visitor.post(RECORD, {**read_form(changed), "save": "1"}).status_code == 302
    assert Deal.objects.count() == 1


def test_an_order_with_a_gap_is_told_and_stays_typed(visitor, books) -> None:
    before = everything()
    answer = preview(visitor, RECORD, ranked(visitor, place_1="", place_2="", note="vội"))
    assert answer.status_code == 422
    assert "Chọn nhất → bét cho những người không móm." in words(answer)
    typed = read_form(answer)
    assert (typed["place_0"], typed["place_3"]) == ("1", "4")
    assert ">\nvội</textarea>" in answer.content.decode()
    assert everything() == before


def test_a_tie_is_asked_and_the_answer_recorded(visitor, books) -> None:
    points = {f"points_{index}": str(value) for index, value in enumerate((5, 5, 20, 31))}
    places = {f"place_{index}": "" for index in range(4)}
    sent = ranked(visitor, **places, **points)
    asked = preview(visitor, RECORD, sent)
    assert asked.status_code == 422
    assert "An và Bình bằng điểm: ai hạ trước?" in words(asked)
    saved = save(visitor, RECORD, read_form(asked) | {"answer-order-01-0": "1"})
    assert saved.status_code == 302
    seats = Deal.objects.get().current.seats.order_by("seat")
    assert [seat.place for seat in seats] == [2, 1, 3, 4]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ending": "u", "winner": "0", "kind": "ten"}, "An ù mười lá"),
        ({"ending": "u", "winner": "0", "compensator": "2"}, "An ù, Chi đền"),
        ({"ending": "u", "winner": "1", "eats_1": "3"}, "Bình ù, An đền"),
        ({"ending": "fault", "offender": "3", "fault_kind": "false_u"}, "Dũng ù láo"),
        ({"ending": "drawn", "eats_1": "1"}, "Ván hòa"),
        ({"ending": "void"}, "Ván hủy"),
        ({"place_3": "mom", "eats_1": "1", "multiplier": "2"}, "An nhất"),
        ({"place_3": "forfeit"}, "An nhất"),
    ],
)
def test_every_ending_can_be_recorded(visitor, books, changes, said) -> None:
    assert save(visitor, RECORD, ranked(visitor, **changes)).status_code == 302
    assert said in words(visitor.get(DEAL))


def test_a_line_by_hand_goes_with_the_deal_and_its_words_are_kept(visitor, books) -> None:
    line = {"payer_0": "3", "payee_0": "0", "bets_0": "2", "line_note_0": "hạ láo"}
    assert save(visitor, RECORD, ranked(visitor, **line)).status_code == 302
    opened = read_form(visitor.get(DEAL + "sua/"))
    assert (opened["payer_0"], opened["bets_0"], opened["line_note_0"]) == ("3", "2", "hạ láo")
    half = preview(visitor, RECORD, ranked(visitor, payer_0="3", bets_0="2"))
    assert half.status_code == 400
    assert "Ghi đủ ai trả, ai nhận và bao nhiêu cược." in words(half)


def test_the_engine_says_no_in_words_and_nothing_is_written(visitor, books) -> None:
    before = everything()
    answer = preview(visitor, RECORD, ranked(visitor, place_3="mom", eats_3="1"))
    assert answer.status_code == 422
    assert "Dũng đã ăn nên có phỏm, không thể móm." in words(answer)
    language(visitor, "en")
    english = preview(visitor, RECORD, ranked(visitor, place_1="1"))
    assert "Two people have the same place." in words(english)
    assert everything() == before


def test_what_cannot_be_read_is_refused_at_its_field(visitor, books) -> None:
    before = everything()
    for changes in ({"points_0": "nhiều"}, {"ending": "thua"}, {"eats_0": "9"}, {"times": "0"}):
        answer = preview(visitor, RECORD, ranked(visitor, **changes))
        assert answer.status_code == 400, changes
    assert everything() == before


def test_nobody_sits_twice_and_nobody_comes_from_elsewhere(visitor, books) -> None:
    stranger = str(make_books(slug="clb-khac").people[0].pk)
    before = everything()
    twice = ranked(visitor) | {"player_1": books.seat(0)}
    assert "Một người không ngồi hai chỗ" in words(preview(visitor, RECORD, twice))
    answer = preview(visitor, RECORD, ranked(visitor) | {"player_1": stranger})
    assert answer.status_code in {400, 422}
    assert everything() == before


def test_somebody_else_may_sit_in_for_one_deal(visitor, books) -> None:
    sent = ranked(visitor) | {"player_3": books.seat(4)}
    assert save(visitor, RECORD, sent).status_code == 302
    assert "Giang" in words(visitor.get(DEAL))


def test_the_deal_is_booked_under_the_terms_its_page_showed(visitor, books) -> None:
    sent = ranked(visitor)
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=5)
    assert save(visitor, RECORD, sent).status_code == 302
    assert DealRevision.objects.get().stake_points == 1
    assert read_form(visitor.get(RECORD))["stake_points"] == "5"


def test_terms_nobody_played_by_are_refused(visitor, books) -> None:
    before = everything()
    answer = preview(visitor, RECORD, ranked(visitor) | {"stake_points": "9"})
    assert answer.status_code == 409
    assert everything() == before


def test_a_rule_set_of_another_club_is_not_played_by(visitor, books) -> None:
    theirs = make_books(slug="clb-khac", rules={"mom_pay": 9}).version.pk
    sent = ranked(visitor, place_3="mom") | {"ruleset_version_id": str(theirs)}
    assert "4 cược × mức 1 = 4 điểm" in words(preview(visitor, RECORD, sent))


def settle(books) -> None:
    """Settle the night, as its page would."""
    settlements.settle_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        settlement_id=uuid4(),
    )


def test_a_settled_night_takes_no_deal_and_keeps_what_was_typed(visitor, books) -> None:
    books.record()
    sent = ranked(visitor, place_0="2", place_1="1")
    settle(books)
    before = everything()
    answer = preview(visitor, RECORD, sent)
    assert answer.status_code == 409
    assert "Buổi đã kết sổ" in words(answer)
    assert read_form(answer)["place_0"] == "2"
    assert everything() == before
    back = visitor.get(RECORD, follow=True)
    assert back.redirect_chain[0][0].endswith("/buoi/2026-09-04/#ban-1")
    assert "Buổi đã kết sổ: mở lại buổi rồi mới ghi được." in words(back)


def test_a_member_does_not_record_nor_correct(client, books) -> None:
    books.record()
    sign_in(client, books.actor(Role.MEMBER))
    before = everything()
    for path in (RECORD, DEAL + "sua/", DEAL + "huy/"):
        assert client.get(path).status_code == 403
    seats = {f"player_{index}": seat for index, seat in enumerate(books.seats())}
    places = {f"place_{index}": str(index + 1) for index in range(4)}
    answer = client.post(RECORD, {"ending": "normal", "preview": "1", **seats, **places})
    assert answer.status_code == 403
    assert everything() == before


def test_a_table_without_people_says_what_to_do(visitor, books) -> None:
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), seats=[])
    said = words(visitor.get(RECORD))
    assert "Cần ít nhất 2 người ngồi." in said
    assert "Xếp chỗ" in said


def test_a_correction_opens_as_recorded_and_adds_a_revision(visitor, books) -> None:
    books.record(books.sheet(eats=[(1, False), (2, True)]))
    opened = read_form(visitor.get(DEAL + "sua/"))
    assert (opened["points_0"], opened["eats_1"], opened["last_eats_2"]) == ("5", "1", "1")
    saved = save(visitor, DEAL + "sua/", opened | {"eats_1": "0"})
    assert (saved.status_code, saved["Location"]) == (302, DEAL)
    assert DealRevision.objects.get(n=2).kind == RevisionKind.CORRECT
    history = words(visitor.get(DEAL))
    assert "Sửa ván" in history
    # Bình ate one (+1), was eaten in the last round (−4) and came second (−1).
    assert "Bình −4 → −5" in history


def test_a_correction_sent_twice_corrects_once(visitor, books) -> None:
    books.record()
    opened = read_form(visitor.get(DEAL + "sua/")) | {"eats_1": "1"}
    shown = preview(visitor, DEAL + "sua/", opened)
    sent = {**read_form(shown), "save": "1"}
    assert [visitor.post(DEAL + "sua/", sent).status_code for _tap in (1, 2)] == [302, 302]
    assert DealRevision.objects.count() == 2


def test_a_stale_correction_shows_the_deal_as_it_is_and_keeps_what_was_typed(
    visitor, books
) -> None:
    deal = books.record()
    shown = preview(visitor, DEAL + "sua/", read_form(visitor.get(DEAL + "sua/")) | {"eats_1": "2"})
    revise_deal(
        actor=books.owner,
        deal_id=deal.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.CORRECT,
        sheet=books.sheet(eats=[(3, False)]),
    )
    before = everything()
    stale = visitor.post(DEAL + "sua/", {**read_form(shown), "save": "1"})
    assert stale.status_code == 412
    said = words(stale)
    assert "Ván vừa được người khác sửa. Bây giờ ván là:" in said
    assert "Dũng ăn cây Chi đánh ra." in said
    assert everything() == before
    again = read_form(stale)
    assert (again["eats_1"], again["based_on"]) == ("2", "2")
    assert save(visitor, DEAL + "sua/", again).status_code == 302
    assert DealRevision.objects.get(n=3).kind == RevisionKind.CORRECT


def test_a_correction_of_a_settled_night_wants_a_reason(visitor, books) -> None:
    books.record()
    settle(books)
    before = everything()
    opened = read_form(visitor.get(DEAL + "sua/")) | {"eats_1": "1"}
    refused = preview(visitor, DEAL + "sua/", opened)
    assert refused.status_code == 409
    assert "sửa sổ đã kết thì phải ghi lý do" in words(refused)
    assert everything() == before
    shown = read_form(preview(visitor, DEAL + "sua/", opened | {"note": "quên một cây"}))
    saved = visitor.post(DEAL + "sua/", {**shown, "note": "quên một cây", "save": "1"})
    assert saved.status_code == 302


def test_a_deal_of_somebody_who_was_merged_can_be_corrected(visitor, books) -> None:
    books.record()
    merges.merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[3].pk,
        into_id=books.people[4].pk,
    )
    opened = visitor.get(DEAL + "sua/")
    assert "Giang" in words(opened)
    assert save(visitor, DEAL + "sua/", read_form(opened) | {"eats_1": "1"}).status_code == 302


@pytest.mark.parametrize(
    "path",
    ["ban/2/ghi/", "ban/0/ghi/", "ban/1/van/9/sua/", "ban/1/van/99999999999999999999/"],
)
def test_what_is_not_there_is_not_found(visitor, books, path) -> None:
    books.record()
    assert visitor.get(f"/clb/clb-mau/buoi/2026-09-04/{path}").status_code == 404


def test_a_stranger_finds_no_form(client, books) -> None:
    books.record()
    sign_in(client, make_books(slug="clb-khac").owner)
    for path in (RECORD, DEAL, DEAL + "sua/", DEAL + "huy/"):
        assert client.get(path).status_code == 404
        assert client.post(path).status_code in {404, 405}


def test_the_page_looks_on_while_somebody_types(visitor, books) -> None:
    part = visitor.post(RECORD, ranked(visitor), headers={"X-Preview": "1"})
    assert part.status_code == 200
    assert "<html" not in part.content.decode()
    assert "Lưu ván 1" in words(part)
    open_order = ranked(visitor, place_1="", place_2="")
    assert visitor.post(RECORD, open_order, headers={"X-Preview": "1"}).status_code == 200
    assert Deal.objects.count() == 0


def test_the_cost_of_the_form_does_not_grow_with_the_deals(visitor, books) -> None:
    counts = []
    for deals in (1, 8):
        for _each in range(deals):
            books.record()
        with CaptureQueriesContext(connection) as queries:
            assert visitor.get(RECORD).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 9
