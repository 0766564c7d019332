"""`manage.py export_night SLUG DATE --format json|csv`: every player's figures of a night."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import ServiceRefused
from scoring.management.arguments import day as day_argument
from scoring.management.output import FORMATS, write_export
from scoring.selectors.exports import get_night_export


class Command(BaseCommand):
    """Prints to standard output."""

    help = "Export the figures of a night."

    def add_arguments(self, parser: CommandParser) -> None:
        """SLUG, DATE, --format."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "day", metavar="DATE", type=day_argument, help="the club day, YYYY-MM-DD"
        )
        parser.add_argument("--format", choices=FORMATS, default="json", dest="file_format")

    def handle(self, *args: Any, slug: str, day: date, file_format: str, **options: Any) -> None:
        """Read and print."""
        try:
            export = get_night_export(club_slug=slug, day=day)
        except ServiceRefused as refused:
            raise CommandError(str(refused)) from refused
        write_export(export, file_format=file_format, out=self.stdout)
