"""A table's terms and codes: from the next deal on, taken back while unused, shown once."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.models import Device, JoinCode, Table, TableTerms
from scoring.services import joining, rulesets
from scoring.services.terms import change_terms
from tests.books import make_books
from tests.services.checks import everything
from tests.web.conftest import sign_in
from tests.web.deal_forms import read_form
from tests.web.pages import Tags, words
from tests.web.test_deal_form import settle

pytestmark = pytest.mark.django_db

TABLE = "/clb/clb-mau/buoi/2026-09-04/ban/1/"
TERMS, CODES = TABLE + "doi/", TABLE + "ma/"


def opened(visitor) -> dict[str, str]:
    return read_form(visitor.get(TERMS), within="main")


def test_a_stake_is_changed_from_the_next_deal_on_once(visitor, books) -> None:
    books.record()
    sent = opened(visitor) | {"stake_points": "5"}
    assert [visitor.post(TERMS, sent).status_code for _tap in (1, 2)] == [302, 302]
    assert TableTerms.objects.count() == 2
    last = TableTerms.objects.get(n=2)
    assert (last.changed, last.from_number, last.stake_points) == ("stake", 2, 5)
    said = words(visitor.get(TERMS))
    assert "Đã đổi, dùng từ ván 2." in said
    assert "Mức cược 1 → 5 từ ván 2 Hoàn tác" in said


def test_people_and_rules_are_changed(visitor, books) -> None:
    version = rulesets.publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name="Luật mới", rules=_rules()
    )
    sent = opened(visitor) | {
        "seat_3": "",
        "seat_2": books.seat(4),
        "bench": [books.seat(2), books.seat(4)],
        "ruleset_version_id": str(version.pk),
    }
    assert visitor.post(TERMS, sent).status_code == 302
    table = Table.objects.get()
    assert table.seats == [books.seat(0), books.seat(1), books.seat(4)]
    assert table.bench == [books.seat(2)]  # who sits does not wait
    assert table.ruleset_version_id == version.pk


def _rules():
    from scoring.engine import Ruleset

    return Ruleset.from_json({"mom_pay": 5})


def test_only_what_is_different_is_changed(visitor, books) -> None:
    sent = opened(visitor) | {"stake_points": "5"}
    seats = [books.people[index].pk for index in (1, 0, 2)]
    change_terms(actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), seats=seats)
    unchanged = opened(visitor)
    visitor.post(TERMS, unchanged | {"stake_points": "5", "terms_id": sent["terms_id"]})
    assert Table.objects.get().seats == [str(seat) for seat in seats]


@pytest.mark.parametrize("stake", ["0", "x", "1000001", ""])
def test_a_stake_that_cannot_be_is_refused_and_stays_typed(visitor, books, stake) -> None:
    sent = opened(visitor) | {"stake_points": stake, "seat_3": books.seat(4)}
    before = everything()
    answer = visitor.post(TERMS, sent)
    assert answer.status_code == 400
    assert read_form(answer, within="main")["seat_3"] == books.seat(4)
    assert everything() == before


def test_the_last_change_is_taken_back_while_no_deal_was_played_under_it(visitor, books) -> None:
    visitor.post(TERMS, opened(visitor) | {"stake_points": "5"})
    last = str(TableTerms.objects.get(n=2).pk)
    back = TERMS + "hoan-tac/"
    for _tap in (1, 2):
        assert visitor.post(back, {"cancels_id": last}).status_code == 302
    assert Table.objects.get().stake_points == 1
    assert TableTerms.objects.count() == 3
    assert "Hoàn tác" not in words(visitor.get(TERMS))


def test_a_change_that_was_played_under_stays(visitor, books) -> None:
    visitor.post(TERMS, opened(visitor) | {"stake_points": "5"})
    books.record(stake_points=5)
    assert "Hoàn tác" not in words(visitor.get(TERMS))
    last = str(TableTerms.objects.get(n=2).pk)
    before = everything()
    answer = visitor.post(TERMS + "hoan-tac/", {"cancels_id": last}, follow=True)
    assert "Đã có ván ghi theo lần đổi này nên không hoàn tác được." in words(answer)
    assert visitor.post(TERMS + "hoan-tac/", {"cancels_id": "x"}).status_code == 404
    assert everything() == before


def test_a_settled_night_changes_no_terms(visitor, books) -> None:
    books.record()
    sent = opened(visitor) | {"stake_points": "5"}
    settle(books)
    before = everything()
    assert visitor.post(TERMS, sent).status_code == 409
    assert visitor.get(TERMS).status_code == 302
    assert everything() == before


def test_another_clubs_rules_and_people_cannot_be_chosen(visitor, books) -> None:
    other = make_books(slug="clb-khac")
    before = everything()
    for changes in (
        {"ruleset_version_id": str(other.version.pk)},
        {"seat_0": other.seat(0)},
        {"bench": [other.seat(0)]},
    ):
        assert visitor.post(TERMS, opened(visitor) | changes).status_code == 400
    assert everything() == before


def test_a_code_is_shown_once_with_a_square_to_scan(visitor, books) -> None:
    shown = visitor.post(CODES, {"role": "scorer"})
    page = shown.content.decode()
    assert shown.status_code == 200
    assert "Mã cho người ghi" in words(shown)
    assert any(attrs.get("class") == "qr" for _tag, attrs in Tags(page).tags)
    assert "<path" in page
    assert "style=" not in page
    code = page.split('made__code">')[1].split("<")[0]
    assert f"http://testserver/vao/{code}" in page
    assert code not in visitor.get(CODES).content.decode()
    joining.join_table(code=code, label="máy An")
    assert Device.objects.get().role == "scorer"
    assert "1 máy đã vào" in words(visitor.get(CODES))


def test_a_code_is_revoked_with_its_phones(visitor, books) -> None:
    visitor.post(CODES, {"role": "viewer"})
    code = JoinCode.objects.get()
    assert code.role == "viewer"
    revoke = f"{CODES}{code.pk}/thu-hoi/"
    assert [visitor.post(revoke).status_code for _tap in (1, 2)] == [302, 302]
    assert "hết hiệu lực" in words(visitor.get(CODES))


def test_codes_are_a_managers(client, books) -> None:
    code_id, _code = joining.create_code(actor=books.owner, table_id=books.table.pk, role="viewer")
    sign_in(client, books.actor(Role.SCORER))
    before = everything()
    assert client.get(CODES).status_code == 403
    assert client.post(CODES, {"role": "scorer"}).status_code == 403
    assert client.post(f"{CODES}{code_id}/thu-hoi/").status_code == 403
    assert everything() == before


def test_another_tables_code_is_not_revoked_here(visitor, books) -> None:
    other = make_books(slug="clb-khac")
    code_id, _code = joining.create_code(actor=other.owner, table_id=other.table.pk, role="viewer")
    before = everything()
    assert visitor.post(f"{CODES}{code_id}/thu-hoi/").status_code == 404
    assert everything() == before


def test_the_cost_of_terms_and_codes_does_not_grow(visitor, books) -> None:
    counts = []
    for more in (1, 6):
        for step in range(more):
            change_terms(
                actor=books.owner,
                table_id=books.table.pk,
                terms_id=uuid4(),
                stake_points=more * 10 + step,
            )
            joining.create_code(actor=books.owner, table_id=books.table.pk, role="viewer")
        for path in (TERMS, CODES):
            with CaptureQueriesContext(connection) as queries:
                visitor.get(path)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
    assert max(counts) <= 11
