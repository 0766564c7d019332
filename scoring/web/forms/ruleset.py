"""Publishing a version of a rule set."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import messages
from scoring.engine import Refused
from scoring.errors import ServiceRefused
from scoring.web.forms.base import REFUSED_BY_ENGINE, ServiceForm


class RulesetForm(ServiceForm):
    """The name and `phom-rules/1` as text; whatever the engine refuses in it is told there."""

    name = forms.CharField(
        label=gettext_lazy("Tên luật"),
        help_text=gettext_lazy("Cùng tên với luật đã có thì thành bản tiếp theo của luật đó."),
        max_length=120,
    )
    rules = forms.CharField(
        label=gettext_lazy("Nội dung (JSON)"),
        help_text=gettext_lazy("Mục nào bỏ trống thì theo mặc định."),
        max_length=8000,
        strip=False,
        widget=forms.Textarea({"rows": 20, "class": "code", "spellcheck": "false"}),
    )

    def clean_rules(self) -> Any:
        """The text as JSON."""
        try:
            return json.loads(self.cleaned_data["rules"])
        except json.JSONDecodeError as error:
            raise forms.ValidationError(
                _("JSON hỏng ở dòng %(line)s, cột %(column)s.")
                % {"line": error.lineno, "column": error.colno}
            ) from error
        except (RecursionError, ValueError) as error:
            raise forms.ValidationError(_("Không đọc được JSON này.")) from error

    def refuse(
        self, refused: Refused | ServiceRefused, *, names: Mapping[str, str] = messages.NOBODY
    ) -> None:
        """The engine names an option inside the text."""
        if isinstance(refused, ServiceRefused):
            super().refuse(refused, names=names)
            return
        self.refused, self.status = refused, REFUSED_BY_ENGINE
        self.add_error("rules", messages.refusal(refused, names))
