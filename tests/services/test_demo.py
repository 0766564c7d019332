"""The demo club: made once, whole or not at all. What it shows: `test_demo_shown.py`."""

import pytest
from django.test import Client

from scoring.engine import Ruleset, Sheet, score
from scoring.models import Club, DealRevision, Login
from scoring.services import demo
from tests.books import make_books
from tests.commands.files import run
from tests.web.pages import words

ALL_KINDS = {"normal", "u", "fault", "drawn", "void"}


@pytest.mark.sqlite
def test_the_evening_is_data_that_scores_and_shows_every_kind_of_line() -> None:
    evening = demo.read_evening()
    endings, reasons, u_kinds = set(), set(), set()
    for table in evening["tables"]:
        rules = Ruleset.from_json(evening["rules"][table["rules"]])
        pot = 0
        for step in table["steps"]:
            if "sheet" in step:
                sheet = Sheet.from_json(step["sheet"]).with_pot(pot)
                result = score(sheet, rules)
                pot += result.net.get("POT", 0)
                endings.add(sheet.ending)
                u_kinds |= {sheet.u.kind} if sheet.u else set()
                reasons |= {(line.reason, line.rule) for line in result.transfers}
    assert endings == ALL_KINDS
    assert u_kinds == {"plain", "ten", "round", "zero", "dry"}
    assert {rule for reason, rule in reasons if reason == "compensation"} >= {"R-30", "R-31"}
    assert {reason for reason, _rule in reasons} >= {"place", "mom", "eat", "pot", "ante", "fault"}


def test_it_is_made_once_and_found_again(db) -> None:
    first = demo.ensure_demo(password="mot-hai-ba")
    assert first is not None
    assert (first.user_name, first.club_slug) == ("demo", "clb-demo")
    assert demo.ensure_demo(password="mot-hai-ba") == first
    assert Club.objects.count() == 1
    kinds = list(DealRevision.objects.filter(n__gt=1).values_list("kind", flat=True))
    assert sorted(kinds) == ["correct"] * 3 + ["follow"] * 2 + ["void"] * 2
    browser = Client()
    assert browser.login(username="demo", password=first.password)
    page = words(browser.get(f"/clb/{first.club_slug}/buoi/{first.day}/"))
    for said in ("CLB Phỏm Bến Nghé", "gà đổi", "đã sửa", "Ván hòa", "Tuấn ù láo", "cần xem lại"):
        assert said in page


@pytest.mark.parametrize("at", ["nights.open_night", "payments.confirm", "standings._write"])
def test_wherever_it_is_killed_nothing_stays(at, db, monkeypatch) -> None:
    def killed(*_args: object, **_given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"scoring.services.{at}", killed)
    with pytest.raises(KeyboardInterrupt):
        demo.ensure_demo(password="mot-hai-ba")
    assert not Club.objects.exists()
    assert not Login.objects.exists()


def test_seed_demo_puts_it_beside_other_clubs_once(db) -> None:
    make_books()
    seeded = run("seed_demo", "--password", "mot-hai-ba")
    assert seeded.error == ""
    assert seeded.out.split() == ["club", "clb-demo", "user", "demo", "password", "mot-hai-ba"]
    assert Client().login(username="demo", password="mot-hai-ba")
    assert "slug_taken" in run("seed_demo").error
    assert Club.objects.count() == 2


def test_seed_demo_leaves_a_login_of_that_name_alone(db) -> None:
    Login.objects.create_user("demo")
    assert "name_taken" in run("seed_demo", "--password", "mot-hai-ba").error
    assert not Club.objects.exists()


def test_a_start_killed_half_way_leaves_nothing_and_the_next_completes_it(db, monkeypatch) -> None:
    def killed(**_given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("scoring.services.adjustments.adjust_night", killed)
        with pytest.raises(KeyboardInterrupt):
            demo.ensure_demo(password="mot-hai-ba")
    assert not Club.objects.exists()
    assert not Login.objects.exists()
    assert demo.ensure_demo(password="mot-hai-ba") is not None


def test_where_there_is_a_club_there_is_no_demo(db) -> None:
    make_books()
    assert demo.ensure_demo(password="mot-hai-ba") is None
    assert Club.objects.count() == 1
