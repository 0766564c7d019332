"""Settling a night, its payments, and what takes both back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.nights import NightRow, get_night
from scoring.selectors.payments import verify_payment_in_night
from scoring.selectors.previews import find_mode
from scoring.services import payments, settlements
from scoring.web.forms.base import ServiceForm
from scoring.web.forms.settlement import (
    ConfirmForm,
    ContraryForm,
    ReopenForm,
    SettleForm,
    SplitForm,
    UnlockForm,
)
from scoring.web.pages import actor_of, attempt, form_page, page
from scoring.web.settlement.page import ACT_WORDS, get_settlement_page
from scoring.web.settlement.payments import STEP_WORDS
from scoring.web.settlement.rows import Tried

Given = Mapping[str, Any]
ONE_HOST = "one_host"


@dataclass(frozen=True, slots=True)
class _Act:
    """A form of the page and the service it ends in, which takes who, where and what was typed."""

    form: type[ServiceForm]
    run: Callable[[Given, Given], object]


def _settle(where: Given, given: Given) -> object:
    mode = find_mode(given["mode"])
    assert mode is not None, "the form knows the modes"
    host_id = given["host_id"] if given["mode"] == ONE_HOST else None
    return settlements.settle_night(
        **where, settlement_id=given["settlement_id"], mode=mode, host_id=host_id
    )


_ACTS = {
    "settle": _Act(SettleForm, _settle),
    "reopen": _Act(ReopenForm, lambda where, given: settlements.reopen_night(**where, **given)),
    "lock": _Act(ConfirmForm, lambda where, _given: settlements.lock_night(**where)),
    "unlock": _Act(UnlockForm, lambda where, given: settlements.unlock_night(**where, **given)),
}
_BUTTONS: Mapping[str, Callable[..., object]] = {
    "paid": payments.mark_paid,
    "take_back": payments.take_back,
    "confirm": payments.confirm,
    "waive": payments.waive,
}
# A payment is split once and taken back once, so its parts and its contrary are named after it: a
# form that is sent twice does one thing.
_STEPS = {
    "split": _Act(
        SplitForm,
        lambda where, given: payments.split_payment(
            **where,
            points=given["points"],
            part_ids=(uuid5(where["payment_id"], "first"), uuid5(where["payment_id"], "rest")),
        ),
    ),
    "contrary": _Act(
        ContraryForm,
        lambda where, given: payments.contrary_payment(
            **where, contrary_id=uuid5(where["payment_id"], "contrary"), note=given["note"]
        ),
    ),
}


@page
def settlement(request: HttpRequest, slug: str, day: date) -> HttpResponse:
    """Who pays whom, and why."""
    return _show(request, slug, day)


@form_page
def act(request: HttpRequest, slug: str, day: date, act: str) -> HttpResponse:
    """Settle, reopen, lock or unlock the night; a refused form comes back as it was typed."""
    name = _named(act, ACT_WORDS)
    club, night = _place(request, slug, day)
    if request.method != "POST":
        return redirect("settlement", slug=slug, day=day)
    where = {"actor": actor_of(request), "club_id": club.id, "night_id": night.id}
    form = _ACTS[name].form(request.POST, auto_id=f"{name}-%s")
    if not form.attempt(lambda given: _ACTS[name].run(where, given)):
        return _show(request, slug, day, tried=Tried(name, form))
    return redirect("settlement", slug=slug, day=day)


@form_page
def payment(
    request: HttpRequest, slug: str, day: date, payment_id: UUID, step: str
) -> HttpResponse:
    """Move a payment on: a button comes back to its row, a refused form with what was typed."""
    name = _named(step, STEP_WORDS)
    row = f"{reverse('settlement', kwargs={'slug': slug, 'day': day})}#khoan-{payment_id}"
    _club, night = _place(request, slug, day)
    verify_payment_in_night(payment_id=payment_id, night_id=night.id)
    if request.method != "POST":
        return redirect(row)
    where = {"actor": actor_of(request), "payment_id": payment_id}
    if name in _BUTTONS:
        is_done = attempt(request, lambda: _BUTTONS[name](**where))
        return redirect(row if is_done else row.partition("#")[0])
    form = _STEPS[name].form(request.POST, auto_id=f"{name}-{payment_id}-%s")
    if not form.attempt(lambda given: _STEPS[name].run(where, given)):
        return _show(request, slug, day, tried=Tried(name, form, payment_id))
    return redirect(row.partition("#")[0] + "#ai-tra-ai")


def _show(
    request: HttpRequest, slug: str, day: date, *, tried: Tried | None = None
) -> HttpResponse:
    found = get_settlement_page(
        actor=actor_of(request),
        slug=slug,
        day=day,
        way=request.GET.get("cach", ""),
        site=settings.PHOM_PUBLIC_URL or request.build_absolute_uri("/").rstrip("/"),
        tried=tried,
    )
    return render(request, "settlement/show.html", {"page": found}, status=found.status)


def _place(request: HttpRequest, slug: str, day: date) -> tuple[ClubRow, NightRow]:
    club = get_club(actor=actor_of(request), slug=slug)
    return club, get_night(club=club, day=day)


def _named(word: str, words: Mapping[str, str]) -> str:
    """What a word of the address stands for; an unknown one is no address."""
    name = next((name for name, known in words.items() if known == word), None)
    if name is None:
        raise Http404
    return name
