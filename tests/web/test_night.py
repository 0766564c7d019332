"""The night page: what is said about each kind of deal, in both languages, and at what cost."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.engine import Sheet
from scoring.models import RevisionKind
from scoring.services import adjustments, nights, players, questions
from scoring.services.deals import revise_deal
from scoring.services.terms import change_terms
from tests.books import make_books
from tests.web.conftest import sign_in
from tests.web.pages import NIGHT, language, words

pytestmark = pytest.mark.django_db

POT = {"pot_enabled": True, "pot_ante": 1, "eat_payee": "pot"}


def say(client, night: str = NIGHT) -> dict[str, str]:
    """The night in both languages."""
    said = {}
    for code in ("vi", "en"):
        language(client, code)
        said[code] = words(client.get(night))
    return said


def test_a_night_without_deals_says_so(visitor) -> None:
    page = say(visitor)
    assert "Bàn chưa có ván nào" in page["vi"]
    assert "An Bình Chi Dũng" in page["vi"]
    assert "No deals at this table yet" in page["en"]


def test_the_heading_tells_club_day_season_and_state(visitor, books) -> None:
    books.record()
    page = say(visitor)
    for fact in (
        "CLB clb-mau",
        "Thứ Sáu 04/09/2026",
        "Đang chơi",
        "Mùa thu 2026",
        "1 bàn",
        "1 ván",
    ):
        assert fact in page["vi"]
    for fact in ("Friday 4 Sep 2026", "Playing", "1 table", "1 deal", "4 players"):
        assert fact in page["en"]


def test_places_are_paid_and_the_arithmetic_is_shown(client) -> None:
    books = make_books(slug="clb-muc-hai", stake=2)
    sign_in(client, books.owner)
    books.record()
    page = say(client, NIGHT.replace("clb-mau", "clb-muc-hai"))
    assert "An nhất ▲ +12 Bình −2 Chi −4 Dũng −6" in page["vi"]
    assert "Bét Dũng → An 6 Về bét trả người về nhất 3 cược." in page["vi"]
    assert "An còn 5 điểm bài, Dũng còn 31 điểm bài." in page["vi"]
    assert "3 cược × mức 2 = 6 điểm R-04" in page["vi"]
    assert "Tổng = 0 ✓" in page["vi"]
    assert "last pays 1st 3 bets." in page["en"]
    assert "3 bets × stake 2 = 6 points R-04" in page["en"]


def test_the_time_is_the_clubs(visitor, books) -> None:
    books.record()
    assert "20:00" in words(visitor.get(NIGHT))


def test_eats_mom_and_multiplier_give_their_reasons(visitor, books) -> None:
    seats = books.seats()
    hands = {seats[0]: {"points": 5}, seats[1]: {"points": 9}, seats[2]: {"points": 20}}
    hands[seats[3]] = {"points": 40, "mom": True}
    books.record(books.sheet(eats=[(1, False), (1, False), (2, True)], hands=hands, multiplier=2))
    page = say(visitor)
    assert "Ăn An → Bình cây 1 2 An → Bình cây 2 2 Bình ăn cây An đánh ra." in page["vi"]
    assert "Chi ăn cây chốt (vòng cuối) Bình đánh ra." in page["vi"]
    assert "Dũng không có phỏm: trả người nhất 4 cược thay cho hạng." in page["vi"]
    assert "4 cược × ván nhân 2 × mức 1 = 8 điểm R-05" in page["vi"]
    assert "×2" in page["vi"]
    assert "Bình ate An’s discard." in page["en"]
    assert "Dũng has no meld (móm)" in page["en"]


@pytest.mark.parametrize(
    ("eats", "u", "vietnamese", "english"),
    [
        ([(1, False)] * 3, (1, "plain"), "An để Bình ăn đủ ba cây", "An let Bình eat all three"),
        ([(2, True)], (0, "round"), "Chi ăn chốt sau cùng, rồi An ù tròn", "Chi ate last in the"),
        ([(2, True), (0, True)], (0, "plain"), "trước đó Chi cũng ăn chốt", "Chi ate in it before"),
    ],
)
def test_who_pays_for_all_is_told_why(visitor, books, eats, u, vietnamese, english) -> None:
    books.record(books.sheet(eats=eats, u=u))
    page = say(visitor)
    assert vietnamese in page["vi"]
    assert "đền thay" in page["vi"]
    assert "phần của mình" in page["vi"]
    assert english in page["en"]
    assert "pays for all" in page["en"]


def test_the_table_may_name_who_pays(visitor, books) -> None:
    seats = books.seats()
    u = {"winner": seats[0], "kind": "plain", "compensator": seats[2], "times": 2}
    written = books.sheet_json(u=(0, "plain")) | {"u": u}
    books.record(Sheet.from_json(written))
    page = say(visitor)
    assert "An ù, Chi đền" in page["vi"]
    assert "An ù thường, cả bàn thống nhất Chi đền cả làng." in page["vi"]
    assert "6 cược × ù gấp 2 × mức 1 = 12 điểm R-34" in page["vi"]
    assert "the table agreed that Chi pays for all" in page["en"]


def test_drawn_void_and_fault_deals_keep_their_line(visitor, books) -> None:
    seats = books.seats()
    books.record(books.sheet(ending="drawn", eats=[(1, False)]))
    books.record(books.sheet(ending="void"))
    books.record(books.sheet(ending="fault", fault={"player": seats[3], "kind": "false_u"}))
    page = say(visitor)
    for said in ("Ván hòa", "Ván hủy", "Dũng ù láo", "Dũng ù láo: phạt trả mỗi người 6 cược."):
        assert said in page["vi"]
    for said in ("Drawn deal", "Void deal", "Dũng: false ù, pays each opponent 6 bets."):
        assert said in page["en"]
    language(visitor, "vi")
    assert "<s>Ván hủy</s>" in visitor.get(NIGHT).content.decode()


def test_a_corrected_deal_says_when_and_why(visitor, books) -> None:
    first, second = books.record(), books.record()
    for deal, kind, sheet, note in (
        (first, RevisionKind.CORRECT, books.sheet(eats=[(1, False)]), "Quên một cây"),
        (second, RevisionKind.VOID, None, "Chia nhầm"),
    ):
        revise_deal(
            actor=books.owner,
            deal_id=deal.deal_id,
            revision_id=uuid4(),
            based_on=1,
            kind=kind,
            sheet=sheet,
            note=note,
        )
    page = say(visitor)
    for said in ("đã sửa", "Quên một cây", "đã hủy", "Chia nhầm", "1 ván"):
        assert said in page["vi"]
    assert "corrected" in page["en"]


def test_the_pot_is_filled_won_and_followed(client) -> None:
    books = make_books(slug="clb-ga", rules=POT)
    night = NIGHT.replace("clb-mau", "clb-ga")
    sign_in(client, books.owner)
    first = books.record()
    books.record(books.sheet(u=(0, "plain"), eats=[(1, False)]))
    books.record()
    page = say(client, night)
    assert "An → Gà 1 Bình → Gà 1" in page["vi"]
    assert "An ù nên ăn cả gà 9 cược: có sẵn 4, góp đầu ván 4, ăn trong ván 1." in page["vi"]
    assert "Gà 4 → 0" in page["vi"]
    assert "Gà đang có 4" in page["vi"]
    assert "Gà và quỹ đang giữ ▲ +4" in page["vi"]
    assert "An is ù and takes the whole pot of 9 bets" in page["en"]
    revise_deal(
        actor=books.owner,
        deal_id=first.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.VOID,
    )
    assert "gà đổi" in say(client, night)["vi"]


def test_changes_at_the_table_divide_its_deals(visitor, books) -> None:
    books.record()
    seats = [books.people[index].pk for index in (0, 1, 4)]
    table = {"actor": books.owner, "table_id": books.table.pk}
    change_terms(**table, terms_id=uuid4(), stake_points=5)
    change_terms(**table, terms_id=uuid4(), seats=seats)
    books.record(stake_points=5)
    page = say(visitor)
    assert "Mức cược 1 → 5 từ ván 2" in page["vi"]
    assert "Từ ván 2: Chi và Dũng nghỉ, Giang vào" in page["vi"]
    assert "Mở bàn, mức cược 1" in page["vi"]
    assert page["vi"].index("Mức cược 1 → 5") < page["vi"].index("Mở bàn")
    assert "Stake 1 → 5 from deal 2" in page["en"]


def test_a_questioned_deal_is_marked(visitor, books) -> None:
    deal = books.record()
    questions.raise_dispute(actor=books.owner, deal_id=deal.deal_id)
    page = say(visitor)
    assert "cần xem lại" in page["vi"]
    assert "needs a look" in page["en"]


def test_balances_are_ranked_with_sign_and_arrow_and_ties_share_a_rank(visitor, books) -> None:
    books.record(books.sheet(ending="drawn", eats=[(1, False), (3, False)]))
    adjustments.adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[0].pk,
        payee=adjustments.FUND,
        points=2,
    )
    page = say(visitor)["vi"]
    assert "=1 Bình ▲ +1 =1 Dũng ▲ +1 3 Chi ▼ −1 4 An ▼ −3" in page
    assert "Gà và quỹ đang giữ ▲ +2" in page


def test_people_who_share_a_call_name_are_told_apart(visitor, books) -> None:
    players.rename_player(
        actor=books.owner, club_id=books.club.pk, player_id=books.people[1].pk, name="Lê Văn An"
    )
    books.record()
    assert "1 An ▲ +6 2 Lê Văn An ▼ −1" in words(visitor.get(NIGHT))


def test_what_people_typed_is_never_markup(visitor, books) -> None:
    books.record(note="<b>x</b>")
    page = visitor.get(NIGHT).content.decode()
    assert "<b>x</b>" not in page


def test_the_cost_of_a_page_does_not_grow_with_its_deals(visitor, books) -> None:
    counts = []
    for deals in (1, 11):
        for _ in range(deals):
            books.record(books.sheet(eats=[(1, False)]))
        with CaptureQueriesContext(connection) as queries:
            assert visitor.get(NIGHT).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 15  # one of them for the sign-in


def test_every_table_of_the_night_is_shown_with_a_way_to_it(visitor, books) -> None:
    nights.open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=3,
    )
    books.record()
    page = visitor.get(NIGHT).content.decode()
    for anchor in ("ban-1", "ban-2", "bang-diem"):
        assert f'href="#{anchor}"' in page
        assert f'id="{anchor}"' in page
    assert 'id="ban-1-van-1"' in page
