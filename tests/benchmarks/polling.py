"""Looking on at a table: how fast a page that is up to date is asked for again, beside a view that
does nothing. Run by `__main__`; DATABASE_URL says which database.

Over kept connections to a server of its own, as `serve` starts it; requests of each kind in turn.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from tests.benchmarks.books import _interleaved_rates  # isort: skip

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

from scoring.actors import Actor
from scoring.models import Login
from scoring.services.joining import create_code, join_table
from tests.benchmarks.table import Figure
from tests.books import Books, make_books
from tests.servers import free_port

BAR = 0.6
EMPTY = "/empty"
AT_ONCE = 4  # phones that wait for an answer; the server always has something to do
DEALS = 20
KEPT_SECONDS = 1  # the server hangs up after two without a word
LANGUAGE = "Accept-Language: vi"


def main() -> None:
    """Print the figures as JSON, one a line."""
    call_command("migrate", verbosity=0)
    for figure in measure():
        print(json.dumps(figure.to_json()))


def measure() -> Iterator[Figure]:
    """Answers a second: the empty view, then a page that is up to date, by a phone and a login."""
    books = make_books(slug="do-hoi-lai")
    for _ in range(DEALS):
        books.record()
    port = free_port()
    page = f"/ban/{books.table.pk}/xem/"
    cookies = {"phone": _phone_cookie(books), "login": _login_cookie(books.owner)}
    connection.close()
    with _serving(port):
        ways: dict[str, Callable[[], object]] = {}
        for who, cookie in cookies.items():
            said = f"Cookie: {cookie}\r\nIf-None-Match: {_ask_once(port, page, cookie)}"
            ways |= {who: _asking(port, page, said, 304), "empty": _asking(port, EMPTY, said, 200)}
        rates = {who: rate * AT_ONCE for who, rate in _interleaved_rates(ways).items()}
    on = f"on {connection.vendor}"
    yield Figure(f"empty view {on}, beside pages", f"{rates['empty']:.0f} answers/s")
    for who, name in (("phone", "a viewer's phone"), ("login", "a login")):
        share = rates[who] / rates["empty"]
        yield Figure(f"page up to date by {name} {on}", f"{rates[who]:.0f} answers/s")
        yield Figure(
            f"page up to date by {name} ÷ empty view {on}",
            f"{share:.2f}",
            f"at least {BAR}",
            share >= BAR,
        )


@contextmanager
def _serving(port: int) -> Iterator[None]:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "tests.benchmarks.polled_settings",
        "HOST": "127.0.0.1",
        "PORT": str(port),
    }
    command = [sys.executable, "-m", "gunicorn", "-c", "python:phom_league.gunicorn"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            assert any(line.startswith("Ready") for line in server.stdout)
            yield
        finally:
            server.send_signal(signal.SIGINT)


def _phone_cookie(books: Books) -> str:
    _, code = create_code(actor=books.owner, table_id=books.table.pk, role="viewer")
    return f"{settings.PHONE_COOKIE_NAME}={join_table(code=code).token}"


def _login_cookie(actor: Actor) -> str:
    client = Client()
    client.force_login(Login.objects.get(pk=actor.login_id or 0))
    return f"sessionid={client.cookies['sessionid'].value}"


def _ask_once(port: int, path: str, cookie: str) -> str:
    """The tag of the page for this viewer, who has the token of its forms by then."""
    line = Line(port, path, f"Cookie: {cookie}")
    line.ask()
    _, headers = line.hear()
    return headers["etag"]


def _asking(port: int, path: str, headers: str, status: int) -> Callable[[], object]:
    lines = [Line(port, path, headers) for _ in range(AT_ONCE)]

    def ask() -> None:
        for line in lines:
            line.ask()
        for line in lines:
            found, _ = line.hear()
            assert found == status, found

    return ask


class Line:
    """A kept connection on which the same thing is asked again and again."""

    def __init__(self, port: int, path: str, headers: str) -> None:
        said = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", LANGUAGE, *filter(None, [headers])]
        self._asked = ("\r\n".join(said) + "\r\n\r\n").encode()
        self._port = port
        self._used_at = -float(KEPT_SECONDS)
        self._socket = socket.socket()

    def ask(self) -> None:
        """Send the request, on a new connection where the old one was at rest for too long."""
        now = time.monotonic()
        if now - self._used_at >= KEPT_SECONDS:
            self._socket.close()
            self._socket = socket.create_connection(("127.0.0.1", self._port))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._used_at = now
        self._socket.sendall(self._asked)

    def hear(self) -> tuple[int, Mapping[str, str]]:
        """Status and headers of the answer; what it says is thrown away."""
        told = b""
        while b"\r\n\r\n" not in told:
            told += self._read()
        head, _, body = told.partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in rest)}
        left = int(headers.get("content-length", 0)) - len(body)
        while left > 0:
            left -= len(self._read())
        return int(first.split()[1]), headers

    def _read(self) -> bytes:
        found = self._socket.recv(65536)
        assert found, "the server hung up"
        return found


if __name__ == "__main__":
    main()
