"""`ctxlab check` as a gate: options, forms of the answer, words, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from helpers.chat import write_json
from helpers.cli import ctxlab, process
from helpers.gate_repo import ENOUGH, PROFILE, TOO_SMALL, demanding, talk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    write_json(sessions / "short.json", {"model": "gpt-4o", "messages": demanding(rounds=1)})
    write_json(sessions / "trip.json", {"model": "gpt-4o", "messages": demanding()})
    return sessions


def profile(folder: Path, cap: int, name: str = "profile") -> Path:
    file = folder.parent / f"{name}.toml"
    file.write_text(PROFILE.format(cap=cap), encoding="utf-8")
    return file


def test_the_text_tells_each_session_its_change_and_the_sum(folder: Path) -> None:
    old, new = profile(folder, ENOUGH, "old"), profile(folder, TOO_SMALL)
    answer = ctxlab("check", folder, "--profile", new, "--baseline", old)
    lines = answer.out.splitlines()
    assert answer.code == 1
    assert lines[0].startswith("sessions/short.json: holds · ")
    assert lines[0].endswith(" · 1/1 must-keeps · as under the baseline")
    assert lines[1].startswith("sessions/trip.json: does not hold · ")
    assert " %) against the baseline's 1," in lines[1]
    assert lines[2] == "  must-keep newly LOST in Select, the baseline kept it: 3000 yuan"
    assert "450" in lines[3]
    assert lines[-1] == "does not hold · 2 sessions: 1 hold, 1 do not, 0 cannot be judged"


def test_the_words_are_chinese_where_that_is_asked_for(folder: Path) -> None:
    old, new = profile(folder, ENOUGH, "old"), profile(folder, TOO_SMALL)
    answer = ctxlab("check", folder, "--profile", new, "--baseline", old, "--lang", "zh")
    assert "必留项新近丢失于选择，基线保留了它：3000 yuan" in answer.out
    assert answer.out.splitlines()[-1] == "不成立 · 2 个会话：1 个成立，1 个不成立，0 个无法判定"


def test_caps_that_never_bind_stand_on_one_line_and_can_be_left_out(folder: Path) -> None:
    new = profile(folder, ENOUGH)
    caps = ("--set", "budget.recent.cap=90_000", "--set", "budget.tool_result.cap=80_000")
    answer = ctxlab("check", folder, "--profile", new, *caps)
    (line,) = [one for one in answer.err.splitlines() if "never bind" in one]
    assert "recent " in line
    assert "/90,000, " in line
    assert "lint.ignore" in line
    quiet = ctxlab("check", folder, "--profile", new, *caps, "--set", "lint.ignore=cap_never_binds")
    assert "never bind" not in quiet.err
    assert (quiet.code, quiet.out) == (answer.code, answer.out)


def test_json_is_one_document_with_findings_and_warnings(folder: Path) -> None:
    answer = ctxlab("check", folder, "--profile", profile(folder, ENOUGH), "--json", "--github")
    document = answer.json
    assert (document["schema"], document["code"]) == ("ctxlab.check/1", 0)
    assert [one["code"] for one in document["findings"]] == ["cap_never_binds"]
    (short, trip) = document["results"]
    assert (short["index"], len(short["sha256"]), short["level"], short["wire"]) == (0, 64, 0, "openai-chat")
    assert trip["must_keeps"] == [
        {"id": "profile:1", "label": "3000 yuan", "lost_at": None, "lost_since": None}
    ]
    # annotations go beside the document, where a workflow hears them too
    assert "::warning " in answer.err


def test_the_forms_for_ci_are_written(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "broken.json").write_text('{"messages": [', encoding="utf-8")
    summary, junit = tmp_path / "summary.md", tmp_path / "junit.xml"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    words = ("--profile", profile(folder, TOO_SMALL), "--junit", junit, "--github")
    answer = ctxlab("check", folder, *words)
    assert answer.code == 1
    commands = [line for line in answer.out.splitlines() if line.startswith("::")]
    assert [line.split(",")[0] for line in commands[:2]] == [
        "::error file=sessions/trip.json",
        "::error file=sessions/broken.json",
    ]
    suite = ET.parse(junit).getroot().find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    rows = [line for line in summary.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert len(rows) == 5


def test_without_a_summary_to_add_to_none_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    assert ctxlab("check", folder, "--profile", profile(folder, ENOUGH), "--github").code == 0


def test_the_junit_file_is_never_one_that_was_read(folder: Path) -> None:
    file = profile(folder, ENOUGH)
    before = file.read_bytes()
    answer = ctxlab("check", folder, "--profile", file, "--junit", file)
    assert answer.code == 2
    assert "it is never changed" in answer.err
    assert file.read_bytes() == before


def test_several_processes_give_the_same_answer(folder: Path) -> None:
    (folder / "package.json").write_text('{"name": "x", "version": "1"}', encoding="utf-8")
    (folder / "broken.json").write_text('{"messages": [', encoding="utf-8")
    write_json(folder / "talk.ctx.json", talk())
    old, new = profile(folder, ENOUGH, "old"), profile(folder, TOO_SMALL)
    words = (
        "check",
        folder,
        "--profile",
        new,
        "--set",
        "budget.history.cap=460",
        "--baseline",
        old,
        "--json",
    )
    alone, together = ctxlab(*words), process(*words, "--jobs", "2")
    assert together.json == alone.json
    assert (together.code, together.err) == (alone.code, alone.err)
    assert [one["code"] for one in alone.json["results"]] == [2, 0, 1, 1]


def test_a_baseline_answer_of_other_sessions_does_not_excuse_them(folder: Path, tmp_path: Path) -> None:
    new = profile(folder, TOO_SMALL)
    baseline = tmp_path / "baseline.json"
    baseline.write_text(
        ctxlab("check", folder / "trip.json", "--profile", new, "--json").out, encoding="utf-8"
    )
    assert ctxlab("check", folder, "--profile", new, "--baseline", baseline).code == 0
    messages = demanding(first="Do keep it under 3000 yuan.")
    write_json(folder / "trip.json", {"model": "gpt-4o", "messages": messages})
    answer = ctxlab("check", folder, "--profile", new, "--baseline", baseline)
    assert answer.code == 1
    assert "the baseline does not have this session at this request as it is now" in answer.out


def test_estimates_that_were_reckoned_with_are_told(folder: Path, tmp_path: Path) -> None:
    line = {
        "type": "user",
        "uuid": "u1",
        "parentUuid": None,
        "sessionId": "s",
        "timestamp": "2026-01-01T00:00:00Z",
        "message": {"role": "user", "content": "Stay under 3000 yuan."},
    }
    transcript = tmp_path / "talk.jsonl"
    transcript.write_text(json.dumps(line) + "\n", encoding="utf-8")
    stated = ("--set", "window.unknown.system_prompt=700")
    answer = ctxlab("check", transcript, "--profile", profile(folder, ENOUGH), *stated)
    assert answer.code == 0
    assert "profile's estimate: system_prompt 700 tokens ([window.unknown]), in 1 session" in answer.err
    assert ctxlab("check", transcript, "--profile", profile(folder, ENOUGH)).code == 2


def test_the_wire_can_be_named_or_left_out(folder: Path, tmp_path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "look up!", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "3000 yuan"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": "42", "tool_call_id": "c1"},
    ]
    odd = write_json(tmp_path / "odd.json", {"model": "gpt-4o", "messages": messages})
    words = ("check", odd, "--profile", profile(folder, ENOUGH))
    failed = ctxlab(*words)
    assert failed.code == 1
    assert "OpenAI chat would refuse message 2: look up! cannot be the name of a tool" in failed.out
    assert ctxlab(*words, "--wire", "none").code == 0
    assert ctxlab(*words, "--wire", "carrier-pigeon").code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--strict"], "add --baseline"),
        (["--max-growth", "5"], "add --baseline"),
        (["--max-growth", "-5", "--baseline", "gssc"], "-5"),
        (["--max-growth", "nan", "--baseline", "gssc"], "nan"),
        (["--max-level", "-1"], "-1"),
        (["--jobs", "0"], "0"),
        (["--baseline", "gssc", "--baseline-rev", "HEAD"], "give one of the two"),
        (["--baseline", "no-such-profile"], "no-such-profile"),
        (["--baseline", "absent.toml"], "absent.toml"),
        (["--baseline", "absent.json"], "absent.json"),
        (["--baseline", "profile.yaml"], "profile.yaml"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(folder: Path, words: list[str], said: str) -> None:
    answer = ctxlab("check", folder, "--profile", profile(folder, ENOUGH), *words)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1
    assert "fault of ctxlab" not in answer.err


def test_a_revision_needs_a_profile_of_a_file(folder: Path) -> None:
    for named in ((), ("--profile", "gssc")):
        answer = ctxlab("check", folder, *named, "--baseline-rev", "HEAD")
        assert answer.code == 2
        assert "--baseline-rev takes the file of --profile" in answer.err


def test_stdin_is_judged_by_one_process(folder: Path) -> None:
    answer = ctxlab("check", "-", "--profile", profile(folder, ENOUGH), "--jobs", "2")
    assert answer.code == 2
    assert "leave out --jobs" in answer.err


def test_odd_profiles_end_in_one_line(folder: Path, tmp_path: Path) -> None:
    odd = {
        "empty.toml": "",
        "binary.toml": "\0\0",
        "strategy.toml": 'schema = "ctxlab.profile/1"\n[select]\nstrategy = "magic"\n',
        "pattern.toml": 'schema = "ctxlab.profile/1"\n[[must_keep]]\nregex = "("\n',
        "negative.toml": 'schema = "ctxlab.profile/1"\n[budget.history]\ncap = -1\n',
    }
    for name, text in odd.items():
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        for words in (("--profile", file), ("--profile", profile(folder, ENOUGH), "--baseline", file)):
            answer = ctxlab("check", folder, *words)
            assert answer.code == 2, (name, words, answer)
            assert "fault of ctxlab" not in answer.err + answer.out
            assert name in answer.err or "cannot be judged" in answer.out, (name, answer)
