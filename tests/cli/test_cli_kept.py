"""One idea of kept on the command line: what a rescue keeps passes, what nobody said is not lost."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from helpers.chat import write_json
from helpers.cli import ctxlab

GREETED = "Hello there! Stay under 3000 yuan"
LONG = " ".join(["and it goes on"] * 9)
TALK = [
    ("system", "You are a bot."),
    ("user", f"{GREETED} please. Thanks."),
    ("assistant", "hi"),
    ("user", "what is up"),
    ("assistant", f"nothing much, {LONG}"),
    ("user", "go on"),
    ("assistant", "done"),
    ("user", "bye"),
]
TIGHT = """schema = "ctxlab.profile/1"
name = "tight"
[window]
size = 8000
[budget.recent]
cap = 10
overflow = "stop"
order = "newest"
[budget.history]
cap = 10
overflow = "stop"
order = "newest"
[gather]
key_facts = false
"""
ASKS = """schema = "ctxlab.profile/1"
name = "asks"
[window]
size = 8000
[[must_keep]]
text = "{}"
"""


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    messages = [{"role": role, "content": content} for role, content in TALK]
    return write_json(tmp_path / "talk.json", {"messages": messages})


@pytest.fixture
def tight(tmp_path: Path) -> Path:
    file = tmp_path / "tight.toml"
    file.write_text(TIGHT, encoding="utf-8")
    return file


def asking(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "asks.toml"
    file.write_text(ASKS.format(text), encoding="utf-8")
    return file


def test_check_passes_under_every_rescue_that_is_offered(talk: Path, tight: Path) -> None:
    assert ctxlab("marks", "add", talk, "--text", GREETED).code == 0
    marks = talk.with_name("talk.marks.json")
    before = marks.read_bytes()
    assert ctxlab("check", talk, "--profile", tight).code == 1
    offered = ctxlab("why", talk, GREETED, "--profile", tight, "--rescue", "--json").json["rescue"]["found"]
    assert len(offered) > 2
    for one in offered:
        marks.write_bytes(before)
        for typed in one["commands"]:
            assert ctxlab(*shlex.split(typed)[1:]).code == 0
        settings = [part for setting in one["settings"] for part in ("--set", setting)]
        answer = ctxlab("check", talk, "--profile", tight, *settings)
        assert (answer.code, "1/1 must-keeps" in answer.out) == (0, True), one["changes"]


def test_other_words_are_told_as_such_and_are_not_the_must_keep(talk: Path, tight: Path) -> None:
    assert ctxlab("marks", "add", talk, "--text", GREETED).code == 0
    assert ctxlab("marks", "key-fact", talk, "i2", "Stay under 3000 yuan please.").code == 0
    assert ctxlab("check", talk, "--profile", tight).code == 1
    told = ctxlab("why", talk, GREETED, "--profile", tight, "--json").json["diagnosis"]
    assert (told["survival"]["verdict"], told["survival"]["reason"]) == ("unsure", "not_the_words")
    assert [row["held"] for row in told["stages"]] == ["verbatim", "unsure", "unsure", "unsure"]


def test_nothing_is_lost_before_it_is_said(tmp_path: Path) -> None:
    messages = [{"role": role, "content": words} for role, words in [*TALK[2:7], *TALK[1:3]]]
    late = write_json(tmp_path / "late.json", {"messages": [{"role": "user", "content": "hello"}, *messages]})
    profile = asking(tmp_path, "Stay under 3000 yuan")
    found = ctxlab("survival", late, "--profile", profile, "--json").json
    cells = [cell["verdict"] for cell in found["rows"][0]["cells"]]
    assert cells == [None, None, None, "verbatim"]
    early = ctxlab("check", late, "--profile", profile, "--request", "1")
    assert (early.code, "LOST" in early.out, "0/0" in early.out) == (0, False, True)
    assert ctxlab("check", late, "--profile", profile).code == 0


def test_what_nothing_says_is_told_once_and_never_passes(talk: Path, tmp_path: Path) -> None:
    profile = asking(tmp_path, "never by car")
    said = "nothing in this session says the must-keep profile:1 (never by car)"
    answer = ctxlab("check", talk, "--profile", profile)
    assert (answer.code, answer.out.count(said)) == (2, 1)
    assert "LOST" not in answer.out
    assert ctxlab("survival", talk, "--profile", profile).err.count(said) == 1
    assert "must_keep_nowhere" in ctxlab("lint", talk, "--profile", profile).out


def test_an_item_stands_for_the_must_keep_that_it_states(talk: Path, tight: Path) -> None:
    assert ctxlab("marks", "add", talk, "--text", "under 3000 yuan").code == 0
    lists = [
        ctxlab("why", talk, asked, "--profile", tight, "--rescue", "--json").json["rescue"]["found"]
        for asked in ("i2", "m1", "under 3000 yuan")
    ]
    assert lists[0] == lists[1] == lists[2]


def test_a_comparison_counts_what_was_found_apart(talk: Path, tight: Path) -> None:
    run = ctxlab("compare", talk, "--profile", tight, "--profile", "unmanaged", "--json").json["profiles"]
    assert [one["must_keeps"] for one in run] == [{"kept": 0, "of": 0}] * 2
    assert [one["found"] for one in run] == [{"kept": 0, "of": 1}, {"kept": 1, "of": 1}]
