"""Forms about the club itself."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy

from scoring.selectors.rulesets import VersionRow
from scoring.web.forms.base import ServiceForm


class SettingsForm(ServiceForm):
    """What a club is called, how it counts its days and what its tables do after a deal. The
    service says what is wrong.
    """

    name = forms.CharField(
        label=gettext_lazy("Tên CLB"),
        widget=forms.TextInput({"autocomplete": "off", "maxlength": "120"}),
    )
    language = forms.ChoiceField(label=gettext_lazy("Ngôn ngữ"), choices=settings.LANGUAGES)
    time_zone = forms.CharField(
        label=gettext_lazy("Múi giờ"),
        widget=forms.TextInput(
            {"list": "mui-gio", "autocomplete": "off", "spellcheck": "false", "maxlength": "64"}
        ),
        help_text=gettext_lazy("Ví dụ Asia/Ho_Chi_Minh."),
    )
    day_cutoff_hours = forms.IntegerField(
        label=gettext_lazy("Giờ sang ngày mới"),
        error_messages={"invalid": gettext_lazy("Phải là số nguyên từ 0 đến 12.")},
        widget=forms.NumberInput({"min": "0", "max": "12", "inputmode": "numeric"}),
        help_text=gettext_lazy(
            "Ván ghi trước giờ này tính vào buổi của ngày hôm trước. Buổi đã mở không đổi ngày."
        ),
    )

    rotates_loser = forms.BooleanField(
        label=gettext_lazy("Người thua nhường chỗ"),
        required=False,
        help_text=gettext_lazy(
            "Có người ngồi chờ thì sau mỗi ván bàn nhắc đổi người về bét với người chờ lâu nhất."
        ),
    )
    swaps_after_u = forms.BooleanField(
        label=gettext_lazy("Đổi chỗ sau ù"),
        required=False,
        help_text=gettext_lazy("Sau ván có người ù, bàn nhắc đổi chỗ ngồi."),
    )
    counts_points = forms.BooleanField(
        label=gettext_lazy("Ghi điểm bài"),
        required=False,
        help_text=gettext_lazy("Mỗi ván mở sẵn bàn phím điểm bài; vẫn ghi theo hạng được."),
    )

    @property
    def zones(self) -> Sequence[str]:
        """What the field of the time zone offers."""
        return sorted(zone for zone in available_timezones() if "/" in zone)


class RulesetForm(ServiceForm):
    """The rule set new tables open under."""

    version_id = forms.TypedChoiceField(label=gettext_lazy("Luật của bàn mới"), coerce=int)
    called = {"ruleset_version_id": "version_id"}

    def __init__(self, *args: Any, versions: Sequence[VersionRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version_id"].choices = [  # type: ignore[attr-defined] # a choice field
            (row.id, f"{row.name} v{row.n}") for row in versions
        ]


class CloseForm(ServiceForm):
    """The slug once more, so that nobody closes a club by mistake."""

    slug = forms.CharField(
        label=gettext_lazy("Tên trong địa chỉ của CLB"),
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
