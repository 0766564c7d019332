"""Standings policies by program: published, read, chosen for a season."""

import pytest

from scoring.models import PolicyVersion
from tests.books import make_books
from tests.services import seasons
from tests.services.checks import everything

pytestmark = pytest.mark.django_db

POLICIES = "/api/v1/clubs/clb-mau/policies"


def publish(program, policy, *, name: str = "Cách", **headers):
    body = {"name": name, "policy": policy}
    return program.post(POLICIES, body, content_type="application/json", headers=headers)


def choose(program, books, version_id, note: str = ""):
    address = f"/api/v1/clubs/clb-mau/seasons/{books.season.pk}/policy"
    body = {"policy_version_id": version_id, "note": note}
    return program.put(address, body, content_type="application/json")


def test_a_version_is_published_once_complete_and_listed(program, books) -> None:
    first = publish(program, {"drop_worst": 2})
    same = publish(program, {"drop_worst": 2})
    second = publish(program, {"drop_worst": 3})
    assert [answer.status_code for answer in (first, same, second)] == [201, 200, 201]
    assert first.json() == same.json()
    assert first.json()["policy"]["tie_breaks"][0] == "per_deal"
    listed = program.get(POLICIES).json()["results"]
    assert [row["n"] for row in listed] == [2, 1]
    assert program.get(f"{POLICIES}/{first.json()['id']}").json()["sha256"] == listed[1]["sha256"]


def test_the_same_request_publishes_once(program, books) -> None:
    key = {"Idempotency-Key": "cong-bo"}
    first, again = (publish(program, {"min_deals": 9}, **key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert PolicyVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("policy", "code", "path"),
    [
        ({"drop_worst": 1, "best_of": 2}, "policy_conflict", "best_of"),
        ({"metric": "tien"}, "policy_invalid", "metric"),
        ({"la": 1}, "policy_invalid", "la"),
        ({"place_points": {"4": [0, 1, 2, 3]}}, "policy_invalid", "place_points.4"),
    ],
)
def test_a_policy_that_cannot_be_is_refused_by_its_path(program, books, policy, code, path) -> None:
    before = everything()
    answer = publish(program, policy)
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["values"]) == (code, {"path": path})
    assert answer.json()["detail"].endswith(".")
    assert everything() == before


def test_a_season_is_ranked_by_a_version_and_warns_of_penalties(program, books) -> None:
    books.record()
    version_id = publish(program, {"metric": "net_bets"}).json()["id"]
    seasons.penalise(books, 0, -5)
    silent = choose(program, books, version_id)
    assert (silent.status_code, silent.json()["code"]) == (409, "note_required")
    done = choose(program, books, version_id, note="đã bàn").json()
    assert (done["policy_version_id"], done["policy_name"]) == (version_id, "Cách")
    assert [warning["code"] for warning in done["warnings"]] == ["penalties_keep_number"]


def test_another_clubs_version_is_unknown(program, books) -> None:
    theirs = seasons.publish(make_books(slug="clb-khac"))
    before = everything()
    answer = choose(program, books, theirs.pk, note="thử")
    assert (answer.status_code, answer.json()["code"]) == (409, "policy_unknown")
    assert everything() == before
    assert program.get(f"{POLICIES}/{theirs.pk}").status_code == 404
