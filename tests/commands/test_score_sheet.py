"""`score_sheet` scores a sheet, runs cases, and says by its exit code what happened."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[2]
CASES_FOLDER = ROOT / "tests" / "engine" / "cases"

SHEET = {
    "seats": ["An", "Bình"],
    "ending": "normal",
    "hands": {"An": {"points": 5}, "Bình": {"points": 12}},
}


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and standard output."""
    out = io.StringIO()
    try:
        call_command("score_sheet", *arguments, stdout=out)
    except SystemExit as stopped:
        return int(str(stopped.code)), out.getvalue()
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


def written(folder: Path, name: str, obj: object) -> str:
    path = folder / name
    path.write_text(json.dumps(obj, ensure_ascii=False), encoding="utf-8")
    return str(path)


def type_in(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def test_a_sheet_is_printed_with_its_score(tmp_path: Path) -> None:
    code, out = run(written(tmp_path, "sheet.json", SHEET))
    answer = json.loads(out)
    assert code == 0
    assert answer["format"] == "phom-score/1"
    assert answer["net"] == {"An": 1, "Bình": -1}
    assert "Bình" in out


def test_the_rules_come_from_a_file(tmp_path: Path) -> None:
    rules = written(tmp_path, "rules.json", {"place_pay": {"2": [7]}})
    code, out = run("--rules", rules, written(tmp_path, "sheet.json", SHEET))
    assert (code, json.loads(out)["net"]) == (0, {"An": 7, "Bình": -7})


def test_without_a_file_the_sheet_is_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    type_in(monkeypatch, json.dumps(SHEET).encode())
    code, out = run()
    assert (code, json.loads(out)["places"]) == (0, {"An": 1, "Bình": 2})


def test_a_refused_sheet_is_answered_with_3(tmp_path: Path) -> None:
    code, out = run(written(tmp_path, "sheet.json", SHEET | {"starter": "Chi"}))
    assert code == 3
    assert json.loads(out) == {"refused": {"code": "unknown_player", "seat": "Chi"}}


def test_the_rule_set_is_refused_before_the_sheet(tmp_path: Path) -> None:
    rules = written(tmp_path, "rules.json", {"mom_pay": -1})
    code, out = run("--rules", rules, written(tmp_path, "sheet.json", []))
    assert code == 3
    assert json.loads(out) == {"refused": {"code": "ruleset_invalid", "field": "mom_pay"}}


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe\xfa", b"NaN", b"[" * 100_000])
def test_what_is_not_json_is_answered_with_2(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    type_in(monkeypatch, data)
    assert run() == (2, "")


def test_a_file_that_is_not_there_is_answered_with_2(tmp_path: Path) -> None:
    assert run(str(tmp_path / "nothing.json")) == (2, "")


def test_half_a_character_is_printed_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, b'{"seats": ["A", "\\ud800"], "ending": "drawn"}')
    code, out = run()
    assert code == 0
    assert json.loads(out)["places"] == {"A": None, "\ud800": None}


def test_all_cases_pass() -> None:
    for path in sorted(CASES_FOLDER.glob("*.json")):
        count = len(json.loads(path.read_text(encoding="utf-8")))
        assert run("--cases", str(path)) == (0, f"{count} passed, 0 failed\n")


def test_the_cases_of_the_rule_book_are_all_there() -> None:
    assert run("--cases", str(CASES_FOLDER / "vectors.json")) == (0, "123 passed, 0 failed\n")


def case(name: str, expect: dict[str, Any], **sheet: Any) -> dict[str, Any]:
    return {"id": name, "rules": {}, "sheet": SHEET | sheet, "expect": expect}


def test_cases_that_differ_are_printed_and_answered_with_1(tmp_path: Path) -> None:
    good = {
        "places": {"An": 1, "Bình": 2},
        "transfers": [["Bình", "An", 1, "place"]],
        "net": {"An": 1, "Bình": -1},
        "compensator": None,
    }
    cases = [
        case("right", good),
        case("net", good | {"net": {"An": 2, "Bình": -2}}),
        case("places", good | {"places": {"An": 1, "Bình": None}}),
        case("lines", good | {"transfers": [["Bình", "An", 1, "mom"]]}),
        case("compensator", good | {"compensator": "An"}),
        case("refused after all", good, pot=1),
        case("other code", {"refused": "pot_not_enabled"}, starter="Chi"),
        case("scored after all", {"refused": "pot_not_enabled"}),
    ]
    code, out = run("--cases", written(tmp_path, "cases.json", cases))
    assert code == 1
    assert out.splitlines()[-1] == "1 passed, 7 failed"
    assert [name for name in (entry["id"] for entry in cases) if f'"{name}"' in out] == [
        entry["id"] for entry in cases[1:]
    ]


def test_lines_between_the_same_two_for_the_same_reason_are_compared_as_one_sum(
    tmp_path: Path,
) -> None:
    expect = {
        "places": {"An": None, "Bình": None},
        "transfers": [["An", "Bình", 2, "eat"]],
        "net": {"An": -2, "Bình": 2},
        "compensator": None,
    }
    eats = [{"eater": "Bình"}, {"eater": "Bình"}]
    cases = [case("two eats", expect, ending="drawn", eats=eats)]
    assert run("--cases", written(tmp_path, "cases.json", cases)) == (0, "1 passed, 0 failed\n")


def test_it_runs_by_itself_with_a_database_that_is_not_there(tmp_path: Path) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "phom_league.settings.embedded",
        "PHOM_DATA_DIR": str(tmp_path),
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "score_sheet"],
        cwd=ROOT,
        env=environment,
        input=json.dumps(SHEET),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["net"] == {"An": 1, "Bình": -1}
