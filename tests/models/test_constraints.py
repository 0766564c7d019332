"""Every constraint of the tables, broken one by one; the guards are lifted, so that only the
constraint can be in the way.

Those of the ledger are broken by plain SQL in tests/guards.
"""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from scoring import guards
from scoring.models import (
    Account,
    Adjustment,
    AuditEvent,
    Club,
    Deal,
    DealRevision,
    DealSeat,
    Device,
    Heartbeat,
    JoinCode,
    Login,
    Membership,
    Night,
    Payment,
    Player,
    Policy,
    PolicyVersion,
    PossibleDuplicate,
    Presence,
    Ruleset,
    RulesetVersion,
    Season,
    SeasonSnapshot,
    Settlement,
    StandingRow,
    StandingState,
    Table,
    TableTally,
    TableTerms,
    Transfer,
)
from tests.books import Books
from tests.guards.raw import settle_deferred

Break = Callable[[Books], object]


def _again(row: models.Model, **changes: object) -> models.Model:
    """The same row once more, under an id of its own."""
    row.pk = uuid4() if isinstance(row._meta.pk, models.UUIDField) else None
    row._state.adding = True
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(force_insert=True)
    return row


def _change(model: type[models.Model], **changes: object) -> Break:
    """The first row gets these values."""

    def change(books: Books) -> None:
        first = model._default_manager.order_by("pk")[0]
        model._default_manager.filter(pk=first.pk).update(**changes)

    return change


def _twice(model: type[models.Model], **changes: object) -> Break:
    return lambda books: _again(model._default_manager.order_by("pk")[0], **changes)


def _writing(books: Books) -> Presence:
    return Presence.objects.create(table=books.table, phone=UUID(int=1), touched_at=timezone.now())


def _night_adjustment(**changes: object) -> Break:
    return lambda books: Adjustment.objects.filter(scope="night").update(**changes)


def _penalty(**changes: object) -> Break:
    return lambda books: Adjustment.objects.filter(scope="season").update(**changes)


def _merged(books: Books, **changes: object) -> None:
    Player.objects.filter(pk=books.people[4].pk).update(**changes)


BROKEN: dict[str, list[Break]] = {
    "login_name_unique_whatever_the_case": [
        lambda books: Login.objects.create_user("OWNER-clb-MAU"),
    ],
    "membership_once_per_club": [_twice(Membership)],
    "club_cutoff_at_most_noon": [_change(Club, day_cutoff_hours=13)],
    "player_name_unique_among_the_not_merged": [
        lambda books: _merged(books, name_key=books.people[0].name_key),
    ],
    "player_one_per_login_and_club": [
        lambda books: Player.objects.filter(club=books.club).update(login_id=books.owner.login_id),
    ],
    "player_root_is_itself_unless_merged": [
        lambda books: _merged(books, root=books.people[0]),
        lambda books: _merged(books, merged_into=books.people[0]),
    ],
    "player_not_merged_into_itself": [
        lambda books: _merged(books, merged_into=books.people[4], root=books.people[0]),
    ],
    "ruleset_name_unique_in_club": [_twice(Ruleset)],
    "ruleset_version_numbered_once": [_twice(RulesetVersion)],
    "season_name_unique_in_club": [_twice(Season)],
    "season_days_in_order": [_change(Season, first_day="2027-01-01")],
    "night_once_per_club_day": [_twice(Night)],
    "table_label_unique_in_night": [_twice(Table)],
    "presence_once_per_phone": [lambda books: [_writing(books) for _ in range(2)]],
    "table_stake_in_range": [
        _change(Table, stake_points=0),
        _change(Table, stake_points=1_000_001),
    ],
    "table_terms_numbered_once": [
        lambda books: _again(TableTerms.objects.order_by("n")[0], cancels=None),
    ],
    "table_terms_stake_in_range": [
        _change(TableTerms, stake_points=0),
        _change(TableTerms, stake_points=1_000_001),
    ],
    "account_one_fund_and_carried_pot_per_club": [
        lambda books: Account.objects.create(club=books.club, kind="fund"),
        lambda books: [
            Account.objects.create(club=books.club, kind="carried_pot") for _ in range(2)
        ],
    ],
    "account_owner_fits_kind": [
        lambda books: Account.objects.create(club=books.club, kind="player"),
        lambda books: Account.objects.create(club=books.club, kind="pot"),
        lambda books: Account.objects.create(club=books.club, kind="purse"),
        lambda books: Account.objects.filter(kind="player").update(kind="fund"),
        lambda books: Account.objects.filter(kind="pot").update(kind="player"),
        lambda books: Account.objects.filter(kind="pot").update(player=books.people[0]),
    ],
    "transfer_points_positive": [
        _change(Transfer, points=0),
        _change(Transfer, points=-5),
    ],
    "transfer_not_to_oneself": [
        lambda books: Transfer.objects.update(payer_id=models.F("payee_id")),
    ],
    "transfer_bets_exactly_for_deals": [
        lambda books: Transfer.objects.filter(revision__isnull=False).update(bets=None),
        lambda books: Transfer.objects.filter(revision__isnull=False).update(bets=0),
        lambda books: Transfer.objects.filter(adjustment__isnull=False).update(bets=1),
    ],
    "transfer_exactly_one_source": [
        lambda books: Transfer.objects.filter(adjustment__isnull=False).update(adjustment=None),
    ],
    "adjustment_fits_scope": [
        _night_adjustment(night=None),
        _night_adjustment(payer=None),
        _night_adjustment(payee=None),
        _night_adjustment(points=-1),
        lambda books: _night_adjustment(player=books.people[0])(books),
        _night_adjustment(scope="season"),
        _penalty(player=None),
        lambda books: _penalty(night=books.night)(books),
        _penalty(scope="other"),
    ],
    "adjustment_moves_something": [_penalty(points=0)],
    "adjustment_not_to_oneself": [
        lambda books: Adjustment.objects.filter(scope="night").update(
            payer_id=models.F("payee_id")
        ),
    ],
    "deal_number_once_per_table": [
        lambda books: Deal.objects.filter(number=2).update(number=1),
    ],
    "deal_seat_once": [
        lambda books: DealSeat.objects.filter(seat=1).update(seat=0),
    ],
    "deal_seat_account_once": [
        lambda books: DealSeat.objects.update(account=books.people[0].account),
    ],
    "deal_seat_at_most_four": [
        lambda books: DealSeat.objects.filter(seat=0).update(seat=4),
    ],
    "deal_revision_numbered_once": [
        lambda books: _again(DealRevision.objects.filter(n=1)[0]),
    ],
    "tally_once_per_table_and_player": [_twice(TableTally)],
    "settlement_numbered_once": [_twice(Settlement)],
    "settlement_one_live_per_night": [
        lambda books: [
            _again(Settlement.objects.order_by("n")[0], n=n, state="live") for n in (8, 9)
        ],
    ],
    "payment_points_positive": [_change(Payment, points=0), _change(Payment, points=-5)],
    "payment_not_to_oneself": [
        lambda books: Payment.objects.update(payer_id=models.F("payee_id")),
    ],
    "policy_name_unique_in_club": [_twice(Policy)],
    "policy_version_numbered_once": [_twice(PolicyVersion)],
    "standing_row_once": [
        lambda books: _again(StandingRow.objects.order_by("pk")[0], player=books.people[4]),
    ],
    "standing_player_once": [_twice(StandingRow, position=99)],
    "season_snapshot_numbered_once": [_twice(SeasonSnapshot)],
    "audit_idempotency_key_once_per_club": [
        lambda books: [
            _again(AuditEvent.objects.all()[0], idempotency_key="key") for _ in range(2)
        ],
    ],
}
CASES = [
    pytest.param(name, run, id=f"{name} {index}")
    for name, runs in BROKEN.items()
    for index, run in enumerate(runs, start=1)
]


def _refuses(run: Callable[[], object]) -> str:
    settle_deferred()
    with guards.lifted(connection):
        with pytest.raises(IntegrityError) as caught, transaction.atomic():
            run()
        return str(caught.value)


def _says(message: str, name: str) -> bool:
    """SQLite names the columns of a unique constraint, not the constraint."""
    if name in message:
        return True
    return connection.vendor == "sqlite" and (
        message.startswith("UNIQUE constraint failed") or f"index '{name}'" in message
    )


@pytest.mark.parametrize(("name", "run"), CASES)
def test_a_constraint_that_is_broken_refuses(books: Books, name: str, run: Break) -> None:
    assert _says(_refuses(lambda: run(books)), name)


def test_every_constraint_is_broken_here() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("scoring").get_models()
        for constraint in model._meta.constraints
    }
    assert named == set(BROKEN)


UNIQUE_FIELDS: dict[str, Break] = {
    "slug of a club": lambda books: Club.objects.create(slug=books.club.slug, name="CLB"),
    "account of a player": lambda books: Account.objects.create(
        club=books.club, kind="player", player=books.people[0]
    ),
    "pot of a table": lambda books: Account.objects.create(
        club=books.club, kind="pot", table=books.table
    ),
    "hash of a code": lambda books: [_code(books) for _ in range(2)],
    "token of a device": lambda books: [_device(books) for _ in range(2)],
    "current revision of one deal": lambda books: Deal.objects.update(
        current=Deal.objects.all()[0].current_id
    ),
    "transfer of an adjustment": lambda books: _again(
        Transfer.objects.filter(adjustment__isnull=False)[0]
    ),
    "transfer of a payment": lambda books: _again(
        Transfer.objects.filter(payment__isnull=False)[0]
    ),
    "contrary of a payment": lambda books: _again(
        Payment.objects.filter(contrary_of__isnull=False)[0]
    ),
    "standing state of a season": _twice(StandingState),
    "cancelling of an adjustment": lambda books: _again(
        Adjustment.objects.filter(cancels__isnull=False)[0]
    ),
    "cancelling of terms": lambda books: _again(
        TableTerms.objects.filter(cancels__isnull=False)[0], n=99
    ),
    "possible duplicate of a deal": lambda books: [
        PossibleDuplicate.objects.create(
            deal=Deal.objects.all()[0], other=Deal.objects.all()[1], why="number"
        )
        for _ in range(2)
    ],
    "phone of a presence": lambda books: [
        Presence.objects.create(
            table=books.table, phone=books.people[0].pk, touched_at=timezone.now()
        )
        for _ in range(2)
    ],
    "name of a heartbeat": lambda books: [
        Heartbeat.objects.create(name="worker", beat_at=timezone.now()) for _ in range(2)
    ],
}


def _code(books: Books) -> JoinCode:
    return JoinCode.objects.create(
        table=books.table, role="scorer", code_hash="x", expires_at=timezone.now()
    )


def _device(books: Books) -> Device:
    code, _ = JoinCode.objects.get_or_create(
        code_hash="x",
        defaults={"table": books.table, "role": "scorer", "expires_at": timezone.now()},
    )
    return Device.objects.create(table=books.table, join_code=code, role="scorer", token_hash="x")


@pytest.mark.parametrize("run", UNIQUE_FIELDS.values(), ids=UNIQUE_FIELDS)
def test_a_unique_field_refuses_a_second(books: Books, run: Break) -> None:
    assert "unique" in _refuses(lambda: run(books)).lower()


def test_names_may_repeat_where_they_may(books: Books) -> None:
    """A merged player's name is free; clubs are apart; the unkeyed events are many."""
    Player.objects.filter(pk=books.people[4].pk).update(
        merged_into=books.people[0], root=books.people[0], name_key=books.people[0].name_key
    )
    assert AuditEvent.objects.filter(idempotency_key=None).count() > 1


def test_facts_are_protected_from_the_orms_deletes_too(books: Books) -> None:
    for row in (books.club, books.night, books.people[0], books.table, books.season):
        with pytest.raises(models.ProtectedError):
            row.delete()


def test_a_login_is_found_whatever_the_case(books: Books) -> None:
    found = Login.objects.get_by_natural_key("OWNER-CLB-mau")
    assert found.pk == books.owner.login_id
    with pytest.raises(Login.DoesNotExist):
        Login.objects.get_by_natural_key(None)


def test_foreign_keys_are_asked_at_the_commit(books: Books) -> None:
    """Rows of a deal come in an order of their own; a key that never comes is refused there."""
    Transfer.objects.create(
        payer=books.people[0].account,
        payee=books.people[1].account,
        points=1,
        bets=1,
        reason="eat",
        rule="R-11",
        revision_id=uuid4(),
    )
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"), transaction.atomic():
        connection.check_constraints()
    transaction.set_rollback(True)


def test_a_device_lives_as_long_as_its_code() -> None:
    now = timezone.now()
    later = now + timedelta(seconds=1)
    assert Device.is_live(revoked_at=None, expires_at=later, now=now)
    assert not Device.is_live(revoked_at=None, expires_at=now, now=now)
    assert not Device.is_live(revoked_at=now, expires_at=later, now=now)


def test_rows_say_what_they_are(books: Books) -> None:
    deal = Deal.objects.get(number=1)
    assert str(deal) == f"{books.table.pk}#1"
    assert str(books.club) == "clb-mau"
    assert str(books.people[0]) == "An"
    assert str(books.night) == f"{books.club.pk}/2026-09-04"
    assert str(books.table) == f"{books.night.pk}/Bàn 1"
    assert str(books.season) == "Mùa thu 2026"
    assert str(books.version) == f"{books.version.ruleset_id}v1"
    assert str(books.version.ruleset) == "Luật bàn"
    assert str(books.people[0].account) == f"player:{books.people[0].account.pk}"
