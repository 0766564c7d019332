"""Two phones of one login are told apart by `X-Phom-Phone`; a joined phone stays who it is."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.actors import Role
from scoring.models import AuditEvent, DealRevision, Device, PossibleDuplicate
from scoring.services.joining import create_code, join_table
from tests.api.asking import Asking
from tests.books import Books

HEADER = "X-Phom-Phone"


def _phone(books: Books, phone: UUID | str | None = None) -> Asking:
    """The owner on a phone that names itself."""
    return Asking.as_login(books.owner, **{HEADER: str(phone or uuid4())})


def _record(asking: Asking, books: Books, base_number: int, **changes: Any) -> dict[str, Any]:
    body = {
        "sheet": books.sheet_json(**changes),
        "base_number": base_number,
        "played_at": "2026-09-04T20:00:00+07:00",
    }
    told: dict[str, Any] = asking.put(f"/tables/{books.table.pk}/deals/{uuid4()}", body)
    return told


def _pairs() -> list[tuple[int, int]]:
    rows = PossibleDuplicate.objects.order_by("deal__number")
    return list(rows.values_list("deal__number", "other__number"))


def test_two_phones_of_one_login_that_record_one_number_are_paired(books: Books) -> None:
    one, other = _phone(books), _phone(books)
    _record(one, books, 0)
    _record(other, books, 0, eats=[(1, False)])
    assert _pairs() == [(2, 1)]
    sources = DealRevision.objects.order_by("deal__number").values_list("source", flat=True)
    assert list(sources) == [f"device:{asking.headers[HEADER]}" for asking in (one, other)]


def test_the_same_phone_never_doubles_itself(books: Books) -> None:
    asking = _phone(books)
    for _ in range(2):
        _record(asking, books, 0)
    phone = asking.headers[HEADER].upper()  # a UUID is one whatever the case
    _record(_phone(books, phone), books, 0)
    assert _pairs() == []


def test_one_phone_is_one_whoever_signed_in_on_it(books: Books) -> None:
    one = _phone(books)
    _record(one, books, 0)
    scorer = Asking.as_login(books.actor(Role.SCORER), **one.headers)
    _record(scorer, books, 0)
    assert _pairs() == []


def test_a_login_that_names_no_phone_is_one_phone_as_ever(books: Books, api: Asking) -> None:
    _record(api, books, 0)
    _record(api, books, 0)
    assert _pairs() == []
    _record(_phone(books), books, 0)
    assert _pairs() == [(3, 1)]


def test_dropping_all_of_a_phone_leaves_the_other_phones_deals(books: Books) -> None:
    one, other = _phone(books), _phone(books)
    for base_number in range(2):
        _record(one, books, base_number)
    doubles = [_record(other, books, number, eats=[(1, False)]) for number in range(2)]
    assert _pairs() == [(3, 1), (4, 2)]
    path = f"/deals/{doubles[0]['id']}/duplicates"
    one.post(path, {"decision": "drop_all"}, status=200)
    rows = DealRevision.objects.filter(current_of__isnull=False).order_by("deal__number")
    assert list(rows.values_list("kind", flat=True)) == ["record", "record", "void", "void"]


def test_log_and_board_name_the_login_behind_the_phone(books: Books) -> None:
    asking = _phone(books)
    deal = _record(asking, books, 0)
    event = AuditEvent.objects.get(action="deal.record")
    assert (event.actor_kind, str(event.actor_device)) == ("login", asking.headers[HEADER])
    (told,) = asking.get("/clubs/clb-mau/audit?action=deal.record")["results"]
    assert (told["actor"], told["actor_kind"]) == ("owner-clb-mau", "login")
    (shown,) = asking.get(f"/tables/{books.table.pk}/board")["deals"]
    assert shown["author"] == "owner-clb-mau"
    (revision,) = asking.get(f"/deals/{deal['id']}/revisions")["results"]
    assert revision["author"] == {"kind": "login", "name": "owner-clb-mau", "device": ""}


def test_a_login_that_calls_itself_as_a_phone_that_joined_learns_nothing_of_it(
    books: Books, strangers: Books
) -> None:
    _, code = create_code(actor=strangers.owner, table_id=strangers.table.pk, role="scorer")
    joined = join_table(code=code, label="máy của Lan")
    asking = _phone(books, joined.device_id)
    deal = _record(asking, books, 0)
    (revision,) = asking.get(f"/deals/{deal['id']}/revisions")["results"]
    assert revision["author"]["device"] == ""
    asking.refused(404, "not_found", "get", f"/tables/{strangers.table.pk}/board")


def test_a_phone_that_joined_stays_the_one_it_is(books: Books) -> None:
    asking = Asking.as_device(books)
    for phone in (uuid4(), uuid4()):
        asking.headers[HEADER] = str(phone)
        _record(asking, books, 0)
    (device,) = Device.objects.all()
    assert set(DealRevision.objects.values_list("source", flat=True)) == {f"device:{device.pk}"}
    assert _pairs() == []


WHO: dict[str, Callable[[Books], Asking]] = {
    "login": lambda books: Asking.as_login(books.owner),
    "phone": Asking.as_device,
}


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("value", ["", "may-cua-lan", f"{uuid4()}0", uuid4().hex])
def test_a_value_that_is_no_uuid_is_refused_by_name(books: Books, who: str, value: str) -> None:
    asking = WHO[who](books)
    asking.headers[HEADER] = value
    body = {"sheet": books.sheet_json(), "played_at": "2026-09-04T20:00:00+07:00"}
    path = f"/tables/{books.table.pk}/deals/{uuid4()}"
    problem = asking.refused(400, "request_invalid", "put", path, body)
    assert problem["values"]["field"] == HEADER
    asking.get(f"/tables/{books.table.pk}/board")  # whoever only reads is on no phone


def test_whatever_changes_something_at_a_table_takes_the_header() -> None:
    paths = Asking().get("/schema")["paths"]
    taking = {
        f"{method} {path.removeprefix('/api/v1')}"
        for path, methods in paths.items()
        for method, operation in methods.items()
        if any(one["name"] == HEADER for one in operation.get("parameters", ()))
    }
    assert taking >= {
        "put /tables/{table_id}/deals/{deal_id}",
        "put /deals/{deal_id}/revisions/{revision_id}",
        "put /tables/{table_id}/terms/{terms_id}",
        "post /deals/{deal_id}/duplicates",
    }
    assert not [name for name in taking if name.startswith("get ")]
