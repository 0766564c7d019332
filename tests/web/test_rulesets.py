"""The pages of rule sets: the words, the samples, publishing with everything refused kept."""

import json

import pytest
from django.contrib.messages import get_messages

from scoring.actors import Role
from scoring.engine import Ruleset
from scoring.models import Club, RulesetVersion
from scoring.services.rulesets import publish_ruleset
from tests.services.checks import writes_nothing
from tests.web.conftest import sign_in
from tests.web.pages import language, words

LIST = "/clb/clb-mau/luat/"
PUBLISH = f"{LIST}ban-hanh/"


def published(books, name="Luật CLB", **rules) -> RulesetVersion:
    return publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name=name, rules=Ruleset.from_json(rules)
    )


def page_of(version: RulesetVersion) -> str:
    return f"{LIST}{version.pk}/"


def test_the_list_shows_versions_newest_first_with_where_they_are_used(books, visitor) -> None:
    published(books, mom_pay=5)
    published(books, name="Luật Tết", mom_pay=9)
    said = words(visitor.get(LIST))
    assert said.index("Bản 2") < said.index("Bản 1") < said.index("Luật Tết")
    assert "1 bàn, gần nhất 04/09/2026" in said
    assert "chưa bàn nào dùng" in said
    assert said.count("mặc định") == 1


def test_the_list_asks_no_more_when_there_is_more(
    books, visitor, django_assert_num_queries
) -> None:
    visitor.get(LIST)
    with django_assert_num_queries(5):  # the login, the club, and three for the rule sets
        visitor.get(LIST)
    for pay in range(10):
        published(books, name=f"Luật {pay % 3}", mom_pay=pay)
    with django_assert_num_queries(5):
        visitor.get(LIST)


def test_a_version_reads_in_plain_words_with_rule_numbers(books, visitor) -> None:
    said = words(visitor.get(page_of(books.version)))
    assert "Móm trả người nhất 4, thay cho phần của hạng. R-05" in said
    assert "Ăn chốt (ăn ở vòng cuối): người bị ăn trả 4 thay cho giá một cây. R-12" in said
    language(visitor, "en")
    assert "Móm pays the first 4 instead of its place. R-05" in words(
        visitor.get(page_of(books.version))
    )


def test_a_version_tells_what_differs_from_the_one_before_and_what_it_does_to_the_samples(
    books, visitor
) -> None:
    version = published(books, u_pay={"round": 10})
    said = words(visitor.get(page_of(version)))
    assert "Khác bản 1" in said
    assert "ù tròn: 12 → thành 10" in said
    assert "An ù tròn ở vòng cuối An +30 Bình −10 Chi −10 Dũng −10" in said
    assert "bản 1: An +36 Bình −12 Chi −12 Dũng −12" in said
    assert "Khác bản" not in words(visitor.get(page_of(books.version)))


def test_a_sample_the_rules_do_not_know_says_so(books, visitor) -> None:
    version = published(books, round_u_allowed=False)
    assert "Luật của bàn không tính ù tròn." in words(visitor.get(page_of(version)))


def test_the_canonical_content_is_there_for_the_curious(books, visitor) -> None:
    answer = visitor.get(page_of(books.version))
    assert '"mom_pay": 4' in words(answer)
    assert books.version.sha256 in words(answer)


def test_publishing_ends_on_the_new_version(books, visitor) -> None:
    answer = visitor.post(PUBLISH, {"name": "Luật CLB", "rules": '{"mom_pay": 5}'})
    version = RulesetVersion.objects.get(ruleset__name="Luật CLB", n=2)
    assert (answer.status_code, answer.url) == (302, page_of(version))
    assert json.loads(version.canonical)["mom_pay"] == 5


def test_the_form_begins_with_the_version_it_was_opened_from(books, visitor) -> None:
    version = published(books, mom_pay=8)
    answer = visitor.get(f"{PUBLISH}?tu={version.pk}")
    assert 'value="Luật CLB"' in answer.content.decode()
    assert '"mom_pay": 8' in words(answer)
    assert '"pot_enabled": true' in words(visitor.get(f"{PUBLISH}?tu=pot_table"))


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ("{", 400, "JSON hỏng ở dòng 1, cột 2."),
        ("", 400, ""),
        ("[" * 7000, 400, ""),
        ("[]", 422, "Luật không dùng được"),
        ('{"mom_pay": -1}', 422, "giá móm"),
        ('{"mom_pay": 4.0}', 422, "giá móm"),
        ('{"u_pay": {"ten": 1001}}', 422, "giá các loại ù"),
        ('{"eat_payee": "pot"}', 422, "trả ăn cho ai"),
        ('{"mom_pya": 4}', 422, "mom_pya"),
    ],
)
def test_what_is_refused_is_told_at_the_field_and_stays_as_it_was_typed(
    books, visitor, typed, status, said
) -> None:
    with writes_nothing():
        answer = visitor.post(PUBLISH, {"name": "Luật lạ", "rules": typed})
    assert answer.status_code == status
    page = answer.content.decode()
    assert 'id="id_rules_error"' in page
    assert said in words(answer)
    assert 'value="Luật lạ"' in page
    assert typed.replace('"', "&quot;") in page


def test_a_name_of_nothing_is_refused_at_its_field(books, visitor) -> None:
    with writes_nothing():
        answer = visitor.post(PUBLISH, {"name": "   ", "rules": "{}"})
    assert answer.status_code == 400
    assert 'id="id_name_error"' in answer.content.decode()


def test_the_default_is_set_by_a_button_and_told(books, visitor) -> None:
    version = published(books, name="Luật Tết", mom_pay=9)
    answer = visitor.post(f"{page_of(version)}mac-dinh/")
    assert answer.url == page_of(version)
    assert Club.objects.get(pk=books.club.pk).default_ruleset_version_id == version.pk
    said = [str(notice) for notice in get_messages(answer.wsgi_request)]
    assert said == ["Bàn mở từ nay theo luật Luật Tết, bản 1."]


def test_members_see_no_door_they_cannot_open(books, client) -> None:
    visitor = sign_in(client, books.actor(Role.MEMBER))
    for address in (LIST, page_of(books.version)):
        page = visitor.get(address).content.decode()
        assert "ban-hanh" not in page
        assert "mac-dinh" not in page
    with writes_nothing():
        assert visitor.post(PUBLISH, {"name": "x", "rules": "{}"}).status_code == 403
        assert visitor.post(f"{page_of(books.version)}mac-dinh/").status_code == 403


def test_another_clubs_version_is_nothing_here(books, visitor) -> None:
    from tests.books import make_books

    other = make_books(slug="clb-khac")
    assert visitor.get(page_of(other.version)).status_code == 404
    with writes_nothing():
        assert visitor.post(f"{page_of(other.version)}mac-dinh/").status_code == 404
        assert visitor.get(f"{PUBLISH}?tu={other.version.pk}").status_code == 404
