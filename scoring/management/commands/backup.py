"""`manage.py backup FILE`: a consistent copy of the books while recording goes on."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import ServiceRefused
from scoring.services.backups import backup


class Command(BaseCommand):
    """SQLite: a database file that can be put in place. PostgreSQL: an archive for `pg_restore`."""

    help = "Write a backup of the database to FILE, which must not exist."

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE."""
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Copy, check the copy, and say how large it is."""
        try:
            size = backup(file)
        except ServiceRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{file}: {size} bytes")
