"""The form by which a standings policy is published: its JSON, told back field by field."""

import json

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import messages
from scoring.engine.standings import StandingsPolicy, StandingsRefused
from scoring.web.forms.base import REFUSED_BY_ENGINE, ServiceForm

LONGEST = 20_000


class PolicyForm(ServiceForm):
    """A name and `phom-standings/1`; what is left out takes its default."""

    name = forms.CharField(
        label=gettext_lazy("Tên"),
        max_length=200,
        help_text=gettext_lazy("Trùng tên với bản đang có thì thành phiên bản kế tiếp."),
    )
    policy = forms.CharField(
        label=gettext_lazy("Nội dung (JSON)"),
        max_length=LONGEST,
        help_text=gettext_lazy("Mục nào không ghi thì theo mặc định."),
        widget=forms.Textarea(
            {"rows": 16, "class": "code", "spellcheck": "false", "autocapitalize": "off"}
        ),
    )
    is_impossible = False

    def clean_policy(self) -> StandingsPolicy:
        """The policy, or why it is none."""
        try:
            return StandingsPolicy.from_json(json.loads(self.cleaned_data["policy"]))
        except json.JSONDecodeError as error:
            where = {"line": error.lineno, "column": error.colno}
            raise ValidationError(
                _("Không phải JSON: xem lại dòng %(line)s, cột %(column)s."), params=where
            ) from error
        except StandingsRefused as refused:
            self.is_impossible = True
            raise ValidationError(messages.refusal(refused)) from refused
        except (ValueError, RecursionError) as error:
            raise ValidationError(_("JSON này quá sâu hoặc có số quá lớn.")) from error

    @property
    def answered(self) -> int:
        """The status of the page: what was read and is not possible is 422."""
        return REFUSED_BY_ENGINE if self.is_impossible else self.status
