"""Who went up and down since the last night, and by what: a task after the build.

It cannot hold up the table: it reads what the table was built from and writes beside it.
"""

from django.db import transaction

from scoring.engine.standings import season_movements
from scoring.models import Season, StandingState
from scoring.selectors.earlier import latest_night_began, read_moment
from scoring.selectors.policies import policy_of
from scoring.selectors.standings import rank_from_books


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
    at = latest_night_began(season)
    movements: dict[str, object] = {}
    if at is not None:
        moment = read_moment(season, at)
        after, _ = rank_from_books(season)
        found = season_movements(
            moment.before, moment.corrected, after, policy_of(season), moment.policy
        )
        movements = {player: movement.to_json() for player, movement in found.items()}
    with transaction.atomic():
        written = StandingState.objects.filter(
            season_id=season_id, built_revision=built, season__dirty_revision=built
        ).update(movements=movements, movements_revision=built)
    return bool(written)
