"""Two connections on PostgreSQL ask the same at the same moment: it is done once, and told so."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import (
    Adjustment,
    AuditEvent,
    Deal,
    Dispute,
    JoinCode,
    Player,
    Season,
    Table,
    TableTerms,
)
from scoring.services.tokens import create_token
from tests.books import Books, make_books
from tests.flows.parallel import Call, together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 4
NIGHT = "/api/v1/clubs/clb-mau/nights/2026-09-04"


@pytest.fixture
def books() -> Books:
    return make_books()


def ask(
    books: Books, method: str, path: str, body: Mapping[str, Any], headers: Mapping[str, str]
) -> Call:
    """A program with a token of its own; answers with status and JSON."""
    token = create_token(login_id=books.owner.login_id or 0).token
    client = Client(headers={"Authorization": f"Token {token}", **headers})

    def run() -> tuple[int, Any]:
        given = {"data": body, "content_type": "application/json"}
        answer = getattr(client, method)(path, **given)
        return answer.status_code, answer.json()

    return run


def at_once(
    books: Books, method: str, path: str, body: Mapping[str, Any], **headers: str
) -> list[Any]:
    """The same request by several at once; the first status is the one that did it."""
    found = together([ask(books, method, path, body, headers) for _ in range(TIMES)])
    assert found.refusals == []
    assert sorted(status for status, _ in found.answers) == [200] * (TIMES - 1) + [201]
    return [told for _, told in found.answers]


def test_a_deal_is_recorded_once(books: Books) -> None:
    body = {"sheet": books.sheet_json(), "played_at": "2026-09-04T20:15:00+07:00"}
    told = at_once(books, "put", f"/api/v1/tables/{books.table.pk}/deals/{uuid4()}", body)
    assert all(one == told[0] for one in told)
    assert Deal.objects.count() == 1


def test_terms_are_changed_once(books: Books) -> None:
    path = f"/api/v1/tables/{books.table.pk}/terms/{uuid4()}"
    before = TableTerms.objects.count()
    told = at_once(books, "put", path, {"stake_points": 5})
    assert all(one == told[0] for one in told)
    assert TableTerms.objects.count() == before + 1


def test_a_night_is_adjusted_once(books: Books) -> None:
    body = {"payer_id": books.seat(0), "payee_id": "FUND", "points": 5}
    told = at_once(books, "put", f"{NIGHT}/adjustments/{uuid4()}", body)
    assert all(one == told[0] for one in told)
    assert Adjustment.objects.count() == 1


def test_a_night_is_opened_once(books: Books) -> None:
    told = at_once(books, "post", "/api/v1/clubs/clb-mau/nights", {"day": "2026-10-02"})
    assert all(one == told[0] for one in told)


@pytest.mark.parametrize(
    ("path", "body", "model"),
    [
        ("/api/v1/clubs/clb-mau/players", {"name": "Mới"}, Player),
        (f"{NIGHT}/tables", {"label": "Bàn 2", "stake_points": 1}, Table),
        ("/api/v1/tables/{table}/codes", {"role": "scorer"}, JoinCode),
        ("/api/v1/deals/{deal}/disputes", {"note": "sai"}, Dispute),
        (
            "/api/v1/clubs/clb-mau/seasons",
            {"name": "Mùa sau", "first_day": "2027-01-01", "last_day": "2027-02-01"},
            Season,
        ),
    ],
)
def test_a_post_under_one_key_is_done_once(
    books: Books, path: str, body: Mapping[str, Any], model: Any
) -> None:
    url = path.format(table=books.table.pk, deal=books.record().deal_id)
    before, key = model.objects.count(), {"Idempotency-Key": "cung-mot-khoa"}
    told = at_once(books, "post", url, body, **key)
    assert len({one["id"] if "id" in one else one["player_id"] for one in told}) == 1
    assert model.objects.count() == before + 1
    assert AuditEvent.objects.filter(idempotency_key="cung-mot-khoa").count() == 1
