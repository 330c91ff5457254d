"""The mode of a request on the command line: chosen by a setting or a rule, said in words, reversible."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.chat import write_json
from helpers.cli import ctxlab


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A mode's messages: an instruction, two turns, a document, and the input."""
    messages = [
        {"role": "system", "content": "Answer briefly.", "source": "instruction"},
        {"role": "user", "content": "Which berths are free?"},
        {"role": "assistant", "content": "Berth 4."},
        {"role": "system", "content": "Berth 4 is 90 m long.", "source": "retrieval"},
    ]
    return write_json(tmp_path / "port.json", {"messages": messages, "user_input": "Is it long enough?"})


def test_a_mode_set_for_one_run_is_said_and_leaves_the_history_out(talk: Path) -> None:
    answer = ctxlab("run", talk, "--profile", "mixed", "--set", "mode.use=single")
    assert answer.code == 0
    assert "built in the mode single, as mode.use says" in answer.out + answer.err
    assert "Gather · excluded_by_mode: 2 items" in answer.out
    assert "such as i3: the mode single takes no such items" in answer.out
    again = ctxlab("run", talk, "--profile", "mixed")
    assert "built in the mode mixed" in again.out + again.err
    assert "nothing was dropped" in again.out


def test_why_names_the_mode_and_the_setting(talk: Path) -> None:
    why = ctxlab("why", talk, "i3", "--profile", "single")
    assert "Gather: the mode single takes no such items (mode: use single)" in why.out
    chinese = ctxlab("why", talk, "i3", "--profile", "single", "--lang", "zh")
    assert "single 模式不取这类内容" in chinese.out
    assert "单次问答" in chinese.out


def test_a_rule_of_the_profile_chooses(talk: Path, tmp_path: Path) -> None:
    profile = tmp_path / "ruled.toml"
    profile.write_text(
        'schema = "ctxlab.profile/1"\nname = "ruled"\n[mode]\nuse = "long"\n'
        '[[mode.rule]]\nmode = "mixed"\ntools = true\n'
        '[[mode.rule]]\nmode = "single"\nretrieval = true\ntext = "enough"\n',
        encoding="utf-8",
    )
    answer = ctxlab("run", talk, "--profile", profile)
    assert "built in the mode single, chosen by rule 2 of mode.rule" in answer.out + answer.err
    document = json.loads(ctxlab("run", talk, "--profile", profile, "--json").out)
    told = [one for one in document["diagnostics"] if one["code"] == "mode_chosen"]
    assert [one["numbers"] for one in told] == [{"mode": "single", "rule": 2}]


def test_the_profiles_are_listed_and_a_wrong_mode_is_refused(talk: Path) -> None:
    listed = ctxlab("profiles").out
    assert all(f"{name} " in listed for name in ("context-mode-published", "long", "single", "mixed"))
    refused = ctxlab("run", talk, "--profile", "mixed", "--set", "mode.use=sideways")
    assert refused.code == 2
    assert 'one of "", long, single, mixed' in refused.err
