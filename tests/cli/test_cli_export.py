"""`ctxlab export`: the forms, what they leave unsaid, and what the real libraries make of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab, process

from ctxlab.profiles import load_profile


def test_the_text_goes_to_stdout_and_what_is_unsaid_to_stderr(tight: Path) -> None:
    answer = ctxlab("export", tight, "--as", "langchain-trim")
    assert answer.code == 0
    assert "def trim(" in answer.out
    assert "# - budget.history.cap" in answer.out
    assert answer.err.startswith("settings that LangChain trim_messages cannot express: ")
    assert "无法表达的设置" in ctxlab("export", tight, "--as", "langchain-trim", "--lang", "zh").err


@pytest.mark.parametrize(("form", "name"), [("json", "p.json"), ("yaml", "p.yaml"), ("toml", "p.toml")])
def test_a_profile_comes_back_from_each_form(form: str, name: str, tight: Path, tmp_path: Path) -> None:
    out = tmp_path / name
    answer = ctxlab("export", tight, "--as", form, "-o", out, "--set", "budget.history.cap=77")
    assert answer.code == 0
    assert answer.out == ""
    assert load_profile(out) == load_profile(tight).set("budget.history.cap", 77)
    assert ctxlab("run", out.with_name("trip.json"), "--profile", out).code == 2
    again = ctxlab("export", out, "--as", "toml")
    assert (again.code, again.err) == (0, "")


def test_as_toml_the_comments_of_the_file_stay(tight: Path) -> None:
    own = tight.read_text(encoding="utf-8")
    tight.write_text(f"# mine\n{own}# the end\n", encoding="utf-8")
    assert ctxlab("export", tight).out == f"# mine\n{own}# the end\n"
    changed = ctxlab("export", tight, "--set", "budget.history.cap=77").out
    assert changed == f"# mine\n{own.replace('cap = 450', 'cap = 77')}# the end\n"
    assert ctxlab("profiles", "show", tight).out == f"# mine\n{own}# the end\n"


def test_as_json_the_gaps_are_a_list(tight: Path) -> None:
    found = ctxlab("export", tight, "--as", "openai-agents", "--json").json
    assert found["schema"] == "ctxlab.export/1"
    assert (found["form"], found["profile"]) == ("openai-agents", "tight")
    assert "RUN_CONFIG = RunConfig(" in found["text"]
    gap = next(one for one in found["gaps"] if one["key"] == "must_keep[1].text")
    assert gap == {
        "key": "must_keep[1].text",
        "value": '"3000 yuan"',
        "why": "nothing_watched",
        "words": "nothing checks that it reaches the context",
    }


def test_a_source_is_never_overwritten(tight: Path, trip: Path) -> None:
    assert ctxlab("export", tight, "-o", tight).code == 2
    before = trip.read_bytes()
    assert ctxlab("export", tight, "--as", "langchain-trim", "--verify", trip, "-o", trip).code == 2
    assert trip.read_bytes() == before


def test_a_table_tells_what_the_library_keeps(tight: Path, trip: Path, tmp_path: Path) -> None:
    out = tmp_path / "trimming.py"
    answer = ctxlab("export", tight, "--as", "langchain-trim", "--verify", trip, "-o", out)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0].startswith("tight as LangChain trim_messages, run by langchain-core 1.")
    assert lines[3].split()[:3] == ["trip.json", "0/1", "1/1"]
    assert lines[4].strip() == "lost here, kept there: 3000 yuan"
    assert lines[-2] == "the same must-keeps survive on 0 of 1 sessions that have any"
    assert lines[-1] == "both keep the same items whole on 0 of 1 sessions"
    assert "def trim(" in out.read_text(encoding="utf-8")


def test_a_folder_is_verified_and_files_that_cannot_be_read_are_said(
    roomy: Path, trip: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "talks"
    folder.mkdir()
    trip.rename(folder / "trip.json")
    write_json(folder / "two.json", {"messages": [message("user", "Keep it under 3000 yuan.")]})
    broken = tmp_path / "broken.json"
    broken.write_text('{"messages": [', encoding="utf-8")
    answer = ctxlab(
        "export", roomy, "--as", "langchain-trim", "--verify", folder, "--verify", broken, "--json"
    )
    assert answer.code == 0
    found = answer.json
    assert found["schema"] == "ctxlab.export-verify/1"
    assert (found["judged"], found["same"], len(found["sessions"])) == (2, 2, 2)
    assert [one["file"] for one in found["problems"]] == [str(broken)]
    assert "broken.json" in answer.err
    first = found["sessions"][0]
    assert first["must_keeps"] == [
        {"id": "profile:1", "label": "3000 yuan", "ours": True, "theirs": True, "only_in_summary": False}
    ]
    assert {one["key"] for one in found["gaps"]} >= {"must_keep[1].text", "budget.history.cap"}


def test_what_wrote_a_summary_is_said_in_the_language_asked_for(tight: Path, trip: Path) -> None:
    compressing = ("--set", "budget.history.overflow=compress", "--as", "langchain-agent")
    answer = ctxlab("export", tight, *compressing, "--verify", trip, "--lang", "zh")
    assert answer.code == 0
    assert answer.out.splitlines()[-1].startswith("没有调用模型：摘要由 ctxlab 的摘录式摘要器撰写")


def test_what_cannot_be_run_is_said(tight: Path, trip: Path, tmp_path: Path) -> None:
    answer = ctxlab("export", tight, "--as", "anthropic", "--verify", trip)
    assert (answer.code, answer.out) == (2, "")
    assert "applied by the provider's servers" in answer.err
    assert "nothing is simulated" in answer.err
    answer = ctxlab("export", tight, "--as", "yaml", "--verify", trip)
    assert answer.code == 2
    assert "langchain-trim, langchain-agent, openai-agents" in answer.err
    empty = tmp_path / "empty"
    empty.mkdir()
    answer = ctxlab("export", tight, "--as", "langchain-trim", "--verify", empty)
    assert answer.code == 2
    assert "no sessions to verify on" in answer.err


BLOCKED = """
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "langchain_core" else find(name, *rest)
from ctxlab.__main__ import main
raise SystemExit(main({words!r}))
"""


def test_a_library_that_is_missing_is_named_as_one_installs_it(tight: Path, trip: Path) -> None:
    words = ["export", str(tight), "--as", "langchain-trim", "--verify", str(trip)]
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(words=words)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert "langchain-core is not installed (pip install langchain-core)" in done.stderr


def test_an_export_loads_no_library(tight: Path) -> None:
    code = (
        "import sys\nfrom ctxlab.__main__ import main\n"
        f"main(['export', {str(tight)!r}, '--as', 'langchain-agent', '-o', 'out.py'])\n"
        "print({'langchain', 'langchain_core', 'agents', 'yaml', 'tiktoken'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tight.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    assert done.stdout.strip() == "set()"


def test_an_interrupt_stops_it(tight: Path, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for at in range(300):
        talk = [message("user", f"question {at} {number}") for number in range(60)]
        write_json(folder / f"{at}.json", {"messages": talk})
    words = ["export", str(tight), "--as", "openai-agents", "--verify", str(folder)]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED.format(words=words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with started as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"running\n"
        running.send_signal(signal.SIGINT)
        out, told = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, b"")
    assert told.decode().splitlines()[-1] == "ctxlab: stopped"


INTERRUPTED = """
from ctxlab.integrations import agents_sdk
left = agents_sdk.Run.left
def told(self, given):
    if not hasattr(self, "told"):
        self.told = True
        print("running", flush=True)
    return left(self, given)
agents_sdk.Run.left = told
from ctxlab.__main__ import main
raise SystemExit(main({words!r}))
"""


def test_help_tells_all_forms() -> None:
    shown = process("export", "--help", COLUMNS="100").out
    for form in ("langchain-trim", "langchain-agent", "anthropic", "openai-agents", "json", "yaml"):
        assert form in shown
    assert json.dumps(shown)
