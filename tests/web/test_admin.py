"""/admin/: who gets in, what they see of whose club, and publishing with its refusals."""

import json
import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Role
from scoring.engine import Ruleset as Rules
from scoring.engine.standings import StandingsPolicy
from scoring.models import AuditEvent, Login, Policy, PolicyVersion, Ruleset, RulesetVersion
from scoring.services import clubs
from tests.books import Books, make_books
from tests.services import seasons
from tests.services.checks import writes_nothing
from tests.web.conftest import sign_in
from tests.web.pages import words

INDEX = "/admin/"
POLICIES, RULESETS = "/admin/scoring/policy/", "/admin/scoring/ruleset/"
ADD = f"{POLICIES}add/"
PAGES = [INDEX, POLICIES, RULESETS, ADD, f"{RULESETS}add/"]


def one(owner: Policy | Ruleset) -> str:
    return f"/admin/scoring/{owner._meta.model_name}/{owner.pk}/change/"


@pytest.fixture
def policy(books: Books) -> Policy:
    return seasons.publish(books, drop_worst=2).policy


def typed(books: Books, **changes: object) -> dict[str, object]:
    document = json.dumps({"metric": "net_bets"})
    return {"club": books.club.pk, "name": "Giải tết", "document": document, **changes}


# Who gets in


@pytest.mark.parametrize("path", PAGES)
def test_the_site_s_own_sign_in_is_asked_for(client, books, path) -> None:
    response = client.get(path, follow=True)
    assert response.redirect_chain[-1][0] == f"/dang-nhap/?next={path}"


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("role", [Role.SCORER, Role.MEMBER, None])
def test_who_manages_no_club_is_refused_staff_or_not(client, books, path, role) -> None:
    login = Login.objects.create_user("ai-do", is_staff=True, is_superuser=True)
    if role is not None:
        clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=login.pk, role=role)
    client.force_login(login)
    assert client.get(path, follow=True).status_code == 403
    with writes_nothing():
        assert client.post(ADD, typed(books), follow=True).status_code == 403


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("role", [Role.OWNER, Role.MANAGER])
def test_owners_and_managers_see_every_page(client, books, path, role) -> None:
    actor = books.owner if role is Role.OWNER else books.actor(role)
    assert sign_in(client, actor).get(path).status_code == 200


def test_who_stops_managing_sees_nothing_any_more(client, books) -> None:
    manager = books.actor(Role.MANAGER)
    sign_in(client, manager)
    clubs.set_role(
        actor=books.owner, club_id=books.club.pk, login_id=manager.login_id, role=Role.SCORER
    )
    assert client.get(POLICIES, follow=True).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        *("password_change/", "logout/", "autocomplete/", "auth/user/", "scoring/login/"),
        *("scoring/policy/1/delete/", "scoring/policy/1/history/", "scoring/club/"),
    ],
)
def test_nothing_else_is_there(visitor, path) -> None:
    assert visitor.get(INDEX + path).status_code == 404


def test_signed_in_the_admins_own_sign_in_is_no_page(visitor) -> None:
    assert visitor.get("/admin/login/").status_code == 403


# What is seen


def test_a_list_names_policy_club_and_latest_version(visitor, books, policy) -> None:
    seasons.publish(books, drop_worst=3)
    page = words(visitor.get(POLICIES))
    assert "Cách xếp hạng" in page
    assert books.club.name in page
    assert "Bản 2" in page


def test_versions_are_shown_and_cannot_be_typed_into(visitor, books, policy) -> None:
    seasons.publish(books, drop_worst=3)
    response = visitor.get(one(policy))
    page = unescape(response.content.decode())
    assert page.index("Bản 2") < page.index("Bản 1")
    assert '"drop_worst": 3' in page
    assert '"drop_worst": 2' in page
    assert "<textarea" not in page
    for version in policy.versions.all():
        assert version.sha256 in page


def test_a_rule_set_is_shown_the_same_way(visitor, books) -> None:
    ruleset = Ruleset.objects.get(club=books.club)
    page = unescape(visitor.get(one(ruleset)).content.decode())
    assert '"format": "phom-rules/1"' in page


def test_another_clubs_are_not_listed_and_their_ids_are_no_ids(visitor, books, policy) -> None:
    theirs = make_books(slug="clb-khac")
    foreign = seasons.publish(theirs, name="Của người ta").policy
    assert "Của người ta" not in words(visitor.get(POLICIES))
    assert "Của người ta" not in words(visitor.get(f"{POLICIES}?q=người ta"))
    unknown = visitor.get(f"{POLICIES}{10**9}/change/")
    response = visitor.get(one(foreign))
    assert (response.status_code, unknown.status_code) == (404, 404)
    assert response.content == unknown.content
    assert visitor.get(one(Ruleset.objects.get(club=theirs.club))).status_code == 404
    assert "Của người ta" not in words(visitor.get(f"{ADD}?from={foreign.pk}"))
    with writes_nothing():
        assert visitor.post(ADD, typed(theirs)).status_code == 422


def test_who_manages_two_clubs_sees_both_but_not_where_they_only_record(client, books) -> None:
    for slug, role in (("clb-hai", Role.MANAGER), ("clb-ba", Role.SCORER)):
        other = make_books(slug=slug)
        seasons.publish(other, name=f"Của {slug}")
        login_id = books.owner.login_id
        clubs.set_role(actor=other.owner, club_id=other.club.pk, login_id=login_id, role=role)
    page = words(sign_in(client, books.owner).get(POLICIES))
    assert "Của clb-hai" in page
    assert "Của clb-ba" not in page


def test_a_list_of_many_takes_as_many_statements_as_one_of_few(visitor, books, policy) -> None:
    def asked(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert visitor.get(path).status_code == 200
        return len(captured)

    few = {path: asked(path) for path in (POLICIES, one(policy))}
    for n in range(20):
        seasons.publish(books, name=f"Cách {n}", drop_worst=n)
        seasons.publish(books, drop_worst=n + 3)
    assert {path: asked(path) for path in few} == few
    assert few[POLICIES] <= 7


def test_a_long_list_has_pages_and_a_search(visitor, books) -> None:
    for n in range(60):
        seasons.publish(books, name=f"Cách số {n:02}")
    assert "Cách số 55" not in words(visitor.get(POLICIES))
    assert "Cách số 55" in words(visitor.get(f"{POLICIES}?p=2"))
    assert "Cách số 55" in words(visitor.get(f"{POLICIES}?q=số 55"))
    assert "Không có gì như thế" in words(visitor.get(f"{POLICIES}?q=không hề"))


def test_an_empty_list_says_what_to_do(visitor) -> None:
    assert "Chưa có gì. Đăng bản đầu tiên" in words(visitor.get(POLICIES))


@pytest.mark.parametrize("path", [*PAGES, "one"])
def test_no_page_has_code_or_style_in_it(visitor, policy, path) -> None:
    response = visitor.get(one(policy) if path == "one" else path)
    page = response.content.decode()
    assert "unsafe-inline" not in response["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", page)


def test_the_pages_are_told_in_english_too(visitor, policy) -> None:
    visitor.cookies["django_language"] = "en"
    assert "Rule sets and ranking policies" in words(visitor.get(INDEX))
    assert "Publish a version" in words(visitor.get(ADD))
    assert "Version 1" in words(visitor.get(one(policy)))


# Publishing


def test_a_policy_is_published_from_json_through_the_service(visitor, books) -> None:
    response = visitor.post(ADD, typed(books), follow=True)
    version = PolicyVersion.objects.get()
    assert response.redirect_chain == [(one(version.policy), 302)]
    assert "“Giải tết” có bản 1." in words(response)
    assert json.loads(version.canonical)["metric"] == "net_bets"
    event = AuditEvent.objects.get(action="policy.publish")
    assert (event.actor_login_id, event.club_id) == (books.owner.login_id, books.club.pk)
    response = visitor.post(ADD, typed(books, name="giải TẾT", document="{}"), follow=True)
    assert "“Giải tết” có bản 2." in words(response)


def test_a_rule_set_is_published_the_same_way(visitor, books) -> None:
    document = json.dumps({"pot_enabled": True, "pot_ante": 2})
    visitor.post(f"{RULESETS}add/", typed(books, name="Luật tết", document=document))
    version = RulesetVersion.objects.get(ruleset__name="Luật tết")
    assert Rules.from_json(json.loads(version.canonical)).pot_ante == 2


def test_publishing_the_same_again_is_the_same_version(visitor, books) -> None:
    visitor.post(ADD, typed(books))
    with writes_nothing():
        response = visitor.post(ADD, typed(books))
    assert response.status_code == 302
    assert PolicyVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("path", "changes", "said"),
    [
        (ADD, {"document": "{"}, "Không phải JSON."),
        (ADD, {"document": "NaN"}, "Không phải JSON."),
        (ADD, {"document": "[" * 5000}, "Không phải JSON."),
        (ADD, {"document": "[]"}, "Cách xếp hạng không dùng được: xem lại mục toàn bộ."),
        (ADD, {"document": '{"drop_worst": -1}'}, "xem lại mục bỏ số buổi kém nhất."),
        (
            ADD,
            {"document": '{"drop_worst": 1, "best_of": 2}'},
            "“chỉ tính số buổi tốt nhất” là cách thứ hai.",
        ),
        (
            f"{RULESETS}add/",
            {"document": '{"pot_ante": "x"}'},
            "Luật không dùng được: xem lại mục góp gà đầu ván.",
        ),
    ],
)
def test_a_refusal_stands_at_the_document_and_writes_nothing(
    visitor, books, path, changes, said
) -> None:
    with writes_nothing():
        response = visitor.post(path, typed(books, **changes))
    assert response.status_code == 422
    page = unescape(response.content.decode())
    at_document = page[page.index('id="id_document_error"') :]
    assert said in at_document[: at_document.index("</p>")]
    assert response.context["form"].data["document"] == changes["document"]


def test_a_refusal_is_told_in_english(visitor, books) -> None:
    visitor.cookies["django_language"] = "en"
    response = visitor.post(ADD, typed(books, document='{"drop_worst": -1}'))
    assert "This ranking policy cannot be used: look at worst nights dropped again." in words(
        response
    )


@pytest.mark.parametrize("changes", [{"name": " "}, {"name": "x" * 121}])
def test_a_name_that_is_none_is_refused_at_the_name(visitor, books, changes) -> None:
    with writes_nothing():
        response = visitor.post(ADD, typed(books, **changes))
    assert list(response.context["form"].errors) == ["name"]


def test_publishing_again_begins_with_what_was_published_last(visitor, books, policy) -> None:
    form = visitor.get(f"{ADD}?from={policy.pk}").context["form"]
    assert (form.initial["club"], form.initial["name"]) == (books.club.pk, policy.name)
    assert json.loads(form.initial["document"])["drop_worst"] == 2
    fresh = visitor.get(ADD).context["form"]
    assert json.loads(fresh.initial["document"]) == StandingsPolicy().to_json()
    for nonsense in ("x", "0", "9" * 30):
        assert visitor.get(f"{ADD}?from={nonsense}").status_code == 200


def test_what_only_reads_takes_no_post(visitor, policy) -> None:
    with writes_nothing():
        for path in (POLICIES, one(policy)):
            assert visitor.post(path, {"action": "delete_selected"}).status_code == 403
