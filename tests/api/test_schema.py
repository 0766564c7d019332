"""The schema: whole, without a warning, every operation with an example that fits its own form."""

import jsonschema
import pytest
from drf_spectacular.validation import validate_schema

from tests.api.schemas import contents, example_of, make_schema, operations, whole_form

pytestmark = pytest.mark.sqlite


def test_the_schema_is_valid_and_of_the_version_it_says() -> None:
    validate_schema(make_schema())
    assert make_schema()["openapi"] == "3.1.0"


def test_every_operation_is_told_in_words_with_a_name_of_its_own() -> None:
    names = [operation["operationId"] for _name, operation in operations()]
    assert len(names) == len(set(names)) > 40
    assert [name for name, operation in operations() if not operation.get("summary")] == []


def test_whatever_an_operation_takes_or_gives_has_an_example() -> None:
    assert [
        (name, part)
        for name, operation in operations()
        for part, content in contents(operation)
        if len(content.get("examples", {})) != 1
    ] == []


def test_every_example_is_of_the_form_its_operation_says() -> None:
    wrong = {}
    for name, operation in operations():
        for part, content in contents(operation):
            form = jsonschema.Draft202012Validator(whole_form(content))
            problems = list(form.iter_errors(example_of(content)))
            if problems:
                wrong[name, part] = problems[0].message
    assert wrong == {}
