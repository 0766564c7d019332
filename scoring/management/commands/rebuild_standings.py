"""`manage.py rebuild_standings [SLUG SEASON]`: make season tables anew from the books."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import ServiceRefused
from scoring.selectors.seasons import list_open_seasons
from scoring.services.standings import rebuild_standings


class Command(BaseCommand):
    """All open seasons, or one; closed ones show their snapshot."""

    help = "Throw season tables away and make them anew."

    def add_arguments(self, parser: CommandParser) -> None:
        """SLUG, SEASON."""
        parser.add_argument("slug", nargs="?", metavar="SLUG")
        parser.add_argument("season", nargs="?", metavar="SEASON")

    def handle(self, *args: Any, slug: str | None, season: str | None, **options: Any) -> None:
        """Rebuild and print a checksum a season."""
        try:
            seasons = list_open_seasons(club_slug=slug, season_name=season)
        except ServiceRefused as refused:
            raise CommandError(str(refused)) from refused
        for row in seasons:
            built = rebuild_standings(season_id=row.id)
            self.stdout.write(f"{row.club_slug}, {row.name}: {built.checksum}")
