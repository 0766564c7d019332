"""Who went up and down since the last night, and by what: a task after the build.

It cannot hold up the table: it reads what the table was built from and writes beside it.
"""

from django.db import transaction

from scoring.models import Season, StandingState
from scoring.selectors.movements import movements_from_books


def compute_movements(*, season_id: int) -> bool:
    """Compare the table with the one before the latest night (S-60 to S-66); twice is once.

    Written only beside the table it was computed for, and only if nothing was recorded while it was
    read. Returns whether anything was written.
    """
    season = Season.objects.select_related("policy_version").get(pk=season_id)
    state = StandingState.objects.filter(season_id=season_id).first()
    built = state.built_revision if state else -1
    if state is None or built != season.dirty_revision or state.movements_revision == built:
        return False
    movements = movements_from_books(season)
    with transaction.atomic():
        written = StandingState.objects.filter(
            season_id=season_id, built_revision=built, season__dirty_revision=built
        ).update(movements=movements, movements_revision=built)
    return bool(written)
