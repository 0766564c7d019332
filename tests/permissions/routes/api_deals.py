"""Nights, tables, deals and what stands beside them, by the API."""

from typing import Any
from uuid import UUID, uuid4

from scoring.services import adjustments, joining, questions
from tests.permissions.routes import EVERYBODY, Place, Route
from tests.services.checks import phone

# New ones: what is asked with them is taken back each time.
_NEW_DEAL = UUID("0a7c1d5e-0000-4000-8000-000000000010")
_NEW_REVISION = UUID("0a7c1d5e-0000-4000-8000-000000000011")
_NEW_TERMS = UUID("0a7c1d5e-0000-4000-8000-000000000012")
_NEW_GUEST = UUID("0a7c1d5e-0000-4000-8000-000000000014")
_NEW_ADJUSTMENT = UUID("0a7c1d5e-0000-4000-8000-000000000013")

_RECORDS = ("scorer", "night_settled", "night_locked", "season_closed")
_REVISES = ("scorer", "manager + note", "night_locked", "season_closed")
_ADJUSTS = ("manager", "manager", "night_locked", "season_closed")
_DISPUTES = ("member", "member", "night_locked", "season_closed")


def PREPARE(place: Place) -> None:  # noqa: N802 - as routes/__init__.py wants it
    """A deal, two that may be one, a dispute, a code and an adjustment."""
    books = place.books
    deal = books.record().deal_id
    last = books.record().number
    books.record(books.sheet(eats=[(1, False)]), actor=phone(books), base_number=last)
    double = books.record(
        books.sheet(eats=[(2, False)]), actor=phone(books), base_number=last
    ).deal_id
    code_id, _ = joining.create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    place.found |= {
        "api_deal": deal,
        "api_double": double,
        "api_dispute": questions.raise_dispute(actor=books.owner, deal_id=deal).pk,
        "api_code": code_id,
        "api_adjustment": adjustments.adjust_night(
            actor=books.owner,
            club_id=books.club.pk,
            night_id=books.night.pk,
            adjustment_id=uuid4(),
            payer=books.people[0].pk,
            payee=books.people[1].pk,
            points=1,
        ).pk,
    }


def _club(place: Place) -> dict[str, Any]:
    return {"slug": place.slug}


def _night(place: Place) -> dict[str, Any]:
    return {"slug": place.slug, "day": place.day}


def _table(place: Place) -> dict[str, Any]:
    return {"table_id": place.books.table.pk}


def _deal(place: Place) -> dict[str, Any]:
    return {"deal_id": place.found["api_deal"]}


def _double(place: Place) -> dict[str, Any]:
    return {"deal_id": place.found["api_double"]}


def _dispute(place: Place) -> dict[str, Any]:
    return {"dispute_id": place.found["api_dispute"]}


def _recorded(place: Place) -> dict[str, Any]:
    return {"sheet": place.books.sheet_json(), "played_at": "2026-09-04T20:15:00+07:00"}


def _adjusted(place: Place) -> dict[str, Any]:
    return {"payer_id": place.books.seat(0), "payee_id": place.books.seat(1), "points": 1}


ROUTES = [
    Route("api:score", "POST", EVERYBODY, body=lambda place: {"sheet": place.books.sheet_json()}),
    Route("api:join", "POST", EVERYBODY, body=lambda place: {"code": "000000"}, done=(404,)),
    Route("api:nights", "GET", "member", kwargs=_club),
    Route(
        "api:nights",
        "POST",
        ("scorer", "scorer", "scorer", "season_closed"),
        kwargs=_club,
        body=lambda place: {"day": "2026-09-30"},
    ),
    Route("api:club-disputes", "GET", "member", kwargs=_club),
    *(
        Route(f"api:{name}", "GET", "member", kwargs=_night)
        for name in (
            *("night", "night-tables", "night-deals", "night-transfers", "night-adjustments"),
            *("night-disputes", "night-duplicates"),
        )
    ),
    Route(
        "api:night-tables",
        "POST",
        _RECORDS,
        kwargs=_night,
        body=lambda place: {"label": "Bàn của bảng quyền", "stake_points": 1},
    ),
    Route(
        "api:adjustment",
        "GET",
        "member",
        kwargs=lambda place: {**_night(place), "adjustment_id": place.found["api_adjustment"]},
    ),
    Route(
        "api:adjustment",
        "PUT",
        _ADJUSTS,
        kwargs=lambda place: {**_night(place), "adjustment_id": _NEW_ADJUSTMENT},
        body=_adjusted,
    ),
    *(
        Route(f"api:{name}", "GET", "member", kwargs=_table, device="member")
        for name in ("table", "table-deals", "table-terms", "table-duplicates")
    ),
    Route(
        "api:record",
        "PUT",
        _RECORDS,
        kwargs=lambda place: {**_table(place), "deal_id": _NEW_DEAL},
        body=_recorded,
        device="scorer",
    ),
    Route(
        "api:terms",
        "PUT",
        _RECORDS,
        kwargs=lambda place: {**_table(place), "terms_id": _NEW_TERMS},
        body=lambda place: {"stake_points": 3},
        device="scorer",
    ),
    Route(
        "api:guest",
        "PUT",
        _RECORDS,
        kwargs=lambda place: {**_table(place), "player_id": _NEW_GUEST},
        body=lambda place: {"name": "Khách Của Bàn"},
        device="scorer",
    ),
    Route("api:table-codes", "GET", "manager", kwargs=_table, device="manager"),
    Route(
        "api:table-codes",
        "POST",
        "manager",
        kwargs=_table,
        body=lambda place: {"role": "viewer"},
        device="manager",
    ),
    Route("api:table-devices", "GET", "manager", kwargs=_table, device="manager"),
    Route(
        "api:code-revoke",
        "POST",
        "manager",
        kwargs=lambda place: {"code_id": place.found["api_code"]},
    ),
    *(
        Route(f"api:{name}", "GET", "member", kwargs=_deal, device="member")
        for name in (
            *("deal", "deal-revisions", "deal-transfers", "deal-disputes", "deal-duplicates"),
        )
    ),
    Route(
        "api:revise",
        "PUT",
        _REVISES,
        kwargs=lambda place: {**_deal(place), "revision_id": _NEW_REVISION},
        body=lambda place: {"kind": "void", "note": "ghi nhầm"},
        headers=lambda place: {"If-Match": '"1"'},
        device="scorer",
    ),
    # Phones are known there, but somebody has to have said it.
    Route("api:deal-disputes", "POST", _DISPUTES, kwargs=_deal, device="owner"),
    Route(
        "api:deal-duplicates",
        "POST",
        _REVISES,
        kwargs=_double,
        body=lambda place: {"decision": "keep_both", "note": "hai ván"},
        device="scorer",
    ),
    Route("api:dispute", "GET", "member", kwargs=_dispute),
    Route("api:dispute-settle", "POST", _ADJUSTS, kwargs=_dispute),
]
