"""What events of the audit log speak of, looked up for many events at once.

An event holds ids and no names. Each kind of thing is one statement, and none where no event
speaks of it. Ids of another club find nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from scoring.models import (
    Account,
    Adjustment,
    AuditEvent,
    Deal,
    DealRevision,
    DealSeat,
    Device,
    JoinCode,
    Login,
    Payment,
    Player,
    Policy,
    PolicyVersion,
    Ruleset,
    RulesetVersion,
    Season,
    Table,
)
from scoring.selectors.deals import Name


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat of one revision of a deal."""

    person: Name
    place: int | None
    seat_count: int
    points: int
    is_mom: bool
    u_kind: str


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table, and which of its night's it is, from 1, as addresses name it."""

    label: str
    index: int


@dataclass(frozen=True, slots=True)
class DealPlace:
    """Where a deal stands."""

    number: int
    table_id: int


@dataclass(frozen=True, slots=True)
class Hand:
    """Points that go from one to another. An end is a player, or the kind of a club's account;
    a penalty has a `payee` alone, with signed points.
    """

    payer: Name | str
    payee: Name | str
    points: int


@dataclass(slots=True)
class Objects:
    """Everything by its id; numbers as they are, UUIDs as text. `revisions` are seats by deal and
    number of the revision.
    """

    people: dict[str, Name] = field(default_factory=dict)
    player_of_login: dict[int, Name] = field(default_factory=dict)
    logins: dict[int, str] = field(default_factory=dict)
    devices: dict[str, str] = field(default_factory=dict)
    tables: dict[int, TablePlace] = field(default_factory=dict)
    deals: dict[str, DealPlace] = field(default_factory=dict)
    revisions: dict[tuple[str, int], list[SeatState]] = field(default_factory=dict)
    rulesets: dict[int, str] = field(default_factory=dict)
    ruleset_versions: dict[int, tuple[str, int]] = field(default_factory=dict)
    policies: dict[int, str] = field(default_factory=dict)
    policy_versions: dict[int, tuple[str, int]] = field(default_factory=dict)
    seasons: dict[int, str] = field(default_factory=dict)
    codes: dict[int, int] = field(default_factory=dict)
    hands: dict[str, Hand] = field(default_factory=dict)

    def seats_of(self, deal_id: str, n: object) -> Sequence[SeatState]:
        """The seats of this revision; none where it is void or the event is of something else."""
        return self.revisions.get((deal_id, n), ()) if isinstance(n, int) else ()


def look_up(events: Sequence[AuditEvent], *, club_id: int) -> Objects:
    """Everything these events of one club speak of."""
    asked = _Asked(events)
    found = Objects()
    _find_deals(found, asked, club_id)
    _find_rules(found, asked, club_id)
    _find_hands(found, asked, club_id)
    _find_tables(found, asked, club_id)
    _find_people(found, asked, club_id)
    return found


class _Asked:
    """The ids in the events, by kind."""

    def __init__(self, events: Sequence[AuditEvent]) -> None:
        self.events = events
        self.nights = {event.night_id for event in events if event.night_id is not None}
        self.values = [value for event in events for value in (event.before, event.after) if value]

    def objects(self, kind: str) -> list[str]:
        """Ids of the objects of this kind."""
        return [event.object_id for event in self.events if event.object_kind == kind]

    def numbers(self, key: str, kind: str = "") -> set[int]:
        """Number ids under this key of before and after, and of the objects of this kind."""
        said = {value[key] for value in self.values if isinstance(value.get(key), int)}
        return said | {int(object_id) for object_id in self.objects(kind)}

    def uuids(self, key: str, kind: str = "") -> set[UUID]:
        """The same for UUIDs; lists of them too."""
        said: set[UUID] = {UUID(object_id) for object_id in self.objects(kind)}
        for value in self.values:
            given = value.get(key)
            listed = given if isinstance(given, list) else [given] if given else []
            said |= {UUID(item) for item in listed}
        return said


def _find_deals(found: Objects, asked: _Asked, club_id: int) -> None:
    deal_ids = asked.uuids("other", "deal")
    if not deal_ids:
        return
    deals = Deal.objects.filter(pk__in=deal_ids, table__night__club_id=club_id)
    for pk, number, table_id in deals.values_list("pk", "number", "table_id"):
        found.deals[str(pk)] = DealPlace(number, table_id)
    revisions = DealRevision.objects.filter(
        deal_id__in=deal_ids, n__in=asked.numbers("n"), deal__table__night__club_id=club_id
    )
    seats = DealSeat.objects.filter(revision__in=revisions).select_related(
        "player__root", "revision"
    )
    for seat in seats.order_by("revision_id", "seat"):
        key = (str(seat.revision.deal_id), seat.revision.n)
        found.revisions.setdefault(key, []).append(
            SeatState(
                person=_name(seat.player.root),
                place=seat.place,
                seat_count=seat.revision.seat_count,
                points=seat.net_points,
                is_mom=seat.is_mom or seat.is_forfeit,
                u_kind=seat.u_kind,
            )
        )


def _find_rules(found: Objects, asked: _Asked, club_id: int) -> None:
    if ids := asked.numbers("", "ruleset"):
        rulesets = Ruleset.objects.filter(pk__in=ids, club_id=club_id)
        found.rulesets = dict(rulesets.values_list("pk", "name"))
    if ids := asked.numbers("ruleset_version_id"):
        versions = RulesetVersion.objects.filter(pk__in=ids, ruleset__club_id=club_id)
        found.ruleset_versions = {
            pk: (name, n) for pk, name, n in versions.values_list("pk", "ruleset__name", "n")
        }
    if ids := asked.numbers("", "policy"):
        policies = Policy.objects.filter(pk__in=ids, club_id=club_id)
        found.policies = dict(policies.values_list("pk", "name"))
    if ids := asked.numbers("policy_version_id"):
        kept = PolicyVersion.objects.filter(pk__in=ids, policy__club_id=club_id)
        found.policy_versions = {
            pk: (name, n) for pk, name, n in kept.values_list("pk", "policy__name", "n")
        }
    if ids := asked.numbers("season_id", "season"):
        seasons = Season.objects.filter(pk__in=ids, club_id=club_id)
        found.seasons = dict(seasons.values_list("pk", "name"))


def _find_hands(found: Objects, asked: _Asked, club_id: int) -> None:
    if ids := asked.uuids("", "payment"):
        payments = Payment.objects.filter(pk__in=ids, settlement__club_id=club_id)
        for payment in payments.select_related("payer__player__root", "payee__player__root"):
            found.hands[str(payment.pk)] = Hand(
                _end(payment.payer), _end(payment.payee), payment.points
            )
    if ids := asked.uuids("", "adjustment"):
        adjustments = Adjustment.objects.filter(pk__in=ids, club_id=club_id).select_related(
            "payer__player__root", "payee__player__root", "player__root"
        )
        for line in adjustments:
            if line.player is not None:
                found.hands[str(line.pk)] = Hand("", _name(line.player.root), line.points)
            elif line.payer is not None and line.payee is not None:
                found.hands[str(line.pk)] = Hand(_end(line.payer), _end(line.payee), line.points)


def _find_tables(found: Objects, asked: _Asked, club_id: int) -> None:
    if ids := asked.numbers("", "code"):
        codes = JoinCode.objects.filter(pk__in=ids, table__night__club_id=club_id)
        found.codes = dict(codes.values_list("pk", "table_id"))
    if not asked.nights:
        return
    tables = Table.objects.filter(night_id__in=asked.nights, night__club_id=club_id)
    index: dict[int, int] = {}
    for pk, night_id, label in tables.order_by("pk").values_list("pk", "night_id", "label"):
        index[night_id] = index.get(night_id, 0) + 1
        found.tables[pk] = TablePlace(label, index[night_id])


def _find_people(found: Objects, asked: _Asked, club_id: int) -> None:
    ids = asked.uuids("merged_into", "player") | asked.uuids("seats") | asked.uuids("bench")
    logins = {event.actor_login_id for event in asked.events if event.actor_login_id is not None}
    logins |= asked.numbers("login_id", "login")
    if ids:
        players = Player.objects.filter(pk__in=ids, club_id=club_id)
        # A merged player is named by its own name here: the event is about that entry.
        found.people = {str(player.pk): _name(player) for player in players}
    if logins:
        linked = Player.objects.filter(club_id=club_id, login_id__in=logins).select_related("root")
        found.player_of_login = {
            player.login_id: _name(player.root) for player in linked if player.login_id
        }
    if named := asked.numbers("login_id", "login"):
        # The club's own events name them, and who has lost the role is named all the same.
        found.logins = dict(Login.objects.filter(pk__in=named).values_list("pk", "username"))
    devices = {event.actor_device for event in asked.events if event.actor_device is not None}
    if devices:
        phones = Device.objects.filter(
            pk__in=devices, table__night__club_id=club_id, label__isnull=False
        )
        found.devices = {str(pk): text for pk, text in phones.values_list("pk", "label__text")}


def _name(player: Player) -> Name:
    return Name(player.pk, player.name, player.call_name)


def _end(account: Account) -> Name | str:
    return _name(account.player.root) if account.player is not None else str(account.kind)


def list_names(found: Objects) -> Iterable[Name]:
    """Everybody named, for a page that calls people by their call names."""
    yield from found.people.values()
    yield from found.player_of_login.values()
    for seats in found.revisions.values():
        yield from (seat.person for seat in seats)
    for hand in found.hands.values():
        yield from (end for end in (hand.payer, hand.payee) if isinstance(end, Name))
