"""Who went up and down since the last night, from the books as they are now.

Knows the moment before the latest night and the season now. Writes nothing: `services.movements`
keeps what this says, and the audit says it again.
"""

from scoring.engine.standings import season_movements
from scoring.models import Season
from scoring.selectors.earlier import latest_night_began, read_moment
from scoring.selectors.policies import policy_of
from scoring.selectors.standings import rank_from_books


def movements_from_books(season: Season) -> dict[str, dict[str, object]]:
    """Movements by player UUID as text (S-60 to S-66), as they are stored; empty for a season
    unplayed.
    """
    at = latest_night_began(season)
    if at is None:
        return {}
    moment = read_moment(season, at)
    after, _ = rank_from_books(season)
    found = season_movements(
        moment.before, moment.corrected, after, policy_of(season), moment.policy
    )
    return {player: movement.to_json() for player, movement in found.items()}
