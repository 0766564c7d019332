"""People and accounts as answers name them."""

from rest_framework import serializers

from scoring.api.base import Output


class Person(Output):
    """A player; merged people are who they are by now."""

    player_id = serializers.UUIDField()
    name = serializers.CharField()


class End(Output):
    """One end of a transfer: `player_id` is null for the club's own accounts."""

    kind = serializers.ChoiceField(["player", "pot", "carried_pot", "fund"])
    player_id = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()


class Author(Output):
    """Who wrote it down: `name` of the person, `device` as the phone called itself; "" for none."""

    kind = serializers.ChoiceField(["login", "device", "system", "import"])
    name = serializers.CharField(allow_blank=True)
    device = serializers.CharField(allow_blank=True)
