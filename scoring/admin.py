"""/admin/: rule sets and policies, their versions, and publishing the next one.

Stands beside the pages and calls the same services. Who manages a club sees what is the club's;
being staff opens nothing. Nothing here is edited or deleted: a version never changes.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.actors import Actor
from scoring.engine import Refused
from scoring.engine import Ruleset as Rules
from scoring.engine.standings import StandingsPolicy, StandingsRefused
from scoring.errors import ErrorCode, ServiceRefused
from scoring.messages import refusal
from scoring.models import Policy, Ruleset
from scoring.permissions import Action, can
from scoring.selectors.members import ClubRow, list_clubs
from scoring.selectors.policies import list_policies
from scoring.selectors.rulesets import list_rulesets_of_clubs
from scoring.services.policies import publish_policy
from scoring.services.rulesets import publish_ruleset

MAX_DOCUMENT_CHARACTERS = 20_000

Owner = TypeVar("Owner", Ruleset, Policy)

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Owner]
else:
    # Django's own class takes no type argument at run time.
    class ModelAdmin(admin.ModelAdmin, Generic[Owner]):
        """The same, with a type argument."""


class PublishForm(forms.Form):
    """What is typed: the club among those one manages, a name, and the document."""

    club = forms.TypedChoiceField(coerce=int, label=gettext_lazy("CLB"))
    name = forms.CharField(max_length=120, label=gettext_lazy("Tên"))
    document = forms.CharField(
        max_length=MAX_DOCUMENT_CHARACTERS,
        label=gettext_lazy("Nội dung (JSON)"),
        widget=forms.Textarea(attrs={"rows": 18, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, clubs: Sequence[ClubRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].choices = [(club.id, club.name) for club in clubs]  # type: ignore[attr-defined]

    def clean_document(self) -> Any:
        """The document as JSON says it; strictly, as the commands read it."""
        try:
            return json.loads(self.cleaned_data["document"], parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(_("Không phải JSON.")) from error


class ClubAdminSite(admin.AdminSite):
    """Open to whoever manages a club; others are sent to the site's own sign-in, or refused."""

    site_title = "Phom League"
    site_header = "Phom League"
    index_title = gettext_lazy("Quản lý luật và cách xếp hạng")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Does the login manage any club?"""
        return bool(managed_clubs(request))

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """There is one sign-in for everything; who is signed in and manages nothing is refused."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next", reverse("admin:index")))

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> NoReturn:
        """Signing out is the site's; Django only asks for the address."""
        raise Http404

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[dict[str, Any]]:
        """What there is to manage, in our own words."""
        apps: list[dict[str, Any]] = super().get_app_list(request, app_label)
        for app in apps:
            for model in app["models"]:
                shelf = self.get_model_admin(model["model"])
                assert isinstance(shelf, VersionedAdmin)
                model["name"] = shelf.label
        return apps

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Without what is the site's, or nobody's."""
        unwanted = {"password_change", "password_change_done", "autocomplete"}
        return [url for url in super().get_urls() if getattr(url, "name", "") not in unwanted]


class VersionedAdmin(ModelAdmin[Owner]):
    """A list, the versions of each, and publishing; the rest of the admin is left out."""

    search_fields = ("name", "club__name")
    list_per_page = 50
    actions = None
    label: Promise
    document: str
    example: Callable[[], dict[str, object]]

    def owners(self, club_ids: Sequence[int]) -> QuerySet[Owner]:
        """Those of these clubs, with what the list shows of them."""
        raise NotImplementedError

    def publish(self, actor: Actor, *, club_id: int, name: str, document: object) -> Any:
        """Read the document and call the service."""
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Owner]:
        """Only of clubs the login manages, so that another club's id is no id."""
        return self.owners([club.id for club in managed_clubs(request)])

    def get_urls(self) -> list[URLPattern]:
        """The list, publishing, and one with its versions."""
        wrap, name = self.admin_site.admin_view, self.opts.model_name
        return [
            path("", wrap(self.changelist_view), name=f"scoring_{name}_changelist"),
            path("add/", wrap(self.add_view), name=f"scoring_{name}_add"),
            path("<path:object_id>/change/", wrap(self.change_view), name=f"scoring_{name}_change"),
        ]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """As the site."""
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """As the site; which ones is for `get_queryset`."""
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """As the site; in which club is for the service."""
        return self.admin_site.has_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody: a version never changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, under our own title."""
        if request.method not in {"GET", "HEAD"}:
            raise PermissionDenied
        return super().changelist_view(request, {"title": self.label})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """One with all its versions, the latest first."""
        if request.method not in {"GET", "HEAD"}:
            raise PermissionDenied
        owner = self.get_object(request, unquote(object_id))
        if owner is None:
            raise Http404
        context = {
            "owner": owner,
            "versions": [
                {"version": version, "document": _pretty(json.loads(version.canonical))}
                for version in owner.versions.order_by("-n")
            ],
        }
        return self._page(request, "admin/versions.html", title=owner.name, **context)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Publish the next version of the one so named, made if it is new."""
        clubs = managed_clubs(request)
        if request.method != "POST":
            return self._form(request, PublishForm(clubs=clubs, initial=self._initial(request)))
        form = PublishForm(request.POST, clubs=clubs)
        if not form.is_valid():
            return self._form(request, form)
        try:
            version, owner = self.publish(
                _actor(request),
                club_id=form.cleaned_data["club"],
                name=form.cleaned_data["name"],
                document=form.cleaned_data["document"],
            )
        except (Refused, StandingsRefused, ServiceRefused) as refused:
            form.add_error(_field_of(refused), refusal(refused))
            return self._form(request, form)
        said = _("“%(name)s” có bản %(n)s.") % {"name": owner.name, "n": version.n}
        messages.success(request, said)
        return redirect("admin:scoring_" + str(self.opts.model_name) + "_change", owner.pk)

    def _initial(self, request: HttpRequest) -> dict[str, Any]:
        """The latest version of the one asked for by `from`, else all options as by default."""
        asked = request.GET.get("from", "")
        owner = self.get_object(request, asked) if asked else None
        latest = None if owner is None else owner.versions.order_by("-n").first()
        if owner is None or latest is None:
            return {"document": _pretty(type(self).example())}
        document = _pretty(json.loads(latest.canonical))
        return {"club": owner.club_id, "name": owner.name, "document": document}

    def _form(self, request: HttpRequest, form: PublishForm) -> HttpResponse:
        context = {"form": form, "document": self.document}
        title = _("Đăng bản mới")
        answer = self._page(request, "admin/publish.html", title=title, **context)
        answer.status_code = 422 if form.errors else 200
        return answer

    def _page(self, request: HttpRequest, template: str, **context: Any) -> HttpResponse:
        context |= {**self.admin_site.each_context(request), "opts": self.opts, "label": self.label}
        return TemplateResponse(request, template, context)


class RulesetAdmin(VersionedAdmin[Ruleset]):
    """Rule sets of the clubs one manages."""

    label = gettext_lazy("Bộ luật")
    document = "phom-rules/1"
    example = staticmethod(lambda: Rules.preset("seed").to_json())

    def owners(self, club_ids: Sequence[int]) -> QuerySet[Ruleset]:
        """With their latest version."""
        return list_rulesets_of_clubs(club_ids=club_ids)

    def publish(self, actor: Actor, *, club_id: int, name: str, document: object) -> Any:
        """By the service of rule sets."""
        rules = Rules.from_json(document)
        version = publish_ruleset(actor=actor, club_id=club_id, name=name, rules=rules)
        return version, version.ruleset


class PolicyAdmin(VersionedAdmin[Policy]):
    """Standings policies of the clubs one manages."""

    label = gettext_lazy("Cách xếp hạng")
    document = "phom-standings/1"
    example = staticmethod(lambda: StandingsPolicy().to_json())

    def owners(self, club_ids: Sequence[int]) -> QuerySet[Policy]:
        """With their latest version."""
        return list_policies(club_ids=club_ids)

    def publish(self, actor: Actor, *, club_id: int, name: str, document: object) -> Any:
        """By the service of policies."""
        policy = StandingsPolicy.from_json(document)
        version = publish_policy(actor=actor, club_id=club_id, name=name, policy=policy)
        return version, version.policy


def managed_clubs(request: HttpRequest) -> Sequence[ClubRow]:
    """The clubs in which this login may publish; asked once a request."""
    if not request.user.is_authenticated:
        return ()
    found: Sequence[ClubRow] | None = getattr(request, "managed_clubs", None)
    if found is None:
        found = [
            club
            for club in list_clubs(actor=_actor(request))
            if can(Action.MANAGE_RULESETS, role=club.role)
            and can(Action.MANAGE_SEASONS, role=club.role)
        ]
        request.managed_clubs = found  # type: ignore[attr-defined]
    return found


def _actor(request: HttpRequest) -> Actor:
    assert request.user.pk is not None, "the admin stands behind the sign-in"
    return Actor.of_login(request.user.pk)


def _field_of(refused: Refused | StandingsRefused | ServiceRefused) -> str | None:
    """The field a refusal is shown at: the document's own, else what the service named."""
    if not isinstance(refused, ServiceRefused):
        return "document"
    if refused.code in {ErrorCode.NAME_EMPTY, ErrorCode.NAME_TOO_LONG}:
        return "name"
    return "club" if refused.code in {ErrorCode.NOT_FOUND, ErrorCode.ROLE_TOO_LOW} else None


def _pretty(document: object) -> str:
    """Indented, and what is a list of plain values on one line."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return re.sub(r"\[[^\[\]{}]*\]", lambda found: _on_one_line(found[0]), text)


def _on_one_line(values: str) -> str:
    return f"[{' '.join(values[1:-1].split())}]"


def _refuse_constant(name: str) -> NoReturn:
    # Python reads NaN and Infinity; JSON does not know them.
    raise ValueError(name)


site = ClubAdminSite()
site.register(Ruleset, RulesetAdmin)
site.register(Policy, PolicyAdmin)
