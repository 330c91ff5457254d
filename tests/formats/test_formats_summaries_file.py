"""The replay file beside a session: it only grows, and a bad line costs that line alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import SaveError
from ctxlab.formats.folders import session_files_in
from ctxlab.formats.load import load
from ctxlab.formats.summaries_file import append_replay, read_replay, replay_path
from ctxlab.model.summary import StoredSummary

ONE = StoredSummary("a" * 64, "三千元以内。", "b" * 64, "v1", "m", 300, 120, 8)
TWO = StoredSummary("c" * 64, "Kept.\nAll.", "d" * 64, "v1", "", 0)


@pytest.mark.parametrize("name", ["trip.ctx.json", "trip.jsonl", "trip.json"])
def test_it_stands_beside_the_session(tmp_path: Path, name: str) -> None:
    assert replay_path(tmp_path / name) == tmp_path / "trip.summaries.jsonl"


def test_lines_are_put_behind_those_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "x.summaries.jsonl"
    assert read_replay(path).summaries == ()
    append_replay(path, [ONE])
    before = path.read_bytes()
    append_replay(path, [])
    append_replay(path, [TWO])
    assert path.read_bytes().startswith(before)
    assert read_replay(path).summaries == (ONE, TWO)
    line = json.loads(before)
    assert line["usage"] == {"input": 120, "output": 8}
    assert set(line) == {"key", "model", "instruction", "source", "limit", "text", "usage"}


@pytest.mark.parametrize(
    "line",
    [
        "{broken",
        "[]",
        "{}",
        json.dumps({"key": "short", "text": "x", "source": "b" * 64, "instruction": "v"}),
        json.dumps({"key": "a" * 64, "text": " ", "source": "b" * 64, "instruction": "v"}),
        json.dumps({"key": "a" * 64, "text": 3, "source": "b" * 64, "instruction": "v"}),
        "\x00\x00",
    ],
)
def test_a_bad_line_is_told_and_the_rest_loads(tmp_path: Path, line: str) -> None:
    path = tmp_path / "x.summaries.jsonl"
    append_replay(path, [ONE])
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    append_replay(path, [TWO])
    found = read_replay(path)
    assert found.summaries == (ONE, TWO)
    (notice,) = found.notices
    assert (notice.code, dict(notice.numbers)["number"]) == ("summary_line_broken", 3)


def test_a_line_that_a_crash_cut_off_stays_and_the_next_stands_on_its_own(tmp_path: Path) -> None:
    path = tmp_path / "x.summaries.jsonl"
    append_replay(path, [ONE])
    path.write_bytes(path.read_bytes() + b'{"key": "cut')
    append_replay(path, [TWO])
    assert read_replay(path).summaries == (ONE, TWO)
    assert b'{"key": "cut\n' in path.read_bytes()


def test_what_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(SaveError):
        append_replay(tmp_path / "missing" / "x.summaries.jsonl", [ONE])
    folder = tmp_path / "x.summaries.jsonl"
    folder.mkdir()
    with pytest.raises(SaveError):
        append_replay(folder, [ONE])
    assert [one.code for one in read_replay(folder).notices] == ["summaries_broken"]


def test_a_session_is_opened_with_its_summaries_and_what_is_wrong_with_them(tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    file.write_text(json.dumps({"messages": [{"role": "user", "content": "Hello."}]}), encoding="utf-8")
    append_replay(replay_path(file), [ONE])
    (session,) = load(file)
    assert session.summaries == (ONE,)
    with replay_path(file).open("a", encoding="utf-8") as replay:
        replay.write("oh\n")
    (session,) = load(file)
    assert session.summaries == (ONE,)
    assert [one.code for one in session.diagnostics] == ["summary_line_broken"]


def test_it_is_no_session(tmp_path: Path) -> None:
    append_replay(tmp_path / "x.summaries.jsonl", [ONE])
    assert session_files_in(tmp_path).files == ()


@given(st.text(max_size=40), st.integers(0, 10**6), st.none() | st.integers(0, 10**9))
def test_any_text_is_there_again(
    tmp_path_factory: pytest.TempPathFactory, text: str, limit: int, used: int | None
) -> None:
    path = tmp_path_factory.mktemp("replay") / "x.summaries.jsonl"
    one = StoredSummary("a" * 64, f"x{text}", "b" * 64, "v", text, limit, used, used)
    append_replay(path, [one, TWO])
    assert read_replay(path).summaries == (one, TWO)
