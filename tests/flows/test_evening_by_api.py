"""One evening, told by the API alone: a program opens it, phones record it, people question it.

Stake 1 at first, the seed rules with a pot: ante 1, plain ù 6, places 1 2 3, móm 4, eat 1. The sums
are worked out by hand from rules.md; nothing here was printed by the product.
"""

from typing import Any
from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.services.audits import audit_books
from scoring.services.standings import refresh_standings
from tests.api.asking import Asking
from tests.books import Books, make_books

pytestmark = pytest.mark.django_db

NIGHTS = "/clubs/clb-mau/nights"
NIGHT = f"{NIGHTS}/2026-09-11"


def test_an_evening_by_the_api() -> None:
    books = make_books(rules={"pot_enabled": True, "pot_ante": 1})
    scorer = Asking.as_login(books.actor(Role.SCORER))
    table_id = a_night_and_a_table(books, scorer)
    phone = a_phone_joins(books, table_id)
    first, second = two_deals_and_a_higher_stake(books, phone, table_id)
    a_deal_is_looked_at_again(books, phone, first, second)
    another_phone_records_it_too(books, phone, table_id)
    a_dispute_and_a_line_by_hand(books, second)
    everything_is_told(books, scorer, table_id, first, second)
    the_night_is_settled_and_somebody_pays(books, scorer)
    a_deal_is_corrected_once_more(books, scorer, table_id)
    the_season_knows(books, scorer)
    assert [str(difference) for difference in audit_books().differences] == []


def a_night_and_a_table(books: Books, scorer: Asking) -> int:
    """Returns the table's id."""
    assert scorer.post(NIGHTS, {"day": "2026-09-11"})["state"] == "open"
    told = scorer.post(
        f"{NIGHT}/tables",
        {
            "label": "Bàn sân thượng",
            "stake_points": 1,
            "seats": books.seats(),
            "ruleset_version_id": books.version.pk,
        },
        Idempotency_Key="mo-ban",
    )
    assert [seat["name"] for seat in told["seats"]] == ["An", "Bình", "Chi", "Dũng"]
    return int(told["id"])


def a_phone_joins(books: Books, table_id: int) -> Asking:
    manager = Asking.as_login(books.actor(Role.MANAGER))
    code = manager.post(f"/tables/{table_id}/codes", {"role": "scorer"})["code"]
    token = Asking().post("/join", {"code": code, "label": "máy của Chi"})["token"]
    return Asking(Authorization=f"Device {token}")


def two_deals_and_a_higher_stake(books: Books, phone: Asking, table_id: int) -> tuple[str, str]:
    """Ván 1 and ván 2."""
    # Ván 1, stake 1: points 5 12 20 31. An gets 1 + 2 + 3, everybody pays an ante of 1.
    # An 6 - 1 = 5, Bình -1 - 1 = -2, Chi -2 - 1 = -3, Dũng -3 - 1 = -4; pot 4.
    first = record(phone, table_id, books.sheet_json(), base_number=0)
    assert first["net_points"] == by_seat(books, 5, -2, -3, -4)
    phone.put(f"/tables/{table_id}/terms/{uuid4()}", {"stake_points": 5})
    # Ván 2, stake 5: the pot holds 4 points, not one whole bet. Bình ù takes 3 × 6 bets and the
    # four antes of this deal: 18 + 4 - 1 = 21 bets, the others pay 7 each.
    u = books.sheet_json(u=(1, "plain"))
    second = record(phone, table_id, u, base_number=1)
    assert second["net_points"] == by_seat(books, -35, 105, -35, -35)
    return first["id"], second["id"]


def a_deal_is_looked_at_again(books: Books, phone: Asking, first: str, second: str) -> None:
    # Ván 1 was a ván at stake 2 (two bets of the pot more): An 10, Bình -4, Chi -6, Dũng -8; pot 8,
    # which is one bet of ván 2 now: Bình takes 5 points more there.
    correction = {"kind": "correct", "sheet": books.sheet_json(), "stake_points": 2}
    told = revise(phone, first, correction, n=1)
    assert told["net_points"] == by_seat(books, 10, -4, -6, -8)
    assert [(deal["number"], deal["pot_before_points"]) for deal in told["followed"]] == [(2, 4)]
    assert phone.get(f"/deals/{second}")["seats"][1]["net_points"] == 110
    # And no, it was not.
    stale = {"kind": "void"}
    problem = phone.put(f"/deals/{first}/revisions/{uuid4()}", stale, status=412, If_Match='"1"')
    assert problem["current"]["n"] == 2
    assert revise(phone, first, correction | {"stake_points": 1}, n=2)["n"] == 3
    assert phone.get(f"/deals/{second}")["seats"][1]["net_points"] == 105
    revise(phone, second, {"kind": "void", "note": "ghi nhầm"}, n=3)
    assert revise(phone, second, {"kind": "restore"}, n=4)["net_points"] == by_seat(
        books, -35, 105, -35, -35
    )


def another_phone_records_it_too(books: Books, phone: Asking, table_id: int) -> None:
    other = Asking.as_login(books.actor(Role.SCORER))
    three = record(phone, table_id, books.sheet_json(), base_number=2)
    double = record(other, table_id, books.sheet_json(), base_number=2)
    assert double["doubles"] == three["id"]
    drop = {"decision": "drop_one", "dropped_id": double["id"]}
    (pair,) = other.post(f"/deals/{double['id']}/duplicates", drop, status=200)["results"]
    assert (pair["state"], pair["deal"]["is_void"]) == ("dropped", True)
    # Ván 3 stands, at stake 5: An 25, Bình -10, Chi -15, Dũng -20; pot 4 + 20.


def a_dispute_and_a_line_by_hand(books: Books, second: str) -> None:
    member = Asking.as_login(books.actor(Role.MEMBER))
    manager = Asking.as_login(books.actor(Role.MANAGER))
    dispute = member.post(f"/deals/{second}/disputes", {"note": "ù khan mà"})
    manager.post(f"/disputes/{dispute['id']}/settle", {"note": "đã xem bài"}, status=200)
    line = {"payer_id": books.seat(3), "payee_id": "FUND", "points": 9, "note": "nước"}
    manager.put(f"{NIGHT}/adjustments/{uuid4()}", line)


def everything_is_told(
    books: Books, scorer: Asking, table_id: int, first: str, second: str
) -> None:
    sums: dict[str, int] = {}
    for line in scorer.get(f"{NIGHT}/transfers?page_size=200")["results"]:
        for end, points in ((line["payee"], line["points"]), (line["payer"], -line["points"])):
            sums[end["name"]] = sums.get(end["name"], 0) + points
    # An 5 - 35 + 25, Bình -2 + 105 - 10, Chi -3 - 35 - 15, Dũng -4 - 35 - 20 - 9.
    assert sums == {
        "An": -5,
        "Bình": 93,
        "Chi": -53,
        "Dũng": -68,
        "Gà": 24,
        "Quỹ CLB": 9,
    }
    deals = scorer.get(f"/tables/{table_id}/deals")["results"]
    assert [(deal["number"], deal["is_void"]) for deal in deals] == [
        (4, True),
        (3, False),
        (2, False),
        (1, False),
    ]
    kinds = [row["kind"] for row in scorer.get(f"/deals/{second}/revisions")["results"]]
    assert kinds == ["restore", "void", "follow", "follow", "record"]
    history = scorer.get(f"/deals/{first}/revisions")["results"]
    assert [row["after"]["stake_points"] for row in history] == [1, 2, 1]
    assert {row["author"]["device"] for row in history} == {"máy của Chi"}
    night = scorer.get(NIGHT)
    assert (night["deal_count"], night["table_count"], night["state"]) == (3, 1, "open")


def the_night_is_settled_and_somebody_pays(books: Books, scorer: Asking) -> None:
    told = scorer.post(f"{NIGHT}/settlements", {"settlement_id": str(uuid4())})
    # What the pot held is carried over: the club's own account stands for it.
    played = {"An": -5, "Bình": 93, "Chi": -53, "Dũng": -68, "fund": 9, "carried_pot": 24}
    assert balances(told) == played
    # No part of these six sums to zero but the whole: five payments, and no fewer.
    assert (len(told["payments"]), told["lower_bound"]) == (5, 5)
    assert handed_over(told) == played
    paid = next(line for line in told["payments"] if line["payer"]["name"] == "Dũng")
    assert scorer.post(f"/payments/{paid['id']}/paid", status=200)["state"] == "paid"
    manager = Asking.as_login(books.actor(Role.MANAGER))
    assert manager.post(f"/payments/{paid['id']}/confirm", status=200)["state"] == "confirmed"
    assert scorer.get(NIGHT)["state"] == "settled"


def a_deal_is_corrected_once_more(books: Books, scorer: Asking, table_id: int) -> None:
    three = scorer.get(f"/tables/{table_id}/deals")["results"][1]
    path = f"/deals/{three['id']}/revisions/{uuid4()}"
    void = {"kind": "void", "note": "ván chia lại"}
    scorer.put(path, void, status=403, If_Match='"1"')
    manager = Asking.as_login(books.actor(Role.MANAGER))
    manager.put(path, void, If_Match='"1"')
    # Without ván 3: An -5 - 25, Bình 93 + 10, Chi -53 + 15, Dũng -68 + 20, twenty less in the pot.
    # What Dũng paid stays paid; the new plan is for the rest.
    told = scorer.get(f"{NIGHT}/settlement")
    played = {"An": -30, "Bình": 103, "Chi": -38, "Dũng": -48, "fund": 9, "carried_pot": 4}
    assert balances(told) == played
    assert handed_over(told) == played
    assert [line["state"] for line in told["payments"]].count("confirmed") == 1
    assert told["n"] == 2


def the_season_knows(books: Books, scorer: Asking) -> None:
    refresh_standings(season_id=books.season.pk)  # what a worker does a moment later
    told = scorer.get(f"/clubs/clb-mau/seasons/{books.season.pk}/standings")
    assert not told["dirty"]
    points = {row["name"]: row["figures"]["net_points"] for row in told["rows"]}
    assert points == {"An": -30, "Bình": 103, "Chi": -38, "Dũng": -48, "Giang": 0}
    assert told["rows"][0]["name"] == "Bình"


def balances(told: Any) -> dict[str, int]:
    """What everybody has played, by name."""
    return {called(row["holder"]): row["points"] for row in told["balances"]}


def called(holder: Any) -> str:
    """A player by name, an account of the club's by its kind."""
    return str(holder["name"] if holder["player_id"] else holder["kind"])


def handed_over(told: Any) -> dict[str, int]:
    """What everybody receives less what they pay, by name."""
    sums: dict[str, int] = {}
    for line in told["payments"]:
        for end, points in (("payee", line["points"]), ("payer", -line["points"])):
            name = called(line[end])
            sums[name] = sums.get(name, 0) + points
    return sums


def record(asking: Asking, table_id: int, sheet: dict[str, Any], *, base_number: int) -> Any:
    given = {
        "sheet": sheet,
        "played_at": f"2026-09-11T20:{base_number:02}:00+07:00",
        "base_number": base_number,
    }
    return asking.put(f"/tables/{table_id}/deals/{uuid4()}", given)


def revise(asking: Asking, deal: str, given: dict[str, Any], *, n: int) -> Any:
    return asking.put(f"/deals/{deal}/revisions/{uuid4()}", given, If_Match=f'"{n}"')


def by_seat(books: Books, *points: int) -> dict[str, int]:
    return dict(zip(books.seats(), points, strict=True))
