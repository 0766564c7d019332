"""The tree: what lies at the top, what locks and languages hold, what the engine stands on."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.reading import ROOT, variables
from tests.translations import find_problems, template_calls, used_sentences

pytestmark = pytest.mark.sqlite

TOP = """
    manage.py pyproject.toml phom_league scoring templates tests docker-compose.yml README.md
    Makefile Dockerfile requirements docs LICENSE
"""
MADE_BY_TOOLS = {"__pycache__", "staticfiles"}


def test_the_top_level_is_what_the_architecture_allows() -> None:
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert names - MADE_BY_TOOLS <= set(TOP.split())


@pytest.mark.parametrize("name", ["core", "dev"])
def test_a_lock_names_every_hash_and_no_address(name: str) -> None:
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    names = re.findall(r"^(\S+)==", text, re.MULTILINE)
    assert len(names) == len(set(names))
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in block, block


def test_the_lock_for_tests_holds_the_lock_for_running() -> None:
    core, dev = (ROOT / f"requirements/{name}.txt" for name in ("core", "dev"))
    assert pins(core) <= pins(dev)


def pins(lock: Path) -> set[str]:
    return set(re.findall(r"^(\S+==\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_readme_lists_exactly_the_environment_that_is_read() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))
    assert table == variables("base", "embedded", "production") | {"WEB_CONCURRENCY"}


def test_the_engine_imports_nothing_but_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"scoring"}
    for path in (ROOT / "scoring/engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            else:
                continue
            assert all(name.split(".")[0] in allowed for name in names), (path.name, names)
            assert all(not name.startswith("scoring") or "engine" in name for name in names)


def test_the_engine_loads_without_django() -> None:
    code = "import sys, scoring.engine; sys.exit('django' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_sentences_are_found_in_templates_and_missing_ones_are_named(tmp_path) -> None:
    import polib

    (tmp_path / "templates").mkdir()
    page = (
        "{% load i18n %}{% translate 'Đăng nhập' %}"
        "{% blocktranslate %}Ván {{ n }}{% endblocktranslate %}"
    )
    (tmp_path / "templates/page.html").write_text(page, encoding="utf-8")
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring/messages.py").write_text("_('Gà')\n", encoding="utf-8")
    english = polib.POFile()
    english.append(polib.POEntry(msgid="Đăng nhập", msgstr="Sign in"))
    english.append(polib.POEntry(msgid="Ván %(n)s", msgstr="Deal %(number)s"))
    english.append(polib.POEntry(msgid="Móm", msgstr="Bust"))
    problems = "\n".join(find_problems(used_sentences(tmp_path), english))
    assert len(list(template_calls(page))) == 2
    assert "no English for 'Gà'" in problems
    assert "other placeholders: 'Deal %(number)s'" in problems
    assert "nobody says 'Móm'" in problems
    assert "Đăng nhập" not in problems
