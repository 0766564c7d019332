"""What a phone says of itself while somebody writes on it."""

from rest_framework import serializers

from scoring.api.base import Input
from scoring.api.fields import Id, Text, Whole
from scoring.api.serializers.players import Truth


class TellPresence(Input):
    """A phone is writing for `name`; it takes the writing over from the others; it leaves."""

    phone = Id(help_text="The UUID the phone drew for itself.")
    name = Text(max_length=40, allow_blank=True, help_text="Of who holds it: a label.")
    is_taking_over = Truth(default=False)
    is_leaving = Truth(default=False)
    waiting = Whole(
        default=0,
        min_value=0,
        max_value=10_000,
        help_text="How many deals on it are not in the books: the night is not locked before.",
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Nobody leaves and takes over at once."""
        if attrs["is_taking_over"] and attrs["is_leaving"]:
            raise serializers.ValidationError({"is_leaving": "goes not with is_taking_over"})
        return attrs
