"""A season's tallies as they were, and as they would be without the latest play (S-60).

Built again from the facts, which carry their time: revisions, adjustments, pot moves, audit events
of merges. Only tables with a revision or a pot move since that moment are counted from their seats;
every other table's tally is what it was.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Max, Min, Q

from scoring.engine.standings import (
    SeasonPlayer,
    StandingsPolicy,
    Tallies,
    Tally,
    direct_groups,
    rank_season,
)
from scoring.models import (
    AuditEvent,
    Deal,
    DealRevision,
    DealSeat,
    Night,
    PolicyVersion,
    PotMove,
    Season,
    Table,
    Transfer,
)
from scoring.selectors.policies import parse_policy, policy_of
from scoring.selectors.rebuild import tally_columns
from scoring.selectors.standings import (
    list_meetings,
    list_season_nights,
    list_season_players,
    penalties_of,
    tallies_of_tables,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """`before` are the facts in force just before `at`; `corrected` those of now without what was
    first recorded since; `policy` is the one of that time.
    """

    at: datetime
    before: Tallies
    corrected: Tallies
    policy: StandingsPolicy


def latest_night_began(season: Season) -> datetime | None:
    """When the first deal of the season's latest night was recorded; None for a season unplayed."""
    latest = (
        Night.objects.filter(season=season, tables__last_number__gt=0)
        .order_by("-day", "-pk")
        .values_list("pk", flat=True)
        .first()
    )
    if latest is None:
        return None
    first = DealRevision.objects.filter(deal__table__night_id=latest, n=1)
    began: datetime | None = first.aggregate(at=Min("recorded_at"))["at"]
    return began


def read_moment(season: Season, at: datetime) -> Moment:
    """Both earlier inputs, with the meetings their ties need."""
    policy = policy_before(season, at)
    touched = _touched_tables(season, at)
    untouched = tuple(tallies_of_tables(season, but=touched))
    adjusted = tuple(_adjusted(season, at))
    then = _in_force(touched, at, first_only=False)
    known_then = _in_force(touched, at, first_only=True)
    players = list_season_players(club_id=season.club_id)
    before = Tallies(
        season=str(season.pk),
        seed=season.seed,
        nights=list_season_nights(season),
        players=players_before(season, players, at),
        tallies=(*untouched, *_counted(then, touched, at), *adjusted),
        penalties=penalties_of(season, before=at),
    )
    corrected = replace(
        before,
        players=players,
        tallies=(*untouched, *_counted(known_then, touched, at), *adjusted),
        penalties=penalties_of(season),
    )
    elsewhere = list(
        Deal.objects.filter(table__night__season=season)
        .exclude(table_id__in=touched)
        .values_list("current_id", flat=True)
    )
    return Moment(
        at=at,
        before=_with_meetings(season, before, policy, [*elsewhere, *then]),
        corrected=_with_meetings(season, corrected, policy_of(season), [*elsewhere, *known_then]),
        policy=policy,
    )


def policy_before(season: Season, at: datetime) -> StandingsPolicy:
    """The policy the season was ranked by then: what the first later change replaced."""
    later = AuditEvent.objects.filter(
        club_id=season.club_id, at__gte=at, action="season.policy", object_id=str(season.pk)
    )
    event = later.order_by("pk").first()
    if event is None:
        return policy_of(season)
    version_id = (event.before or {}).get("policy_version_id")
    if version_id is None:
        return StandingsPolicy()
    return parse_policy(PolicyVersion.objects.get(pk=version_id).canonical)


def _with_meetings(
    season: Season, tallies: Tallies, policy: StandingsPolicy, revision_ids: Sequence[Any]
) -> Tallies:
    groups = direct_groups(rank_season(tallies, policy))
    if not groups:
        return tallies
    meetings = list_meetings(season, groups, revision_ids=revision_ids)
    return replace(tallies, meetings=tuple(meetings))


def players_before(
    season: Season, players: Sequence[SeasonPlayer], at: datetime
) -> tuple[SeasonPlayer, ...]:
    """The roster with pointers and guest flags as they were: later events taken back one by one."""
    known = {player.player: player for player in players}
    events = AuditEvent.objects.filter(
        club_id=season.club_id,
        at__gte=at,
        action__in=("player.merge", "player.unmerge", "player.claim"),
    ).order_by("-pk")
    for event in events:
        player = known[event.object_id]
        said = event.before or {}
        if event.action == "player.claim":
            player = replace(player, is_guest=bool(said.get("is_guest")))
        else:
            player = replace(player, merged_into=said.get("merged_into"))
        known[event.object_id] = player
    return tuple(known.values())


def _touched_tables(season: Season, at: datetime) -> list[int]:
    """Tables of the season at which anything was written since."""
    tables = Table.objects.filter(night__season=season).filter(
        Q(deals__revisions__recorded_at__gte=at) | Q(pot_moves__recorded_at__gte=at)
    )
    return list(tables.distinct().order_by("pk").values_list("pk", flat=True))


def _counted(
    revision_ids: Sequence[Any], table_ids: Sequence[int], at: datetime
) -> Iterator[Tally]:
    """The touched tables' tallies from the seats of these revisions, and pots closed by then."""
    sums: dict[tuple[str, str], dict[str, int]] = {}
    seats = DealSeat.objects.filter(revision_id__in=revision_ids)
    for seat in seats.select_related("revision__deal__table"):
        key = (str(seat.revision.deal.table.night_id), str(seat.player_id))
        row = sums.setdefault(key, {})
        for column, count in tally_columns(seat, seat.revision.seat_count, seat.net_points):
            row[column] = row.get(column, 0) + count
    for night, player, points in _closings(table_ids, at):
        row = sums.setdefault((night, player), {})
        row["net_points"] = row.get("net_points", 0) + points
    for (night, player), row in sums.items():
        yield _tally(night, player, row)


def _in_force(table_ids: Sequence[int], at: datetime, *, first_only: bool) -> list[Any]:
    """The revisions that count: the last before the moment, or the current of deals known then."""
    deals = Deal.objects.filter(table_id__in=table_ids)
    known = deals.filter(revisions__n=1, revisions__recorded_at__lt=at)
    if first_only:
        return list(known.values_list("current_id", flat=True))
    last = deals.filter(revisions__recorded_at__lt=at).annotate(n=Max("revisions__n"))
    pairs = dict(last.values_list("pk", "n"))
    revisions = DealRevision.objects.filter(deal_id__in=pairs).values_list("pk", "deal_id", "n")
    return [pk for pk, deal_id, n in revisions if pairs[deal_id] == n]


def _closings(table_ids: Sequence[int], at: datetime) -> Iterator[tuple[str, str, int]]:
    """Shares of pots closed before the moment: night, player, signed points."""
    moves = PotMove.objects.filter(table_id__in=table_ids, recorded_at__lt=at)
    lines = Transfer.objects.filter(pot_move__in=moves)
    for side, sign in (("payee", 1), ("payer", -1)):
        rows = lines.filter(**{f"{side}__player__isnull": False}).values_list(
            "pot_move__table__night_id", f"{side}__player_id", "points"
        )
        for night, player, points in rows:
            yield str(night), str(player), sign * points


def _adjusted(season: Season, at: datetime) -> Iterator[Tally]:
    """Night adjustments recorded before the moment: nets only."""
    lines = Transfer.objects.filter(
        adjustment__night__season=season, adjustment__recorded_at__lt=at
    )
    sums: dict[tuple[str, str], int] = {}
    for side, sign in (("payee", 1), ("payer", -1)):
        rows = lines.filter(**{f"{side}__player__isnull": False}).values_list(
            "adjustment__night_id", f"{side}__player_id", "points"
        )
        for night, player, points in rows:
            key = (str(night), str(player))
            sums[key] = sums.get(key, 0) + sign * points
    for (night, player), points in sums.items():
        if points:
            yield Tally(night, None, player, net_points=points)


def _tally(night: str, player: str, row: dict[str, int]) -> Tally:
    kinds = ("plain", "ten", "round", "zero", "dry")
    by_kind = {kind: row.get(f"u_{kind}", 0) for kind in kinds}
    plain = {name: row.get(name, 0) for name in Tally._fields[3:22] if name != "u_wins"}
    return Tally(night, "counted", player, u_wins=sum(by_kind.values()), u_by_kind=by_kind, **plain)
