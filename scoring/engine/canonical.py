"""One text for one value: the canonical JSON that is stored and hashed.

Knows JSON. Knows nothing of sheets or rule sets.
"""

from __future__ import annotations

import json
import unicodedata


def canonical_json(obj: object) -> str:
    """JSON text with keys sorted, no spaces, and every string in Unicode form NFC, not escaped.

    `obj` is what `json.loads` gives: dicts with string keys, lists, strings, integers, booleans,
    None. ValueError for a number that is no integer.
    """
    return json.dumps(_composed(obj), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _composed(obj: object) -> object:
    if isinstance(obj, str):
        return unicodedata.normalize("NFC", obj)
    if isinstance(obj, dict):
        return {unicodedata.normalize("NFC", key): _composed(item) for key, item in obj.items()}
    if isinstance(obj, list | tuple):
        return [_composed(item) for item in obj]
    if isinstance(obj, float):
        message = f"a canonical text holds no fraction: {obj!r}"
        raise ValueError(message)
    return obj
