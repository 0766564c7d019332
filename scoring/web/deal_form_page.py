"""The page on which a deal is recorded or corrected: form, questions, preview.

Knows the order of things: what was typed becomes a sheet or a question, a sheet becomes a preview,
and only the sheet that was previewed is saved.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from scoring.actors import Actor
from scoring.engine import Refused, Ruleset, Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.selectors.deal_previews import names_of_seats
from scoring.selectors.deals import DealRow
from scoring.selectors.members import ClubRow
from scoring.selectors.sheet_forms import (
    SheetOfDeal,
    SheetTerms,
    get_rules,
    get_sheet_of_deal,
    get_sheet_terms,
)
from scoring.services.deal_previews import preview_correction, preview_deal
from scoring.web.deal_views import DealView, view_deal
from scoring.web.forms.deal import DealForm, initial_of, seats_typed
from scoring.web.people import call
from scoring.web.places import Roster, TablePlace, read_roster
from scoring.web.sheets.asking import Question, ask
from scoring.web.sheets.typed import Typed, TypedSeat, Unfinished, read_sheet

UNPROCESSABLE = 422
HIDDEN, FORBIDDEN = 404, 403


@dataclass(frozen=True, slots=True)
class Worked:
    """What a sent form came to. `fingerprint` names the sheet that is previewed."""

    sheet: Sheet | None = None
    questions: Sequence[Question] = ()
    preview: DealRow | None = None
    fingerprint: str = ""


@dataclass(slots=True)
class DealDesk:
    """Everything the page stands on. `ids` are hidden in the form and come back with it."""

    place: TablePlace
    roster: Roster
    form: DealForm
    number: int
    rules: Ruleset
    stake_points: int
    ids: dict[str, str]
    known: SheetOfDeal | None = None
    worked: Worked = field(default_factory=Worked)
    now: DealRow | None = None

    @property
    def hidden(self) -> Sequence[tuple[str, str]]:
        """What the form carries unseen."""
        return list(self.ids.items())

    @property
    def last_url(self) -> str:
        """The deal recorded last, from the form of the next one; "" where there is none."""
        if self.known is not None or self.number == 1:
            return ""
        return self.place.url("deal", number=self.number - 1)

    @property
    def terms_url(self) -> str:
        """Where people take their seats."""
        return self.place.url("table-terms")

    @property
    def has_more(self) -> bool:
        """Is anything said in the part that is folded away?"""
        return self.form.has_more

    @property
    def preview(self) -> DealView | None:
        """The deal as it would stand in the history."""
        return self._view(self.worked.preview)

    @property
    def current(self) -> DealView | None:
        """The deal as it is now, where somebody else changed it meanwhile."""
        return self._view(self.now)

    def _view(self, row: DealRow | None) -> DealView | None:
        if row is None:
            return None
        return view_deal(row, called=self.roster.called, zone=self.place.zone, anchor="van")


def open_record(*, place: TablePlace, data: Mapping[str, Any] | None) -> DealDesk:
    """The form of the table's next deal; `data` is what was sent, None for a fresh one."""
    roster = read_roster(place.club)
    terms = get_sheet_terms(table_id=place.table.id)
    roster = _with_merged(roster, place.club, place.table.seats)
    ids = _record_ids(terms, data or {})
    rules = _rules_shown(place.club, terms, ids)
    seats = seats_typed(data) if data is not None else list(place.table.seats)
    starter = seats.index(terms.starter) if terms.starter in seats else None
    fresh = Typed(seats=[TypedSeat(seat) for seat in seats], starter=starter)
    return DealDesk(
        place=place,
        roster=roster,
        form=DealForm(
            data, names=roster.names, seats=seats, rules=rules, initial=initial_of(fresh)
        ),
        number=terms.last_number + 1,
        rules=rules,
        stake_points=int(ids["stake_points"]),
        ids=ids,
    )


def open_correction(*, place: TablePlace, number: int, data: Mapping[str, Any] | None) -> DealDesk:
    """The form of a recorded deal, filled in with what was recorded. Errors: `not_found`."""
    roster = read_roster(place.club)
    if number > place.table.last_number:
        raise ServiceRefused(ErrorCode.NOT_FOUND, field="number")
    known = get_sheet_of_deal(table_id=place.table.id, number=number)
    roster = _with_merged(roster, place.club, known.sheet.seats)
    typed = read_sheet(known.sheet)
    seats = seats_typed(data) if data is not None else list(known.sheet.seats)
    return DealDesk(
        place=place,
        roster=roster,
        form=DealForm(
            data,
            names=roster.names,
            seats=seats,
            rules=known.rules,
            line_count=len(typed.lines) + 1,
            initial=initial_of(typed),
        ),
        number=number,
        rules=known.rules,
        stake_points=known.stake_points,
        ids=_revision_ids(known.n, data or {}),
        known=known,
    )


def work_out(desk: DealDesk, *, actor: Actor) -> None:
    """Read the form, ask what is open, and preview the deal; what is wrong stands in the form.

    Errors: `not_found`, `role_too_low`.
    """
    form = desk.form
    sheet = _sheet_of(desk)
    if sheet is None:
        return
    try:
        row = _preview(desk, actor=actor, sheet=sheet)
    except (Refused, ServiceRefused) as refused:
        refuse(form, refused, names=desk.roster.names)
        return
    desk.worked = Worked(
        sheet=sheet,
        questions=desk.worked.questions,
        preview=row,
        fingerprint=_fingerprint(desk, sheet),
    )


def attempt_save(
    desk: DealDesk, *, actor: Actor, previewed: str, save: Callable[[Sheet], object]
) -> bool:
    """Save the sheet if it is the one that was previewed; else preview it. True when saved."""
    sheet = _sheet_of(desk)
    if sheet is None:
        return False
    if previewed == _fingerprint(desk, sheet):
        try:
            save(sheet)
        except (Refused, ServiceRefused) as refused:
            refuse(desk.form, refused, names=desk.roster.names)
            return False
        return True
    work_out(desk, actor=actor)
    return False


def refuse(form: DealForm, refused: Refused | ServiceRefused, *, names: Mapping[str, str]) -> None:
    """Put a refusal into the form; what is hidden or forbidden is raised on."""
    if isinstance(refused, ServiceRefused) and refused.code.status in {HIDDEN, FORBIDDEN}:
        raise refused
    form.refuse(refused, names=names)


def _sheet_of(desk: DealDesk) -> Sheet | None:
    """The sheet of the form; where there is none the form or a question says why."""
    form = desk.form
    if not form.is_valid():
        form.status = 400
        return None
    known = desk.known.sheet if desk.known else None
    try:
        asked = ask(form.typed(), rules=desk.rules, names=desk.roster.names, known=known)
    except Unfinished as unfinished:
        form.add_error(None, unfinished.say)
        form.status = UNPROCESSABLE
        return None
    desk.worked = Worked(questions=asked.questions)
    if asked.refused is not None:
        refuse(form, asked.refused, names=desk.roster.names)
    elif asked.sheet is None:
        form.status = UNPROCESSABLE
    return asked.sheet


def _preview(desk: DealDesk, *, actor: Actor, sheet: Sheet) -> DealRow:
    if desk.known is not None:
        note = desk.form.cleaned_data["note"]
        return preview_correction(actor=actor, deal_id=desk.known.deal_id, sheet=sheet, note=note)
    return preview_deal(
        actor=actor,
        table_id=desk.place.table.id,
        sheet=sheet,
        stake_points=desk.stake_points,
        ruleset_version_id=int(desk.ids["ruleset_version_id"]),
        base_number=int(desk.ids["base_number"]),
    )


def _fingerprint(desk: DealDesk, sheet: Sheet) -> str:
    """What was previewed: the sheet under its terms, and for a correction what it is based on."""
    terms = f"{desk.stake_points}|{desk.ids.get('ruleset_version_id', '')}"
    based_on = desk.ids.get("based_on", "")
    said = f"{sheet.canonical()}|{terms}|{based_on}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _record_ids(terms: SheetTerms, data: Mapping[str, Any]) -> dict[str, str]:
    return {
        "deal_id": _uuid(data.get("deal_id")),
        "stake_points": _whole(data.get("stake_points"), terms.stake_points),
        "ruleset_version_id": _whole(data.get("ruleset_version_id"), terms.ruleset_version_id),
        "base_number": _whole(data.get("base_number"), terms.last_number),
    }


def _revision_ids(n: int, data: Mapping[str, Any]) -> dict[str, str]:
    return {
        "revision_id": _uuid(data.get("revision_id")),
        "based_on": _whole(data.get("based_on"), n),
    }


def _uuid(text: Any) -> str:
    """An id made by the page that was sent; a fresh one for a new page, or one that was spoilt."""
    try:
        return str(UUID(str(text)))
    except ValueError:
        return str(uuid4())


def _whole(text: Any, otherwise: int) -> str:
    """A hidden number as it was sent, as long as it is one the books could hold."""
    sent = str(text or "")
    return sent if sent.isdecimal() and len(sent) <= 9 else str(otherwise)


def _rules_shown(club: ClubRow, terms: SheetTerms, ids: dict[str, str]) -> Ruleset:
    """The rules of the version the page showed; of those in force where it names none of ours."""
    version_id = int(ids["ruleset_version_id"])
    if version_id == terms.ruleset_version_id:
        return terms.rules
    try:
        return get_rules(club_id=club.id, version_id=version_id)
    except ServiceRefused:
        ids["ruleset_version_id"] = str(terms.ruleset_version_id)
        return terms.rules


def _with_merged(roster: Roster, club: ClubRow, seats: Sequence[str]) -> Roster:
    """People who were merged since are no longer on the roster, but still in these seats."""
    missing = [seat for seat in seats if seat not in roster.names]
    if not missing:
        return roster
    people = names_of_seats(club_id=club.id, seats=missing)
    names = {seat: call(person, roster.called) for seat, person in people.items()}
    return Roster(roster.called, {**roster.names, **names})
