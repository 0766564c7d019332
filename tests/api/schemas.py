"""The schema as programs read it: made without a warning, its operations and their examples."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

Json = dict[str, Any]


@cache
def make_schema() -> Json:
    """The whole schema; to be read, not changed."""
    with GENERATOR_STATS.silence():
        GENERATOR_STATS.reset()
        made: Json = SchemaGenerator().get_schema(request=None, public=True)
        assert not GENERATOR_STATS, "the generator warned"
    return made


def operations() -> list[tuple[str, Json]]:
    """Each as "PUT /api/v1/...", with what the schema says of it."""
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in make_schema()["paths"].items()
        for method, operation in methods.items()
    ]


def contents(operation: Json) -> Iterator[tuple[str, Json]]:
    """What it takes ("asked") and what it gives when it succeeds ("200"), each with its form and
    examples.
    """
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield "asked", content
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            for content in answer.get("content", {}).values():
                yield status, content


def example_of(content: Json) -> Any:
    """The one example of a content."""
    (example,) = content["examples"].values()
    return example["value"]


def whole_form(content: Json) -> Json:
    """The form of a content, with what it refers to."""
    return {**content["schema"], "components": make_schema()["components"]}


# Objects whose keys are whatever there is to tell: of a player, a reason, an option, a deal.
_FREE = {"before", "after", "by_reason", "rules", "movement", "hands", "net_points"}
_FREE |= {"balances", "names", "places", "sheet"}


def same_keys(told: Any, example: Any) -> None:
    """The answer is of the form the schema shows, all the way down."""
    if isinstance(example, dict):
        assert told.keys() == example.keys()
        for key in example.keys() - _FREE:
            same_keys(told[key], example[key])
    elif isinstance(example, list) and example:
        for one in told:
            same_keys(one, example[0])
