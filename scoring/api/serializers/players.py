"""People of a club's roster and their figures."""

from typing import Any

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.fields import Id, Text, Whole
from scoring.api.serializers.paged import Paged


class Truth(serializers.BooleanField):
    """true or false, and no other spelling of them."""

    def to_internal_value(self, data: Any) -> bool:
        """The value as it came."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Player(Output):
    """Somebody of the roster. `root_id` is who they are by now: another where they were merged
    away. `aliases` are the names of those merged into them, `deals` those in force over all
    seasons.
    """

    player_id = serializers.UUIDField(source="id")
    root_id = serializers.UUIDField()
    name = serializers.CharField()
    call_name = serializers.CharField()
    is_guest = serializers.BooleanField()
    user_name = serializers.CharField(allow_blank=True)
    deals = serializers.IntegerField()
    aliases = serializers.ListField(child=serializers.CharField())


class PlayersChosen(Paged):
    """`q` finds names without marks and whatever the case."""

    q = serializers.CharField(required=False, allow_blank=True, max_length=80)


class NewPlayer(Input):
    """A person to be added; scorers may add guests."""

    name = Text(max_length=80)
    is_guest = Truth(default=False)


class NewGuest(Input):
    """Somebody who sits down at a table and whom the club does not know. The service says what is
    wrong with a name.
    """

    name = Text(allow_blank=True, max_length=400)


class Rename(Input):
    """Another name for the same person."""

    name = Text(max_length=80)


class Claim(Input):
    """The login of a member that a guest turns out to be."""

    login_id = Whole(min_value=1, max_value=2**63 - 1)


class Merge(Input):
    """Who the person turns out to be."""

    into_id = Id()


class MergePreview(Output):
    """Who would become whom, in how many deals, and the names they would be found by."""

    player = Player()
    into = Player()
    deals = serializers.IntegerField()
    aliases = serializers.ListField(child=serializers.CharField())


class FiguresChosen(Input):
    """Left out: all seasons."""

    season_id = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


class PlaceCount(Output):
    """How often somebody took a place among so many seats."""

    seats = serializers.IntegerField()
    place = serializers.IntegerField()
    count = serializers.IntegerField()


class NightPoints(Output):
    """What one night came to, adjustments included."""

    day = serializers.DateField()
    deals = serializers.IntegerField()
    points = serializers.IntegerField()


class UWin(Output):
    """A deal won by ù."""

    kind = serializers.CharField()
    day = serializers.DateField()
    table = serializers.CharField(source="table_label")
    number = serializers.IntegerField()
    points = serializers.IntegerField()


class Opponent(Output):
    """Deals at the same table, and what passed between the two: above zero was received."""

    player_id = serializers.UUIDField(source="person.player_id")
    name = serializers.CharField(source="person.name")
    deals = serializers.IntegerField()
    points = serializers.IntegerField()


class Figures(Output):
    """A person's sums (standings.md, S-02 to S-04). Opponents and `elsewhere_points` (pots and the
    fund) add up to `net_points`. `u_wins` are the latest twenty.
    """

    player_id = serializers.UUIDField()
    name = serializers.CharField()
    deals = serializers.IntegerField()
    night_count = serializers.IntegerField()
    net_points = serializers.IntegerField()
    net_bets = serializers.IntegerField()
    moms = serializers.IntegerField()
    compensations = serializers.IntegerField()
    eats = serializers.IntegerField()
    eaten = serializers.IntegerField()
    last_eats = serializers.IntegerField()
    last_eaten = serializers.IntegerField()
    places = PlaceCount(many=True)
    u_by_kind = serializers.DictField(child=serializers.IntegerField())
    u_wins = UWin(many=True)
    nights = NightPoints(many=True)
    opponents = Opponent(many=True)
    elsewhere_points = serializers.IntegerField()


class EatCount(Output):
    """Eats one of the two paid the other for."""

    reason = serializers.ChoiceField(["eat", "last_eat"])
    made = serializers.IntegerField()
    lost = serializers.IntegerField()


class Between(Output):
    """What passed between the two in one night."""

    day = serializers.DateField()
    points = serializers.IntegerField()


class Against(Output):
    """Two people, seen from the first: points above zero came from the other. `placed` are the
    deals in which both have a place.
    """

    deals = serializers.IntegerField()
    placed = serializers.IntegerField()
    higher = serializers.IntegerField()
    lower = serializers.IntegerField()
    points = serializers.IntegerField()
    by_reason = serializers.DictField(child=serializers.IntegerField())
    eats = EatCount(many=True)
    nights = Between(many=True)
