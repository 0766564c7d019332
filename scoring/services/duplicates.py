"""Possible duplicates: two phones may have recorded the same ván.

Nothing is blocked and nothing is dropped by itself: both deals count, marked, until somebody
decides (architecture.md, section 5).
"""

from uuid import UUID

from scoring.models import DuplicateWhy, PossibleDuplicate


def pair(*, deal_id: UUID, other_id: UUID, why: DuplicateWhy) -> None:
    """Mark a deal just recorded as possibly the same as `other_id`, which was there first."""
    PossibleDuplicate.objects.create(deal_id=deal_id, other_id=other_id, why=why)
