"""Who asks, their clubs, and the tokens of their programs."""

from rest_framework import serializers

from scoring.actors import Role
from scoring.api.base import Input, Output

ROLES = [(str(role), str(role)) for role in Role]


class MyClub(Output):
    """A club this login has a role in."""

    slug = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(ROLES)


class Me(Output):
    """The one who asks."""

    user_name = serializers.CharField()
    clubs = MyClub(many=True)


class SignIn(Input):
    """Name and password, for a program without a token yet."""

    user_name = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False)


class Token(Output):
    """A token in clear; it is shown this once."""

    token = serializers.CharField()
    prefix = serializers.CharField()
    expires_at = serializers.DateTimeField()
