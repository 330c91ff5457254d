"""The README's examples run as they are written, from the clone."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest
from helpers.cli import ctxlab
from helpers.tree import ROOT

from ctxlab.formats.marks_file import marks_from, unknown_keys
from ctxlab.profiles import parse

README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("## Command line")[2].partition("\n## ")[0]
LINES = [
    line
    for block in re.findall(r"```sh\n(.*?)```", SECTION, re.DOTALL)
    for line in block.strip().splitlines()
]


def _block(language: str, holds: str = "") -> str:
    """The one block in that language that holds those words."""
    (found,) = [one for one in re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL) if holds in one]
    return str(found)


@pytest.fixture(autouse=True)
def _clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "sessions", tmp_path / "sessions")
    monkeypatch.chdir(tmp_path)


def test_there_are_examples() -> None:
    assert len(LINES) >= 10
    assert all(line.startswith("ctxlab ") for line in LINES)


@pytest.mark.parametrize("line", [line for line in LINES if "screenshot" not in line])
def test_an_example_runs_and_exits_as_it_says(line: str) -> None:
    _, *words = shlex.split(line, comments=True)
    stated = re.search(r"# exit (\d)", line)
    answer = ctxlab(*words)
    assert answer.code == (int(stated[1]) if stated else 0), answer.err
    for name in ("-o", "--output"):
        if name in words:
            assert Path(words[words.index(name) + 1]).stat().st_size > 0


def test_the_check_examples_find_what_they_say() -> None:
    failing, mended, against = (
        ctxlab(*shlex.split(line, comments=True)[1:]).out for line in LINES if " check " in line
    )
    assert "4/8 must-keeps" in failing
    assert "预算三千以内" in failing
    assert "8/8 must-keeps" in mended
    assert against.count("newly LOST") == 4


def test_the_why_example_names_stage_and_rule() -> None:
    line = next(line for line in LINES if line.startswith("ctxlab why"))
    out = ctxlab(*shlex.split(line, comments=True)[1:]).out
    assert "Select: its row stops at the first that does not fit" in out
    assert "(budget.history: cap 1200, overflow stop) [dropped · behind_overflow]" in out


def test_the_marks_example_is_one() -> None:
    value = json.loads(_block("json"))
    marks = marks_from(value, "README.md")
    assert list(unknown_keys({key: one for key, one in value.items() if key != "schema"})) == []
    (fact,) = marks.key_facts
    session = json.loads(Path("sessions/trip-hangzhou.ctx.json").read_text(encoding="utf-8"))
    assert session["schema"].startswith("ctxlab.session/")
    Path("sessions/trip-hangzhou.marks.json").write_text(_block("json"), encoding="utf-8")
    words = ("run", "sessions/trip-hangzhou.ctx.json", "--profile", "sessions/travel-agent.toml")
    assert "must-keep kept: 预算三千以内" in ctxlab(*words).out
    import ctxlab as library

    (item,) = (one for one in library.open("sessions/trip-hangzhou.ctx.json").items if one.id == fact.item)
    assert item.text[fact.start : fact.end] == "预算三千以内"


def test_the_must_keep_example_is_a_profiles() -> None:
    text = _block("toml", "[[must_keep]]")
    assert parse(f'schema = "ctxlab.profile/1"\n{text}').must_keep[0].text == "不吃辣"
    assert tomllib.loads(text)["must_keep"]


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    exec(compile(_block("python"), "README.md", "exec"), names)
    out = capsys.readouterr().out
    assert "budget select" in out
    assert "home-by-eight None" in out
    assert "i8 (conversation" in out
    messages = names["messages"]
    assert isinstance(messages, list)
    assert messages[-1]["content"] == "Where to?"
