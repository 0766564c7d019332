"""Names and numbers people type, made clean or refused before anything is written."""

import re
from datetime import UTC, datetime

from django.conf import settings

from scoring.errors import ErrorCode, ServiceRefused
from scoring.models import MAX_STAKE_POINTS
from scoring.names import clean_name, name_key

# The phone's clock may be wrong, but it has to be a time the books can print.
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_LATEST = datetime(2200, 1, 1, tzinfo=UTC)
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def verify_name(name: str, *, field: str = "name", at_most: int = 80) -> str:
    """The name made clean (NFC, single spaces); `name_empty`, `name_too_long`."""
    clean = clean_name(name)
    if not clean:
        raise ServiceRefused(ErrorCode.NAME_EMPTY, field=field)
    # A few letters grow when their case is folded (ß, ﬃ), and the key has to fit too.
    if max(len(clean), len(name_key(clean))) > at_most:
        raise ServiceRefused(ErrorCode.NAME_TOO_LONG, field=field, at_most=at_most)
    return clean


def verify_slug(slug: str) -> str:
    """Lower-case words joined by hyphens, at most 60 characters."""
    if not is_slug(slug):
        raise ServiceRefused(ErrorCode.SLUG_INVALID, field="slug")
    return slug


def verify_stake(stake_points: int) -> int:
    """Points per bet, 1 … 1,000,000."""
    if not 1 <= stake_points <= MAX_STAKE_POINTS:
        raise ServiceRefused(ErrorCode.STAKE_INVALID, field="stake_points")
    return stake_points


def verify_language(language: str) -> str:
    """One of the languages pages are written in; `language_unknown`."""
    if language not in dict(settings.LANGUAGES):
        raise ServiceRefused(ErrorCode.LANGUAGE_UNKNOWN, field="language")
    return language


def is_slug(slug: str) -> bool:
    """Lower-case words joined by hyphens, at most 60 characters?"""
    return len(slug) <= 60 and _SLUG.fullmatch(slug) is not None


def is_played_at(instant: datetime) -> bool:
    """Could a deal have been played at this aware instant, by a clock of our times?"""
    return _EARLIEST <= instant <= _LATEST
