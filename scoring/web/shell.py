"""The shell: the files and offline pages of this release, which phones keep.

Knows which files belong to it, what they come to, and the worker that keeps them. A file that
changes makes another worker. docs/decisions/0025 says what is kept and what never is.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from scoring.web.modules import ENTRIES, script

WORKER = "worker"
OFFLINE_KINDS = ("table", "page")
# What stands apart from the pages: asked of the network alone, as if there were no worker.
_APART = ("api:browse", "admin:index", "livez", "readyz")
# After these another person looks, or the same one in another language.
_CHANGES = (
    *("account_login", "account_logout", "account_signup", "join-code"),
    *("set_language", "theme"),
)
_FOLDERS = {"css": "*.css", "js": "*.js", "icons": "*.svg"}
_ELSEWHERE = {"css/admin.css", "js/page.js"}  # the admin has its own; page.js is an entry


@dataclass(frozen=True, slots=True)
class Shell:
    """`digest` names the release and its files; `worker` is the script that keeps them."""

    digest: str
    worker: bytes


@cache
def get_shell() -> Shell:
    """The shell as this process serves it."""
    return make_shell()


def make_shell() -> Shell:
    """Put it together: every file is read."""
    files = {static(name): _content(name) for name in _names()}
    files |= {script_address(name): script(name).text for name in ENTRIES if name != WORKER}
    offline = {
        code: {kind: offline_address(code, kind) for kind in OFFLINE_KINDS}
        for code, _name in settings.LANGUAGES
    }
    files |= {
        address: render_offline(code, kind).encode()
        for code, addresses in offline.items()
        for kind, address in addresses.items()
    }
    worker = script(WORKER).text
    digest = _digest(files, worker)
    told = {
        "digest": digest,
        "files": sorted(files),
        "offline": offline,
        "apart": [reverse(name) for name in _APART],
        "changes": [reverse(name) for name in _CHANGES],
    }
    return Shell(digest, f"self.SHELL = {json.dumps(told)};\n".encode() + worker)


def script_address(name: str) -> str:
    """Where the script of this entry is."""
    return reverse("script", kwargs={"name": name, "digest": script(name).digest})


def offline_address(code: str, kind: str) -> str:
    """Where the page is that stands for one that cannot be had, in this language."""
    return reverse("offline", kwargs={"code": code, "kind": kind})


def render_offline(code: str, kind: str) -> str:
    """That page: the same for everybody."""
    with translation.override(code):
        return render_to_string("shell/offline.html", {"is_table": kind == "table"})


def _names() -> Sequence[str]:
    """Our own files that pages ask for by themselves, as `static` wants them."""
    found = []
    for folder, pattern in _FOLDERS.items():
        names = [f"{folder}/{path.name}" for path in _folder(folder).glob(pattern)]
        found += [f"scoring/{name}" for name in sorted(names) if name not in _ELSEWHERE]
    return found


def _folder(name: str) -> Path:
    found = finders.find(f"scoring/{name}")
    assert isinstance(found, str), f"no static folder {name}"
    return Path(found)


def _content(name: str) -> bytes:
    found = finders.find(name)
    assert isinstance(found, str), f"no static file {name}"
    return Path(found).read_bytes()


def _digest(files: Mapping[str, bytes], worker: bytes) -> str:
    whole = hashlib.sha256(settings.RELEASE.encode() + worker)
    for address, content in sorted(files.items()):
        whole.update(address.encode() + hashlib.sha256(content).digest())
    return whole.hexdigest()[:12]
