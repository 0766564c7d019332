"""A program that asks the API: JSON in, JSON out. Asserts nothing but what it is told to expect."""

from typing import Any, Self

from django.test import Client

from scoring.actors import Actor
from scoring.models import Login
from scoring.services.joining import create_code, join_table
from tests.books import Books
from tests.services.checks import writes_nothing


class Asking:
    """Somebody who asks; `headers` go with every request."""

    def __init__(self, **headers: str) -> None:
        self.client = Client()
        self.headers = headers

    @classmethod
    def as_login(cls, actor: Actor, **headers: str) -> Self:
        """Signed in on the site, as the pages are."""
        asking = cls(**headers)
        asking.client.force_login(Login.objects.get(pk=actor.login_id or 0))
        return asking

    @classmethod
    def as_device(cls, books: Books, role: str = "scorer", *, table_id: int | None = None) -> Self:
        """A phone that joined a table of the club."""
        _, code = create_code(actor=books.owner, table_id=table_id or books.table.pk, role=role)
        return cls(Authorization=f"Device {join_table(code=code).token}")

    def ask(
        self, method: str, path: str, body: Any = None, *, status: int = 200, **headers: str
    ) -> Any:
        """The answer's JSON (None where there is none); `status` is what it has to be."""
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        given: dict[str, Any] = {"headers": {**self.headers, **said}}
        if body is not None:
            given |= {"data": body, "content_type": "application/json"}
        self.answer = getattr(self.client, method)(f"/api/v1{path}", **given)
        assert self.answer.status_code == status, self.answer.content.decode()
        return self.answer.json() if self.answer.content else None

    def get(self, path: str, *, status: int = 200, **headers: str) -> Any:
        """GET."""
        return self.ask("get", path, status=status, **headers)

    def post(self, path: str, body: Any = None, *, status: int = 201, **headers: str) -> Any:
        """POST."""
        return self.ask("post", path, {} if body is None else body, status=status, **headers)

    def put(self, path: str, body: Any = None, *, status: int = 201, **headers: str) -> Any:
        """PUT."""
        return self.ask("put", path, {} if body is None else body, status=status, **headers)

    def refused(
        self,
        status: int,
        code: str,
        method: str,
        path: str,
        body: Any = None,
        **headers: str,
    ) -> Any:
        """The problem, after nothing was written."""
        with writes_nothing():
            problem = self.ask(method, path, body, status=status, **headers)
        assert self.answer["Content-Type"].startswith("application/problem+json")
        assert (problem["code"], problem["status"]) == (code, status), problem
        assert problem["detail"]
        return problem
