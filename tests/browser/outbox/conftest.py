"""A site for the tests of the outbox: embedded, or services on PostgreSQL, as the lane says."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import Site, insecure
from tests.browser.outbox.servers import Server, is_services, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here; whoever kills it starts it again."""
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="session")
def site(server: Server) -> Site:
    """Where it is, and how to get in; an address that browsers trust, as they trust https."""
    return Site(server.url, server.folder, server.user_name, server.password)


@pytest.fixture(scope="session")
def lan(site: Site) -> Site:
    """The site as phones reach it: embedded by a name of the local network over plain http, without
    service worker, clipboard and wake lock; services by an address that is trusted.
    """
    return site if is_services() else insecure(site)
