"""What is typed on the settlement page: the mode, a part of a payment, reasons."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy

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
    settlement_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class ConfirmForm(ServiceForm):
    """Nothing to type: opening it and pressing the button is the confirmation."""


class ReopenForm(NoteForm):
    """A reason, which a scorer may leave out while nothing is paid."""

    def __init__(self, *args: Any, must_say_why: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].label = WHY
        if must_say_why:
            self.fields["note"].help_text = gettext_lazy("Đã có khoản trả nên phải ghi lý do.")


class UnlockForm(ReopenForm):
    """A reason."""


class SplitForm(ServiceForm):
    """The points of the first part; the second is the rest."""

    points = forms.IntegerField(
        label=gettext_lazy("Trả trước"), widget=forms.NumberInput({"inputmode": "numeric"})
    )


class ContraryForm(ReopenForm):
    """Why the payment was a mistake."""
