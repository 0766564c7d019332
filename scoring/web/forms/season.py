"""Forms about a season: opening it, its days, what it is ranked by, its end, and penalties."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy

from scoring.selectors.policies import PolicyVersionRow
from scoring.selectors.roster import PlayerRow
from scoring.web.forms.base import ServiceForm

NOTE = gettext_lazy("Ghi chú")
REASON = gettext_lazy("Lý do")


def day_field(label: Any) -> forms.DateField:
    """A club day; browsers offer a calendar and send ISO."""
    wrong = {"invalid": gettext_lazy("Ngày không hợp lệ.")}
    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(
        label=label, widget=widget, input_formats=["%Y-%m-%d"], error_messages=wrong
    )


def note_field(label: Any) -> forms.CharField:
    """Why; whether it must be said, the service knows."""
    return forms.CharField(
        label=label, max_length=500, required=False, widget=forms.Textarea({"rows": 2})
    )


class DaysForm(ServiceForm):
    """The first and the last day, both of the season."""

    first_day = day_field(gettext_lazy("Ngày đầu"))
    last_day = day_field(gettext_lazy("Ngày cuối"))


class SeasonForm(DaysForm):
    """A new season."""

    name = forms.CharField(label=gettext_lazy("Tên mùa"), max_length=200)
    field_order = ("name", "first_day", "last_day")


class PolicyChoiceForm(ServiceForm):
    """Which published version a season is ranked by."""

    called = {"policy_version_id": "version_id"}
    version_id = forms.TypedChoiceField(
        label=gettext_lazy("Cách xếp hạng"),
        coerce=int,
        error_messages={"invalid_choice": gettext_lazy("CLB không có cách xếp hạng này.")},
    )
    note = note_field(REASON)

    def __init__(
        self, *args: Any, versions: Sequence[PolicyVersionRow], chosen: int | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, initial={"version_id": chosen}, **kwargs)
        self.fields["version_id"].choices = _versions(versions)  # type: ignore[attr-defined]


def _versions(versions: Sequence[PolicyVersionRow]) -> Iterable[tuple[int, str]]:
    return [(version.id, f"{version.name} v{version.n}") for version in versions]


class CloseForm(ServiceForm):
    """The season is over."""

    note = note_field(NOTE)


class ReopenForm(ServiceForm):
    """It is not over after all."""

    note = note_field(REASON)


class PenaltyForm(ServiceForm):
    """Ranking points for one player; its id is drawn when the form is shown, so that two presses
    are one penalty.
    """

    adjustment_id = forms.UUIDField(widget=forms.HiddenInput)
    player_id = forms.TypedChoiceField(
        label=gettext_lazy("Người chơi"),
        error_messages={"invalid_choice": gettext_lazy("CLB không có người chơi này.")},
    )
    points = forms.IntegerField(
        label=gettext_lazy("Điểm xếp hạng"),
        help_text=gettext_lazy("Số âm là phạt, số dương là thưởng."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages={"invalid": gettext_lazy("Cần một số nguyên, ví dụ −10.")},
    )
    note = note_field(REASON)

    def __init__(self, *args: Any, players: Sequence[PlayerRow], **kwargs: Any) -> None:
        super().__init__(*args, initial={"adjustment_id": uuid4()}, **kwargs)
        self.fields["player_id"].choices = [  # type: ignore[attr-defined]
            ("", gettext_lazy("Chọn người chơi")),
            *((str(player.id), player.name) for player in players),
        ]


class CancelPenaltyForm(ServiceForm):
    """Take one back, once."""

    adjustment_id = forms.UUIDField(widget=forms.HiddenInput)
    note = note_field(REASON)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"adjustment_id": uuid4()}, **kwargs)
