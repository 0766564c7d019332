"""`rank_season` ranks a season, runs cases, and says by its exit code what happened."""

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
CASES_FOLDER = ROOT / "tests" / "engine" / "cases_standings"

TALLIES: dict[str, Any] = {
    "format": "phom-tallies/1",
    "season": {"id": "thu-2026"},
    "players": [{"id": "an"}, {"id": "bình"}],
    "nights": [{"id": "n1", "day": "2026-09-04"}],
    "tallies": [
        {"night": "n1", "table": "b1", "player": "an", "deals": 9, "net_points": 5},
        {"night": "n1", "table": "b1", "player": "bình", "deals": 9, "net_points": -5},
    ],
}
AFTER = TALLIES | {
    "tallies": [
        *TALLIES["tallies"],
        {"night": "n1", "table": "b2", "player": "bình", "deals": 9, "net_points": 50},
    ]
}


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and standard output."""
    out = io.StringIO()
    try:
        call_command("rank_season", *arguments, stdout=out)
    except SystemExit as stopped:
        return int(str(stopped.code)), out.getvalue()
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


def written(folder: Path, name: str, obj: object) -> str:
    path = folder / name
    path.write_text(json.dumps(obj), encoding="utf-8")
    return str(path)


def type_in(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def test_a_season_is_printed_as_its_canonical_table(tmp_path: Path) -> None:
    code, out = run(written(tmp_path, "tallies.json", TALLIES))
    table = json.loads(out)
    assert code == 0
    assert table["format"] == "phom-standings-table/1"
    assert [(row["player"], row["rank"]) for row in table["rows"]] == [("an", 1), ("bình", 2)]
    canonical = json.dumps(table, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert out == canonical + "\n"


def test_the_policy_comes_from_a_file(tmp_path: Path) -> None:
    policy = written(tmp_path, "policy.json", {"min_nights": 2})
    code, out = run("--policy", policy, written(tmp_path, "tallies.json", TALLIES))
    table = json.loads(out)
    assert (code, table["policy"]["min_nights"]) == (0, 2)
    assert {row["group"] for row in table["rows"]} == {"not_yet_ranked"}


def test_without_a_file_the_tallies_are_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    type_in(monkeypatch, json.dumps(TALLIES).encode())
    code, out = run()
    assert (code, len(json.loads(out)["rows"])) == (0, 2)


def test_a_refused_season_is_answered_with_3(tmp_path: Path) -> None:
    code, out = run(written(tmp_path, "tallies.json", TALLIES | {"players": []}))
    assert code == 3
    assert json.loads(out) == {"refused": {"code": "unknown_player", "path": "tallies.0.player"}}


def test_the_policy_is_refused_before_the_tallies(tmp_path: Path) -> None:
    policy = written(tmp_path, "policy.json", {"drop_worst": 1, "best_of": 5})
    code, out = run("--policy", policy, written(tmp_path, "tallies.json", []))
    assert code == 3
    assert json.loads(out) == {"refused": {"code": "policy_conflict", "path": "best_of"}}


def test_the_sentence_of_a_refusal_goes_to_standard_error(tmp_path: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    tallies = written(tmp_path, "tallies.json", TALLIES | {"players": []})
    with pytest.raises(SystemExit):
        call_command("rank_season", tallies, stdout=out, stderr=err)
    assert json.loads(out.getvalue())["refused"]["code"] == "unknown_player"
    said = "Có người không nằm trong danh sách của mùa: bảng cộng 1, người chơi.\n"
    assert err.getvalue() == said


def test_half_a_character_in_a_refused_key_is_printed_escaped(tmp_path: Path) -> None:
    policy = written(tmp_path, "policy.json", {"\ud800": 1})
    code, out = run("--policy", policy, written(tmp_path, "tallies.json", TALLIES))
    assert code == 3
    assert json.loads(out)["refused"]["path"] == "\ud800"
    assert "\\ud800" in out


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe\xfa", b"NaN", b"[" * 100_000])
def test_what_is_not_json_is_answered_with_2(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    type_in(monkeypatch, data)
    assert run() == (2, "")


def test_a_file_that_is_not_there_is_answered_with_2(tmp_path: Path) -> None:
    assert run(str(tmp_path / "nothing.json")) == (2, "")
    assert run("--cases", str(tmp_path / "nothing.json")) == (2, "")


@pytest.mark.parametrize("cases", [{}, [1], [{"id": "x"}], [{"expect": []}]])
def test_what_is_no_list_of_cases_is_answered_with_2(tmp_path: Path, cases: object) -> None:
    assert run("--cases", written(tmp_path, "cases.json", cases)) == (2, "")


def test_all_cases_pass() -> None:
    for path in sorted(CASES_FOLDER.glob("*.json")):
        count = len(json.loads(path.read_text(encoding="utf-8")))
        assert run("--cases", str(path)) == (0, f"{count} passed, 0 failed\n")


def test_the_cases_of_the_book_are_all_there() -> None:
    assert run("--cases", str(CASES_FOLDER / "vectors.json")) == (0, "36 passed, 0 failed\n")


def case(name: str, expect: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {"id": name, "policy": {}, "tallies": TALLIES, "expect": expect} | changed


def differences(out: str) -> list[tuple[str, str]]:
    """Id and path of each line but the last."""
    lines = [json.loads(line) for line in out.splitlines()[:-1]]
    assert all(line.keys() == {"id", "path", "expected", "got"} for line in lines)
    return [(line["id"], line["path"]) for line in lines]


def test_rows_that_differ_are_printed_and_answered_with_1(tmp_path: Path) -> None:
    an, binh = {"player": "an"}, {"player": "bình"}
    cases = [
        case("right", {"rows": [an | {"value": 5}, binh | {"tie_steps": []}]}),
        case("value", {"rows": [an, binh | {"value": 5, "rank": 2}]}),
        case("type", {"rows": [an | {"rank": True}, binh | {"value": -5.0}]}),
        case("whole", {"rows": [an, binh | {"missing": {"deals": 0}}]}),
        case("key", {"rows": [an | {"name": None}, binh]}),
        case("order", {"rows": [binh, an]}),
        case("fewer", {"rows": [an]}),
        case("nobody", {"rows": [{}, binh]}),
        case("no movements", {"movements": {}}),
        case("word", {"table": {}}),
    ]
    code, out = run("--cases", written(tmp_path, "cases.json", cases))
    assert code == 1
    assert out.splitlines()[-1] == "1 passed, 9 failed"
    assert differences(out) == [
        ("value", "rows.1.value"),
        ("type", "rows.0.rank"),
        ("type", "rows.1.value"),
        ("whole", "rows.1.missing"),
        ("key", "rows.0.name"),
        ("order", "rows"),
        ("fewer", "rows"),
        ("nobody", "rows"),
        ("no movements", "movements"),
        ("word", "table"),
    ]


def test_refusals_that_differ_are_printed(tmp_path: Path) -> None:
    refused = {"code": "tallies_invalid", "path": "season"}
    cases = [
        case("right", {"refused": refused}, tallies={}),
        case("without path", {"refused": {"code": "tallies_invalid"}}, tallies={}),
        case("code", {"refused": {"code": "seed_missing"}}, tallies={}),
        case("path", {"refused": refused | {"path": "seed"}}, tallies={}),
        case("ranked after all", {"refused": refused}),
        case("refused after all", {"rows": []}, tallies={}),
        case("nothing said of it", {}, tallies={}),
        case("no tallies", {"refused": {"code": "tallies_invalid", "path": ""}}, tallies=None),
    ]
    code, out = run("--cases", written(tmp_path, "cases.json", cases))
    assert (code, out.splitlines()[-1]) == (1, "3 passed, 5 failed")
    assert differences(out) == [
        ("code", "refused.code"),
        ("path", "refused.path"),
        ("ranked after all", "refused"),
        ("refused after all", "rows"),
        ("refused after all", "refused"),
        ("nothing said of it", "refused"),
    ]


def test_movements_that_differ_are_printed(tmp_path: Path) -> None:
    an, binh = {"kind": "down", "from": 1, "to": 2}, {"kind": "up", "causes": {"own_nights": 1}}

    def movement(name: str, movements: dict[str, Any], **changed: Any) -> dict[str, Any]:
        changed = {"before": TALLIES, "tallies": AFTER} | changed
        return case(name, {"movements": movements}, **changed)

    corrected = {"kind": "up", "causes": {"own_corrections": 1}}
    cases = [
        movement("right", {"an": an, "bình": binh}),
        movement("corrected", {"an": an, "bình": corrected}, corrected=AFTER),
        movement("kind", {"an": an | {"kind": "up"}, "bình": binh}),
        movement("whole", {"an": an, "bình": {"causes": {"own_nights": 1, "tie": 0}}}),
        movement("fewer", {"an": an}),
        movement("policy", {"an": an, "bình": binh}, policy_before={"min_nights": 2}),
    ]
    code, out = run("--cases", written(tmp_path, "cases.json", cases))
    assert (code, out.splitlines()[-1]) == (1, "2 passed, 4 failed")
    assert differences(out) == [
        ("kind", "movements.an.kind"),
        ("whole", "movements.bình.causes"),
        ("fewer", "movements"),
        *[("policy", f"movements.an.{key}") for key in ("kind", "from")],
        *[("policy", f"movements.bình.{key}") for key in ("kind", "causes")],
    ]


def test_a_table_that_changes_with_the_order_of_lists_is_a_failed_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine never does that, so one that believes the order is put in its place."""
    from scoring.management.commands import rank_season as command

    def in_given_order(tallies: Any, policy: Any) -> Any:
        class Table:
            def to_json(self) -> dict[str, Any]:
                return {"rows": [{"player": one.player} for one in tallies.players]}

        return Table()

    monkeypatch.setattr(command, "rank_season", in_given_order)
    cases = [case("order", {"rows": [{"player": "an"}, {"player": "bình"}]})]
    code, out = run("--cases", written(tmp_path, "cases.json", cases))
    assert (code, out.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert differences(out) == [("order", "with all lists reversed")]


def test_it_runs_by_itself_with_a_database_that_is_not_there(tmp_path: Path) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "phom_league.settings.embedded",
        "PHOM_DATA_DIR": str(tmp_path),
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "rank_season"],
        cwd=ROOT,
        env=environment,
        input=json.dumps(TALLIES),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["rows"][0]["player"] == "an"
