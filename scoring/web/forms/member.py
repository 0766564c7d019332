"""Forms about who belongs to a club."""

from django import forms
from django.utils.translation import gettext_lazy

from scoring.actors import Role
from scoring.web.forms.base import ServiceForm
from scoring.words import terms

ROLES = [(str(role), terms.ROLES[str(role)]) for role in sorted(Role, key=lambda role: role.rank)]


class RoleForm(ServiceForm):
    """What somebody is in the club."""

    role = forms.TypedChoiceField(
        label=gettext_lazy("Vai trò"), choices=ROLES, coerce=Role, widget=forms.RadioSelect
    )


class MemberForm(RoleForm):
    """A login by its user name, and what it will be."""

    user_name = forms.CharField(
        label=gettext_lazy("Tên đăng nhập"),
        max_length=150,
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("Người đó tự đăng ký, rồi cho biết tên đăng nhập."),
    )
    field_order = ("user_name", "role")
