"""Two phones at one table (U-18): what one does the other shows; between them nothing is lost."""

import pytest
from playwright.sync_api import Response

from tests.browser.conftest import PHONE, Open, Site
from tests.browser.outbox.phones import joined_phone
from tests.browser.table.drafts import PLAIN_DEALS
from tests.browser.table.page import TablePage, open_table

pytestmark = pytest.mark.browser

PLAIN = "rank:a rank:b rank:c save"
EACH = 12


@pytest.fixture
def phones(site: Site, open_page: Open) -> tuple[TablePage, TablePage]:
    one = open_table(site, open_page)
    return one, joined_phone(one, open_page(PHONE, has_touch=True))


def test_two_phones_that_come_back_at_once_are_never_in_each_others_way(phones) -> None:
    """Without the table's lock two deals would want one number, and the database refuse one."""
    answers: list[int] = []

    def note(answer: Response) -> None:
        if answer.request.method == "PUT" and "/deals/" in answer.url:
            answers.append(answer.status)

    recorded = []
    for here in phones:
        here.page.on("response", note)
        here.page.context.set_offline(True)
        here.page.evaluate(PLAIN_DEALS, EACH)
        recorded.append([event["dealId"] for event in here.kept()])
    for here in phones:
        here.page.context.set_offline(False)
    for here in phones:
        here.verify_sent()
    assert answers == [201] * (2 * EACH)
    stored = phones[0].deals()
    assert [deal["number"] for deal in stored] == list(range(1, 2 * EACH + 1))
    for own in recorded:
        assert [deal["id"] for deal in stored if deal["id"] in own] == own
