"""One file out of the ES modules of a page: a phone on a slow network asks once, not thirty times.

Knows how our own modules are written: imports first, by relative path, `export` in front of a
declaration, no cycles.
Whatever is written otherwise is an error when the file is made, which a test does for every page.
docs/decisions/0021 says why this is no bundler of somebody else.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from rjsmin import jsmin

ENTRIES = {
    "page": "scoring/js/page.js",
    "share": "scoring/js/share/main.js",
    "table": "scoring/js/table/main.js",
    "unsent": "scoring/js/unsent.js",
    "worker": "scoring/js/worker/main.js",
}
"""The scripts that have many modules: name of the file → the module that starts it."""

_IMPORT = re.compile(
    r'^import\s+(?:\{(?P<names>[^}]*)\}|\*\s+as\s+(?P<space>\w+))\s+from\s+"(?P<path>[^"]+)";\n',
    re.MULTILINE,
)
_REEXPORT = re.compile(
    r'^export\s+\{(?P<names>[^}]*)\}\s+from\s+"(?P<path>[^"]+)";\n', re.MULTILINE
)
_EXPORT = re.compile(
    r"^export\s+(?=(?:async\s+)?(?:function\*?|class|const)\s+(?P<name>\w+))", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Script:
    """A script as it is sent: its text, the same compressed, and a digest for its address."""

    text: bytes
    compressed: bytes
    digest: str


@cache
def script(name: str) -> Script:
    """The script of this entry; KeyError for a name nobody gave."""
    # What only readers of the sources need, comments and spaces, is a third of the bytes.
    text = str(jsmin(joined(ENTRIES[name]))).encode()
    digest = hashlib.sha256(text).hexdigest()[:12]
    return Script(text, gzip.compress(text, mtime=0), digest)


def joined(entry: str) -> str:
    """This static file and all it imports, each in a scope of its own, what it needs before it."""
    found = finders.find(entry)
    assert isinstance(found, str), f"no static file {entry}"
    parts: dict[Path, str] = {}
    _add(Path(found).resolve(), parts, within=())
    return '"use strict";\n' + "".join(parts.values())


def _add(path: Path, parts: dict[Path, str], *, within: tuple[Path, ...]) -> None:
    """This module behind everything it imports."""
    assert path not in within, f"modules import each other in a circle: {path.name}"
    if path in parts:
        return
    text = path.read_text(encoding="utf-8")
    for statement in (*_IMPORT.finditer(text), *_REEXPORT.finditer(text)):
        _add(_target(path, statement), parts, within=(*within, path))
    told = [*_EXPORT.findall(text)]
    for statement in _REEXPORT.finditer(text):
        names = _names(statement["names"])
        told += [f"{new}: {_variable(_target(path, statement))}.{old}" for old, new in names]
    body = _IMPORT.sub(lambda statement: _bound(path, statement), text)
    body = _EXPORT.sub("", _REEXPORT.sub("", body))
    assert not re.search(r"^(?:import|export)\b", body, re.MULTILINE), f"cannot join {path.name}"
    parts[path] = (
        f"const {_variable(path)} = (() => {{\n{body}return {{ {', '.join(told)} }};\n}})();\n"
    )


def _bound(path: Path, statement: re.Match[str]) -> str:
    """What an import becomes: names out of the module's object."""
    variable = _variable(_target(path, statement))
    if statement["space"]:
        return f"const {statement['space']} = {variable};\n"
    names = ", ".join(
        old if old == new else f"{old}: {new}" for old, new in _names(statement["names"])
    )
    return f"const {{ {names} }} = {variable};\n"


def _names(text: str) -> list[tuple[str, str]]:
    """`a, b as c` as pairs of the name there and the name here."""
    pairs = [part.split(" as ") for part in text.replace("\n", " ").split(",") if part.strip()]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]


def _target(path: Path, statement: re.Match[str]) -> Path:
    return (path.parent / statement["path"]).resolve()


def _variable(path: Path) -> str:
    return "$" + re.sub(r"\W", "_", f"{path.parent.name}_{path.stem}")
