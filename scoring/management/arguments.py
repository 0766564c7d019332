"""Arguments that several commands take."""

import argparse
from datetime import date


def day(text: str) -> date:
    """A day like 2026-09-04."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a day like 2026-09-04: {text}") from None
