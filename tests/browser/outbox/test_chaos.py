"""A night at random: two phones, a network that drops, answers that are lost after the commit, a
server that is killed and started again, phones that are reloaded. In the end every deal is there
once, as it was shown.

PHOM_CHAOS_SEED and PHOM_CHAOS_NIGHTS make it another night, or more of them (`make soak`).
"""

import os
import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, Site
from tests.browser.outbox.phones import Phone
from tests.browser.outbox.servers import Server
from tests.browser.outbox.waiting import until
from tests.browser.table.drafts import draft_of, lines_of
from tests.browser.table.page import Json, TablePage, open_table
from tests.browser.table.phones import join

pytestmark = pytest.mark.browser

DEALS, KILLS = 60, 2
FEW_DEALS, FEW_KILLS = 20, 1
NIGHTS = int(os.environ.get("PHOM_CHAOS_NIGHTS", "1"))
FIRST_SEED = int(os.environ.get("PHOM_CHAOS_SEED", "1"))
SEEDS = range(FIRST_SEED, FIRST_SEED + NIGHTS)
LONGEST_PAUSE = 300  # milliseconds
SWAP_CHANCE = 0.2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_night_of_sixty_deals_at_random_loses_and_doubles_nothing(
    server: Server, lan: Site, open_page: Open, seed: int
) -> None:
    verify_night(server, lan, open_page, random.Random(seed), (DEALS, KILLS))


def test_twenty_deals_at_random_on_two_phones_at_once_lose_and_double_nothing(
    server: Server, lan: Site, open_page: Open
) -> None:
    verify_night(server, lan, open_page, random.Random(20), (FEW_DEALS, FEW_KILLS))


def verify_night(
    server: Server, lan: Site, open_page: Open, chance: random.Random, size: tuple[int, int]
) -> None:
    one = open_table(lan, open_page, service_workers="allow")
    two, _code = join(one, open_page, "b", service_workers="allow")
    phones = [Phone(one), Phone(two)]
    play(phones, chance, server, *size)
    for phone in phones:
        phone.calm()
    for phone in phones:
        until(phone.here, phone.has_sent)
    stored = verify_stored(one, phones)
    verify_seen(phones, stored)
    assert "0 differences" in server.manage("audit_books")


def play(
    phones: list[Phone], chance: random.Random, server: Server, deals: int, times: int
) -> None:
    """Deals, each on the phone that happens to be at hand; trouble in between. The first phone also
    changes seats: of two that do, the later one would be refused.
    """
    kills = dict.fromkeys(chance.sample(range(5, deals - 5), times), True)
    down = 0
    recorded = 0
    while recorded < deals:
        if kills.pop(recorded, False) and server.running:
            server.kill()
            down = recorded + chance.randint(1, 4)
        if not server.running and recorded >= down:
            server.start()
        phone = chance.choice(phones)
        phone.suffer(chance, is_served=bool(server.running))
        if phone is phones[0] and chance.random() < SWAP_CHANCE:
            phone.swap_seats(chance)
        acts = draft_of(list(phone.here.seats.values()), chance)
        recorded += phone.record(acts, then=chance.choice(("", "", "", "redo", "again", "edit")))
        phone.here.page.wait_for_timeout(chance.randint(0, LONGEST_PAUSE))
    if not server.running:
        server.start()


def verify_stored(one: TablePage, phones: list[Phone]) -> list[Json]:
    """The server has every deal once, densely numbered, each as its phone showed it last, and those
    of a phone in the order they were recorded in.
    """
    shown: dict[str, Any] = {}
    for phone in phones:
        shown |= phone.shown
    stored = one.deals()
    assert [deal["number"] for deal in stored] == list(range(1, len(shown) + 1))
    assert {deal["id"] for deal in stored} == shown.keys()
    for deal in stored:
        told = shown[deal["id"]]
        assert lines_of(told) == lines_of(deal)
        assert told["is_void"] == deal["is_void"]
    for phone in phones:
        assert [deal["id"] for deal in stored if deal["id"] in phone.shown] == list(phone.shown)
    return stored


def verify_seen(phones: list[Phone], stored: list[Json]) -> None:
    """Both phones show these deals in this order, the last first, and the same balances."""
    names = phones[0].here.board()["names"]
    listed = [(str(deal["number"]), sums_of(deal, names)) for deal in reversed(stored)]
    for phone in phones:
        phone.reload()
        expect(phone.here.sync).to_have_attribute("data-look", "sent")
        assert phone.history() == listed
    assert phones[0].here.balances() == phones[1].here.balances()


def sums_of(deal: Json, names: dict[str, str]) -> str:
    """What everybody won or lost, as the page lists it."""
    if deal["is_void"]:
        return "không ai trả ai"
    net = [(names[seat], points) for seat, points in deal["net_points"].items() if seat != "POT"]
    sums = (f"{name} {points:+}" if points else f"{name} 0" for name, points in net)
    return " · ".join(sums).replace("-", "−")
