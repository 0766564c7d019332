"""Every example of the operations on nights, tables and deals, asked as it stands in the schema."""

import json
from typing import Any
from uuid import uuid4

from scoring.api import deal_examples as examples
from scoring.api import night_examples as nights
from scoring.services.joining import create_code
from tests.api.asking import Asking
from tests.api.schemas import same_keys
from tests.books import Books
from tests.services.checks import phone

NIGHT = "/clubs/clb-mau/nights/2026-09-04"


def real(books: Books, example: Any) -> Any:
    """The example with the club's own people in the place of its."""
    text = json.dumps(example)
    people = (examples.AN, examples.BINH, examples.CHI, examples.DUNG)
    for name, player_id in zip(people, books.seats(), strict=True):
        text = text.replace(name, player_id)
    return json.loads(text)


def _without_changing(told: Any) -> Any:
    """What is told, without the ids and instants of its writing."""
    if isinstance(told, dict):
        left_out = {"id", "revision_id", "recorded_at", "table_id", "ruleset_version_id"}
        return {key: _without_changing(told[key]) for key in told.keys() - left_out}
    return [_without_changing(one) for one in told] if isinstance(told, list) else told


def test_the_example_of_scoring_is_answered_as_shown(books: Books) -> None:
    assert Asking().post("/score", examples.SCORE, status=200) == examples.SCORED


def test_the_examples_of_a_deal_are_answered_as_shown(books: Books, api: Asking) -> None:
    deal = uuid4()
    given = real(books, examples.RECORD)
    told = api.put(f"/tables/{books.table.pk}/deals/{deal}", given)
    changing = {"id": told["id"], "revision_id": told["revision_id"]}
    assert told == real(books, examples.WRITTEN) | changing
    whole = api.get(f"/deals/{deal}")
    assert _without_changing(whole) == _without_changing(real(books, examples.WHOLE))
    assert _without_changing(api.get(f"/deals/{deal}/transfers")) == _without_changing(
        real(books, examples.TRANSFERS)
    )
    path = f"/deals/{deal}/revisions/{uuid4()}"
    told = api.put(path, examples.REVISE, If_Match='"1"')
    changing = {"id": told["id"], "revision_id": told["revision_id"]}
    assert told == real(books, examples.REVISED) | changing


def test_the_examples_of_nights_and_tables_are_of_the_form_shown(books: Books, api: Asking) -> None:
    same_keys(api.post("/clubs/clb-mau/nights", nights.OPEN_NIGHT), nights.NIGHT)
    night = "/clubs/clb-mau/nights/2026-11-30"
    table = api.post(f"{night}/tables", real(books, nights.OPEN_TABLE))
    same_keys(table, nights.TABLE)
    terms = api.put(f"/tables/{table['id']}/terms/{uuid4()}", nights.CHANGE_TERMS)
    same_keys(terms, nights.TERMS_ROW)
    told = api.put(f"{night}/adjustments/{uuid4()}", real(books, nights.ADJUST))
    same_keys(told, nights.ADJUSTMENT)


def test_the_examples_of_phones_are_of_the_form_shown(books: Books, api: Asking) -> None:
    made = api.post(f"/tables/{books.table.pk}/codes", nights.MAKE_CODE)
    same_keys(made, nights.CODE_MADE)
    assert len(made["code"]) == len(str(nights.JOIN["code"]))
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    same_keys(Asking().post("/join", nights.JOIN | {"code": code}), nights.JOINED)


def test_the_examples_of_questions_are_of_the_form_shown(books: Books, api: Asking) -> None:
    books.record(actor=phone(books), base_number=0)
    double = books.record(actor=phone(books), base_number=0).deal_id
    told = api.post(f"/deals/{double}/disputes", examples.NOTE)
    same_keys(told, examples.DISPUTE)
    same_keys(
        api.post(f"/disputes/{told['id']}/settle", examples.NOTE, status=200), examples.DISPUTE
    )
    same_keys(api.post(f"/deals/{double}/duplicates", examples.DECIDE, status=200), examples.PAIRS)
