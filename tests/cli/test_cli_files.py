"""`convert`, `profiles`, `export`, `formats`: what is written reads back as the same."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from helpers.cli import ctxlab


def test_a_converted_session_builds_the_same_context(trip: Path, tight: Path, tmp_path: Path) -> None:
    out = tmp_path / "trip.ctx.json"
    assert ctxlab("convert", trip, "-o", out).code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["schema"] == "ctxlab.session/1"
    first, second = (ctxlab("run", file, "--profile", tight, "--json").json for file in (trip, out))
    assert first["messages"] == second["messages"]
    assert first["items"] == second["items"]


def test_without_a_file_the_document_goes_to_stdout(trip: Path) -> None:
    answer = ctxlab("convert", trip)
    assert answer.json["schema"] == "ctxlab.session/1"
    assert len(answer.json["items"]) == 8


def test_one_request_becomes_a_snapshot_file(tmp_path: Path) -> None:
    talk = tmp_path / "talk.json"
    messages = [{"role": role, "content": text} for role, text in [("user", "one"), ("assistant", "two")] * 3]
    talk.write_text(json.dumps(messages), encoding="utf-8")
    snapshot = ctxlab("convert", talk, "--request", "2").json
    assert [item["text"] for item in snapshot["items"]] == ["one", "two", "one"]
    assert len(snapshot["requests"]) == 1


def test_the_source_file_is_never_changed(trip: Path) -> None:
    before = hashlib.sha256(trip.read_bytes()).digest()
    answer = ctxlab("convert", trip, "-o", trip)
    assert answer.code == 2
    assert hashlib.sha256(trip.read_bytes()).digest() == before


def test_a_folder_that_is_not_there_is_told(trip: Path, tmp_path: Path) -> None:
    answer = ctxlab("convert", trip, "-o", tmp_path / "no" / "x.json")
    assert answer.code == 2
    assert "cannot be written" in answer.err


def test_the_built_in_profiles_are_listed() -> None:
    names = {"gssc-published-zh", "gssc-published-en", "gssc", "as-recorded"}
    assert {line.split()[0] for line in ctxlab("profiles").out.splitlines()} >= names
    assert {one["name"] for one in ctxlab("profiles", "list", "--json").json["profiles"]} >= names


def test_a_shown_profile_reads_back_as_itself(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(ctxlab("profiles", "show", "gssc").out, encoding="utf-8")
    assert ctxlab("profiles", "diff", "gssc", file).out == "the two profiles are the same\n"
    assert ctxlab("profiles", "show", "gssc", "--json").json["name"] == "gssc"


def test_two_profiles_differ_in_words(tight: Path, roomy: Path) -> None:
    assert ctxlab("profiles", "diff", tight, roomy).out.splitlines() == [
        "profile",
        "  name: tight → roomy",
        "window",
        "  size: 2,000 → 64,000 (62,000 tokens more)",
        "history",
        "  may use 44,550 tokens more (450 → 45,000)",
    ]
    changes = ctxlab("profiles", "diff", tight, roomy, "--json").json["changes"]
    words = ["window: size: 2,000 → 64,000 (62,000 tokens more)"]
    assert changes[1] == {"key": "window.size", "before": 2000, "after": 64000, "words": words}


def test_an_unknown_profile_names_the_nearest() -> None:
    answer = ctxlab("profiles", "show", "gsc")
    assert answer.code == 2
    assert "gssc" in answer.err


@pytest.mark.parametrize("form", ["context-budget", "dict"])
def test_an_exported_profile_is_python_and_comes_back(form: str, tmp_path: Path) -> None:
    python, back = tmp_path / "budget.py", tmp_path / "back.toml"
    assert ctxlab("export", "gssc", "--as", form, "-o", python).code == 0
    compile(python.read_text(encoding="utf-8"), "budget.py", "exec")
    assert ctxlab("profiles", "import", python, "-o", back).code == 0
    assert "cap = 2000" in back.read_text(encoding="utf-8")


def test_an_exported_toml_is_the_profile(tmp_path: Path) -> None:
    file = tmp_path / "gssc.toml"
    assert ctxlab("export", "gssc", "--set", "budget.history.cap=9000", "-o", file).code == 0
    assert ctxlab("profiles", "diff", "gssc", file).out == (
        "history\n  may use 21,000 tokens less (30,000 → 9,000)\n"
    )


def test_imported_python_is_never_executed(tmp_path: Path) -> None:
    trap, hit = tmp_path / "trap.py", tmp_path / "hit"
    trap.write_text(f"open({str(hit)!r}, 'w')\nCONTEXT_BUDGET = {{'total': 1000}}\n", encoding="utf-8")
    ctxlab("profiles", "import", trap)
    assert not hit.exists()


def test_the_formats_are_listed() -> None:
    names = [one["name"] for one in ctxlab("formats", "--json").json["readers"]]
    assert "openai-chat" in names
    assert [line.split()[0] for line in ctxlab("formats").out.splitlines()] == names
