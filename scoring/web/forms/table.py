"""Forms of tables: opening one, changing its terms, lines by hand."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext as _

from scoring.services.adjustments import FUND
from scoring.services.evenings import Setting
from scoring.web.forms.base import ServiceForm

SEATS = range(4)
Choices = Sequence[tuple[str, Any]]


class TermsForm(ServiceForm):
    """Stake, rule set, seats in turn order and who waits; `names` by player UUID, `versions` by
    the id of a published version.
    """

    terms_id = forms.UUIDField(widget=forms.HiddenInput)
    stake_points = forms.IntegerField(min_value=1, localize=False)

    def __init__(
        self,
        *args: Any,
        names: Mapping[str, str],
        versions: Choices,
        initial: Mapping[str, Any],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, initial={"terms_id": uuid4(), **initial}, **kwargs)
        self.names = names
        stake = self.fields["stake_points"]
        stake.label = _("Mức cược")
        stake.help_text = _("Một cược là bao nhiêu điểm.")
        stake.widget = forms.TextInput(
            {"inputmode": "numeric", "autocomplete": "off", "maxlength": 7}
        )
        for index in SEATS:
            self.fields[f"seat_{index}"] = forms.ChoiceField(
                choices=[("", _("Trống")), *names.items()],
                required=False,
                label=_("Chỗ %(n)s") % {"n": index + 1},
            )
        self.fields["bench"] = forms.MultipleChoiceField(
            choices=list(names.items()),
            required=False,
            label=_("Ghế chờ"),
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["ruleset_version_id"] = forms.TypedChoiceField(
            choices=versions, coerce=int, label=_("Luật")
        )

    @property
    def seat_fields(self) -> Sequence[forms.BoundField]:
        """The four seats, in turn order."""
        return [self[f"seat_{index}"] for index in SEATS]

    @property
    def seats(self) -> list[UUID]:
        """Who sits, once the form is valid."""
        chosen = [self.cleaned_data[f"seat_{index}"] for index in SEATS]
        return [UUID(seat) for seat in chosen if seat]

    @property
    def bench(self) -> list[UUID]:
        """Who waits; somebody who sits does not."""
        sitting = {str(seat) for seat in self.seats}
        return [UUID(one) for one in self.cleaned_data["bench"] if one not in sitting]

    def clean(self) -> dict[str, Any]:
        """Nobody sits on two chairs."""
        given = dict(self.cleaned_data)
        chosen = [given.get(f"seat_{index}") for index in SEATS if given.get(f"seat_{index}")]
        for index in SEATS:
            seat = given.get(f"seat_{index}")
            if seat and chosen.count(seat) > 1:
                self.add_error(f"seat_{index}", _("Một người không ngồi hai chỗ."))
                break
        return given


class TableForm(TermsForm):
    """A table to be opened."""

    label = forms.CharField(max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["label"].label = _("Tên bàn")

    def setting(self) -> Setting:
        """The table that is asked for, once the form is valid."""
        given = self.cleaned_data
        return Setting(
            terms_id=given["terms_id"],
            label=given["label"],
            stake_points=given["stake_points"],
            seats=self.seats,
            bench=self.bench,
            ruleset_version_id=given["ruleset_version_id"],
        )


class EveningForm(TableForm):
    """A night to be opened with its first table."""

    day = forms.DateField(widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["day"].label = _("Ngày")


class AdjustmentForm(ServiceForm):
    """A line by hand: who gives whom how many points, and why."""

    adjustment_id = forms.UUIDField(widget=forms.HiddenInput)
    points = forms.IntegerField(min_value=1, localize=False)
    note = forms.CharField(max_length=500)

    def __init__(self, *args: Any, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, initial={"adjustment_id": uuid4()}, **kwargs)
        ends: Choices = [("", "–"), *names.items(), (FUND, _("Quỹ"))]
        for name, label in (("payer", _("Ai trả")), ("payee", _("Ai nhận"))):
            self.fields[name] = forms.ChoiceField(choices=ends, label=label)
        self.fields["points"].label = _("Bao nhiêu điểm")
        self.fields["points"].widget = forms.TextInput(
            {"inputmode": "numeric", "autocomplete": "off", "maxlength": 10}
        )
        self.fields["note"].label = _("Vì sao")
        self.order_fields(["payer", "payee", "points", "note", "adjustment_id"])

    def end(self, name: str) -> UUID | str:
        """A player or the fund, once the form is valid."""
        said = self.cleaned_data[name]
        return FUND if said == FUND else UUID(said)
