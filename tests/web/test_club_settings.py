"""The pages of what owners set: the club, its default rule set, and closing it."""

import pytest

from scoring.actors import Role
from scoring.engine import Ruleset
from scoring.models import Club, Membership, Player
from scoring.services.rulesets import publish_ruleset
from tests.books import Books, make_books
from tests.services.checks import writes_nothing
from tests.web.conftest import sign_in
from tests.web.pages import words

SETTINGS = "/clb/clb-mau/cai-dat/"
TYPED = {
    "name": "CLB Cầu Giấy",
    "language": "en",
    "time_zone": "Europe/Berlin",
    "day_cutoff_hours": "4",
}


def _club(books: Books) -> Club:
    return Club.objects.get(pk=books.club.pk)


def test_the_form_shows_what_holds(visitor) -> None:
    page = visitor.get(SETTINGS).content.decode()
    for value in ('value="CLB clb-mau"', 'value="Asia/Ho_Chi_Minh"', 'value="6"'):
        assert value in page
    assert '<option value="vi" selected>' in page


def test_an_owner_changes_the_club(visitor, books: Books) -> None:
    answer = visitor.post(SETTINGS, TYPED, follow=True)
    assert answer.redirect_chain == [(SETTINGS, 302)]
    assert "Đã lưu." in words(answer)
    club = _club(books)
    assert (club.name, club.language, club.time_zone, club.day_cutoff_hours) == (
        "CLB Cầu Giấy",
        "en",
        "Europe/Berlin",
        4,
    )


def test_an_owner_says_what_tables_do_after_a_deal(visitor, books: Books) -> None:
    visitor.post(SETTINGS, TYPED | {"rotates_loser": "on"})
    club = _club(books)
    assert (club.rotates_loser, club.swaps_after_u) == (True, False)
    page = visitor.get(SETTINGS).content.decode()
    assert page.count(" checked") == 1
    visitor.post(SETTINGS, TYPED | {"swaps_after_u": "on"})
    club = _club(books)
    assert (club.rotates_loser, club.swaps_after_u) == (False, True)
    visitor.post(SETTINGS, TYPED | {"counts_points": "on"})
    club = _club(books)
    assert (club.swaps_after_u, club.counts_points) == (False, True)
    assert 'name="counts_points"' in visitor.get(SETTINGS).content.decode()


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("name", "", "bắt buộc"),
        ("name", "x" * 121, "dài quá 120 chữ"),
        ("time_zone", "Asia/Saigon_", "Múi giờ không có"),
        ("day_cutoff_hours", "13", "Giờ sang ngày mới phải từ 0 đến 12"),
        ("day_cutoff_hours", "tối", "số nguyên"),
        ("language", "fr", "fr"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(visitor, books: Books, field, typed, said) -> None:
    with writes_nothing():
        answer = visitor.post(SETTINGS, {**TYPED, field: typed})
    assert answer.status_code == 400
    page = answer.content.decode()
    error = page[page.index(f'id="id_{field}_error"') :]
    assert said in error[: error.index("</p>")]
    assert 'value="Europe/Berlin"' in page or field == "time_zone"
    if typed and field != "language":
        assert f'value="{typed}"' in page


def test_the_default_rule_set_is_chosen_among_the_clubs_own(visitor, books: Books) -> None:
    version = publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name="Luật Mới", rules=Ruleset.preset("simple")
    )
    page = visitor.get(f"{SETTINGS}luat/").content.decode()
    assert f'<option value="{books.version.pk}" selected>Luật CLB v1</option>' in page
    visitor.post(f"{SETTINGS}luat/", {"version_id": version.pk})
    assert _club(books).default_ruleset_version_id == version.pk
    assert "Luật Mới v1" in words(visitor.get(SETTINGS))
    foreign = make_books(slug="clb-khac").version.pk
    with writes_nothing():
        assert visitor.post(f"{SETTINGS}luat/", {"version_id": foreign}).status_code == 400


def test_closing_wants_the_slug(visitor, books: Books) -> None:
    with writes_nothing():
        answer = visitor.post(f"{SETTINGS}dong/", {"slug": "clb mau"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Gõ đúng tên trong địa chỉ" in page[page.index('id="id_slug_error"') :]
    assert 'value="clb mau"' in page


def test_closing_ends_the_club_and_leads_home(visitor, books: Books) -> None:
    answer = visitor.post(f"{SETTINGS}dong/", {"slug": "clb-mau"}, follow=True)
    assert answer.redirect_chain[0] == ("/", 302)
    assert "Đã đóng CLB." in words(answer)
    assert not Membership.objects.filter(club=books.club).exists()
    assert not Player.objects.filter(club=books.club, name="An").exists()
    assert visitor.get(SETTINGS).status_code == 404


def test_managers_have_no_part_in_it(client, books: Books) -> None:
    sign_in(client, books.actor(Role.MANAGER))
    for path in (SETTINGS, f"{SETTINGS}luat/", f"{SETTINGS}dong/"):
        assert client.get(path).status_code == 403
        with writes_nothing():
            assert client.post(path, {**TYPED, "slug": "clb-mau"}).status_code == 403
