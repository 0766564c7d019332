"""A site for the tests of the outbox: embedded, or services on PostgreSQL, as the lane says."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import Site
from tests.browser.outbox.servers import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here; whoever kills it starts it again."""
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="session")
def site(server: Server) -> Site:
    """Where it is, and how to get in."""
    return Site(server.url, server.folder, server.user_name, server.password)
