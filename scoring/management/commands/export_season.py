"""`manage.py export_season SLUG SEASON --format json|csv`: every player's figures of a season."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import ServiceRefused
from scoring.management.output import FORMATS, write_export
from scoring.selectors.exports import get_season_export
from scoring.services.standings import refresh_by_name


class Command(BaseCommand):
    """Prints to standard output."""

    help = "Export the figures of a season."

    def add_arguments(self, parser: CommandParser) -> None:
        """SLUG, SEASON, --format."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("season", metavar="SEASON", help="the season's name")
        parser.add_argument("--format", choices=FORMATS, default="json", dest="file_format")

    def handle(self, *args: Any, slug: str, season: str, file_format: str, **options: Any) -> None:
        """Read and print."""
        try:
            refresh_by_name(club_slug=slug, season_name=season)
            export = get_season_export(club_slug=slug, season_name=season)
        except ServiceRefused as refused:
            raise CommandError(str(refused)) from refused
        write_export(export, file_format=file_format, out=self.stdout)
