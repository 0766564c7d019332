"""A club with everything somebody might want to change, and everybody who might try.

Every operation is the real service with arguments that are right, so that only the actor, the
night's state and the season's can be in its way.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from scoring.actors import Actor, Role
from scoring.engine import Ruleset, Sheet
from scoring.models import JoinCode, Login, Payment, Player, RevisionKind
from scoring.services import (
    adjustments,
    closing,
    clubs,
    guests,
    joining,
    members,
    merges,
    nights,
    payments,
    players,
    questions,
    rulesets,
    season_life,
    seasons,
    settlements,
    terms,
)
from scoring.services.deals import revise_deal
from tests.books import DAY, Books, make_books

Operation = Callable[[Actor, str], object]


@dataclass(frozen=True)
class World:
    """`actors` by who they are, `operations` by what they do; an operation takes actor and note."""

    books: Books
    actors: Mapping[str, Actor]
    operations: Mapping[str, Operation]


def make_world() -> World:
    """The club, its people, and the operations ready to be tried."""
    books = make_books()
    actors = {**_actors(books), **_parties(books)}
    operations = {
        **_at_table(books),
        **_in_club(books),
        **_on_people(books),
        **_when_settled(books),
        **_seasons(books),
    }
    return World(books, actors, operations)


def _actors(books: Books) -> Mapping[str, Actor]:
    elsewhere = nights.open_table(
        actor=books.owner,
        club_id=books.club.pk,
        night_id=books.night.pk,
        label="Bàn xa",
        stake_points=1,
    )
    here = books.table.pk
    stranger = Login.objects.create_user("người lạ")
    return {
        **{str(role): books.actor(role) for role in Role if role is not Role.OWNER},
        "owner": books.owner,
        "stranger": Actor.of_login(stranger.pk),
        "another club's owner": make_books(slug="clb-khac").owner,
        "nobody": Actor.of_login(10**9),
        "scorer's phone here": _device(books, here, "scorer"),
        "viewer's phone here": _device(books, here, "viewer"),
        "scorer's phone elsewhere": _device(books, elsewhere.pk, "scorer"),
        "revoked phone": _device(books, here, "scorer", end="revoked"),
        "expired phone": _device(books, here, "scorer", end="expired"),
        "unknown phone": Actor.of_device(uuid4()),
        "system": Actor.system(),
        "import": Actor.importer(),
    }


def _parties(books: Books) -> Mapping[str, Actor]:
    """Members who play: Bình will owe An, and both have a login."""
    found = {}
    for who, player in (("payee", books.people[0]), ("payer", books.people[1])):
        login = Login.objects.create_user(f"{who}-{books.club.slug}")
        clubs.set_role(
            actor=books.owner, club_id=books.club.pk, login_id=login.pk, role=Role.MEMBER
        )
        Player.objects.filter(pk=player.pk).update(login=login)
        found[who] = Actor.of_login(login.pk)
    return found


def _device(books: Books, table_id: int, role: str, *, end: str = "") -> Actor:
    code_id, code = joining.create_code(actor=books.owner, table_id=table_id, role=role)
    device = joining.join_table(code=code)
    if end == "revoked":
        joining.revoke_code(actor=books.owner, code_id=code_id)
    if end == "expired":
        JoinCode.objects.filter(pk=code_id).update(expires_at=timezone.now())
    return Actor.of_device(device.device_id)


def _at_table(books: Books) -> dict[str, Operation]:
    deal = books.record().deal_id
    void = books.record().deal_id
    _revise(books.owner, void, RevisionKind.VOID, n=1)
    phone = [Actor.of_login(books.owner.login_id or 0, device_id=uuid4()) for _ in range(2)]
    first = books.record(books.sheet(eats=[(1, False)]), actor=phone[0], base_number=2).deal_id
    double = books.record(books.sheet(eats=[(2, False)]), actor=phone[1], base_number=2).deal_id
    dispute = questions.raise_dispute(actor=books.owner, deal_id=deal)
    code_id, _ = joining.create_code(actor=books.owner, table_id=books.table.pk, role="scorer")
    table: dict[str, Any] = {"table_id": books.table.pk}
    changed = terms.change_terms(actor=books.owner, **table, terms_id=uuid4(), stake_points=9)
    return {
        "record": lambda actor, note: books.record(actor=actor),
        "change terms": lambda actor, note: terms.change_terms(
            actor=actor, **table, terms_id=uuid4(), stake_points=7
        ),
        "cancel terms": lambda actor, note: terms.cancel_terms(
            actor=actor, **table, terms_id=uuid4(), cancels_id=changed.pk
        ),
        "add guest at the table": lambda actor, note: guests.add_guest(
            actor=actor, **table, player_id=uuid4(), name="Khách Của Bàn"
        ),
        "correct": lambda actor, note: revise_deal(
            actor=actor,
            deal_id=deal,
            revision_id=uuid4(),
            based_on=1,
            kind=RevisionKind.CORRECT,
            sheet=books.sheet(eats=[(3, False)]),
            note=note,
        ),
        "void": lambda actor, note: _revise(actor, deal, RevisionKind.VOID, n=1, note=note),
        "restore": lambda actor, note: _revise(actor, void, RevisionKind.RESTORE, n=2, note=note),
        "keep both": lambda actor, note: questions.keep_both(
            actor=actor, deal_id=double, note=note
        ),
        "drop one": lambda actor, note: questions.drop_one(
            actor=actor, deal_id=double, dropped_id=first, note=note
        ),
        "drop all": lambda actor, note: questions.drop_all_of(
            actor=actor, deal_id=double, note=note
        ),
        "dispute": lambda actor, note: questions.raise_dispute(actor=actor, deal_id=deal),
        "settle dispute": lambda actor, note: questions.settle_dispute(
            actor=actor, dispute_id=dispute.pk
        ),
        "create code": lambda actor, note: joining.create_code(actor=actor, **table, role="viewer"),
        "revoke code": lambda actor, note: joining.revoke_code(actor=actor, code_id=code_id),
    }


def _in_club(books: Books) -> dict[str, Operation]:
    club: dict[str, Any] = {"club_id": books.club.pk}
    later = seasons.open_season(
        actor=books.owner,
        **club,
        name="Mùa sau",
        first_day=date(2027, 1, 1),
        last_day=date(2027, 1, 31),
    )
    adjustment = _adjust(books, books.owner)
    penalty = _penalise(books, books.owner)
    return {
        "open night": lambda actor, note: nights.open_night(
            actor=actor, **club, day=DAY + timedelta(days=2)
        ),
        "open table": lambda actor, note: nights.open_table(
            actor=actor, **club, night_id=books.night.pk, label="Bàn mới", stake_points=1
        ),
        "adjust night": lambda actor, note: _adjust(books, actor),
        "cancel adjustment": lambda actor, note: adjustments.cancel_adjustment(
            actor=actor, **club, adjustment_id=uuid4(), cancels_id=adjustment
        ),
        "penalise": lambda actor, note: _penalise(books, actor),
        "cancel penalty": lambda actor, note: adjustments.cancel_adjustment(
            actor=actor, **club, adjustment_id=uuid4(), cancels_id=penalty
        ),
        "publish rule set": lambda actor, note: rulesets.publish_ruleset(
            actor=actor, **club, name="Luật mới", rules=Ruleset.preset("simple")
        ),
        "default rule set": lambda actor, note: rulesets.set_default_ruleset(
            actor=actor, **club, version_id=books.version.pk
        ),
        "open season": lambda actor, note: seasons.open_season(
            actor=actor,
            **club,
            name="Mùa sau nữa",
            first_day=date(2028, 1, 1),
            last_day=date(2028, 1, 31),
        ),
        "change season's days": lambda actor, note: seasons.change_season_days(
            actor=actor,
            **club,
            season_id=later.pk,
            first_day=date(2027, 1, 2),
            last_day=date(2027, 1, 31),
        ),
    }


def _on_people(books: Books) -> dict[str, Operation]:
    club: dict[str, Any] = {"club_id": books.club.pk}
    people = [
        players.add_player(actor=books.owner, **club, name=name, is_guest=True).pk
        for name in ("Khách Một", "Khách Hai", "Khách Ba")
    ]
    merges.merge_players(actor=books.owner, **club, player_id=people[2], into_id=people[1])
    member = books.actor(Role.MEMBER).login_id or 0
    newcomer = Login.objects.create_user("người mới").get_username()
    return {
        "add guest": lambda actor, note: players.add_player(
            actor=actor, **club, name="Khách Mới", is_guest=True
        ),
        "add player": lambda actor, note: players.add_player(actor=actor, **club, name="Mới"),
        "rename player": lambda actor, note: players.rename_player(
            actor=actor, **club, player_id=people[0], name="Tên Khác"
        ),
        "claim guest": lambda actor, note: players.claim_guest(
            actor=actor, **club, player_id=people[0], login_id=member
        ),
        "merge": lambda actor, note: merges.merge_players(
            actor=actor, **club, player_id=people[0], into_id=people[1]
        ),
        "unmerge": lambda actor, note: merges.unmerge_player(
            actor=actor, **club, player_id=people[2]
        ),
        "change club": lambda actor, note: clubs.change_club(actor=actor, **club, name="Tên Mới"),
        "close club": lambda actor, note: closing.close_club(
            actor=actor, **club, slug=books.club.slug
        ),
        "add member": lambda actor, note: members.add_member(
            actor=actor, **club, user_name=newcomer, role=Role.MEMBER
        ),
        "change role": lambda actor, note: members.change_role(
            actor=actor, **club, login_id=member, role=Role.SCORER
        ),
        "remove member": lambda actor, note: members.remove_member(
            actor=actor, **club, login_id=member
        ),
        "set role": lambda actor, note: clubs.set_role(
            actor=actor, **club, login_id=member, role=Role.SCORER
        ),
    }


def _when_settled(books: Books) -> dict[str, Operation]:
    """The night itself, and one more in which An has won four points of Bình.

    The one payment was split until there is one in every state.
    """
    club: dict[str, Any] = {"club_id": books.club.pk}
    night: dict[str, Any] = {**club, "night_id": books.night.pk}
    paid: dict[str, Any] = {**club, "night_id": _play_one_more_night(books)}
    proposed, handed, confirmed, contrary = _four_payments(books, paid["night_id"])
    for payment_id in (handed, confirmed):
        payments.mark_paid(actor=books.owner, payment_id=payment_id)
    payments.confirm(actor=books.owner, payment_id=confirmed)
    payments.waive(actor=books.owner, payment_id=contrary)
    return {
        "settle": lambda actor, note: settlements.settle_night(
            actor=actor, **night, settlement_id=uuid4()
        ),
        "reopen": lambda actor, note: settlements.reopen_night(actor=actor, **night, note=note),
        "reopen after payments": lambda actor, note: settlements.reopen_night(
            actor=actor, **paid, note=note
        ),
        "lock": lambda actor, note: settlements.lock_night(actor=actor, **paid),
        "unlock": lambda actor, note: settlements.unlock_night(actor=actor, **paid, note=note),
        "mark paid": lambda actor, note: payments.mark_paid(actor=actor, payment_id=proposed),
        "take back": lambda actor, note: payments.take_back(actor=actor, payment_id=handed),
        "confirm": lambda actor, note: payments.confirm(actor=actor, payment_id=handed),
        "waive": lambda actor, note: payments.waive(actor=actor, payment_id=proposed),
        "split": lambda actor, note: payments.split_payment(
            actor=actor, payment_id=proposed, points=1, part_ids=(uuid4(), uuid4())
        ),
        "contrary payment": lambda actor, note: payments.contrary_payment(
            actor=actor, payment_id=confirmed, contrary_id=uuid4(), note=note
        ),
    }


def _play_one_more_night(books: Books) -> int:
    club: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    night = nights.open_night(**club, day=DAY + timedelta(days=1))
    table = nights.open_table(**club, night_id=night.pk, label="Bàn 1", stake_points=10)
    seats = books.seats(2)
    sheet: Sheet = books.sheet(seats=seats)
    books.record(sheet, table_id=table.pk)
    settlements.settle_night(**club, night_id=night.pk, settlement_id=uuid4())
    return night.pk


def _four_payments(books: Books, night_id: int) -> list[UUID]:
    payment = Payment.objects.get(settlement__night_id=night_id)
    found = []
    for _ in range(3):
        part, payment = payments.split_payment(
            actor=books.owner, payment_id=payment.pk, points=2, part_ids=(uuid4(), uuid4())
        )
        found.append(part.pk)
    return [*found, payment.pk]


def _seasons(books: Books) -> dict[str, Operation]:
    """Seasons without a night, one open and one closed."""
    club: dict[str, Any] = {"club_id": books.club.pk}
    ready, closed = (
        seasons.open_season(
            actor=books.owner,
            **club,
            name=name,
            first_day=date(year, 1, 1),
            last_day=date(year, 1, 31),
        ).pk
        for name, year in (("Mùa để đóng", 2029), ("Mùa đã đóng", 2030))
    )
    season_life.close_season(actor=books.owner, **club, season_id=closed)
    return {
        "close season": lambda actor, note: season_life.close_season(
            actor=actor, **club, season_id=ready
        ),
        "reopen season": lambda actor, note: season_life.reopen_season(
            actor=actor, **club, season_id=closed, note=note
        ),
    }


def _revise(actor: Actor, deal_id: UUID, kind: RevisionKind, *, n: int, note: str = "") -> object:
    return revise_deal(
        actor=actor, deal_id=deal_id, revision_id=uuid4(), based_on=n, kind=kind, note=note
    )


def _adjust(books: Books, actor: Actor) -> UUID:
    return adjustments.adjust_night(
        actor=actor,
        club_id=books.club.pk,
        night_id=books.night.pk,
        adjustment_id=uuid4(),
        payer=books.people[0].pk,
        payee=books.people[1].pk,
        points=1,
    ).pk


def _penalise(books: Books, actor: Actor) -> UUID:
    return adjustments.penalise(
        actor=actor,
        club_id=books.club.pk,
        season_id=books.season.pk,
        adjustment_id=uuid4(),
        player_id=books.people[0].pk,
        points=-1,
    ).pk
