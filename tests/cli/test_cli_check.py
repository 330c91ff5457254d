"""`ctxlab check`: 0 holds, 1 does not hold, 2 cannot be judged; several files; missing data never passes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab


def test_a_build_that_keeps_its_must_keeps_and_fits_holds(trip: Path, roomy: Path) -> None:
    answer = ctxlab("check", trip, "--profile", roomy)
    assert answer.code == 0
    assert answer.out == "trip.json: holds · 1,267 / 64,000 tokens · 1/1 must-keeps\n"


def test_a_lost_must_keep_does_not_hold(trip: Path, tight: Path) -> None:
    answer = ctxlab("check", trip, "--profile", tight)
    assert answer.code == 1
    assert "does not hold" in answer.out
    assert "must-keep LOST in Select: 3000 yuan" in answer.out


def test_over_the_limit_does_not_hold(trip: Path, roomy: Path) -> None:
    answer = ctxlab(
        "check", trip, "--profile", roomy, "--set", "window.size=20", "--set", "window.enforce=false"
    )
    assert answer.code == 1
    assert "over the limit by 1,247 tokens" in answer.out


def test_without_must_keeps_and_limit_nothing_is_judged(trip: Path) -> None:
    answer = ctxlab("check", trip, "--profile", "as-recorded")
    assert answer.code == 2
    assert "no must-keeps and no limit" in answer.out


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """A transcript, whose format knows neither the system prompt nor the tools."""
    lines = [
        {
            "type": "user",
            "uuid": "u1",
            "parentUuid": None,
            "sessionId": "s",
            "timestamp": "2026-01-01T00:00:00Z",
            "message": {"role": "user", "content": "Stay under 3000 yuan."},
        },
        {
            "type": "assistant",
            "uuid": "u2",
            "parentUuid": "u1",
            "sessionId": "s",
            "timestamp": "2026-01-01T00:00:01Z",
            "message": {"id": "m1", "role": "assistant", "content": [{"type": "text", "text": "Yes."}]},
        },
    ]
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return file


def test_unknown_sources_without_an_estimate_cannot_be_judged(transcript: Path, roomy: Path) -> None:
    answer = ctxlab("check", transcript, "--profile", roomy, "--set", "budget.history.cap=9000")
    assert answer.code == 2
    assert "system_prompt unknown" in answer.out
    assert "--set window.unknown.system_prompt=N" in answer.out
    estimate = ["--set", "window.unknown.system_prompt=3000"]
    assert ctxlab("check", transcript, "--profile", roomy, *estimate).code == 0


def test_what_cannot_be_read_cannot_be_judged(trip: Path, roomy: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    empty = tmp_path / "empty.json"
    empty.write_text("[]", encoding="utf-8")
    for file in (broken, empty, tmp_path / "absent.json"):
        answer = ctxlab("check", trip, file, "--profile", roomy)
        assert answer.code == 2
        assert answer.out.startswith("trip.json: holds")
        assert f"{file.name}: cannot be judged" in answer.out


def test_of_several_files_one_that_fails_decides(trip: Path, roomy: Path, tmp_path: Path) -> None:
    other = write_json(tmp_path / "other.json", {"model": "gpt-4o", "messages": [message("user", "hello")]})
    answer = ctxlab("check", trip, other, tmp_path / "absent.json", "--profile", roomy, "--json")
    assert answer.code == 1
    assert [result["code"] for result in answer.json["results"]] == [0, 1, 2]
    assert answer.json["code"] == 1


def test_json_holds_every_ground(trip: Path, tight: Path) -> None:
    (result,) = ctxlab("check", trip, "--profile", tight, "--json").json["results"]
    assert result["holds"] is False
    assert (result["total"], result["limit"], result["over"]) == (433, 2000, 0)
    assert [(keep["label"], keep["lost_at"]) for keep in result["must_keeps"]] == [("3000 yuan", "select")]


def test_a_bad_profile_ends_the_command(trip: Path, tmp_path: Path) -> None:
    answer = ctxlab("check", trip, "--profile", tmp_path / "absent.toml")
    assert (answer.code, answer.out) == (2, "")


def test_no_file_is_bad_usage() -> None:
    assert ctxlab("check").code == 2
