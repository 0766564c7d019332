"""Embedded, in a folder that goes away, with cheap passwords. DATABASE_URL chooses the database."""

import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="phom-test-")  # removed when the process ends
os.environ["PHOM_DATA_DIR"] = _folder.name

from phom_league.settings.embedded import *  # noqa: E402
from phom_league.settings.embedded import DATA_DIR, DATABASES  # noqa: E402

SECRET_KEY = "not a secret: tests only"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A real file, so that two connections are two; nothing is lost when a test machine loses power.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous = OFF;"
