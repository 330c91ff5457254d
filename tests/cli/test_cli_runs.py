"""`ctxlab runs`: what `ctxlab run` builds is listed, summed up, compared, written, exported and deleted."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from helpers.cli import ctxlab

from ctxlab.cli.main import run
from ctxlab.cli.run_words import TEXTS
from ctxlab.formats.marks_file import read_sidecar
from ctxlab.paths import data_dir
from ctxlab.settings import RunsSettings, Settings, save_settings


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def two(trip: Path, tight: Path, roomy: Path) -> Path:
    """The file of two builds of one request: 1 under tight, which loses its must-keep, 2 under roomy."""
    ctxlab("run", trip, "--profile", tight)
    ctxlab("run", trip, "--profile", roomy)
    return trip


def test_without_any_build_it_says_so_and_how_they_come() -> None:
    answer = ctxlab("runs")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "no build is recorded; ctxlab run and the window record theirs\n"
    assert ctxlab("runs", "--json").json == {"schema": "ctxlab.runs/1", "builds": [], "of": 0}
    assert ctxlab("runs", "summary").out == answer.out
    assert ctxlab("runs", "summary", "--json").json["builds"] == 0
    save_settings(Settings(runs=RunsSettings(record=False)))
    assert "[runs] record = false" in ctxlab("runs").err


def test_each_run_is_listed_the_newest_first(two: Path) -> None:
    head, first, second = ctxlab("runs").out.splitlines()
    assert head.split()[:4] == ["id", "time", "session", "request"]
    assert (first.split()[0], second.split()[0]) == ("2", "1")
    assert first.split()[3:] == [
        "trip",
        "1",
        "roomy",
        "1,267",
        "2.0",
        "%",
        "102.2",
        "%",
        "–",
        "0",
        "0/1",
        first.split()[-1],
    ]
    assert second.split()[3:-1] == ["trip", "1", "tight", "433", "21.6", "%", "34.9", "%", "−4", "0", "1/1"]
    assert ctxlab("runs", "list").out == ctxlab("runs").out


def test_the_list_is_filtered(two: Path) -> None:
    def ids(*words: object) -> list[int]:
        return [one["id"] for one in ctxlab("runs", *words, "--json").json["builds"]]

    assert ids() == [2, 1]
    assert ids("--limit", 1) == [2]
    assert ids("--profile", "tight") == [1]
    assert ids("--session", "trip.json") == [2, 1]
    assert ids("--session", "else") == []
    assert ids("--since", "1h") == [2, 1]
    assert ids("--since", "2020-01-01") == [2, 1]
    assert ids("--since", "2999-01-01 12:00") == []
    assert ctxlab("runs", "--session", "else").out == "no recorded build is so\n"
    assert "1 more; --limit 2" in ctxlab("runs", "--limit", 1).err


@pytest.mark.parametrize("when", ["yesterday", "7", "2026-13-01", ""])
def test_a_time_that_is_none_is_refused(when: str) -> None:
    answer = ctxlab("runs", "--since", when)
    assert (answer.code, answer.out) == (2, "")
    assert "7d" in answer.err


def test_a_list_as_json_has_all_figures(two: Path) -> None:
    document = ctxlab("runs", "--json").json
    assert (document["schema"], document["of"]) == ("ctxlab.runs/1", 2)
    tight = document["builds"][1]
    assert tight["sources"] == {"system_prompt": 4, "user_message": 6, "conversation": 408}
    assert (tight["overhead"], tight["counted"], tight["limit"], tight["dropped"]) == (15, 433, 2000, 4)
    assert (tight["must_keeps"], tight["lost"], tight["kept"]) == (1, ["profile:1"], True)
    assert tight["file"] == str(two)


def test_one_build_is_shown_with_its_line_of_the_log(two: Path) -> None:
    lines = ctxlab("runs", "show", 1).out.splitlines()
    assert lines[0].startswith("build 1 · 2")
    assert lines[0].endswith(" · trip · request 1 (turn 4) · under tight")
    assert lines[1].startswith(
        "[monitor] total=433 limit=2000 system_prompt=0.9% user_message=1.4% conversation=94.2%"
    )
    assert "must-keeps LOST: profile:1 (1 of 1)" in lines
    assert "gathered 1,240, built 433: 34.9 %" in lines
    assert "cut 0, compressed 0, merged 0, dropped 4, added 0" in lines
    assert f"from {two}" in lines
    assert ctxlab("runs", "show", 2, "--json").json["profile"] == "roomy"
    assert ctxlab("runs", "show", 3).code == 2


def test_builds_are_summed_up(two: Path, trip: Path, tight: Path) -> None:
    lines = ctxlab("runs", "summary").out.splitlines()
    assert lines[0] == "builds 2, sessions 1"
    assert lines[1] == "sessions with a forgotten constraint: none of 1 (95 %: 0.0 % to 79.3 %)"
    assert lines[2] == "tokens: mean 850, p50 433, p90 1,267, peak 1,267"
    assert lines[3].startswith("degradation: level 0 100.0 % (2), level 1 0.0 % (0)")
    ctxlab("run", trip, "--profile", tight)
    lines = ctxlab("runs", "summary").out.splitlines()
    assert (
        lines[1] == "sessions with a forgotten constraint: 1 in 1 (1 of 1, 100.0 %; 95 %: 20.7 % to 100.0 %)"
    )
    document = ctxlab("runs", "summary", "--profile", "tight", "--json").json
    assert (document["builds"], document["forgotten"]["hits"], document["by_session"][0]["builds"]) == (
        2,
        1,
        2,
    )


def test_two_builds_are_compared_as_diff_does(two: Path) -> None:
    answer = ctxlab("runs", "compare", 1, 2)
    assert answer.out.splitlines()[:2] == ["before: build 1, tight", "after:  build 2, roomy"]
    document = ctxlab("runs", "compare", 1, 2, "--json").json
    assert (document["schema"], document["added"]) == ("ctxlab.diff/1", 4)
    assert document["before"]["tokens"] == 433
    assert answer.out.splitlines() == [
        *answer.out.splitlines()[:2],
        *ctxlab(
            "diff", two, "--profile", two.parent / "roomy.toml", "--against", two.parent / "tight.toml"
        ).out.splitlines()[2:],
    ]


def test_what_a_build_was_made_from_is_written_and_builds_the_same(two: Path, tmp_path: Path) -> None:
    before = ctxlab("run", two, "--profile", tmp_path / "tight.toml", "--json").json
    two.unlink()
    (tmp_path / "tight.toml").unlink()
    answer = ctxlab("runs", "restore", 1, "-o", tmp_path / "out")
    session, profile = tmp_path / "out" / "trip-build1.ctx.json", tmp_path / "out" / "trip-build1.toml"
    assert answer.err.splitlines()[1:] == [f"wrote {session}", f"wrote {profile}"]
    assert answer.err.startswith("trip.json is gone or has changed since")
    assert ctxlab("run", session, "--profile", profile, "--json").json == before
    # what is there is left alone
    ctxlab("runs", "restore", 1, "-o", tmp_path / "out")
    assert (tmp_path / "out" / "trip-build1.2.ctx.json").exists()
    named = tmp_path / "mine.json"
    assert ctxlab("runs", "restore", 1, "-o", named).code == 0
    assert ctxlab("run", named, "--profile", tmp_path / "mine.toml", "--json").json == before
    assert ctxlab("runs", "restore", 1, "-o", named).code == 2


def test_marks_are_those_of_the_build(trip: Path, tight: Path, tmp_path: Path) -> None:
    ctxlab("marks", "add", trip, "--text", "spicy")
    ctxlab("run", trip, "--profile", tight)
    ctxlab("marks", "remove", trip, "m1")
    ctxlab("runs", "restore", 1, "-o", tmp_path / "out")
    marks = read_sidecar(tmp_path / "out" / "trip-build1.marks.json").marks[0]
    assert [one.text for one in marks.must_keeps] == ["spicy"]


def test_a_build_is_exported_as_its_trace(two: Path, tmp_path: Path) -> None:
    trace = ctxlab("run", two, "--profile", tmp_path / "tight.toml", "--json").json
    assert ctxlab("runs", "export", 1).json == trace
    answer = ctxlab("runs", "export", 1, "-o", tmp_path / "trace.json")
    assert answer.err == f"wrote {tmp_path / 'trace.json'}\n"
    assert json.loads((tmp_path / "trace.json").read_text(encoding="utf-8")) == trace
    assert ctxlab("runs", "export", 1, "-o", two).code == 2
    assert ctxlab("runs", "export", 99).code == 2


class _Window:
    def __init__(self) -> None:
        self.calls: list[tuple[list[str], str | None, int | None]] = []

    def window(
        self, files: list[str], *, smoke: bool, profile: str | None, request: int | None, language: str | None
    ) -> int:
        del smoke, language
        self.calls.append((files, profile, request))
        return 0


def test_the_window_opens_on_what_a_build_was_made_from(two: Path) -> None:
    two.unlink()
    window = _Window()
    for _time in range(2):
        assert run(["runs", "open", "1"], gui=window) == 0  # type: ignore[arg-type]
    folder = data_dir() / "restored" / "build-1"
    call = ([str(folder / "trip-build1.ctx.json")], str(folder / "trip-build1.toml"), 1)
    assert window.calls == [call, call]
    assert sorted(file.name for file in folder.iterdir()) == ["trip-build1.ctx.json", "trip-build1.toml"]


def test_builds_are_deleted(two: Path) -> None:
    assert ctxlab("runs", "delete", 1, 3).code == 2
    assert ctxlab("runs", "delete", 1).out == "deleted 1\n"
    assert [one["id"] for one in ctxlab("runs", "--json").json["builds"]] == [2]
    assert ctxlab("runs", "clear").code == 2
    assert ctxlab("runs", "clear", "--yes").out == "deleted 1\n"
    assert ctxlab("runs", "--json").json["builds"] == []


def test_the_settings_turn_recording_off(trip: Path) -> None:
    save_settings(Settings(runs=RunsSettings(record=False)))
    ctxlab("run", trip)
    assert ctxlab("runs", "--json").json["builds"] == []
    save_settings(Settings(runs=RunsSettings(keep=1)))
    ctxlab("run", trip)
    ctxlab("run", trip)
    assert [one["id"] for one in ctxlab("runs", "--json").json["builds"]] == [2]


def test_a_store_that_cannot_be_used_is_said_and_hinders_no_run(
    trip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / "file" / "data"))
    assert ctxlab("run", trip).code == 0
    answer = ctxlab("runs")
    assert (answer.code, answer.out) == (2, "")
    assert "the store cannot be used" in answer.err


def test_answers_are_chinese_when_asked_for(two: Path) -> None:
    for words in (("runs",), ("runs", "show", 1), ("runs", "summary")):
        out = ctxlab(*words, "--lang", "zh").out
        assert not re.search(r"\d tokens|must-keeps|builds? ", out)


def _fields(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)", text))


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_tell_the_same_values(key: str) -> None:
    english, chinese = TEXTS[key]
    assert _fields(english) == _fields(chinese)
