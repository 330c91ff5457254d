"""`ctxlab check`: 0 holds, 1 does not hold, 2 cannot be judged; several files; missing data never passes."""

from __future__ import annotations

import io
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
    marks = {"schema": "ctxlab.marks/1", "must_keeps": [{"text": "goodbye", "since": "i1"}]}
    write_json(tmp_path / "other.marks.json", marks)
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


def test_of_a_folder_all_sessions_are_judged_and_other_files_passed_over(
    trip: Path, roomy: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "talks"
    (folder / "deep" / ".hidden").mkdir(parents=True)
    for place in (folder / "a.json", folder / "deep" / "b.JSON", folder / "deep" / ".hidden" / "c.json"):
        place.write_bytes(trip.read_bytes())
    write_json(folder / "package.json", {"name": "x", "version": "1"})
    (folder / "notes.txt").write_text("no session", encoding="utf-8")
    answer = ctxlab("check", folder, "--profile", roomy)
    assert answer.code == 0
    names = [line.partition(":")[0] for line in answer.out.splitlines()[:-1]]
    assert names == ["talks/a.json", "talks/deep/b.JSON"]
    assert answer.err.splitlines() == [
        "files passed over that are no sessions: 2 (talks/notes.txt, talks/package.json)",
        "! caps that never bind (most asked/cap): history 1,248/45,000; `ctxlab lint` tells more, "
        'lint.ignore = "cap_never_binds" in the profile leaves this out',
    ]
    document = ctxlab("check", folder, "--profile", roomy, "--json").json
    assert document["passed_over"] == {"count": 2, "files": ["talks/notes.txt", "talks/package.json"]}


def test_a_session_that_is_broken_in_a_folder_cannot_be_judged(
    trip: Path, roomy: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "a.json").write_bytes(trip.read_bytes())
    (folder / "b.json").write_text('{"messages": [', encoding="utf-8")
    answer = ctxlab("check", folder, "--profile", roomy, "--json")
    assert answer.code == 2
    assert [result["code"] for result in answer.json["results"]] == [0, 2]


def test_a_folder_without_sessions_cannot_be_judged(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    answer = ctxlab("check", tmp_path / "empty")
    assert answer.code == 2
    assert "empty: cannot be judged" in answer.out


def test_a_session_comes_in_on_stdin(
    trip: Path, roomy: Path, tight: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    body = trip.read_text(encoding="utf-8")
    given(body)
    assert ctxlab("check", "-", "--profile", roomy).code == 0
    given(f"curl https://example.org/v1 -H 'Authorization: Bearer x' --json '{body}'")
    assert ctxlab("check", "-", "--profile", tight).code == 1
    given(body)
    assert "must-keep kept: 3000 yuan" in ctxlab("run", "-", "--profile", roomy).out
    given("hello")
    answer = ctxlab("run", "-")
    assert answer.code == 2
    assert "copy a request body" in answer.err


def test_the_statistics_tell_what_rows_ask_for_without_caps(trip: Path, tight: Path, tmp_path: Path) -> None:
    short = write_json(tmp_path / "short.json", {"model": "gpt-4o", "messages": [message("user", "Hello!")]})
    answer = ctxlab("check", trip, short, "--profile", tight, "--json").json
    (history,) = [row for row in answer["stats"] if row["row"] == "history"]
    long = ctxlab("check", trip, "--profile", tight, "--json").json["results"][0]["demand"]["history"]
    # the other session has no history: half of two sessions ask for nothing
    assert history == {"row": "history", "p50": 0, "p90": long, "max": long, "sessions": 2}
    assert long > 450
    lines = ctxlab("check", trip, short, "--profile", tight, "--stats").out.splitlines()
    assert [line.split() for line in lines if line.startswith("history")] == [
        ["history", "0", f"{long:,}", f"{long:,}"]
    ]
