"""Recording by the API beside `record_deal` itself: one process, one database; run by `__main__`.

The requests go through the whole application as a server gives them to it (WSGI), without a
network. DATABASE_URL says which database.
"""

import io
import json
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any
from uuid import uuid4

from tests.benchmarks.books import _interleaved_rates, _open_tables, _whole_writer  # isort: skip

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection

from scoring.actors import Role
from scoring.models import Login
from scoring.services.clubs import set_role
from scoring.services.joining import create_code, join_table
from scoring.services.tokens import create_token
from tests.benchmarks.long_season import DEALS_A_TABLE
from tests.benchmarks.table import Figure
from tests.books import Books, make_books

BAR = 0.6
TABLES = 300
# Each asks less often than the limit of a login lets it.
LOGINS = 60


def main() -> None:
    """Print the figures as JSON, one a line."""
    call_command("migrate", verbosity=0)
    for figure in measure():
        print(json.dumps(figure.to_json()))


def measure() -> Iterator[Figure]:
    """Deals a second: the service, then the API for logins with tokens and for phones."""
    books = make_books(slug="do-api")
    sheet = books.sheet(eats=[(1, False), (2, True), (3, False)])
    body = {
        "sheet": books.sheet_json(eats=[(1, False), (2, True), (3, False)]),
        "played_at": "2026-09-04T20:00:00+07:00",
    }
    table_ids = iter(_open_tables(books, TABLES))
    ways: dict[str, Callable[[], object]] = {
        "service": _whole_writer(books, sheet, table_ids),
        "token": _asking(body, table_ids, _tokens(books)),
        "phone": _asking(body, table_ids, None, books=books),
    }
    rates = _interleaved_rates(ways)
    on = f"on {connection.vendor}"
    yield Figure(f"record_deal {on}, beside the API", f"{rates['service']:.0f} deals/s")
    for who, name in (("token", "a login's token"), ("phone", "a phone")):
        share = rates[who] / rates["service"]
        yield Figure(f"PUT of a deal by {name} {on}", f"{rates[who]:.0f} deals/s")
        yield Figure(
            f"PUT of a deal by {name} ÷ record_deal {on}",
            f"{share:.2f}",
            f"at least {BAR}",
            share >= BAR,
        )


def _tokens(books: Books) -> Iterator[str]:
    """Headers of scorers of the club, one after the other and again."""
    made = []
    for number in range(LOGINS):
        login = Login.objects.create_user(f"do-api-{number}")
        set_role(actor=books.owner, club_id=books.club.pk, login_id=login.pk, role=Role.SCORER)
        made.append(f"Token {create_token(login_id=login.pk).token}")
    return cycle(made)


def _device(books: Books, table_id: int) -> str:
    _, code = create_code(actor=books.owner, table_id=table_id, role="scorer")
    return f"Device {join_table(code=code).token}"


def _asking(
    body: dict[str, Any],
    table_ids: Iterator[int],
    tokens: Iterator[str] | None,
    *,
    books: Books | None = None,
) -> Callable[[], object]:
    """Records one deal by the API; at a new table, by a new phone, when the table is full."""
    application: Any = get_wsgi_application()
    state: dict[str, Any] = {"number": DEALS_A_TABLE}

    def write() -> None:
        if state["number"] == DEALS_A_TABLE:
            state["table"], state["number"] = next(table_ids), 0
            if books is not None:
                state["phone"] = _device(books, state["table"])
        state["number"] += 1
        content = json.dumps(body | {"base_number": state["number"] - 1}).encode()
        path = f"/api/v1/tables/{state['table']}/deals/{uuid4()}"
        said: list[str] = []
        answer = application(
            _environ(path, content, state["phone"] if tokens is None else next(tokens)),
            lambda status, *_: said.append(status),
        )
        told = b"".join(answer)
        answer.close()
        assert said == ["201 Created"], (said, told)

    return write


def _environ(path: str, content: bytes, authorization: str) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "PUT",
        "PATH_INFO": path,
        "SCRIPT_NAME": "",
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(content)),
        "HTTP_AUTHORIZATION": authorization,
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT": "application/json",
        "HTTP_ACCEPT_LANGUAGE": "vi",
        "wsgi.input": io.BytesIO(content),
        "wsgi.url_scheme": "http",
        "wsgi.errors": io.StringIO(),
        "wsgi.version": (1, 0),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


if __name__ == "__main__":
    main()
