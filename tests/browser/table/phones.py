"""A second phone at the same table, and a server that says no."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Route, ViewportSize

from tests.browser.conftest import Open, Site
from tests.browser.table.page import PHONE, TablePage, ask

REFUSED = {"detail": "Máy chủ không nhận ván này.", "code": "sheet_invalid"}


def join(here: TablePage, open_page: Open, who: str, **options: Any) -> tuple[TablePage, int]:
    """A phone that joined by a scorer's code as this player, and the id of the code."""
    code = ask(here.page, here.site, "post", f"tables/{here.table_id}/codes", {"role": "scorer"})
    options = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} | options
    page = open_page(PHONE, **options)
    page.goto(f"{here.site.url}/vao/{code['code']}/")
    page.locator(f'.join__people button[value="{here.seats[who]}"]').tap()
    page.wait_for_url("**/ban/*/")
    other = TablePage(page, here.site, here.table_id, here.seats)
    page.on("pageerror", lambda error: other.warned.append(str(error)))
    return other, code["id"]


def second_phone(
    here: TablePage, open_page: Open, *, size: ViewportSize = PHONE, **options: Any
) -> TablePage:
    """The same table on another phone."""
    site: Site = here.site
    page = open_page(size, **{"has_touch": True, "is_mobile": True, **options})
    page.context.add_cookies(site.cookies)
    other = TablePage(page, site, here.table_id, here.seats)
    other.open()
    return other


def sign(here: TablePage) -> Locator:
    """What tells that somebody writes on another phone."""
    return here.page.locator(".strip__writer")


@contextmanager
def refusing(
    here: TablePage, status: int = 422, told: dict[str, Any] = REFUSED, *, times: int = 1
) -> Iterator[list[str]]:
    """The next deals are refused; yields the addresses of all that is sent meanwhile."""
    sent: list[str] = []

    def refuse(route: Route) -> None:
        if route.request.method != "PUT":
            route.fallback()
            return
        sent.append(route.request.url)
        if len(sent) > times:
            route.fallback()
        else:
            route.fulfill(status=status, json=told)

    here.page.route("**/deals/**", refuse)
    yield sent
    here.page.unroute("**/deals/**")
