"""How commands read JSON: a file or standard input, and one line when it is none."""

import json
import sys
from pathlib import Path
from typing import Any, Final, NoReturn

from django.core.management.base import CommandError

EXIT_CASES_DIFFER: Final = 1
EXIT_NOT_JSON: Final = 2
EXIT_REFUSED: Final = 3


def read_json(path: Path | None) -> Any:
    """What the file, or standard input, holds; CommandError with exit code 2 if it is not JSON."""
    try:
        data = sys.stdin.buffer.read() if path is None else path.read_bytes()
        return json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError, OSError) as error:
        message = f"{path or 'standard input'} is not JSON: {error}"
        raise CommandError(message, returncode=EXIT_NOT_JSON) from error


def _refuse_constant(name: str) -> NoReturn:
    # Python reads NaN and Infinity; JSON does not know them.
    raise ValueError(name)
