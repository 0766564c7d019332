"""One evening by the pages alone: opened, recorded, corrected, voided, restored, decided."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.actors import Actor, Role
from scoring.models import Deal, Login, Night
from scoring.selectors.balances import sums_by_account
from scoring.services import clubs, players, seasons
from tests.web.deal_forms import preview, read_form, save
from tests.web.pages import words

pytestmark = pytest.mark.django_db

CLUB = "/clb/clb-moi/"
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
    owner, made = club
    login = Login.objects.create_user("nguoi-ghi")
    clubs.set_role(actor=owner, club_id=made.pk, login_id=login.pk, role=Role.SCORER)
    client.force_login(login)
    return client


def test_an_evening_from_the_first_tap_to_the_last(scorer) -> None:
    night = open_the_night(scorer)
    record = night + "ban/1/ghi/"
    deal = night + "ban/1/van/{}/"

    # Three deals: places with a last-round eat, an ù that one pays for, everybody's points.
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

    # The first was Tuấn's, not Hùng's: corrected; the second goes and comes back.
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

    # The stake doubles, Mai sits in for Tuấn, and a fourth deal is played under it.
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

    # Somebody doubts the last one; it is marked until a manager has looked at it.
    assert scorer.post(deal.format(4) + "khieu-nai/", {"note": "Mai hạ sau"}).status_code == 302
    assert "khiếu nại ván 4" in words(scorer.get(night))
    assert sum(sums_by_account(night_id=Night.objects.get().pk).values()) == 0
    assert [it.current.n for it in Deal.objects.order_by("number")] == [2, 3, 1, 1]


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
