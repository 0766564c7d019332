"""Open questions about deals: possible duplicates and disputes."""

from django.db import models

from scoring.models.club import Login
from scoring.models.deal import Deal


class DuplicateWhy(models.TextChoices):
    """Two phones meant the same number, or sent the same content within three minutes."""

    NUMBER = "number"
    CONTENT = "content"


class DuplicateState(models.TextChoices):
    """Both deals count until somebody decides."""

    OPEN = "open"
    BOTH_KEPT = "both_kept"
    DROPPED = "dropped"


class PossibleDuplicate(models.Model):
    """A deal that may be another phone's record of the same ván. `other` was there first."""

    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="possible_duplicate")
    other = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="possible_duplicates_of")
    why = models.CharField(max_length=10, choices=DuplicateWhy.choices)
    state = models.CharField(
        max_length=10, choices=DuplicateState.choices, default=DuplicateState.OPEN
    )
    resolved_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)


class DisputeState(models.TextChoices):
    """Open until a manager settles it."""

    OPEN = "open"
    SETTLED = "settled"


class Dispute(models.Model):
    """Somebody of the deal, or of the club, says a deal is wrong."""

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="disputes")
    raised_by = models.ForeignKey(Login, on_delete=models.PROTECT, related_name="+")
    note = models.ForeignKey("Note", on_delete=models.PROTECT, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=DisputeState.choices, default=DisputeState.OPEN)
    raised_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)
