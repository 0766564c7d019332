"""How commands print exports: JSON or CSV to standard output."""

import csv
import json
from typing import Protocol

from scoring.selectors.exports import Export

FORMATS = ("json", "csv")


class Out(Protocol):
    """What is written to: standard output, or a test's buffer."""

    def write(self, text: str, /) -> object:
        """Write the text."""


def write_export(export: Export, *, file_format: str, out: Out) -> None:
    """JSON with two spaces and Vietnamese letters as they are, or CSV with a header."""
    if file_format == "json":
        # In one piece: a command's output ends everything it is given with a new line.
        out.write(json.dumps(export.to_json(), ensure_ascii=False, indent=2) + "\n")
        return
    csv.writer(out, lineterminator="\n").writerows(export.to_rows())
