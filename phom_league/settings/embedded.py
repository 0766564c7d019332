"""One machine, one process, nothing to set: SQLite and the data folder."""

import secrets

from phom_league.settings.base import *
from phom_league.settings.environment import data_dir, database, env, kept_secret

IS_EMBEDDED = True
DATA_DIR = data_dir()
SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret(
    DATA_DIR / "secret_key", drawn=secrets.token_urlsafe(48)
)
# Phones reach the machine by whatever name or address the local network gives it.
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["*"])

DATABASES = {"default": database(default=f"sqlite:///{DATA_DIR / 'phom.sqlite3'}")}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

WHITENOISE_USE_FINDERS = True
