"""A database that nobody has set up yet.

Knows the embedded mode's promise: nothing has to be typed before the first command. In the services
mode the operator migrates, and a command says so instead of failing at its first statement.
"""

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection


def set_up_if_empty() -> None:
    """Embedded: migrate a database without our tables, as `serve` does at its start.

    Elsewhere CommandError, with what to type.
    """
    if "scoring_dealrevision" in connection.introspection.table_names():
        return
    if not settings.IS_EMBEDDED:
        message = "The database is not set up; type: manage.py migrate"
        raise CommandError(message)
    call_command("migrate", interactive=False, verbosity=0)
