"""The audit log: its filters and its events."""

from rest_framework import serializers

from scoring.actors import ActorKind
from scoring.api.base import Output
from scoring.api.serializers.paged import Paged

KINDS = [(str(kind), str(kind)) for kind in ActorKind]


class Filters(Paged):
    """What to show; each narrows it."""

    night = serializers.DateField(required=False, help_text="The club day of a night.")
    actor_kind = serializers.ChoiceField(KINDS, required=False)
    actor_login_id = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    action = serializers.CharField(
        required=False, max_length=40, help_text="`deal.correct`, or `deal` for all of deals."
    )
    object_kind = serializers.CharField(required=False, max_length=20)
    object_id = serializers.CharField(required=False, max_length=40)


class Event(Output):
    """One thing done; `sentence` and `changes` are in the language asked for."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    night = serializers.DateField(allow_null=True)
    actor = serializers.CharField()
    actor_kind = serializers.ChoiceField(KINDS)
    action = serializers.CharField()
    object_kind = serializers.CharField()
    object_id = serializers.CharField()
    sentence = serializers.CharField()
    changes = serializers.ListField(child=serializers.CharField())
    before = serializers.JSONField(help_text="null where there was nothing before.")
    after = serializers.JSONField(help_text="null where nothing is left.")
    note = serializers.CharField(allow_blank=True)


class EventPage(Output):
    """A page, newest first."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = Event(many=True)
