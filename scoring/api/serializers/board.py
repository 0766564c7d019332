"""The board of a table, as its page keeps it."""

from typing import Any

from rest_framework import serializers

from scoring.actors import Role
from scoring.api.base import Output
from scoring.api.fields import Instant, RulesJson, SheetJson
from scoring.api.serializers.deals import KINDS
from scoring.api.serializers.people import Person
from scoring.api.serializers.tables import STATES

_BY_PLAYER = "By player UUID."


class Habits(Output):
    """What the club does after a deal: who came last makes room for who waits; seats are changed
    after an ù. The table page reminds of it. And whether hand points are written down.
    """

    rotates_loser = serializers.BooleanField()
    swaps_after_u = serializers.BooleanField()
    counts_points = serializers.BooleanField()


class BoardTable(Output):
    """The table and the terms in force; merged people are who they are by now."""

    id = serializers.IntegerField()
    club = serializers.CharField()
    club_name = serializers.CharField()
    day = serializers.DateField()
    label = serializers.CharField()  # type: ignore[assignment] # a field of the answer
    state = serializers.ChoiceField(STATES)
    is_season_closed = serializers.BooleanField()
    version = serializers.IntegerField()
    last_number = serializers.IntegerField()
    stake_points = serializers.IntegerField()
    ruleset_version_id = serializers.IntegerField()
    role = serializers.ChoiceField([str(role) for role in Role], help_text="Of the one who asks.")
    records_as = serializers.UUIDField(
        help_text="Stands for the phone that asks, unless its login names one when it records."
    )
    seats = Person(many=True)
    bench = Person(many=True)
    habits = Habits()


class RosterPerson(Person):
    """Somebody of the club: called so at the table, and known to the roster by the full name."""

    full_name = serializers.CharField()


class BoardTransfer(Output):
    """A line of a deal: ends are player UUIDs of its sheet, or `POT`."""

    payer = serializers.CharField()
    payee = serializers.CharField()
    bets = serializers.IntegerField()
    points = serializers.IntegerField()
    reason = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)

    def get_fields(self) -> dict[str, Any]:
        """`for` is a word of Python's."""
        loser = serializers.UUIDField(allow_null=True, help_text="Whom a compensator pays for.")
        return {**super().get_fields(), "for": loser}


class BoardPair(Output):
    """`deal_id` may be another phone's record of `other_id`, which was there first."""

    deal_id = serializers.UUIDField()
    other_id = serializers.UUIDField()
    why = serializers.ChoiceField(["number", "content"])


class BoardDeal(Output):
    """A deal as it stands; a void one keeps its number and its sheet, and has no points."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    n = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    is_void = serializers.BooleanField()
    stake_points = serializers.IntegerField()
    ruleset_version_id = serializers.IntegerField()
    sheet = SheetJson()
    places = serializers.DictField(
        child=serializers.IntegerField(allow_null=True), help_text=_BY_PLAYER
    )
    net_points = serializers.DictField(child=serializers.IntegerField(), help_text=_BY_PLAYER)
    transfers = BoardTransfer(many=True)
    author = serializers.CharField(
        allow_blank=True, help_text="Who recorded it: a person, or what the phone is called."
    )
    recorded_by = serializers.UUIDField(help_text="Stands for the phone that recorded it.")
    played_at = Instant()
    doubles = BoardPair(allow_null=True, help_text="The open pair it stands in, on either side.")


class BoardWriter(Output):
    """A phone that is writing, as it calls itself; not the id of a phone that joined."""

    phone = serializers.UUIDField()
    name = serializers.CharField(allow_blank=True, help_text="Of who holds it.")
    took_over_at = Instant(allow_null=True, help_text="When it took the writing over.")


class OtherRules(Output):
    """Rules that deals of the table were played by, and the table no more."""

    rules = RulesJson()
    label = serializers.CharField()  # type: ignore[assignment] # a field of the answer


class Board(Output):
    """All that a phone needs to score at a table."""

    table = BoardTable()
    rules = RulesJson()
    rules_label = serializers.CharField()
    other_rules = serializers.DictField(
        child=OtherRules(), help_text="Of deals that are under another version, by its id."
    )
    pot_points = serializers.IntegerField(allow_null=True, help_text="Null without a pot.")
    balances = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Points of the night by player UUID, of all who played or sit.",
    )
    names = serializers.DictField(
        child=serializers.CharField(),
        help_text="What everybody named here is called, by player UUID.",
    )
    roster = RosterPerson(
        many=True, help_text="Who may sit down, the latest first; for scorers alone."
    )
    deals = BoardDeal(many=True)
    writers = BoardWriter(
        many=True, help_text="Who has written in the last minute; for scorers alone."
    )
