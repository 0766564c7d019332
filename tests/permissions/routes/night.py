"""The pages of nights, their tables and deals."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from scoring.models import DuplicateWhy, RevisionKind
from scoring.services import adjustments, duplicates, joining, questions, terms
from scoring.services.deals import revise_deal
from tests.permissions.routes import Cells, Place, Route

OPEN: Cells = ("scorer", "night_settled", "night_locked", "season_closed")
REVISE: Cells = ("scorer", "manager + note", "night_locked", "season_closed")
MANAGER: Cells = ("manager", "manager", "night_locked", "season_closed")
MEMBER: Cells = ("member", "member", "night_locked", "season_closed")


def PREPARE(place: Place) -> None:  # noqa: N802 - the name the list of routes looks for
    """Deals to revise, restore and doubt; a line by hand, a change of terms and a code."""
    books = place.books
    first, void, double = books.record(), books.record(), books.record()
    revise_deal(
        actor=books.owner,
        deal_id=void.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.VOID,
    )
    duplicates.pair(deal_id=double.deal_id, other_id=first.deal_id, why=DuplicateWhy.NUMBER)
    dispute = questions.raise_dispute(actor=books.owner, deal_id=first.deal_id)
    line = adjustments.adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[0].pk,
        payee=books.people[1].pk,
        points=3,
    )
    changed = terms.change_terms(
        actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=7
    )
    code_id, _code = joining.create_code(actor=books.owner, table_id=books.table.pk, role="viewer")
    place.found |= {
        "first": first.number,
        "void": void.number,
        "double": double.number,
        "dispute_id": dispute.pk,
        "adjustment_id": line.pk,
        "terms_id": changed.pk,
        "code_id": code_id,
    }


def _club(place: Place) -> Mapping[str, Any]:
    return {"slug": place.slug}


def _night(place: Place) -> Mapping[str, Any]:
    return {"slug": place.slug, "day": place.day}


def _table(place: Place) -> Mapping[str, Any]:
    return {**_night(place), "n": 1}


def _deal(which: str) -> Any:
    return lambda place: {**_table(place), "number": place.found[which]}


def _sheet(place: Place) -> Mapping[str, Any]:
    seats = place.books.seats()
    return {
        "ending": "normal",
        "preview": "1",
        "note": "vì sao",
        **{f"player_{index}": seat for index, seat in enumerate(seats)},
        **{f"place_{index}": str(index + 1) for index in range(4)},
    }


def _setting(place: Place) -> Mapping[str, Any]:
    seats = place.books.seats()
    return {
        "terms_id": str(uuid4()),
        "day": place.day,
        "label": "Bàn thêm",
        "stake_points": "2",
        "ruleset_version_id": str(place.books.version.pk),
        **{f"seat_{index}": seat for index, seat in enumerate(seats)},
    }


def _line(place: Place) -> Mapping[str, Any]:
    seats = place.books.seats()
    return {
        "adjustment_id": str(uuid4()),
        "payer": seats[0],
        "payee": seats[1],
        "points": "5",
        "note": "phạt",
    }


def _revision(based_on: int) -> Any:
    return lambda place: {"revision_id": str(uuid4()), "based_on": str(based_on), "note": "lý do"}


def _noted(place: Place) -> Mapping[str, Any]:
    return {"note": "đã xem"}


def _dropped(place: Place) -> Mapping[str, Any]:
    return {"note": "đã xem", "dropped": str(place.found["double"])}


ROUTES = [
    Route("nights", "GET", "member", kwargs=_club),
    Route("night-open", "GET", "scorer", kwargs=_club),
    Route("night-open", "POST", OPEN, kwargs=_club, body=_setting),
    Route("night", "GET", "member", kwargs=_night),
    Route("night-adjust", "GET", MANAGER, kwargs=_night),
    Route("night-adjust", "POST", MANAGER, kwargs=_night, body=_line),
    Route(
        "night-adjust-cancel",
        "POST",
        MANAGER,
        kwargs=lambda place: {**_night(place), "adjustment_id": place.found["adjustment_id"]},
    ),
    Route("table-open", "GET", OPEN, kwargs=_night),
    Route("table-open", "POST", OPEN, kwargs=_night, body=_setting),
    Route("table-terms", "GET", OPEN, kwargs=_table),
    Route("table-terms", "POST", OPEN, kwargs=_table, body=_setting),
    Route(
        "table-terms-cancel",
        "POST",
        OPEN,
        kwargs=_table,
        body=lambda place: {"cancels_id": str(place.found["terms_id"])},
    ),
    Route("table-codes", "GET", "manager", kwargs=_table),
    Route("table-codes", "POST", "manager", kwargs=_table, body=lambda place: {"role": "viewer"}),
    Route(
        "table-code-revoke",
        "POST",
        "manager",
        kwargs=lambda place: {**_table(place), "code_id": place.found["code_id"]},
    ),
    Route("deal-record", "GET", OPEN, kwargs=_table),
    Route("deal-record", "POST", OPEN, kwargs=_table, body=_sheet),
    Route("deal", "GET", "member", kwargs=_deal("first")),
    Route("deal-correct", "GET", REVISE, kwargs=_deal("first")),
    Route("deal-correct", "POST", REVISE, kwargs=_deal("first"), body=_sheet),
    Route("deal-void", "GET", REVISE, kwargs=_deal("first")),
    Route("deal-void", "POST", REVISE, kwargs=_deal("first"), body=_revision(1)),
    Route("deal-restore", "GET", REVISE, kwargs=_deal("void")),
    Route("deal-restore", "POST", REVISE, kwargs=_deal("void"), body=_revision(2)),
    Route("deal-dispute", "POST", MEMBER, kwargs=_deal("first")),
    Route(
        "deal-dispute-settle",
        "POST",
        MANAGER,
        kwargs=lambda place: {**_deal("first")(place), "dispute_id": place.found["dispute_id"]},
    ),
    Route("deal-double-keep", "POST", REVISE, kwargs=_deal("double"), body=_noted),
    Route("deal-double-drop", "POST", REVISE, kwargs=_deal("double"), body=_dropped),
    Route("deal-double-drop-all", "POST", REVISE, kwargs=_deal("double"), body=_noted),
]
