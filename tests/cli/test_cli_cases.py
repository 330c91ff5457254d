"""Known faults of context builders, at the command line: nothing vanishes without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.cli import ctxlab
from helpers.tree import ROOT

CASES = ROOT / "tests" / "data" / "bugs"

#: The profile gssc reserves 4,096 tokens for the answer.
RESERVE = 4096


def _limit(tokens: int) -> list[str]:
    return ["--profile", "gssc", "--set", f"window.size={RESERVE + tokens}"]


def test_b87_the_answer_says_how_much_was_dropped() -> None:
    words = ["run", CASES / "B87_silent.json", *_limit(100), "--set", "budget.recent.rounds=0"]
    trace = ctxlab(*words, "--json").json
    dropped = [item for item in trace["items"] if item["fate"] == "dropped"]
    assert dropped
    assert all(item["id"] and item["reason"] and item["tokens"] for item in dropped)
    tokens = sum(item["tokens"] for item in dropped)
    plain = ctxlab(*words).out.replace("≈", "").replace("items", "item")
    assert f"dropped {len(dropped)} item, {tokens:,} tokens" in plain


def test_b30_tool_schemas_are_part_of_the_total() -> None:
    answer = ctxlab("check", CASES / "B30_schemas_count.json", *_limit(700), "--json")
    (result,) = answer.json["results"]
    assert answer.code == 1
    assert result["total"] > 700
    assert result["over"] == result["total"] - 700


@pytest.mark.parametrize("name", ["B25_empty.json", "B25_empty.jsonl"])
def test_b25_empty_files_are_nothing_to_do(name: str) -> None:
    for command in ("run", "convert"):
        answer = ctxlab(command, CASES / name)
        assert answer.code == 0
        assert "nothing to do" in answer.out + answer.err


def test_b25_a_lone_system_message_runs() -> None:
    answer = ctxlab("run", CASES / "B25_only_system.json")
    assert answer.code == 0
    assert "nothing was dropped" in answer.out


@pytest.mark.parametrize("line", ["run", "why i1", "why i1 --json", "run --json", "convert", "diff --json"])
def test_b173_control_sequences_do_not_reach_the_terminal(line: str) -> None:
    command, *words = line.split()
    answer = ctxlab(command, CASES / "B173_control_chars.json", *words)
    assert answer.code == 0
    active = {char for char in answer.out + answer.err if ord(char) < 32 or 0x7F <= ord(char) < 0xA0}
    assert active <= {"\n"}
    assert set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") & set(answer.out) == set()


def test_what_no_reader_takes_is_named(tmp_path: Path) -> None:
    trace = tmp_path / "run.json"
    trace.write_text('{"schema": "ctxlab.trace/1"}')
    answer = ctxlab("run", trace)
    assert (answer.code, answer.out) == (2, "")
    assert "a trace of ctxlab" in answer.err


BAD_PROFILES = sorted(set(CASES.glob("*.toml")) - {CASES / "B179_empty_profile.toml"})


@pytest.mark.parametrize("profile", BAD_PROFILES, ids=lambda path: path.name)
def test_a_profile_with_mistakes_is_told_with_key_and_line(profile: Path, trip: Path) -> None:
    answer = ctxlab("run", trip, "--profile", profile)
    assert (answer.code, answer.out) == (2, "")
    assert profile.name in answer.err
    assert "fault of" not in answer.err
