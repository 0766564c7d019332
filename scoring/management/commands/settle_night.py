"""`manage.py settle_night SLUG DATE [--mode MODE] [--commit] --json`: who would pay whom."""

import json
from datetime import date
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.actors import Actor
from scoring.errors import ServiceRefused
from scoring.management.arguments import day as day_argument
from scoring.selectors.nights import find_night_of_club
from scoring.services.settlements import MODES, SettledNight, try_settling


class Command(BaseCommand):
    """Without --commit nothing changes: the same work is done and taken back."""

    help = "Print balances and payments of a night; with --commit the night becomes settled."

    def add_arguments(self, parser: CommandParser) -> None:
        """SLUG, DATE, --mode, --host, --commit, --json."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "day", metavar="DATE", type=day_argument, help="the club day, YYYY-MM-DD"
        )
        parser.add_argument("--mode", choices=MODES, default=MODES[0], help="how people are paired")
        parser.add_argument(
            "--host", default="", metavar="NAME", help="whom all settle with (--mode one_host)"
        )
        parser.add_argument("--commit", action="store_true", help="settle the night")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(
        self, *args: Any, slug: str, day: date, commit: bool, as_json: bool, **options: Any
    ) -> None:
        """Settle, or try to, and print."""
        try:
            club_id, night_id = find_night_of_club(club_slug=slug, day=day)
            settled = try_settling(
                actor=Actor.system(),
                club_id=club_id,
                night_id=night_id,
                settlement_id=uuid4(),
                commit=commit,
                mode=options["mode"],
                host_name=options["host"],
            )
        except ServiceRefused as refused:
            raise CommandError(str(refused)) from refused
        if as_json:
            self.stdout.write(json.dumps(settled.to_json(), ensure_ascii=False, indent=2))
        else:
            self._tell(settled)

    def _tell(self, settled: SettledNight) -> None:
        for name, points in settled.balances.items():
            self.stdout.write(f"{name}: {points:+d}")
        for payer, payee, points in settled.payments:
            self.stdout.write(f"{payer} -> {payee}: {points}")
        if not settled.payments:
            self.stdout.write("all square")
