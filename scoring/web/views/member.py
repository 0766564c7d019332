"""The pages of members and their roles."""

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.services import members as services
from scoring.web.forms.base import ServiceForm
from scoring.web.forms.member import MemberForm, RoleForm
from scoring.web.member_page import (
    get_club_of_owner,
    get_member_page,
    get_members_page,
    view_roles,
)
from scoring.web.pages import actor_of, form_page, page


@page
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has which role, and what each may do."""
    found = get_members_page(actor=actor_of(request), slug=slug)
    return render(request, "member/list.html", {"page": found})


@form_page
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A login, by its user name, gets a role."""
    actor = actor_of(request)
    club = get_club_of_owner(actor=actor, slug=slug)
    form = MemberForm(request.POST or None, initial={"role": "member"})
    if request.method == "POST" and form.attempt(
        lambda typed: services.add_member(actor=actor, club_id=club.id, **typed)
    ):
        notices.success(request, _("Đã thêm %(user_name)s.") % form.cleaned_data)
        return redirect("member-list", slug=slug)
    told = {"club": club, "form": form, "roles": view_roles([])}
    return render(request, "member/add.html", told, status=form.status)


@form_page
def change(request: HttpRequest, slug: str, login_id: int) -> HttpResponse:
    """Another role for one of them."""
    actor = actor_of(request)
    found = get_member_page(actor=actor, slug=slug, login_id=login_id)
    form = RoleForm(request.POST or None, initial={"role": str(found.member.role)})
    if request.method == "POST" and form.attempt(
        lambda typed: services.change_role(
            actor=actor, club_id=found.club.id, login_id=login_id, role=typed["role"]
        )
    ):
        notices.success(
            request, _("Đã đổi vai trò của %(name)s.") % {"name": found.member.user_name}
        )
        return redirect("member-list", slug=slug)
    told = {"page": found, "form": form, "roles": view_roles([])}
    return render(request, "member/change.html", told, status=form.status)


@form_page
def remove(request: HttpRequest, slug: str, login_id: int) -> HttpResponse:
    """Ask first, then take the role away."""
    actor = actor_of(request)
    found = get_member_page(actor=actor, slug=slug, login_id=login_id)
    form = ServiceForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.attempt(
        lambda _typed: services.remove_member(actor=actor, club_id=found.club.id, login_id=login_id)
    ):
        notices.success(request, _("Đã bỏ %(name)s khỏi CLB.") % {"name": found.member.user_name})
        return (
            redirect("home") if login_id == actor.login_id else redirect("member-list", slug=slug)
        )
    return render(request, "member/remove.html", {"page": found, "form": form}, status=form.status)
