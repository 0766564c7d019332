"""The schema: whole, without a warning, every operation with an example that fits its own form."""

from typing import Any

import jsonschema
import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

pytestmark = pytest.mark.sqlite


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    with GENERATOR_STATS.silence():
        GENERATOR_STATS.reset()
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
        assert not GENERATOR_STATS, "the generator warned"
    return made


def operations(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_schema_is_valid_and_of_the_version_it_says(schema) -> None:
    validate_schema(schema)
    assert schema["openapi"] == "3.1.0"


def test_every_operation_is_told_in_words_with_a_name_of_its_own(schema) -> None:
    found = operations(schema)
    names = [operation["operationId"] for _name, operation in found]
    assert len(names) == len(set(names)) > 40
    assert [name for name, operation in found if not operation.get("summary")] == []


def test_every_operation_that_takes_or_gives_something_has_an_example(schema) -> None:
    assert [
        name
        for name, operation in operations(schema)
        if _contents(operation) and not list(_examples(operation))
    ] == []


def test_every_example_is_of_the_form_its_operation_says(schema) -> None:
    wrong = {}
    for name, operation in operations(schema):
        for form, example in _examples(operation):
            whole = {**form, "components": schema["components"]}
            problems = list(jsonschema.Draft202012Validator(whole).iter_errors(example))
            if problems:
                wrong[name] = problems[0].message
    assert wrong == {}


def _contents(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """The JSON an operation takes and the JSON it gives when it succeeds."""
    parts = [operation.get("requestBody", {})]
    parts += [answer for code, answer in operation["responses"].items() if code.startswith("2")]
    return [
        part["content"]["application/json"]
        for part in parts
        if "application/json" in part.get("content", {})
    ]


def _examples(operation: dict[str, Any]):
    for content in _contents(operation):
        for example in content.get("examples", {}).values():
            yield content["schema"], example["value"]
