"""System checks: are the guards of the facts installed?"""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import register as register_check
from django.db import connections

from scoring import guards


def register() -> None:
    """Called once, when the app is ready."""
    register_check(check_guards, Tags.database)


def check_guards(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """`scoring.E001` for every migrated database in which a guard is missing or differs from its
    file.
    """
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if "scoring_dealrevision" not in connection.introspection.table_names():
            continue
        names = guards.missing(connection)
        if names:
            found.append(
                Error(
                    f"Guards are missing or differ from their files: {', '.join(names)}.",
                    hint="Run `manage.py install_guards` after finding out who lifted them.",
                    id="scoring.E001",
                )
            )
    return found
