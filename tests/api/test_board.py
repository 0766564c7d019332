"""The board of a table: whole, in few statements, and again only when something of it changed."""

import gzip
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import jsonschema
import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actors import Actor, Role
from scoring.api.board_examples import BOARD
from scoring.api.deal_examples import AN, SHEET
from scoring.engine import Ruleset, Sheet, score
from scoring.models import Deal, Player
from scoring.services import adjustments, joining, players
from scoring.services.clubs import change_club
from scoring.services.merges import merge_players
from scoring.services.nights import open_table
from scoring.services.rulesets import publish_ruleset
from scoring.services.terms import change_terms
from tests.api.asking import Asking
from tests.books import Books
from tests.services.checks import phone as phone_of
from tests.services.checks import revise, settle


def _path(books: Books) -> str:
    return f"/tables/{books.table.pk}/board"


def _phone(books: Books, role: str = "scorer") -> Asking:
    asking = Asking()
    _, code = joining.create_code(actor=books.owner, table_id=books.table.pk, role=role)
    asking.client.cookies[settings.PHONE_COOKIE_NAME] = joining.join_table(code=code).token
    return asking


def test_a_new_table_is_told_whole(books: Books, api: Asking) -> None:
    told = api.get(_path(books))
    seats = [
        {"player_id": books.seat(index), "name": name}
        for index, name in enumerate(("An", "Bình", "Chi", "Dũng"))
    ]
    assert told["table"] == {
        "id": books.table.pk,
        "club": "clb-mau",
        "club_name": "CLB clb-mau",
        "day": "2026-09-04",
        "label": "Bàn 1",
        "state": "open",
        "is_season_closed": False,
        "version": 1,
        "last_number": 0,
        "stake_points": 1,
        "ruleset_version_id": books.version.pk,
        "role": "owner",
        "records_as": told["table"]["records_as"],
        "seats": seats,
        "bench": [],
        "habits": {"rotates_loser": False, "swaps_after_u": False, "counts_points": False},
    }
    assert told["rules"] == Ruleset().to_json()
    assert told["rules_label"].endswith(" · v1")
    assert (told["pot_points"], told["deals"]) == (None, [])
    assert told["balances"] == dict.fromkeys(books.seats(), 0)
    assert [one["name"] for one in told["roster"]] == ["An", "Bình", "Chi", "Dũng", "Giang"]
    assert set(told["names"]) == {books.seat(index) for index in range(5)}


def test_a_deal_is_told_as_it_was_scored(books: Books, api: Asking) -> None:
    sheet = books.sheet(eats=[(1, False)])
    made = books.record(sheet)
    (deal,) = api.get(_path(books))["deals"]
    result = score(sheet, Ruleset()).to_json()
    assert deal["sheet"] == json.loads(json.dumps(sheet.to_json()))
    assert (deal["places"], deal["net_points"]) == (result["places"], result["net"])
    bare = [{**line} for line in deal["transfers"]]
    assert [line.pop("points") for line in bare] == [line["bets"] for line in bare]
    assert bare == result["transfers"]
    said = ("id", "number", "n", "kind", "is_void", "stake_points", "author", "doubles")
    assert [deal[name] for name in said] == [
        *(str(made.deal_id), 1, 1, "record", False, 1),
        *("owner-clb-mau", None),
    ]
    assert deal["played_at"] == "2026-09-04T13:00:00Z"


def test_the_example_is_of_the_form_a_board_has(books: Books, api: Asking) -> None:
    books.record()
    told = api.get(_path(books))
    assert set(told) == set(BOARD)
    assert set(told["table"]) == set(BOARD["table"])
    assert set(told["deals"][0]) == set(BOARD["deals"][0])
    assert set(told["deals"][0]["transfers"][0]) == set(BOARD["deals"][0]["transfers"][0])
    shown = score(Sheet.from_json(SHEET), Ruleset()).to_json()
    (deal,) = BOARD["deals"]
    assert (deal["places"], deal["net_points"]) == (shown["places"], shown["net"])
    assert [
        {name: value for name, value in line.items() if name != "points"}
        for line in deal["transfers"]
    ] == shown["transfers"]
    assert BOARD["balances"][AN] == 6


def test_boards_are_what_the_schema_says(pot_books: Books) -> None:
    schema = Asking().get("/schema")
    pot_books.record(pot_books.sheet(u=(1, "plain"), eats=[(0, True)]))
    void = pot_books.record()
    revise(pot_books, void, "void")
    pot_books.record(actor=phone_of(pot_books), base_number=0)
    form = schema["paths"]["/api/v1/tables/{table_id}/board"]["get"]["responses"]["200"]
    whole = {**form["content"]["application/json"]["schema"], "components": schema["components"]}
    for asking in (Asking.as_login(pot_books.owner), _phone(pot_books, "viewer")):
        jsonschema.Draft202012Validator(whole).validate(asking.get(_path(pot_books)))


def test_a_void_deal_keeps_its_sheet_and_nothing_else(books: Books, api: Asking) -> None:
    revise(books, books.record(), "void")
    told = api.get(_path(books))
    (deal,) = told["deals"]
    assert (deal["is_void"], deal["kind"], deal["n"]) == (True, "void", 2)
    assert (deal["places"], deal["net_points"], deal["transfers"]) == ({}, {}, [])
    assert deal["sheet"]["seats"] == books.seats()
    assert set(told["balances"].values()) == {0}


def test_a_pot_is_told_with_what_each_deal_found_in_it(pot_books: Books) -> None:
    pot_books.record()
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    pot_books.record()
    told = Asking.as_login(pot_books.owner).get(_path(pot_books))
    # Three times an ante of 1 bet from four people at stake 2; the ù took what was there.
    assert told["pot_points"] == 8
    assert sum(told["balances"].values()) == -8
    assert [deal["sheet"]["pot"] for deal in told["deals"]] == [0, 4, 0]
    won = told["deals"][1]["transfers"]
    assert any(line["payer"] == "POT" for line in won)
    assert any(line["payee"] == "POT" for line in won)


def test_points_are_those_of_the_night(books: Books, api: Asking) -> None:
    books.record()  # 6, −1, −2, −3
    other = open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn 2",
        stake_points=1,
        seats=[player.pk for player in books.people[1:5]],
    )
    seats = [books.seat(index) for index in range(1, 5)]
    books.record(books.sheet(seats=seats), table_id=other.pk)  # Bình 6, Chi −1, Dũng −2, Giang −3
    adjustments.adjust_night(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[0].pk,
        payee=books.people[2].pk,
        points=5,
    )
    told = api.get(_path(books))
    assert [told["balances"][books.seat(index)] for index in range(5)] == [1, 5, 2, -5, -3]
    assert told["names"][books.seat(4)] == "Giang"


def test_merged_people_are_who_they_are_by_now(books: Books, api: Asking) -> None:
    seats = [*books.seats(3), books.seat(4)]
    books.record(books.sheet(seats=seats))  # Giang −3
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[4].pk,
        into_id=books.people[3].pk,
    )
    told = api.get(_path(books))
    assert told["balances"] == dict(zip(books.seats(), (6, -1, -2, -3), strict=True))
    assert told["names"][books.seat(4)] == told["names"][books.seat(3)] == "Dũng"
    assert told["deals"][0]["sheet"]["seats"] == seats
    assert [one["name"] for one in told["roster"]] == ["An", "Bình", "Chi", "Dũng"]


def test_who_played_lately_may_sit_down_first(books: Books, api: Asking) -> None:
    seats = [books.seat(4), books.seat(2)]
    books.record(books.sheet(seats=seats))
    told = api.get(_path(books))
    assert [one["name"] for one in told["roster"]] == ["Chi", "Giang", "An", "Bình", "Dũng"]


def test_two_of_one_call_name_are_told_by_their_full_names(books: Books, api: Asking) -> None:
    for name in ("Trần Văn An", "Lê Thị Chi"):
        players.add_player(actor=books.owner, club_id=books.club.pk, name=name)
    names = set(api.get(_path(books))["names"].values())
    assert {"Bình", "Dũng", "Giang"} < names
    assert len(names) == 7


def test_viewers_are_told_no_roster(books: Books) -> None:
    books.record()
    for asking in (_phone(books, "viewer"), Asking.as_login(books.actor(Role.MEMBER))):
        told = asking.get(_path(books))
        assert (told["table"]["role"], told["roster"]) == ("member", [])
        assert set(told["names"]) == set(books.seats())
    assert len(_phone(books).get(_path(books))["roster"]) == 5


def test_who_recorded_is_told_by_person_or_phone(books: Books, api: Asking) -> None:
    scorer, manager = books.actor(Role.SCORER), books.actor(Role.MANAGER)
    Player.objects.filter(pk=books.people[4].pk).update(login_id=manager.login_id)
    _, code = joining.create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    named = joining.join_table(code=code, label="máy của Lan").device_id
    silent = joining.join_table(code=code).device_id
    for actor in (scorer, manager, Actor.of_device(named), Actor.of_device(silent)):
        made = books.record(actor=actor)
    revise(books, made, "void")  # somebody else changed it: recorded it was by the phone
    told = [deal["author"] for deal in api.get(_path(books))["deals"]]
    assert told == ["", "máy của Lan", "Giang", "scorer-clb-mau"]


def test_each_phone_is_told_which_deals_are_its_own(books: Books, api: Asking) -> None:
    scorer, named = books.actor(Role.SCORER), phone_of(books)
    _, code = joining.create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    joined = joining.join_table(code=code)
    for actor in (books.owner, named, Actor.of_device(joined.device_id), scorer, books.owner):
        books.record(actor=actor)
    told = api.get(_path(books))
    by = [deal["recorded_by"] for deal in reversed(told["deals"])]
    assert (by[0], by[4]) == (told["table"]["records_as"],) * 2
    assert by[1:3] == [str(named.device_id), str(joined.device_id)]
    assert len(set(by)) == 4
    cookie = Asking()
    cookie.client.cookies[settings.PHONE_COOKIE_NAME] = joined.token
    for asking, own in ((cookie, by[2]), (Asking.as_login(scorer), by[3])):
        assert asking.get(_path(books))["table"]["records_as"] == own


def test_both_of_an_open_pair_are_marked(books: Books, api: Asking) -> None:
    first = books.record()
    second = books.record(books.sheet(eats=[(1, False)]), actor=phone_of(books), base_number=0)
    third = books.record()
    deals = {deal["id"]: deal["doubles"] for deal in api.get(_path(books))["deals"]}
    pair = {"deal_id": str(second.deal_id), "other_id": str(first.deal_id), "why": "number"}
    assert deals == {
        str(first.deal_id): pair,
        str(second.deal_id): pair,
        str(third.deal_id): None,
    }
    api.post(f"/deals/{second.deal_id}/duplicates", {"decision": "keep_both"}, status=200)
    assert {deal["doubles"] for deal in api.get(_path(books))["deals"]} == {None}


def test_the_last_hundred_deals_are_told(books: Books, api: Asking) -> None:
    for _ in range(103):
        books.record()
    told = api.get(_path(books))
    assert [deal["number"] for deal in told["deals"]] == list(range(103, 3, -1))
    assert told["balances"][books.seat(0)] == 6 * 103


@pytest.mark.parametrize("who", ["owner", "phone"])
def test_a_board_takes_seven_statements_however_much_was_played(
    books: Books, who: str, django_assert_max_num_queries
) -> None:
    asking = Asking.as_login(books.owner) if who == "owner" else _phone(books)
    asking.get(_path(books))
    counts = []
    for more in (1, 9):
        for _ in range(more):
            books.record()
        with CaptureQueriesContext(connection) as asked:
            asking.get(_path(books))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 7
    tag = asking.answer["ETag"]
    with django_assert_max_num_queries(2):
        assert asking.get(_path(books), status=304, If_None_Match=tag) is None
    assert asking.answer["ETag"] == tag


def test_rules_the_table_has_left_are_told_with_the_deals_played_by_them(
    books: Books, api: Asking
) -> None:
    before = books.version.pk
    books.record()
    assert api.get(_path(books))["other_rules"] == {}
    books.record()
    with CaptureQueriesContext(connection) as plain:
        api.get(_path(books))
    version = publish_ruleset(
        actor=books.owner, club_id=books.club.pk, name="khác", rules=Ruleset.preset("simple")
    )
    change_terms(
        actor=books.owner,
        table_id=books.table.pk,
        terms_id=uuid4(),
        ruleset_version_id=version.pk,
    )
    books.record()
    with CaptureQueriesContext(connection) as asked:
        told = api.get(_path(books))
    assert len(asked) == len(plain) <= 7
    assert told["rules"] == Ruleset.preset("simple").to_json()
    assert [deal["ruleset_version_id"] for deal in told["deals"]] == [version.pk, before, before]
    (other,) = told["other_rules"].items()
    assert other == (
        str(before),
        {
            "rules": json.loads(books.version.canonical),
            "label": f"{books.version.ruleset.name} · v{books.version.n}",
        },
    )


def test_a_board_is_packed_for_whoever_can_unpack_it(books: Books, api: Asking) -> None:
    for _ in range(20):
        books.record()
    told = api.get(_path(books))
    plain, packing = api.answer.content, {"headers": {"Accept-Encoding": "gzip"}}
    packed = api.client.get(f"/api/v1{_path(books)}", **packing)  # type: ignore[arg-type]
    assert packed["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed.content)) == told
    assert len(packed.content) < len(plain) / 5
    api.get(_path(books), status=304, If_None_Match=packed["ETag"])


def _rename(books: Books) -> None:
    players.rename_player(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=books.people[0].pk,
        name="Ân",
    )


def _elsewhere(books: Books) -> None:
    other = books.open_second_table()
    books.record(table_id=other.pk)


CHANGES: dict[str, Callable[[Books], Any]] = {
    "a deal": lambda books: books.record(),
    "a void": lambda books: revise(books, Deal.objects.get().pk, "void"),
    "terms": lambda books: change_terms(
        actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=7
    ),
    "a name": _rename,
    "a person": lambda books: players.add_player(
        actor=books.owner, club_id=books.club.pk, name="Hoa"
    ),
    "a deal at another table": _elsewhere,
    "settling": settle,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_board_is_told_again_when_something_of_it_changed(
    books: Books, api: Asking, change: str
) -> None:
    books.record()
    before = api.get(_path(books))
    tag = api.answer["ETag"]
    CHANGES[change](books)
    assert api.get(_path(books), If_None_Match=tag) != before
    assert api.answer["ETag"] != tag


def test_a_board_is_another_for_another_viewer_and_language(books: Books, api: Asking) -> None:
    api.get(_path(books))
    tag = api.answer["ETag"]
    api.get(_path(books), If_None_Match=tag, Accept_Language="en")
    for asking in (_phone(books), _phone(books), Asking.as_login(books.actor(Role.MEMBER))):
        asking.get(_path(books), If_None_Match=tag)
        assert asking.answer["ETag"] != tag
        tag = asking.answer["ETag"]


def test_another_clubs_board_is_not_found(books: Books, strangers: Books, api: Asking) -> None:
    api.refused(404, "not_found", "get", _path(strangers))
    _phone(books).refused(404, "not_found", "get", _path(strangers))
    Asking().refused(401, "not_signed_in", "get", _path(books))


def test_what_the_club_does_after_a_deal_is_told_as_soon_as_it_changes(
    books: Books, api: Asking
) -> None:
    for habit in ("rotates_loser", "swaps_after_u", "counts_points"):
        before = api.get(_path(books))["table"]["habits"]
        tag = api.answer["ETag"]
        change_club(actor=books.owner, club_id=books.club.pk, **{habit: True})  # type: ignore[arg-type]
        after = api.get(_path(books), If_None_Match=tag)["table"]["habits"]
        assert after == before | {habit: True}
