"""Forms about people of the roster."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.selectors.members import MemberRow
from scoring.selectors.roster import RosterRow
from scoring.web.forms.base import ServiceForm

NAME = {"autocomplete": "off", "autocapitalize": "words", "maxlength": "80"}


class NameForm(ServiceForm):
    """What a person is called. The service says what is wrong with a name."""

    name = forms.CharField(
        label=gettext_lazy("Họ tên"),
        widget=forms.TextInput(NAME),
        help_text=gettext_lazy("Trang gọi bằng tên cuối, ví dụ Nguyễn Văn Hùng là Hùng."),
    )


class AddForm(NameForm):
    """A new person; a guest unless somebody who may says otherwise."""

    KINDS = (("guest", gettext_lazy("Khách")), ("player", gettext_lazy("Người chơi của CLB")))

    kind = forms.ChoiceField(
        label=gettext_lazy("Là ai"), choices=KINDS, widget=forms.RadioSelect, initial="player"
    )

    def __init__(self, *args: Any, can_manage: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not can_manage:
            del self.fields["kind"]


class ClaimForm(ServiceForm):
    """Which login a guest turns out to be."""

    login_id = forms.TypedChoiceField(
        label=gettext_lazy("Tài khoản"), coerce=int, widget=forms.RadioSelect
    )
    called = {"player_id": "login_id"}

    def __init__(self, *args: Any, members: Sequence[MemberRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login_id"].choices = [  # type: ignore[attr-defined] # a choice field
            (row.login_id, _login_in_words(row)) for row in members
        ]


class MergeForm(ServiceForm):
    """Whom somebody turns out to be."""

    into_id = forms.TypedChoiceField(label=gettext_lazy("Gộp vào"), coerce=UUID)
    called = {"player_id": "into_id"}

    def __init__(self, *args: Any, people: Sequence[RosterRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["into_id"].choices = [  # type: ignore[attr-defined] # a choice field
            ("", _("Chọn người")),
            *((str(row.id), _person_in_words(row)) for row in people),
        ]


def _login_in_words(row: MemberRow) -> str:
    if row.player_id is None:
        return row.user_name
    return _("%(user_name)s – là %(player)s") % {
        "user_name": row.user_name,
        "player": row.player_name,
    }


def _person_in_words(row: RosterRow) -> str:
    return _("%(name)s (khách)") % {"name": row.name} if row.is_guest else row.name
