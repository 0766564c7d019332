"""The deals on the board of a table, as phones edit and explain them again.

Knows rows; makes no sentences.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Case, OuterRef, Prefetch, QuerySet, Subquery, Value, When
from django.db.models.fields import TextField
from django.db.models.functions import Cast, Concat

from scoring.models import (
    Deal,
    DealRevision,
    DealSeat,
    Device,
    DuplicateState,
    RulesetVersion,
    Transfer,
)
from scoring.selectors.crowd import Crowd
from scoring.selectors.tables import ruleset_of

DEALS_SHOWN = 100
_SOURCES = UUID("5f1d5a0e-6c1e-4f0a-9b35-7f3c1a1e8d27")
POT = "POT"

Json = dict[str, Any]


def list_board_deals(
    *, table_id: int, ruleset_version_id: int, crowd: Crowd
) -> tuple[Sequence[Json], Mapping[str, Json]]:
    """The last deals of the table, newest first, and the rules of those that were not played by
    this version, by theirs; three statements.
    """
    deals = list(_deals(table_id, ruleset_version_id))
    pairs: dict[UUID, Json] = {}
    for deal in deals:
        pair = _open_pair(deal)
        if pair is not None:
            # Both are marked until somebody decides; the later one is always read with the earlier.
            pairs[deal.possible_duplicate.other_id] = pairs[deal.pk] = pair
    others: dict[int, tuple[str, str]] = {
        deal.current.ruleset_version_id: (deal.other_rules, deal.other_label)
        for deal in deals
        if deal.other_rules
    }
    return [{**_deal(deal, crowd), "doubles": pairs.get(deal.pk)} for deal in deals], {
        str(version): {"rules": ruleset_of(rules).to_json(), "label": label}
        for version, (rules, label) in others.items()
    }


def phone_of(source: str) -> str:
    """What stands for the phone behind a source: its own UUID; of a login that named no phone, or
    of an import, one made from the source.
    """
    kind, _, named = source.partition(":")
    return named if kind == "device" else str(uuid5(_SOURCES, source))


def _deals(table_id: int, ruleset_version_id: int) -> QuerySet[Any]:
    """With seats, lines, who recorded them, the pair each stands in as the later one, and its rules
    where they are not the table's.
    """
    text = TextField()
    version = RulesetVersion.objects.filter(pk=OuterRef("current__ruleset_version_id"))
    label = Concat("ruleset__name", Value(" · v"), Cast("n", text), output_field=text)
    is_now = When(current__ruleset_version_id=ruleset_version_id, then=Value(""))
    rules_of = Case(is_now, default=Subquery(version.values("canonical")), output_field=text)
    label_of = Case(is_now, default=Subquery(version.values(told=label)), output_field=text)
    recorded = DealRevision.objects.filter(deal_id=OuterRef("pk"), n=1)
    phone = Device.objects.filter(pk=OuterRef("author_device"))
    return (
        Deal.objects.filter(table_id=table_id)
        .select_related("current", "possible_duplicate")
        .annotate(
            author_login=Subquery(recorded.values("author_login_id")),
            author_name=Subquery(recorded.values("author_login__username")),
            author_device=Subquery(recorded.values("author_device")),
            author_label=Subquery(phone.values("label__text")),
            author_source=Subquery(recorded.values("source")),
            other_rules=rules_of,
            other_label=label_of,
        )
        .prefetch_related(
            Prefetch("current__seats", queryset=DealSeat.objects.order_by("seat")),
            Prefetch("current__transfers", queryset=Transfer.objects.order_by("pk")),
        )
        .order_by("-number")[:DEALS_SHOWN]
    )


def _deal(deal: Any, crowd: Crowd) -> Json:
    revision: DealRevision = deal.current
    seats: list[DealSeat] = list(revision.seats.all())
    ends = {seat.account_id: str(seat.player_id) for seat in seats}
    return {
        "id": str(deal.pk),
        "number": deal.number,
        "n": revision.n,
        "kind": revision.kind,
        "is_void": revision.is_void,
        "stake_points": revision.stake_points,
        "ruleset_version_id": revision.ruleset_version_id,
        "sheet": _sheet(revision),
        "places": {str(seat.player_id): seat.place for seat in seats},
        "net_points": {str(seat.player_id): seat.net_points for seat in seats},
        "transfers": [
            {
                "payer": ends.get(line.payer_id, POT),
                "payee": ends.get(line.payee_id, POT),
                "bets": line.bets,
                "points": line.points,
                "reason": line.reason,
                "rule": line.rule,
                "for": ends[line.loser_account_id] if line.loser_account_id else None,
            }
            for line in revision.transfers.all()
        ],
        "author": crowd.author(deal.author_login, deal.author_name or "", deal.author_label or ""),
        "recorded_by": phone_of(deal.author_source),
        "played_at": deal.played_at.isoformat().replace("+00:00", "Z"),
    }


def _sheet(revision: DealRevision) -> Json:
    """The sheet that was scored. It is kept complete and was read before it was kept, so that a
    hundred of them need not be read again.
    """
    sheet: Json = json.loads(revision.sheet)
    if revision.pot_before_points is not None:
        sheet["pot"] = revision.pot_before_points // revision.stake_points
    return sheet


def _open_pair(deal: Deal) -> Json | None:
    """The open pair in which the deal may be another phone's record of `other_id`."""
    pair = getattr(deal, "possible_duplicate", None)
    if pair is None or pair.state != DuplicateState.OPEN:
        return None
    return {"deal_id": str(pair.deal_id), "other_id": str(pair.other_id), "why": pair.why}
