"""A new release while a table is being played (U-34): it waits while a deal is being written."""

import pytest
from playwright.sync_api import expect

from tests.browser.worker.conftest import NEXT, kept, wait_until

pytestmark = pytest.mark.browser

LOOK = "() => navigator.serviceWorker.getRegistration().then((it) => it.update()).then(() => true)"
STAYS = "window.stays === true"


@pytest.fixture
def update(place):
    """The server comes back as the next release, and is the old one again afterwards."""

    def come_back() -> None:
        place.stop()
        place.start(DJANGO_SETTINGS_MODULE=NEXT)

    yield come_back
    place.stop()
    place.start()


def test_u34_an_update_waits_while_a_deal_is_being_written(place, open_page, update) -> None:
    here = place.table(open_page)
    (before,) = (name for name in kept(here.page) if name.startswith("shell-"))
    here.page.evaluate("window.stays = true")
    here.tap_all("an:b rank:a")
    draft = here.stored("draft")
    update()
    here.page.evaluate(LOOK)
    wait_until(here.page, "waiting")
    expect(here.page.locator(".strip__text")).to_have_text("Có bản mới – tải lại sau ván này")
    # It goes on asking the server, and nothing comes of it.
    here.tap_all("open::parked send close")
    for _ in range(2):
        with here.page.expect_response("**/board"):
            pass
    assert here.page.evaluate(STAYS)
    assert here.stored("draft") == draft
    here.tap_all("rank:b rank:c save")
    here.verify_saved()
    assert [name for name in kept(here.page) if name.startswith("shell-")] != [before]
