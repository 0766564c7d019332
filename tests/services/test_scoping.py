"""Another club's ids open nothing: every argument of every service that takes an id."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.actors import Role
from scoring.engine import Sheet
from scoring.engine.standings import StandingsPolicy
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import Payment, RevisionKind
from scoring.services import (
    adjustments,
    closing,
    clubs,
    joining,
    members,
    merges,
    nights,
    payments,
    players,
    policies,
    questions,
    rulesets,
    season_life,
    seasons,
    settlements,
    terms,
)
from scoring.services.deals import revise_deal
from tests.books import DAY, Books
from tests.services.checks import phone, writes_nothing

UNKNOWN = {
    ErrorCode.NOT_FOUND,
    ErrorCode.PLAYER_UNKNOWN,
    ErrorCode.POLICY_UNKNOWN,
    ErrorCode.RULESET_UNKNOWN,
}
Call = Callable[[], object]


def _calls(books: Books, theirs: Books) -> Iterator[tuple[str, Call]]:
    owner = books.owner
    table: dict[str, Any] = {"table_id": books.table.pk}
    club: dict[str, Any] = {"club_id": books.club.pk}
    mine, foreign = books.record().deal_id, theirs.record().deal_id
    their_player, their_version = theirs.people[0].pk, theirs.version.pk
    at_their_table: dict[str, Any] = {"actor": owner, "table_id": theirs.table.pk}
    yield "record, table", lambda: books.record(table_id=theirs.table.pk)
    seats = [str(their_player), *books.seats()[1:]]
    yield "record, seat", lambda: books.record(books.sheet(seats=seats))
    for kind in (RevisionKind.VOID, RevisionKind.RESTORE, RevisionKind.CORRECT):
        sheet = books.sheet() if kind is RevisionKind.CORRECT else None
        yield f"{kind}, deal", _revising(books, foreign, kind, sheet)
    sheet = books.sheet(seats=seats)
    yield "correct, seat", _revising(books, mine, RevisionKind.CORRECT, sheet)
    yield (
        "correct, rule set",
        lambda: revise_deal(
            actor=owner,
            deal_id=mine,
            revision_id=uuid4(),
            based_on=1,
            kind=RevisionKind.CORRECT,
            sheet=books.sheet(),
            ruleset_version_id=their_version,
        ),
    )
    change: dict[str, Any] = {"actor": owner, **table, "terms_id": uuid4()}
    yield (
        "terms, table",
        lambda: terms.change_terms(**at_their_table, terms_id=uuid4(), stake_points=2),
    )
    yield "terms, seat", lambda: terms.change_terms(**change, seats=[their_player])
    yield "terms, bench", lambda: terms.change_terms(**change, bench=[their_player])
    yield "terms, rule set", lambda: terms.change_terms(**change, ruleset_version_id=their_version)
    yield (
        "cancel terms, table",
        lambda: terms.cancel_terms(**at_their_table, terms_id=uuid4(), cancels_id=uuid4()),
    )
    yield (
        "open night, club",
        lambda: nights.open_night(actor=owner, club_id=theirs.club.pk, day=DAY),
    )
    opening: dict[str, Any] = {"actor": owner, "label": "Bàn 2", "stake_points": 1}
    night: dict[str, Any] = {"night_id": books.night.pk}
    yield (
        "open table, club",
        lambda: nights.open_table(**opening, club_id=theirs.club.pk, night_id=theirs.night.pk),
    )
    yield (
        "open table, night",
        lambda: nights.open_table(**opening, **club, night_id=theirs.night.pk),
    )
    yield (
        "open table, seat",
        lambda: nights.open_table(**opening, **club, **night, seats=[their_player]),
    )
    yield (
        "open table, rule set",
        lambda: nights.open_table(**opening, **club, **night, ruleset_version_id=their_version),
    )
    yield from _of_people(books, theirs)
    yield from _of_lines(books, theirs)
    yield from _of_questions(books, theirs)
    yield from _of_settling(books, theirs)
    yield from _of_seasons(books, theirs)


def _of_people(books: Books, theirs: Books) -> Iterator[tuple[str, Call]]:
    given: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    there: dict[str, Any] = {"actor": books.owner, "club_id": theirs.club.pk}
    mine, foreign = books.people[4].pk, theirs.people[4].pk
    login = theirs.owner.login_id or 0
    yield "add, club", lambda: players.add_player(**there, name="Mới")
    yield "rename, player", lambda: players.rename_player(**given, player_id=foreign, name="Mới")
    yield "merge, player", lambda: merges.merge_players(**given, player_id=foreign, into_id=mine)
    yield "merge, into", lambda: merges.merge_players(**given, player_id=mine, into_id=foreign)
    yield "unmerge, player", lambda: merges.unmerge_player(**given, player_id=foreign)
    yield (
        "claim, player",
        lambda: players.claim_guest(**given, player_id=foreign, login_id=books.owner.login_id or 0),
    )
    yield "claim, login", lambda: players.claim_guest(**given, player_id=mine, login_id=login)
    yield "role, club", lambda: clubs.set_role(**there, login_id=login, role=None)
    yield "change club", lambda: clubs.change_club(**there, name="Mới")
    yield "close club", lambda: closing.close_club(**there, slug=theirs.club.slug)
    yield (
        "add member, club",
        lambda: members.add_member(**there, user_name="owner-clb-mau", role=Role.MEMBER),
    )
    for whose, club in (("login", given), ("club", there)):
        yield (
            f"change role, {whose}",
            _with(members.change_role, {**club, "login_id": login, "role": Role.MEMBER}),
        )
        yield f"remove member, {whose}", _with(members.remove_member, {**club, "login_id": login})
    yield (
        "default, version",
        lambda: rulesets.set_default_ruleset(**given, version_id=theirs.version.pk),
    )
    days: dict[str, Any] = {"first_day": DAY, "last_day": DAY}
    yield "season, club", lambda: seasons.open_season(**there, name="Mùa", **days)
    yield (
        "days, season",
        lambda: seasons.change_season_days(**given, season_id=theirs.season.pk, **days),
    )


def _of_lines(books: Books, theirs: Books) -> Iterator[tuple[str, Call]]:
    given: dict[str, Any] = {
        "actor": books.owner,
        "club_id": books.club.pk,
        "adjustment_id": uuid4(),
    }
    mine, foreign = books.people[0].pk, theirs.people[0].pk
    night: dict[str, Any] = {"night_id": books.night.pk, "points": 1}
    fund = adjustments.FUND
    their_line = adjustments.adjust_night(
        actor=theirs.owner,
        club_id=theirs.club.pk,
        night_id=theirs.night.pk,
        adjustment_id=uuid4(),
        payer=foreign,
        payee=fund,
        points=1,
    )
    yield (
        "adjust, night",
        lambda: adjustments.adjust_night(
            **given, night_id=theirs.night.pk, payer=mine, payee=fund, points=1
        ),
    )
    yield (
        "adjust, payer",
        lambda: adjustments.adjust_night(**given, **night, payer=foreign, payee=mine),
    )
    yield (
        "adjust, payee",
        lambda: adjustments.adjust_night(**given, **night, payer=mine, payee=foreign),
    )
    yield (
        "penalise, season",
        lambda: adjustments.penalise(**given, season_id=theirs.season.pk, player_id=mine, points=1),
    )
    yield (
        "penalise, player",
        lambda: adjustments.penalise(
            **given, season_id=books.season.pk, player_id=foreign, points=1
        ),
    )
    yield (
        "cancel, adjustment",
        lambda: adjustments.cancel_adjustment(**given, cancels_id=their_line.pk),
    )


def _of_questions(books: Books, theirs: Books) -> Iterator[tuple[str, Call]]:
    owner = books.owner
    first = theirs.record(actor=phone(theirs), base_number=1).deal_id
    double = theirs.record(
        theirs.sheet(eats=[(1, False)]), actor=phone(theirs), base_number=1
    ).deal_id
    dispute = questions.raise_dispute(actor=theirs.owner, deal_id=first)
    code_id, _ = joining.create_code(actor=theirs.owner, table_id=theirs.table.pk, role="scorer")
    yield "keep both, deal", lambda: questions.keep_both(actor=owner, deal_id=double)
    yield (
        "drop one, deal",
        lambda: questions.drop_one(actor=owner, deal_id=double, dropped_id=first),
    )
    yield "drop all, deal", lambda: questions.drop_all_of(actor=owner, deal_id=double)
    yield "dispute, deal", lambda: questions.raise_dispute(actor=owner, deal_id=first)
    yield "settle dispute", lambda: questions.settle_dispute(actor=owner, dispute_id=dispute.pk)
    yield (
        "create code, table",
        lambda: joining.create_code(actor=owner, table_id=theirs.table.pk, role="scorer"),
    )
    yield "revoke code", lambda: joining.revoke_code(actor=owner, code_id=code_id)


def _of_settling(books: Books, theirs: Books) -> Iterator[tuple[str, Call]]:
    """Their night is settled, and so are its payments; ours is open."""
    at_home: dict[str, Any] = {"actor": theirs.owner, "club_id": theirs.club.pk}
    settlement = settlements.settle_night(
        **at_home, night_id=theirs.night.pk, settlement_id=uuid4()
    )
    first, second = Payment.objects.filter(settlement=settlement).order_by("position")[:2]
    payments.mark_paid(actor=theirs.owner, payment_id=first.pk)
    for club_id in (books.club.pk, theirs.club.pk):
        whose = "night" if club_id == books.club.pk else "club"
        there: dict[str, Any] = {"actor": books.owner, "club_id": club_id}
        there["night_id"] = theirs.night.pk
        yield f"settle, {whose}", _settling(there)
        yield f"settle by a known id, {whose}", _settling(there, settlement.pk)
        for name, service in (
            ("reopen", settlements.reopen_night),
            ("lock", settlements.lock_night),
            ("unlock", settlements.unlock_night),
        ):
            yield f"{name}, {whose}", _with(service, there)
    for name, step in (
        ("mark paid", payments.mark_paid),
        ("take back", payments.take_back),
        ("confirm", payments.confirm),
        ("waive", payments.waive),
    ):
        for payment in (first, second):
            yield (
                f"{name}, {payment.state}",
                _with(step, {"actor": books.owner, "payment_id": payment.pk}),
            )
    yield (
        "split, payment",
        lambda: payments.split_payment(
            actor=books.owner, payment_id=second.pk, points=1, part_ids=(uuid4(), uuid4())
        ),
    )
    yield (
        "contrary, payment",
        lambda: payments.contrary_payment(
            actor=books.owner, payment_id=first.pk, contrary_id=uuid4(), note="nhầm"
        ),
    )


def _of_seasons(books: Books, theirs: Books) -> Iterator[tuple[str, Call]]:
    given: dict[str, Any] = {"actor": books.owner, "club_id": books.club.pk}
    there: dict[str, Any] = {"actor": books.owner, "club_id": theirs.club.pk}
    their_season: dict[str, Any] = {"season_id": theirs.season.pk}
    policy = StandingsPolicy()
    mine, foreign = (
        policies.publish_policy(
            actor=whose.owner, club_id=whose.club.pk, name="Cách", policy=policy
        ).pk
        for whose in (books, theirs)
    )
    for whose, club in (("season", given), ("club", there)):
        yield f"close, {whose}", _with(season_life.close_season, {**club, **their_season})
        yield (
            f"reopen, {whose}",
            _with(season_life.reopen_season, {**club, **their_season, "note": "nhầm"}),
        )
        yield (
            f"policy of a season, {whose}",
            _with(policies.set_season_policy, {**club, **their_season, "version_id": mine}),
        )
    yield (
        "policy of a season, version",
        lambda: policies.set_season_policy(
            **given, season_id=books.season.pk, version_id=foreign, note="đổi"
        ),
    )
    yield "policy, club", lambda: policies.publish_policy(**there, name="Mới", policy=policy)


def _settling(there: dict[str, Any], settlement_id: UUID | None = None) -> Call:
    return lambda: settlements.settle_night(**there, settlement_id=settlement_id or uuid4())


def _with(service: Callable[..., object], arguments: dict[str, Any]) -> Call:
    return lambda: service(**arguments)


def _revising(books: Books, deal_id: UUID, kind: RevisionKind, sheet: Sheet | None) -> Call:
    return lambda: revise_deal(
        actor=books.owner,
        deal_id=deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=kind,
        sheet=sheet,
    )


def test_another_clubs_ids_open_nothing(books: Books, strangers: Books) -> None:
    opened = {}
    calls = list(_calls(books, strangers))
    with writes_nothing():
        for name, call in calls:
            try:
                call()
                opened[name] = "done"
            except ServiceRefused as refused:
                if refused.code not in UNKNOWN:
                    opened[name] = str(refused.code)
    assert opened == {}
    assert len(calls) > 60


def test_an_id_of_ones_own_would_have_done_it(books: Books) -> None:
    """The calls above fail for the club alone: the same with own ids goes through."""
    with pytest.raises(ServiceRefused) as caught:
        nights.open_table(
            actor=books.owner,
            club_id=books.club.pk,
            night_id=books.night.pk,
            label="Bàn 1",
            stake_points=1,
        )
    assert caught.value.code is ErrorCode.NAME_TAKEN
