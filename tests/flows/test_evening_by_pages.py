"""One evening by the pages alone: opened, recorded, corrected, voided, restored, decided, settled,
paid, corrected once more, and the season's table of it.
"""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.actors import Actor, Role
from scoring.models import Deal, Login, Night
from scoring.selectors.balances import sums_by_account
from scoring.services import clubs, players, seasons
from scoring.services.standings import refresh_standings
from tests.web.deal_forms import preview, read_form, save
from tests.web.pages import words

pytestmark = pytest.mark.django_db

CLUB = "/clb/clb-moi/"
RECORD = "ban/1/ghi/"
DEAL = "ban/1/van/{}/"
NAMES = ("Hùng", "An", "Lan", "Tuấn", "Mai")


@pytest.fixture
def club(db):
    """A new club with five people and a season around today; nothing played yet."""
    login = Login.objects.create_user("chu-clb")
    owner = Actor.of_login(login.pk)
    made = clubs.create_club(actor=owner, slug="clb-moi", name="CLB Mới")
    for name in NAMES:
        players.add_player(actor=owner, club_id=made.pk, name=name)
    today = timezone.now().date()
    seasons.open_season(
        actor=owner,
        club_id=made.pk,
        name="Mùa đầu",
        first_day=today - timedelta(days=3),
        last_day=today + timedelta(days=3),
    )
    return owner, made


@pytest.fixture
def scorer(client, club):
    """A browser of the club's scorer."""
    return browser_of(client, club, "nguoi-ghi", Role.SCORER)


@pytest.fixture
def manager(club):
    """Another browser, of the club's manager."""
    return browser_of(Client(), club, "quan-ly", Role.MANAGER)


def browser_of(client, club, user_name: str, role: Role):
    owner, made = club
    login = Login.objects.create_user(user_name)
    clubs.set_role(actor=owner, club_id=made.pk, login_id=login.pk, role=role)
    client.force_login(login)
    return client


def test_an_evening_from_the_first_tap_to_the_last(scorer, manager, club) -> None:
    night = open_the_night(scorer)
    three_deals_are_recorded(scorer, night)
    a_deal_is_corrected_and_one_goes_and_comes_back(scorer, night)
    the_stake_doubles_and_somebody_sits_in(scorer, night)
    somebody_doubts_the_last_deal(scorer, manager, night)
    the_night_is_settled_and_somebody_pays(scorer, manager, night)
    a_deal_is_corrected_once_more(scorer, manager, night)
    the_season_knows(scorer, club)


def three_deals_are_recorded(scorer, night: str) -> None:
    """Places with a last-round eat, an ù that one pays for, everybody's points."""
    record = night + RECORD
    plain = read_form(scorer.get(record))
    plain |= {"place_0": "1", "place_1": "2", "place_2": "3", "last_eats_2": "1"}
    assert save(scorer, record, plain).status_code == 302
    u = read_form(scorer.get(record)) | {"ending": "u", "winner": "1", "eats_1": "3"}
    assert "Hùng đền" in words(preview(scorer, record, u))
    assert save(scorer, record, u).status_code == 302
    points = read_form(scorer.get(record))
    points |= {f"points_{index}": str(value) for index, value in enumerate((9, 9, 20, 31))}
    asked = preview(scorer, record, points)
    assert "Hùng và An bằng điểm: ai hạ trước?" in words(asked)
    answered = read_form(asked) | {"answer-order-01-0": "1"}
    assert save(scorer, record, answered).status_code == 302
    # Hùng 6 − 21 − 1, An −1 − 4 + 21 + 6, Lan −2 + 4 − 2, Tuấn −3 − 3.
    assert balances(scorer, night) == "1 An ▲ +22 2 Lan 0 3 Tuấn ▼ −6 4 Hùng ▼ −16"


def a_deal_is_corrected_and_one_goes_and_comes_back(scorer, night: str) -> None:
    """The first was Tuấn's, not Hùng's; the second was void for a moment."""
    deal = night + DEAL
    opened = read_form(scorer.get(deal.format(1) + "sua/"))
    opened |= {"place_0": "4", "place_3": "1"}
    assert save(scorer, deal.format(1) + "sua/", opened).status_code == 302
    assert balances(scorer, night) == "1 An ▲ +22 2 Tuấn ▲ +3 3 Lan 0 4 Hùng ▼ −25"
    void = read_form(scorer.get(deal.format(2) + "huy/"), within="main")
    assert scorer.post(deal.format(2) + "huy/", void | {"note": "chia nhầm"}).status_code == 302
    assert balances(scorer, night) == "1 Tuấn ▲ +3 2 An ▲ +1 3 Lan 0 4 Hùng ▼ −4"
    back = read_form(scorer.get(deal.format(2) + "khoi-phuc/"), within="main")
    assert scorer.post(deal.format(2) + "khoi-phuc/", back).status_code == 302
    assert balances(scorer, night) == "1 An ▲ +22 2 Tuấn ▲ +3 3 Lan 0 4 Hùng ▼ −25"


def the_stake_doubles_and_somebody_sits_in(scorer, night: str) -> None:
    """Mai for Tuấn; a fourth deal is played like that."""
    record = night + RECORD
    terms = read_form(scorer.get(night + "ban/1/doi/"), within="main")
    mai = option(scorer.get(night + "ban/1/doi/"), "Mai")
    changed = terms | {"stake_points": "2", "seat_3": mai}
    assert scorer.post(night + "ban/1/doi/", changed).status_code == 302
    last = read_form(scorer.get(record)) | {"place_3": "1", "place_0": "2", "place_1": "3"}
    assert save(scorer, record, last).status_code == 302
    page = words(scorer.get(night))
    assert "Mức cược 1 → 2 từ ván 4" in page
    assert "Từ ván 4: Tuấn nghỉ, Mai vào" in page
    # Mai 6 × 2; Hùng −25 − 2, An 22 − 4, Lan 0 − 6.
    assert balances(scorer, night) == ("1 An ▲ +18 2 Mai ▲ +12 3 Tuấn ▲ +3 4 Lan ▼ −6 5 Hùng ▼ −27")


def somebody_doubts_the_last_deal(scorer, manager, night: str) -> None:
    """It is marked until a manager has looked at it."""
    deal = night + DEAL.format(4)
    assert scorer.post(deal + "khieu-nai/", {"note": "Mai hạ sau"}).status_code == 302
    assert "khiếu nại ván 4" in words(scorer.get(night))
    assert sum(sums_by_account(night_id=Night.objects.get().pk).values()) == 0
    assert [it.current.n for it in Deal.objects.order_by("number")] == [2, 3, 1, 1]
    (door,) = doors(manager.get(deal), "khieu-nai/[0-9]+/xong/")
    assert manager.post(door, {"note": "đã xem bài"}).status_code == 302
    assert "khiếu nại ván 4" not in words(scorer.get(night))


def the_night_is_settled_and_somebody_pays(scorer, manager, night: str) -> None:
    """An 18, Mai 12, Tuấn 3 are owed; Lan owes 6 and Hùng 27: no four payments, for no part of
    these sums to zero but the whole.
    """
    page = night + "ket-so/"
    given = read_form(scorer.get(page), within="main") | {"mode": "fewest"}
    assert scorer.post(page + "ket/", given).status_code == 302
    assert "Đã kết sổ" in words(scorer.get(page))
    planned = payments(scorer, night)
    assert sorted(planned) == [
        ("Hùng", "An", 18),
        ("Hùng", "Mai", 9),
        ("Lan", "Mai", 3),
        ("Lan", "Tuấn", 3),
    ]
    # Lan pays Tuấn, and a manager confirms that it arrived.
    assert scorer.post(steps(scorer, night, "Lan", "Tuấn")["da-tra"]).status_code == 302
    assert "xac-nhan" not in steps(scorer, night, "Lan", "Tuấn")
    assert manager.post(steps(manager, night, "Lan", "Tuấn")["xac-nhan"]).status_code == 302
    assert "đã nhận" in words(scorer.get(page))


def a_deal_is_corrected_once_more(scorer, manager, night: str) -> None:
    """The third comes to nothing. What Lan paid stays paid: the new plan is for the difference."""
    void = night + DEAL.format(3) + "huy/"
    sent = read_form(manager.get(void), within="main") | {"note": "ván chia lại"}
    assert scorer.post(void, sent).status_code == 403
    assert manager.post(void, sent).status_code == 302
    # Without ván 3, An 6, Hùng −1, Lan −2, Tuấn −3 of it: An 18 − 6, Mai 12, Tuấn 3 + 3,
    # Lan −6 + 2, Hùng −27 + 1.
    played = {"An": 12, "Mai": 12, "Tuấn": 6, "Lan": -4, "Hùng": -26}
    said = balances(scorer, night)
    assert said == "=1 An ▲ +12 =1 Mai ▲ +12 3 Tuấn ▲ +6 4 Lan ▼ −4 5 Hùng ▼ −26"
    assert "Đã trả từ trước" in words(scorer.get(night + "ket-so/"))
    assert handed_over(payments(scorer, night)) == played


def the_season_knows(scorer, club) -> None:
    """A worker makes the table a moment later."""
    _owner, made = club
    refresh_standings(season_id=made.seasons.get().pk)
    said = words(scorer.get(CLUB + "mua/", follow=True)).split("Xếp theo")[1]
    assert re.findall(r"(=?\d) (An|Mai|Tuấn|Lan|Hùng) ([+−]\d+)", said) == [
        ("1", "Mai", "+12"),
        ("2", "An", "+12"),
        ("3", "Tuấn", "+6"),
        ("4", "Lan", "−4"),
        ("5", "Hùng", "−26"),
    ]


def open_the_night(scorer) -> str:
    """The first night of a new club: nobody sits yet, so four are chosen."""
    assert "CLB chưa có buổi chơi nào." in words(scorer.get(CLUB + "buoi/"))
    shown = scorer.get(CLUB + "buoi/mo/")
    sent = read_form(shown, within="main")
    for index, name in enumerate(NAMES[:4]):
        sent[f"seat_{index}"] = option(shown, name)
    answer = scorer.post(CLUB + "buoi/mo/", sent)
    assert (answer.status_code, scorer.get(answer["Location"]).status_code) == (302, 200)
    night = f"{CLUB}buoi/{Night.objects.get().day}/"
    assert "Bàn chưa có ván nào" in words(scorer.get(night))
    return night


def option(response, name: str) -> str:
    """The value by which a select names this person."""
    page = response.content.decode()
    return str(page.split(f">{name}</option>")[0].rsplit('value="', 1)[1].split('"')[0])


def balances(scorer, night: str) -> str:
    """The scoreboard as it is read."""
    said = words(scorer.get(night))
    return said.split("Diễn biến Điểm ")[1].split(" Tổng = 0")[0]


def doors(response, address: str) -> list[str]:
    """Where the page's forms of this kind lead."""
    return re.findall(rf'action="([^"]*{address})"', response.content.decode())


def payments(scorer, night: str) -> list[tuple[str, str, int]]:
    """Payer, payee and points of every payment on the page, those of earlier plans included."""
    page = scorer.get(night + "ket-so/").content.decode()
    rows = re.findall(
        r'pay__who"><b>(.*?)</b> <i>→</i> <b>(.*?)</b>.*?pay__points">(.*?)</p>', page, re.DOTALL
    )
    return [(payer, payee, int(points)) for payer, payee, points in rows]


def handed_over(planned: list[tuple[str, str, int]]) -> dict[str, int]:
    """What everybody receives less what they pay."""
    sums: dict[str, int] = {}
    for payer, payee, points in planned:
        sums[payee] = sums.get(payee, 0) + points
        sums[payer] = sums.get(payer, 0) - points
    return sums


def steps(scorer, night: str, payer: str, payee: str) -> dict[str, str]:
    """What this browser may do with the payment between these two, and where."""
    page = scorer.get(night + "ket-so/").content.decode()
    between = f"<b>{payer}</b> <i>→</i> <b>{payee}</b>"
    (row,) = (row for row in page.split('<li class="pay')[1:] if between in row)
    return {door.rsplit("/", 2)[1]: door for door in re.findall(r'action="([^"]+)"', row)}
