"""How operations tell about themselves in OpenAPI.

`operation` says what an operation takes, answers and refuses, with its example; tests run every
example. Knows the schema generator, no noun of the product.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers

from scoring.api.base import REVISION_TAG, Input
from scoring.api.idempotency import PATTERN
from scoring.api.problems import MEDIA_TYPE

View = TypeVar("View", bound=Callable[..., Any])

Problem = inline_serializer(
    "Problem",
    {
        "type": serializers.CharField(),
        "title": serializers.CharField(),
        "status": serializers.IntegerField(),
        "detail": serializers.CharField(help_text="A sentence for people."),
        "code": serializers.CharField(help_text="A name for programs."),
        "values": serializers.DictField(help_text="What the sentence speaks of."),
        "current": serializers.JSONField(required=False, help_text="What holds now."),
        "errors": serializers.ListField(child=serializers.DictField(), required=False),
    },
)
# Whatever is asked may meet these: nobody signed in, a role too low, another club's, too fast.
ALWAYS = (401, 403, 404, 406, 429)
WITH_BODY = (400, 415)
JSON = "application/json"
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": PATTERN},
    OpenApiParameter.HEADER,
    description="Done once under this key (1 to 64 characters); kept with the change.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": REVISION_TAG},
    OpenApiParameter.HEADER,
    required=True,
    description='The revision this change is based on, as `"3"`.',
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of an earlier answer: 304 while nothing has changed.",
)


class Schema(AutoSchema):
    """Operations are listed under the noun their view names; bodies know no other keys."""

    def _map_basic_serializer(self, serializer: Any, direction: str) -> Any:
        """What comes in refuses unknown keys (`base.Input`), and says so."""
        mapped = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if direction == "request" and isinstance(serializer, Input):
            mapped["additionalProperties"] = False
            if serializer.forms:
                mapped["oneOf"] = [dict(form) for form in serializer.forms]
        return mapped

    def get_operation_id(self) -> str:
        """A read that answers with a list ends in `_list`, one that answers a single thing not."""
        name: str = super().get_operation_id()
        if self.method == "GET" and name.endswith("_retrieve") and self._answers_a_list():
            return name.removesuffix("retrieve") + "list"
        return name

    def get_override_parameters(self) -> list[Any]:
        """Whatever changes something takes the headers its view names in `told_with_changes`."""
        given: list[Any] = super().get_override_parameters()
        told = () if self.method == "GET" else getattr(self.view, "told_with_changes", ())
        return [*given, *told]

    def _answers_a_list(self) -> bool:
        answers = self.get_response_serializers()
        answer = answers.get(200) if isinstance(answers, dict) else answers
        made = answer() if isinstance(answer, type) else answer
        return "results" in getattr(made, "fields", {})

    def get_tags(self) -> list[str]:
        """`tag` of the view, else the first word of its address."""
        tag = getattr(self.view, "tag", "")
        return [tag] if tag else super().get_tags()


def operation(
    summary: str,
    *,
    answer: Any = None,
    body: Any = None,
    status: int = 200,
    again: int | None = None,
    refused: Sequence[int] = (),
    asked: Mapping[str, Any] | Sequence[Any] | None = None,
    answered: Any = None,
    parameters: Sequence[Any] = (),
    operation_id: str | None = None,
    description: str | None = None,
    media_type: str = JSON,
) -> Callable[[View], View]:
    """What a method of a view takes and gives.

    `body` and `answer` are serializers (or None); `status` is the success, `again` the one of a
    repetition; `refused` are the statuses of this operation beside ALWAYS; `asked` and `answered`
    are the example, the latter for both successes; `media_type` is what the answer comes as.
    """
    done = [status] if again is None else [status, again]
    responses: dict[Any, Any] = {
        code if media_type == JSON else (code, media_type): answer for code in done
    }
    wrong = {*ALWAYS, *refused, *(WITH_BODY if body is not None or parameters else ())}
    if any(parameter is IF_NONE_MATCH for parameter in parameters):
        responses[304] = OpenApiResponse(description="Nothing has changed.")
    responses |= {(code, MEDIA_TYPE): OpenApiResponse(Problem) for code in sorted(wrong)}
    examples = []
    if asked is not None:
        examples.append(OpenApiExample("asked", value=asked, request_only=True))
    if answered is not None:
        examples.append(
            OpenApiExample(
                "answered",
                value=answered,
                response_only=True,
                media_type=media_type,
                status_codes=[str(code) for code in done],
            )
        )
    return extend_schema(
        summary=summary,
        description=description,
        operation_id=operation_id,
        request=body,
        responses=responses,
        parameters=list(parameters),
        examples=examples,
    )
