"""Work done in the background: ids in, one service call, safe to run twice."""

from celery import shared_task

from scoring.actors import Actor
from scoring.dispatch import dispatch
from scoring.selectors.heartbeats import WORKER
from scoring.selectors.standings import list_dirty_seasons, list_seasons_without_movements
from scoring.services import audits, heartbeats, movements, settlements, standings


@shared_task(name="scoring.tasks.heartbeat")
def heartbeat() -> None:
    """Beat and worker are both alive: one said so, the other heard it."""
    heartbeats.beat(name=WORKER)


@shared_task(name="scoring.tasks.refresh_standings")
def refresh_standings(season_id: int) -> None:
    """One season's table, after something it is made from changed."""
    if standings.refresh_standings(season_id=season_id).did_build:
        dispatch("scoring.tasks.compute_movements", season_id)


@shared_task(name="scoring.tasks.compute_movements")
def compute_movements(season_id: int) -> None:
    """Movements of one season, once its table is built."""
    movements.compute_movements(season_id=season_id)


@shared_task(name="scoring.tasks.sweep_standings")
def sweep_standings() -> None:
    """Every season that is behind, and every table without its movements: what lost messages and
    killed workers left.

    Each is a task of its own, so that one which fails holds up no other.
    """
    for season_id in list_dirty_seasons():
        dispatch("scoring.tasks.refresh_standings", season_id)
    for season_id in list_seasons_without_movements():
        dispatch("scoring.tasks.compute_movements", season_id)


@shared_task(name="scoring.tasks.lock_due_nights")
def lock_due_nights() -> None:
    """Nights settled two days ago, with nothing open."""
    settlements.lock_due_nights(actor=Actor.system())


@shared_task(name="scoring.tasks.audit_when_due")
def audit_when_due() -> None:
    """The nightly audit, whenever the last one is older than twenty hours."""
    audits.audit_when_due()
