"""Wiring: settings, addresses, the server and the background workers.

Knows how the parts are put together. Knows nothing of deals, points or people.
"""

from phom_league.celery import app as celery_app

__all__ = ["celery_app"]
