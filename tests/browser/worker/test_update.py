"""A new release while a table is being played (U-34): it waits until nothing is being written."""

import pytest
from playwright.sync_api import expect

from tests.browser.worker.conftest import IS_READY, NEXT, kept, wait_until

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


def test_u34_an_update_waits_for_the_deal_to_be_saved(place, open_page, update) -> None:
    here = place.table(open_page)
    here.open()  # from now on it is the worker that answers here
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
    with here.page.expect_navigation():
        pass
    here.verify_saved()
    expect(here.page.locator(".title")).to_contain_text("Ván 2")
    assert not here.page.evaluate(STAYS)
    shells = [name for name in kept(here.page) if name.startswith("shell-")]
    assert len(shells) == 1
    assert shells != [before]
    # The page of the new release opens without a network at once.
    here.page.context.set_offline(True)
    here.page.reload()
    expect(here.save).to_be_visible()
    here.page.context.set_offline(False)


def test_other_pages_take_the_new_release_as_they_are_opened(place, phone, update) -> None:
    page = phone()
    place.open_night(page)
    page.evaluate(IS_READY)
    page.reload()  # from now on it is the worker that answers here
    before = kept(page)
    update()
    page.evaluate(LOOK)
    wait_until(page, "waiting")
    page.reload()
    wait_until(page, "replaced", list(before))
    assert len([name for name in kept(page) if name.startswith("shell-")]) == 1
