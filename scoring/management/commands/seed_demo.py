"""`manage.py seed_demo [--password WORD]`: the demo club beside whatever clubs there are."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import ServiceRefused
from scoring.management.demo_password import draw_password, kept_password
from scoring.services.demo import seed_demo


class Command(BaseCommand):
    """Twelve invented people, a closed season, a running one and tonight."""

    help = "Make the demo club with two seasons; refused where it is there already."

    def add_arguments(self, parser: CommandParser) -> None:
        """--password."""
        parser.add_argument("--password", help="of the demo login; left out, one is drawn")

    def handle(self, *args: Any, password: str | None, **options: Any) -> None:
        """Seed and print how to get in."""
        word = password or (kept_password() if settings.IS_EMBEDDED else draw_password())
        try:
            sign_in = seed_demo(password=word)
        except ServiceRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"club      {sign_in.club_slug}")
        self.stdout.write(f"user      {sign_in.user_name}")
        self.stdout.write(f"password  {sign_in.password}")
