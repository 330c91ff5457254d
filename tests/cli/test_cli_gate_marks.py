"""A gate does not pass over marks that it cannot judge by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab

BROKEN = [
    "{",
    "",
    "[]",
    "{}",
    '{"schema": "ctxlab.marks/9"}',
    '{"schema": "ctxlab.marks/1", "pins": "i1"}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [3]}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [{"regex": "("}]}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [{"number": "abc"}]}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [{"regex": "((a{999}){999}){999}"}]}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [{"text": "   "}]}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [{"source": "nope"}]}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [{"item": "i99"}]}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [{"text": "3000", "since": "i99"}]}',
    '{"schema": "ctxlab.marks/1", "must_keep": [{"text": "never said"}]}',
    '{"schema": "ctxlab.marks/1", "must_keeps": [{"text": "trips", "sinse": "i1"}]}',
    '{"schema": "ctxlab.marks/1", "pin": ["i1"]}',
    '{"schema": "ctxlab.marks/1", "sessions": {"one": {}}}',
]


@pytest.fixture
def roomy(tmp_path: Path) -> Path:
    """A profile under which the trip holds."""
    file = tmp_path / "roomy.toml"
    window = "[window]\nsize = 9000\n[window.unknown]\ntool_schemas = 0\n"
    file.write_text(f'schema = "ctxlab.profile/1"\n{window}', encoding="utf-8")
    return file


def test_without_a_sidecar_it_holds(trip: Path, roomy: Path) -> None:
    assert ctxlab("check", trip, "--profile", roomy).code == 0


@pytest.mark.parametrize("text", BROKEN)
def test_marks_that_say_nothing_sure_cannot_be_judged(text: str, trip: Path, roomy: Path) -> None:
    trip.with_name("trip.marks.json").write_text(text, encoding="utf-8")
    answer = ctxlab("check", trip, "--profile", roomy, "--json")
    assert answer.code == 2
    (result,) = answer.json["results"]
    assert result["code"] == 2
    assert result["grounds"] != []
    assert ctxlab("run", trip, "--profile", roomy, "--gate").code == 2


def test_a_lost_must_keep_decides_over_one_that_names_nothing(trip: Path, roomy: Path) -> None:
    marks = {
        "schema": "ctxlab.marks/1",
        "must_keeps": [{"text": "never said", "since": "i1"}, {"item": "i99"}],
    }
    trip.with_name("trip.marks.json").write_text(json.dumps(marks), encoding="utf-8")
    assert ctxlab("check", trip, "--profile", roomy).code == 1


def test_broken_marks_count_for_every_session_of_the_file(tmp_path: Path, roomy: Path) -> None:
    lines = [json.dumps({"messages": [message("user", text)]}) for text in ("one", "two", "three")]
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    write_json(tmp_path / "many.marks.json", [])
    results = ctxlab("check", file, "--profile", roomy, "--json").json["results"]
    assert [result["code"] for result in results] == [2, 2, 2]


def test_marks_beside_a_session_are_not_judged_as_one(trip: Path, roomy: Path) -> None:
    # As a shell gives them for *.json.
    marks = write_json(trip.with_name("trip.marks.json"), {"schema": "ctxlab.marks/1"})
    answer = ctxlab("check", trip, marks, "--profile", roomy, "--json")
    assert answer.code == 0
    assert [result["file"] for result in answer.json["results"]] == ["trip.json"]


def test_marks_without_their_session_cannot_be_judged(trip: Path, roomy: Path) -> None:
    marks = write_json(trip.with_name("other.marks.json"), {"schema": "ctxlab.marks/1"})
    assert ctxlab("check", trip, marks, "--profile", roomy).code == 2
    assert ctxlab("check", marks, "--profile", roomy).code == 2


@pytest.mark.parametrize("text", BROKEN)
def test_a_run_builds_all_the_same_and_says_what_is_wrong(text: str, trip: Path, roomy: Path) -> None:
    trip.with_name("trip.marks.json").write_text(text, encoding="utf-8")
    answer = ctxlab("run", trip, "--profile", roomy)
    assert (answer.code, answer.err) == (0, "")
    assert "total 1,267 tokens" in answer.out
    assert [line for line in answer.out.splitlines() if line.startswith("! ")]


def test_a_pattern_that_runs_out_of_time_cannot_be_judged(tmp_path: Path, roomy: Path) -> None:
    file = write_json(tmp_path / "a.json", {"messages": [message("user", "a" * 60 + "b")]})
    marks = {"schema": "ctxlab.marks/1", "must_keeps": [{"id": "endless", "regex": "^(a|a)+$"}]}
    write_json(tmp_path / "a.marks.json", marks)
    (result,) = ctxlab("check", file, "--profile", roomy, "--json").json["results"]
    assert (result["code"], result["must_keeps"]) == (2, [])
    assert ["endless" in ground for ground in result["grounds"]] == [True]
    answer = ctxlab("run", file, "--profile", roomy, "--gate")
    assert answer.code == 2
    assert "LOST" not in answer.out


def test_a_rule_that_runs_out_of_time_cannot_be_judged(tmp_path: Path, roomy: Path) -> None:
    file = write_json(tmp_path / "a.json", {"messages": [message("user", "a" * 60 + "b")]})
    rule = '[[gather.rule]]\nregex = "^(a|a)+$"\nexclude = true\n'
    roomy.write_text(roomy.read_text(encoding="utf-8") + rule, encoding="utf-8")
    answer = ctxlab("run", file, "--profile", roomy, "--gate")
    assert answer.code == 2
    assert "ran out of time" in answer.out


def test_must_keeps_that_share_an_id_are_told_apart(trip: Path, roomy: Path) -> None:
    keeps = [{"id": "a", "text": "never said", "since": "i1"}, {"id": "a", "text": "trips"}]
    write_json(trip.with_name("trip.marks.json"), {"schema": "ctxlab.marks/1", "must_keeps": keeps})
    out = ctxlab("run", trip, "--profile", roomy).out
    assert "LOST in Gather: never said" in out
    assert "must-keep kept: trips" in out


def test_marks_of_a_native_session_have_no_unknown_keys_either(
    tmp_path: Path, trip: Path, roomy: Path
) -> None:
    native = tmp_path / "n.ctx.json"
    assert ctxlab("convert", trip, "-o", native).code == 0
    value = json.loads(native.read_text(encoding="utf-8"))
    value["marks"] = {"must_keep": [{"text": "never said"}]}
    write_json(native, value)
    assert ctxlab("check", native, "--profile", roomy).code == 2
