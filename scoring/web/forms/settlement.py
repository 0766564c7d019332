"""What is typed on the settlement page: the mode, a part of a payment, reasons."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext, gettext_lazy

from scoring import messages
from scoring.engine import Refused
from scoring.errors import ErrorCode, ServiceRefused
from scoring.selectors.previews import MODES
from scoring.web.forms.base import NoteForm, ServiceForm
from scoring.words import settling

WHY = gettext_lazy("Lý do")


def _modes() -> list[tuple[str, str]]:
    """Every mode with what it does, in the language of the visitor."""
    return [(name, f"{settling.mode(name)} – {settling.mode_said(name)}") for name in MODES]


class SettleForm(ServiceForm):
    """How people are paired. The id settles once, however often the form is sent."""

    mode = forms.ChoiceField(
        choices=_modes, label=gettext_lazy("Cách kết sổ"), widget=forms.RadioSelect
    )
    host_id = forms.UUIDField(
        label=gettext_lazy("Đứng ra thu trả"),
        help_text=gettext_lazy("chỉ khi chọn một đầu mối"),
        required=False,
        widget=forms.Select,
    )
    settlement_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def offer_hosts(self, people: Sequence[tuple[str, str]]) -> None:
        """Whom everybody may settle with: player ids and names."""
        nobody = ("", gettext("Người được nhiều điểm nhất"))
        self.fields["host_id"].widget.choices = [nobody, *people]


class ConfirmForm(ServiceForm):
    """Nothing to type: opening it and pressing the button is the confirmation."""


class ReopenForm(NoteForm):
    """A reason. Whether it must be given is for the service to say; an empty form tells it."""

    def __init__(self, *args: Any, must_say_why: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].label = WHY
        self.fields["note"].required = must_say_why and not self.is_bound

    def refuse(
        self, refused: Refused | ServiceRefused, *, names: Mapping[str, str] = messages.NOBODY
    ) -> None:
        """Put a refusal where it belongs; a reason that was missing is asked for."""
        super().refuse(refused, names=names)
        self.fields["note"].required = refused.code is ErrorCode.NOTE_REQUIRED


class UnlockForm(ReopenForm):
    """A reason, always."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, must_say_why=True, **kwargs)


class SplitForm(ServiceForm):
    """The points of the first part; the second is the rest."""

    points = forms.IntegerField(
        label=gettext_lazy("Trả trước"), widget=forms.NumberInput({"inputmode": "numeric"})
    )


class ContraryForm(UnlockForm):
    """Why the payment was a mistake."""
