"""Deals of a night as people read them: seats, transfers, and why each transfer is there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from scoring.actors import Actor
from scoring.engine import Explanation, Refused, Sheet, explain, score
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    AccountKind,
    Deal,
    DealRevision,
    DealSeat,
    Dispute,
    DisputeState,
    DuplicateState,
    Player,
    PossibleDuplicate,
    Transfer,
)
from scoring.selectors.nights import NightRow
from scoring.selectors.sheets import sheet_as_scored
from scoring.selectors.tables import TableState, role_expression, ruleset_of


@dataclass(frozen=True, slots=True)
class Name:
    """A person as the screen names them; merged people carry the name of the one they were merged
    into.
    """

    player_id: UUID
    name: str
    call_name: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a deal in force."""

    person: Name
    place: int | None
    net_points: int
    hand_points: int | None
    is_mom: bool
    is_forfeit: bool
    eats: int
    last_eats: int
    is_compensator: bool
    u_kind: str


@dataclass(frozen=True, slots=True)
class LineRow:
    """One transfer in force, by the id of its row in the ledger.

    `payer` or `payee` is None for the pot, `loser` the one a compensator pays for.

    `values` are the engine's explanation with people in place of seat ids; empty where another
    engine scored the deal.
    """

    id: int
    payer: Name | None
    payee: Name | None
    loser: Name | None
    points: int
    bets: int
    reason: str
    rule: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which deals of a list: those somebody sits in, those of an ending (`void`: out of the books).

    A void deal has no seats, so a player's deals are deals in the books.
    """

    player_id: UUID | None = None
    ending: str = ""


EVERYTHING: Final = Chosen()
VOID: Final = "void"


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal as it stands. A void deal keeps its number and has neither seats nor lines.

    `sheet` is the one that was scored, with the pot and without typed words.
    """

    id: UUID
    table_id: int
    table_label: str
    number: int
    played_at: datetime
    recorded_at: datetime
    revision_id: UUID
    n: int
    kind: str
    ending: str
    u_kind: str
    stake_points: int
    ruleset_version_id: int
    multiplier: int
    pot_before_points: int | None
    note: str
    is_questioned: bool
    sheet: Sheet
    seats: Sequence[SeatRow]
    lines: Sequence[LineRow]

    @property
    def is_void(self) -> bool:
        """Out of the books: voided, or a misdeal."""
        return not self.seats

    @property
    def is_revised(self) -> bool:
        """Did somebody change it since it was recorded?"""
        return self.n > 1


def list_deals(*, night: NightRow) -> Sequence[DealRow]:
    """Every deal of the night, latest played first; three statements."""
    return deal_rows(deals_of_night(night=night))


def deals_of_night(*, night: NightRow, chosen: Chosen = EVERYTHING) -> QuerySet[Deal]:
    """Deals of a night, latest played first, to be cut into pages and read by `deal_rows`."""
    deals = _chosen(deals_with_lines().filter(table__night_id=night.id), chosen)
    return deals.order_by("-played_at", "-table_id", "-number")


def deals_of_table(*, table: TableState, chosen: Chosen = EVERYTHING) -> QuerySet[Deal]:
    """Deals of a table, highest number first, to be cut into pages and read by `deal_rows`."""
    return _chosen(deals_with_lines().filter(table_id=table.id), chosen).order_by("-number")


def get_deal(*, actor: Actor, deal_id: UUID) -> DealRow:
    """A deal for an actor with a role at its table; `not_found` for everybody else; three
    statements, whatever happened in the deal.
    """
    role = role_expression(actor, table="table_id", club="table__night__club_id")
    deal = deals_with_lines().annotate(actor_role=role).filter(pk=deal_id).first()
    if deal is None or deal.actor_role is None:
        raise ServiceRefused(ErrorCode.NOT_FOUND)
    return deal_rows([deal])[0]


def net_points_of(*, revision_id: UUID) -> Mapping[str, int]:
    """What one revision came to, by the player UUIDs of its sheet; none where it is void."""
    seats = DealSeat.objects.filter(revision_id=revision_id).order_by("seat")
    return {
        str(player_id): points for player_id, points in seats.values_list("player_id", "net_points")
    }


def deal_rows(deals: Iterable[Deal]) -> Sequence[DealRow]:
    """Deals of `deals_of_…`, as people read them."""
    found = list(deals)
    names = _names_of(found)
    return [_row(deal, names) for deal in found]


def _chosen(deals: QuerySet[Deal], chosen: Chosen) -> QuerySet[Deal]:
    seats = DealSeat.objects.filter(revision_id=OuterRef("current_id"))
    if chosen.player_id is not None:
        deals = deals.filter(Exists(seats.filter(player__root__in=_root_of(chosen.player_id))))
    if chosen.ending == VOID:
        return deals.filter(current__seat_count=0)
    if chosen.ending:
        deals = deals.filter(Exists(seats.filter(ending=chosen.ending)))
    return deals


def _root_of(player_id: UUID) -> QuerySet[Player, UUID]:
    """Whoever this player is by now."""
    return Player.objects.filter(pk=player_id).values_list("root_id", flat=True)


def deals_with_lines() -> QuerySet[Deal]:
    """Deals as they stand with seats and transfers, for `deal_rows`; three statements."""
    return (
        Deal.objects.select_related("table", "current__ruleset_version", "current__note")
        .annotate(is_questioned=_is_questioned())
        .prefetch_related(
            Prefetch(
                "current__seats",
                queryset=DealSeat.objects.select_related("player__root").order_by("seat"),
            ),
            Prefetch(
                "current__transfers",
                queryset=Transfer.objects.select_related(
                    "payer", "payee", "loser_account"
                ).order_by("pk"),
            ),
        )
    )


def _is_questioned() -> Q:
    """Disputed, or one of two that may be the same: both are marked until somebody decides."""
    return Exists(Dispute.objects.filter(deal=OuterRef("pk"), state=DisputeState.OPEN)) | Exists(
        PossibleDuplicate.objects.filter(
            Q(deal=OuterRef("pk")) | Q(other=OuterRef("pk")), state=DuplicateState.OPEN
        )
    )


def _names_of(deals: Sequence[Deal]) -> Mapping[str, Name]:
    people = {seat.player for deal in deals for seat in deal.current.seats.all()}
    return {
        str(player.pk): Name(player.root_id, player.root.name, player.root.call_name)
        for player in people
    }


def _row(deal: Deal, names: Mapping[str, Name]) -> DealRow:
    revision = deal.current
    sheet = sheet_as_scored(revision)
    return DealRow(
        id=deal.pk,
        table_id=deal.table_id,
        table_label=deal.table.label,
        number=deal.number,
        played_at=deal.played_at,
        recorded_at=revision.recorded_at,
        revision_id=revision.pk,
        n=revision.n,
        kind=revision.kind,
        ending=sheet.ending,
        u_kind=(sheet.u.kind or "") if sheet.u else "",
        stake_points=revision.stake_points,
        ruleset_version_id=revision.ruleset_version_id,
        multiplier=sheet.multiplier,
        pot_before_points=revision.pot_before_points,
        note=revision.note.text if revision.note else "",
        is_questioned=deal.is_questioned,  # type: ignore[attr-defined] # annotated above
        sheet=sheet,
        seats=[_seat_row(seat, names) for seat in revision.seats.all()],
        lines=_line_rows(revision, names),
    )


def _seat_row(seat: DealSeat, names: Mapping[str, Name]) -> SeatRow:
    return SeatRow(
        person=names[str(seat.player_id)],
        place=seat.place,
        net_points=seat.net_points,
        hand_points=seat.hand_points,
        is_mom=seat.is_mom,
        is_forfeit=seat.is_forfeit,
        eats=seat.eats,
        last_eats=seat.last_eats,
        is_compensator=seat.is_compensator,
        u_kind=seat.u_kind,
    )


def _line_rows(revision: DealRevision, names: Mapping[str, Name]) -> Sequence[LineRow]:
    transfers = list(revision.transfers.all())
    explanations = _explanations(revision, transfers)
    rows: list[LineRow] = []
    for index, transfer in enumerate(transfers):
        rows.append(
            LineRow(
                id=transfer.pk,
                payer=_person(transfer.payer, names),
                payee=_person(transfer.payee, names),
                loser=_person(transfer.loser_account, names),
                points=transfer.points,
                bets=transfer.bets or 0,
                reason=transfer.reason,
                rule=transfer.rule,
                values=_named(explanations[index], names) if explanations else {},
            )
        )
    return rows


def _explanations(
    revision: DealRevision, transfers: Sequence[Transfer]
) -> Sequence[Explanation] | None:
    """The engine's explanation of each line; None where it no longer gives these lines."""
    if not transfers:
        return None
    rules = ruleset_of(revision.ruleset_version.canonical)
    sheet = sheet_as_scored(revision)
    try:
        result = score(sheet, rules)
    except Refused:
        return None
    said = [(line.reason, line.bets) for line in result.transfers]
    if said != [(transfer.reason, transfer.bets) for transfer in transfers]:
        return None
    return explain(sheet, rules, result)


def _person(account: Any, names: Mapping[str, Name]) -> Name | None:
    if account is None or account.kind != AccountKind.PLAYER:
        return None
    return names[str(account.player_id)]


def _named(explanation: Explanation, names: Mapping[str, Name]) -> Mapping[str, Any]:
    """The explanation's values with names where the engine knows seats."""
    return {
        key: names.get(value, value) if isinstance(value, str) else value
        for key, value in explanation.values.items()
    }
