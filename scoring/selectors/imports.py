"""What an import has to know of the database before it writes: where its deals would go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol
from uuid import UUID

from django.db.models import Sum

from scoring.engine import Refused, Ruleset, Sheet, canonical_json
from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import (
    AccountKind,
    Club,
    DealRevision,
    Night,
    NightState,
    Player,
    RulesetVersion,
    Season,
    SeasonState,
    Table,
    Transfer,
)
from scoring.names import name_key
from scoring.selectors.roster import ids_by_name
from scoring.selectors.seasons import find_season_by_name
from scoring.selectors.sheets import read_sheet

CHUNK = 500


class HeaderLike(Protocol):
    """What is read of a file's header here."""

    @property
    def season_name(self) -> str: ...
    @property
    def first_day(self) -> date: ...
    @property
    def last_day(self) -> date: ...
    @property
    def players(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Target:
    """The club and season the file speaks of, as far as they exist.

    `people` says who a name means, by `name_key`: the id of a player's root, or, for those the
    import would add, the key itself. `elsewhere` are days whose night lies in another season,
    `states` what became of the season's nights.
    """

    slug: str
    club: Club | None
    season: Season | None
    first_day: date
    last_day: date
    people: Mapping[str, UUID | str]
    elsewhere: frozenset[date]
    states: Mapping[date, NightState]

    @property
    def club_id(self) -> int | None:
        """The club's id, if there is one yet."""
        return self.club.pk if self.club else None

    def takes(self, day: date) -> bool:
        """Does a night of this club day lie in the season?"""
        return self.first_day <= day <= self.last_day and day not in self.elsewhere

    @property
    def is_closed(self) -> bool:
        """Is the season there, and closed?"""
        return self.season is not None and self.season.state == SeasonState.CLOSED


@dataclass(frozen=True, slots=True)
class KnownDeal:
    """A deal in the books, as it was first sent.

    `content` is its sheet as `content_by_seat` gives it, `roots` the people at the end of their
    pointers, in seat order: two who met in a deal that is void may be one by now.
    """

    club_id: int
    day: date
    label_key: str
    stake_points: int
    content: str | None
    roots: Sequence[str]


@dataclass(frozen=True, slots=True)
class TableNow:
    """How far a table has come, and what its pot holds."""

    last_number: int
    pot_points: int


def find_target(header: HeaderLike, *, slug: str) -> Target:
    """Where the file's deals would go.

    Errors: `season_days_invalid`, and `season_overlaps` where the season would have to be opened
    over days that belong to another.
    """
    if header.first_day > header.last_day:
        raise ServiceRefused(ErrorCode.SEASON_DAYS_INVALID, field="season.last_day")
    club = Club.objects.filter(slug=slug).first()
    season = find_season_by_name(club_id=club.pk, name=header.season_name) if club else None
    people: dict[str, UUID | str] = {name_key(name): name_key(name) for name in header.players}
    if club is not None:
        people |= ids_by_name(club_id=club.pk)
    if club is not None and season is None:
        _verify_free_days(club, header)
    nights = Night.objects.filter(club=club) if club else Night.objects.none()
    states = nights.filter(season=season).values_list("day", "state")
    return Target(
        slug=slug,
        club=club,
        season=season,
        first_day=season.first_day if season else header.first_day,
        last_day=season.last_day if season else header.last_day,
        people=people,
        elsewhere=frozenset(nights.exclude(season=season).values_list("day", flat=True)),
        states={day: NightState(state) for day, state in states},
    )


def find_ruleset_version(*, club_id: int, rules: Ruleset) -> RulesetVersion | None:
    """The club's latest published version that says exactly this."""
    return (
        RulesetVersion.objects.filter(
            ruleset__club_id=club_id, canonical=canonical_json(rules.to_json())
        )
        .order_by("-pk")
        .first()
    )


def list_known_deals(deal_ids: Sequence[UUID]) -> Mapping[UUID, KnownDeal]:
    """Those of these deals that are in the books, of whatever club: an id is used once."""
    found: dict[UUID, KnownDeal] = {}
    roots: dict[int, Mapping[str, str]] = {}
    for start in range(0, len(deal_ids), CHUNK):
        revisions = DealRevision.objects.filter(
            n=1, deal_id__in=deal_ids[start : start + CHUNK]
        ).select_related("deal__table__night")
        for revision in revisions:
            table = revision.deal.table
            club_id = table.night.club_id
            if club_id not in roots:
                roots[club_id] = _roots_of(club_id)
            sheet = read_sheet(revision.sheet)
            found[revision.deal_id] = KnownDeal(
                club_id=club_id,
                day=table.night.day,
                label_key=table.label_key,
                stake_points=revision.stake_points,
                content=content_by_seat(sheet),
                roots=[roots[club_id][seat] for seat in sheet.seats],
            )
    return found


def content_by_seat(sheet: Sheet) -> str | None:
    """The sheet without notes, pot and names: its people are named by where they sit.

    None where the sheet names strangers in a way that cannot be read so.
    """
    try:
        named = sheet.with_players({seat: f"#{i}" for i, seat in enumerate(sheet.seats)})
    except Refused:
        return None
    return named.without_notes().with_pot(0).canonical()


def list_tables_now(*, club_id: int) -> Mapping[tuple[date, str], TableNow]:
    """Every table of the club, by the day and the key of its label."""
    pots: dict[int, int] = {}
    lines = Transfer.objects.filter(revision__current_of__table__night__club_id=club_id).order_by()
    for side, sign in (("payee", 1), ("payer", -1)):
        sums = lines.filter(**{f"{side}__kind": AccountKind.POT}).values_list(f"{side}__table_id")
        for table_id, points in sums.annotate(total=Sum("points")):
            pots[table_id] = pots.get(table_id, 0) + sign * int(points)
    tables = Table.objects.filter(night__club_id=club_id)
    return {
        (day, label_key): TableNow(last_number, pots.get(pk, 0))
        for pk, day, label_key, last_number in tables.values_list(
            "pk", "night__day", "label_key", "last_number"
        )
    }


def _roots_of(club_id: int) -> Mapping[str, str]:
    pairs = Player.objects.filter(club_id=club_id).values_list("pk", "root_id")
    return {str(player_id): str(root_id) for player_id, root_id in pairs}


def _verify_free_days(club: Club, header: HeaderLike) -> None:
    other = Season.objects.filter(
        club=club, first_day__lte=header.last_day, last_day__gte=header.first_day
    ).first()
    if other is not None:
        raise ServiceRefused(
            ErrorCode.SEASON_OVERLAPS,
            field="season.first_day",
            season_id=other.pk,
            season=other.name,
        )
