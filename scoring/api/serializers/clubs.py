"""Clubs and their members."""

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.fields import Text, Whole
from scoring.api.serializers.me import ROLES
from scoring.api.serializers.players import Truth

LANGUAGES = (("vi", "Tiếng Việt"), ("en", "English"))


class Club(Output):
    """A club this login has a role in."""

    slug = serializers.CharField()
    name = serializers.CharField()
    time_zone = serializers.CharField()
    day_cutoff_hours = serializers.IntegerField(help_text="0 to 12: when the club day changes.")
    language = serializers.CharField()
    visibility = serializers.CharField()
    rotates_loser = serializers.BooleanField(
        help_text="After a deal who came last makes room for who waits."
    )
    swaps_after_u = serializers.BooleanField(help_text="Seats are changed after an ù.")
    counts_points = serializers.BooleanField(help_text="Hand points are written down.")
    role = serializers.ChoiceField(ROLES)


class NewClub(Input):
    """A club to be made; whoever asks owns it."""

    slug = Text(max_length=60)
    name = Text(max_length=120)
    time_zone = Text(max_length=64, required=False)
    day_cutoff_hours = Whole(min_value=0, max_value=12, required=False)
    language = serializers.ChoiceField(LANGUAGES, required=False)


class ClubChange(Input):
    """What is left out stays as it is."""

    name = Text(max_length=120, required=False)
    time_zone = Text(max_length=64, required=False)
    day_cutoff_hours = Whole(min_value=0, max_value=12, required=False)
    language = serializers.ChoiceField(LANGUAGES, required=False)
    rotates_loser = Truth(required=False)
    swaps_after_u = Truth(required=False)
    counts_points = Truth(required=False)


class Closing(Input):
    """The slug once more, so that no club is closed by mistake."""

    slug = Text(max_length=60)


class Member(Output):
    """A login with a role, and the player it is, if it is linked."""

    login_id = serializers.IntegerField()
    user_name = serializers.CharField()
    role = serializers.ChoiceField(ROLES)
    player_id = serializers.UUIDField(allow_null=True)
    player_name = serializers.CharField(allow_blank=True)


class NewMember(Input):
    """A login by its user name, whatever the case."""

    user_name = Text(max_length=150)
    role = serializers.ChoiceField(ROLES)


class MemberChange(Input):
    """Another role."""

    role = serializers.ChoiceField(ROLES)
