"""Pages of deals: record, look at, correct, void, restore; and the questions about them."""

from collections.abc import Callable
from datetime import date
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actors import Actor
from scoring.engine import Sheet
from scoring.errors import ErrorCode, ServiceRefused
from scoring.permissions import Action
from scoring.selectors.deals import get_deal
from scoring.services import questions
from scoring.services.deals import DealAnswer, record_deal, revise_deal
from scoring.services.kinds import CORRECT, RESTORE, VOID, RevisionKind
from scoring.web.closed import back_if_closed
from scoring.web.deal_form_page import (
    DealDesk,
    attempt_save,
    open_correction,
    open_record,
    work_out,
)
from scoring.web.deal_notices import say_saved
from scoring.web.deal_page import find_deal_id, get_deal_page
from scoring.web.forms.revision import RevisionForm
from scoring.web.pages import action, actor_of, attempt, form_page, page
from scoring.web.places import TablePlace, find_table

PREVIEW_ONLY = "X-Preview"


@form_page
def record(request: HttpRequest, slug: str, day: date, n: int) -> HttpResponse:
    """The next deal of a table: typed, previewed, saved; then the form of the one after it."""
    actor = actor_of(request)
    place = find_table(actor=actor, slug=slug, day=day, position=n)
    if request.method != "POST":
        closed = _closed(request, place, Action.RECORD)
        if closed is not None:
            return closed
        return _form(request, open_record(place=place, data=None))
    desk = open_record(place=place, data=request.POST)
    saved: list[DealAnswer] = []

    def save(sheet: Sheet) -> None:
        saved.append(
            record_deal(
                actor=actor,
                table_id=place.table.id,
                deal_id=UUID(desk.ids["deal_id"]),
                sheet=sheet,
                played_at=timezone.now(),
                stake_points=desk.stake_points,
                ruleset_version_id=int(desk.ids["ruleset_version_id"]),
                base_number=int(desk.ids["base_number"]),
                note=desk.form.cleaned_data["note"],
            )
        )

    if not _work(request, desk, actor=actor, save=save):
        return _form(request, desk)
    say_saved(request, actor=actor, answer=saved[0], called=desk.roster.called)
    return redirect(place.url("deal-record"))


@form_page
def correct(request: HttpRequest, slug: str, day: date, n: int, number: int) -> HttpResponse:
    """A recorded deal, filled in as it was recorded; saving adds a revision."""
    actor = actor_of(request)
    place = find_table(actor=actor, slug=slug, day=day, position=n)
    if request.method != "POST":
        closed = _closed(request, place, Action.REVISE)
        if closed is not None:
            return closed
        return _form(request, open_correction(place=place, number=number, data=None))
    desk = open_correction(place=place, number=number, data=request.POST)
    known = desk.known
    assert known is not None
    saved: list[DealAnswer] = []

    def save(sheet: Sheet) -> None:
        saved.append(
            revise_deal(
                actor=actor,
                deal_id=known.deal_id,
                revision_id=UUID(desk.ids["revision_id"]),
                based_on=int(desk.ids["based_on"]),
                kind=CORRECT,
                sheet=sheet,
                note=desk.form.cleaned_data["note"],
            )
        )

    if not _work(request, desk, actor=actor, save=save):
        _show_current(desk, actor=actor)
        return _form(request, desk)
    say_saved(request, actor=actor, answer=saved[0], called=desk.roster.called)
    return redirect(place.url("deal", number=number))


@page
def show(request: HttpRequest, slug: str, day: date, n: int, number: int) -> HttpResponse:
    """One deal with its history and the questions about it."""
    actor = actor_of(request)
    place = find_table(actor=actor, slug=slug, day=day, position=n)
    found = get_deal_page(actor=actor, place=place, number=number)
    return render(request, "deal/show.html", {"page": found})


@form_page
def void(request: HttpRequest, slug: str, day: date, n: int, number: int) -> HttpResponse:
    """Take a deal out of the books; its number stays."""
    return _revise(request, slug, day, n, number, kind=VOID)


@form_page
def restore(request: HttpRequest, slug: str, day: date, n: int, number: int) -> HttpResponse:
    """Put a void deal back as it was."""
    return _revise(request, slug, day, n, number, kind=RESTORE)


@action
def dispute(request: HttpRequest, slug: str, day: date, n: int, number: int) -> HttpResponse:
    """Say that a deal is wrong."""
    return _ask_about(
        request,
        (slug, day, n, number),
        lambda actor, deal_id: questions.raise_dispute(
            actor=actor, deal_id=deal_id, note=request.POST.get("note", "")[:500]
        ),
        done=_("Đã ghi khiếu nại. Ván vẫn tính điểm cho đến khi giải quyết."),
    )


@action
def settle_dispute(
    request: HttpRequest, slug: str, day: date, n: int, number: int, dispute_id: int
) -> HttpResponse:
    """Close a dispute about this deal."""

    def settle(actor: Actor, deal_id: UUID) -> None:
        page = get_deal_page(actor=actor, place=_place(request, slug, day, n), number=number)
        if dispute_id not in {row.id for row in page.disputes}:
            raise ServiceRefused(ErrorCode.NOT_FOUND, field="dispute_id")
        questions.settle_dispute(
            actor=actor, dispute_id=dispute_id, note=request.POST.get("note", "")[:500]
        )

    return _ask_about(request, (slug, day, n, number), settle, done=_("Đã giải quyết khiếu nại."))


@action
def keep_both(request: HttpRequest, slug: str, day: date, n: int, number: int) -> HttpResponse:
    """The pair marked at this deal is two deals."""
    note = request.POST.get("note", "")[:500]
    return _ask_about(
        request,
        (slug, day, n, number),
        lambda actor, deal_id: questions.keep_both(actor=actor, deal_id=deal_id, note=note),
        done=_("Đã giữ cả hai ván."),
    )


@action
def drop_one(request: HttpRequest, slug: str, day: date, n: int, number: int) -> HttpResponse:
    """The pair marked at this deal is one ván: drop the one that was chosen."""
    note = request.POST.get("note", "")[:500]

    def drop(actor: Actor, deal_id: UUID) -> None:
        chosen = request.POST.get("dropped", "")
        dropped_id = find_deal_id(place=_place(request, slug, day, n), number=chosen)
        questions.drop_one(actor=actor, deal_id=deal_id, dropped_id=dropped_id, note=note)

    return _ask_about(request, (slug, day, n, number), drop, done=_("Đã bỏ ván trùng."))


@action
def drop_all(request: HttpRequest, slug: str, day: date, n: int, number: int) -> HttpResponse:
    """Drop every deal in an open pair that this deal's phone recorded."""
    note = request.POST.get("note", "")[:500]
    return _ask_about(
        request,
        (slug, day, n, number),
        lambda actor, deal_id: questions.drop_all_of(actor=actor, deal_id=deal_id, note=note),
        done=_("Đã bỏ các ván trùng của máy này."),
    )


def _work(
    request: HttpRequest, desk: DealDesk, *, actor: Actor, save: Callable[[Sheet], None]
) -> bool:
    """Save where the button says so, else preview; True when it was saved."""
    if "save" not in request.POST:
        work_out(desk, actor=actor)
        return False
    previewed = request.POST.get("previewed", "")
    return attempt_save(desk, actor=actor, previewed=previewed, save=save)


def _form(request: HttpRequest, desk: DealDesk) -> HttpResponse:
    shown = {"desk": desk, "form": desk.form}
    if PREVIEW_ONLY in request.headers:
        # The page looks on while somebody types: what is not finished yet is no failure of it.
        return render(request, "deal/_outcome.html", shown)
    return render(request, "deal/form.html", shown, status=desk.form.status)


def _show_current(desk: DealDesk, *, actor: Actor) -> None:
    """After somebody else's change: the deal as it is now, which the next attempt is based on."""
    refused = desk.form.refused
    assert desk.known is not None
    if isinstance(refused, ServiceRefused) and refused.code is ErrorCode.STALE_REVISION:
        desk.now = get_deal(actor=actor, deal_id=desk.known.deal_id)
        desk.ids["based_on"] = str(desk.known.n)


def _closed(request: HttpRequest, place: TablePlace, wanted: Action) -> HttpResponse | None:
    """Back to the night with the reason where its state forbids it; a role too low is forbidden."""
    return back_if_closed(request, lambda: place.verify(wanted), url=place.night_url)


def _revise(
    request: HttpRequest, slug: str, day: date, n: int, number: int, *, kind: RevisionKind
) -> HttpResponse:
    actor = actor_of(request)
    place = find_table(actor=actor, slug=slug, day=day, position=n)
    found = get_deal_page(actor=actor, place=place, number=number)
    form = RevisionForm(request.POST or None, based_on=found.n)
    if request.method != "POST":
        closed = _closed(request, place, Action.REVISE)
        if closed is not None:
            return closed
    else:
        saved: list[DealAnswer] = []
        done = form.attempt(
            lambda given: saved.append(
                revise_deal(
                    actor=actor,
                    deal_id=found.deal_id,
                    revision_id=given["revision_id"],
                    based_on=given["based_on"],
                    kind=kind,
                    note=given["note"],
                )
            )
        )
        if done:
            say_saved(request, actor=actor, answer=saved[0], called=found.called)
            return redirect(place.url("deal", number=number))
        form.follow(found.n)
    shown = {"page": found, "form": form, "kind": str(kind)}
    return render(request, "deal/revise.html", shown, status=form.status)


def _place(request: HttpRequest, slug: str, day: date, n: int) -> TablePlace:
    return find_table(actor=actor_of(request), slug=slug, day=day, position=n)


def _ask_about(
    request: HttpRequest,
    address: tuple[str, date, int, int],
    run: Callable[[Actor, UUID], object],
    *,
    done: str,
) -> HttpResponse:
    """A button about a deal; back to the deal, with what was done or why it was not."""
    slug, day, n, number = address
    actor = actor_of(request)
    place = _place(request, slug, day, n)
    deal_id = find_deal_id(place=place, number=number)
    attempt(request, lambda: run(actor, deal_id), done=done)
    return redirect(place.url("deal", number=number))
