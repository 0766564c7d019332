"""The form that voids or restores a deal: which revision it is based on, and why."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy

from scoring.web.forms.base import NoteForm


class RevisionForm(NoteForm):
    """`revision_id` is made with the page, so that a double tap revises once."""

    called = {"based_on": ""}  # nobody sees the field: what is wrong with it is said above

    revision_id = forms.UUIDField(widget=forms.HiddenInput)
    based_on = forms.IntegerField(min_value=1, widget=forms.HiddenInput, localize=False)

    def __init__(self, *args: Any, based_on: int, **kwargs: Any) -> None:
        initial = {"revision_id": uuid4(), "based_on": based_on}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["note"].label = gettext_lazy("Lý do")

    def follow(self, n: int) -> None:
        """After a refusal: the next attempt is based on the deal as the page shows it."""
        self.data = {**{name: self.data[name] for name in self.data}, "based_on": str(n)}
