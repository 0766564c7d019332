"""`serve`: everything between a fresh clone and a page in a browser.

Translations, migrations, the demo club at the first start, then the web server in this
process's place. Knows addresses and how to say them; decides nothing about clubs.
"""

import ipaddress
import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections

from phom_league import embedded
from phom_league.translations import compile_translations
from scoring.management.demo_password import kept_password
from scoring.services.demo import DemoSignIn, ensure_demo

ANY_ADDRESS = {"0.0.0.0", "::"}  # noqa: S104 - recognised, not chosen


class Command(BaseCommand):
    """Set up what is missing and serve on HOST and PORT."""

    help = "Serve the web application and the background work on HOST and PORT."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Does not return: the web server takes this process's place."""
        if not settings.IS_EMBEDDED:
            raise CommandError("serve is for one machine; services start gunicorn themselves.")
        refuse_if_held()
        refuse_if_taken(settings.HOST, settings.PORT)
        compile_translations()
        call_command("migrate", interactive=False, verbosity=0)
        password = kept_password()
        sign_in = ensure_demo(password=password)
        connections.close_all()
        public_url = settings.PHOM_PUBLIC_URL or public_address(settings.HOST, settings.PORT)
        self.stdout.write(greeting(public_url, sign_in, password))
        self.stdout.flush()
        os.environ["PHOM_PUBLIC_URL"] = public_url
        server = [sys.executable, "-m", "gunicorn", "-c", "python:phom_league.gunicorn"]
        os.execv(sys.executable, server)  # noqa: S606


def refuse_if_held() -> None:
    """CommandError when another process serves this data folder."""
    try:
        embedded.hold(settings.DATA_DIR).close()
    except embedded.AlreadyServedError as error:
        message = f"Phom League is running already with the data in {error}."
        raise CommandError(message) from error


def refuse_if_taken(host: str, port: int) -> None:
    """CommandError when the address cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            message = (
                f"Cannot listen on {host} port {port} ({error.strerror}). "
                f"Try another one: PORT={port + 1} make run"
            )
            raise CommandError(message) from error


def public_address(host: str, port: int) -> str:
    """The address phones use: this host, or the machine's own in the local network."""
    if host not in ANY_ADDRESS:
        return url(host, port)
    return url(lan_address() or "localhost", port)


def lan_address() -> str | None:
    """This machine's private address, or None when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only asks which address would be used.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = ipaddress.ip_address(probe.getsockname()[0])
    return str(found) if found.is_private and not found.is_loopback else None


def url(host: str, port: int) -> str:
    """An address as a browser takes it."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def greeting(public_url: str, sign_in: DemoSignIn | None, password: str) -> str:
    """Where it serves and, while the demo club is there, how to get in."""
    here = "localhost" if settings.HOST in ANY_ADDRESS else settings.HOST
    lines = ["", "Phom League", f"  on this machine  {url(here, settings.PORT)}"]
    lines.append(f"  for phones       {public_url}")
    if sign_in:
        lines.append(f"  demo sign-in     {sign_in.user_name}  password  {password}")
    return "\n".join([*lines, ""])
