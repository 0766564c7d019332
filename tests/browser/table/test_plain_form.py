"""A deal that the table page cannot show whole leads to the form that can."""

import time
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.table.page import ask, open_table

pytestmark = pytest.mark.browser


def test_several_dry_u_are_corrected_with_the_plain_form(site, open_page) -> None:
    here = open_table(site, open_page)
    seats = list(here.seats.values())
    u = {"winner": seats[0], "kind": "dry", "also": [seats[1]]}
    given = {
        "sheet": {"seats": seats, "ending": "u", "u": u},
        "played_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
    ask(here.page, site, "put", f"tables/{here.table_id}/deals/{uuid4()}", given)
    here.open()
    here.tap("open", value="history")
    past = here.page.locator(".past")
    past.locator("summary").first.tap()
    expect(past.locator('[data-act="edit"]')).to_have_count(0)
    past.locator("a").tap()
    here.page.wait_for_url("**/van/1/sua/")
    expect(here.page.locator("main form").first).to_be_visible()
