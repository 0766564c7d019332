"""Forms that end in one service.

A refusal of the service is put at the field it names, everything typed stays, and the page comes
again under the status of the code. Knows no noun of the product.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from scoring import messages
from scoring.engine import Refused
from scoring.errors import ServiceRefused

REFUSED_BY_ENGINE = 422
NOT_READ = 400


class ServiceForm(forms.Form):
    """A form whose fields are named like the arguments of its service.

    `status` is what the page is answered with: 200 until something was refused. `refused` is the
    refusal itself, for pages that show what holds now.
    """

    template_name = "_fields.html"
    status = 200
    refused: Refused | ServiceRefused | None = None
    # A field of the service that is called otherwise here.
    called: Mapping[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def attempt(
        self,
        run: Callable[[Mapping[str, Any]], object],
        *,
        names: Mapping[str, str] = messages.NOBODY,
    ) -> bool:
        """Run the service on what was typed; False when the form or the service refused it.

        `names` are those of the people a refusal may speak of. A club or thing that is hidden is
        raised on.
        """
        if not self.is_valid():
            self.status = NOT_READ
            return False
        try:
            run(self.cleaned_data)
        except (Refused, ServiceRefused) as refused:
            if isinstance(refused, ServiceRefused) and refused.code.status in {403, 404}:
                raise
            self.refuse(refused, names=names)
            return False
        return True

    def refuse(
        self, refused: Refused | ServiceRefused, *, names: Mapping[str, str] = messages.NOBODY
    ) -> None:
        """Put a refusal where it belongs."""
        self.refused = refused
        self.status = (
            refused.code.status if isinstance(refused, ServiceRefused) else REFUSED_BY_ENGINE
        )
        named = str(refused.values.get("field", ""))
        field = self.called.get(named, named)
        self.add_error(field if field in self.fields else None, messages.refusal(refused, names))


class NoteForm(ServiceForm):
    """Why: for changes that want a reason. The subclass or the page says whether it must be."""

    note = forms.CharField(max_length=500, required=False, widget=forms.Textarea({"rows": 2}))
