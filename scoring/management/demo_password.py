"""The password of the demo login: easy to read off a screen, drawn and not known beforehand."""

import secrets

from django.conf import settings

from phom_league.settings.environment import kept_secret

# Letters and digits that nobody mistakes for one another when reading them off a screen.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def draw_password() -> str:
    """Another one at every call."""
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def kept_password() -> str:
    """Drawn at the first start and kept in the data folder, so that every start can print it."""
    return kept_secret(settings.DATA_DIR / "demo_password", drawn=draw_password())
