"""Scripts of many modules, joined into one file."""

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from scoring.web.modules import ENTRIES, joined, script

pytestmark = pytest.mark.sqlite

LEAST = {"page": 3, "share": 5, "table": 20, "unsent": 2, "worker": 3}  # modules


@pytest.mark.parametrize("name", ENTRIES)
def test_a_joined_script_holds_every_module_once_and_asks_for_no_other(name: str) -> None:
    text = joined(ENTRIES[name])
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    scopes = re.findall(r"^const (\$\w+) = \(\(\) => \{$", text, re.MULTILINE)
    assert len(scopes) == len(set(scopes)) >= LEAST[name]
    for index, scope in enumerate(scopes):
        body = text.split(f"const {scope} =")[1].split("\n})();")[0]
        # What a module takes it takes from those that stand before it.
        assert set(re.findall(r"= (\$\w+);$", body, re.MULTILINE)) <= set(scopes[:index])


def test_a_module_that_cannot_be_joined_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.modules.finders.find", lambda name: str(tmp_path / name))
    (tmp_path / "odd.js").write_text("export default 1;\n")
    with pytest.raises(AssertionError, match="cannot join odd"):
        joined("odd.js")
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = 1;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n')
    with pytest.raises(AssertionError, match=r"circle: a\.js"):
        joined("a.js")


def test_what_is_for_readers_stays_here_and_what_is_said_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.modules.finders.find", lambda name: str(tmp_path / name))
    kept = ('"a; // b"', "`\n  ${one} /* c */`", r"/\s+\/\/ d/u")
    lines = [f"const {name} = {value}; // told" for name, value in zip("xyz", kept, strict=True)]
    source = "\n".join(["// one", "export const one = 1;", "/** more */", *lines])
    (tmp_path / "main.js").write_text(source)
    monkeypatch.setitem(ENTRIES, "main", "main.js")
    text = script("main").text.decode()
    assert all(value in text for value in kept)
    assert "told" not in text
    assert "more" not in text


def test_names_pass_from_module_to_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.web.modules.finders.find", lambda name: str(tmp_path / name))
    (tmp_path / "main.js").write_text(
        'import * as parts from "./parts.js";\n'
        'import {\n  one,\n  two as second,\n} from "./parts.js";\n'
        'export { one } from "./parts.js";\n'
        "export function* run() {}\n"
    )
    (tmp_path / "parts.js").write_text("export const one = 1;\nexport class two {}\n")
    parts, main = (
        "$" + re.sub(r"\W", "_", f"{tmp_path.name}_{name}") for name in ("parts", "main")
    )
    assert joined("main.js").splitlines() == [
        '"use strict";',
        f"const {parts} = (() => {{",
        "const one = 1;",
        "class two {}",
        "return { one, two };",
        "})();",
        f"const {main} = (() => {{",
        f"const parts = {parts};",
        f"const {{ one, two: second }} = {parts};",
        "function* run() {}",
        f"return {{ run, one: {parts}.one }};",
        "})();",
    ]


def test_a_script_is_packed_and_kept_for_ever_under_its_digest(client: Client) -> None:
    url = reverse("script", kwargs={"name": "table", "digest": script("table").digest})
    packed = client.get(url, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "immutable" in packed["Cache-Control"]
    assert "Accept-Encoding" in packed["Vary"]
    plain = client.get(url)
    assert plain.content == gzip.decompress(packed.content)
    assert plain["Content-Type"].startswith("text/javascript")
    assert len(packed.content) < 50_000


def test_an_older_digest_is_answered_with_what_is_now_and_not_kept(client: Client) -> None:
    old = client.get(reverse("script", kwargs={"name": "table", "digest": "0a"}))
    assert old["Cache-Control"] == "no-cache"
    assert old.content == script("table").text


def test_no_other_file_is_given_out(client: Client) -> None:
    assert client.get(reverse("script", kwargs={"name": "base", "digest": "0a"})).status_code == 404
