"""`ctxlab run`: stages, table, total, losses, must-keeps; one JSON document; the gate."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab, process
from helpers.tree import ROOT

SAMPLES = sorted(
    path
    for path in (ROOT / "sessions").iterdir()
    if path.suffix in (".json", ".jsonl") and not path.name.endswith(".marks.json")
)


def test_the_answer_tells_stages_table_total_losses_and_must_keeps(trip: Path, tight: Path) -> None:
    answer = ctxlab("run", trip, "--profile", tight)
    lines = [" ".join(line.split()) for line in answer.out.splitlines()]
    assert (answer.code, answer.err) == (0, "")
    assert lines[0] == "trip.json · request 1 of 1 (turn 4) · under tight"
    # 4 + 13 + 402 + 5 + 402 + 6 + 402 + 6; i1, i6, i7, i8 stay; framing is 3 a message and 3 at the end.
    assert [line for line in lines if line.startswith("Select 8 → 4 items 1,240 → 418 tokens")]
    assert [line for line in lines if line.startswith("Construct 4 → 4 items 418 → 433 tokens")]
    assert "history 450 414 2/6" in lines
    assert "total 433 tokens of 2,000 (21.6 %)" in lines
    assert "dropped 4 items, 822 tokens" in lines
    assert "Select · over_cap: 1 item, 402 tokens" in lines
    assert "Select · behind_overflow: 3 items, 420 tokens" in lines
    assert "must-keep LOST in Select: 3000 yuan" in lines


def test_a_reader_can_add_the_rows_up_to_the_total(trip: Path, tight: Path) -> None:
    lines = ctxlab("run", trip, "--profile", tight).out.splitlines()
    told = next(line for line in lines if line.startswith("the rows hold"))
    rows, rest, total = (int(one.replace(",", "")) for one in re.findall(r"[+-]?[\d,]*\d", told))
    header = next(at for at, line in enumerate(lines) if line.split() == ["row", "cap", "used", "kept"])
    table = lines[header + 1 : lines.index(told)]
    used = [int(re.sub(r"[^\d]", "", line.split()[-2])) for line in table if re.search(r"\d+/\d+$", line)]
    assert (sum(used), rows + rest) == (rows, total)
    assert any(f"total {total:,}" in line.replace("≈", "") for line in lines)


def test_where_all_fits_it_says_that_nothing_was_lost(trip: Path, roomy: Path) -> None:
    out = ctxlab("run", trip, "--profile", roomy).out
    assert "nothing was dropped, cut or summarised" in out
    assert "must-keep kept: 3000 yuan" in out
    assert "total 1,267 tokens of 64,000" in out


def test_a_setting_changes_the_profile_for_this_run(trip: Path, tight: Path) -> None:
    settings = ["--set", "budget.history.cap=9000", "--set", "window.size=9000"]
    assert "total 1,267 tokens of 9,000" in ctxlab("run", trip, "--profile", tight, *settings).out


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("budget.histroy.cap=1", "history"),
        ("budget.history.cap=lots", "budget.history.cap"),
        ("budget.history.cap", "KEY=VALUE"),
    ],
)
def test_a_bad_setting_is_refused(trip: Path, setting: str, told: str) -> None:
    answer = ctxlab("run", trip, "--set", setting)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err


def test_json_is_the_trace_and_the_only_thing_on_stdout(trip: Path, tight: Path) -> None:
    answer = ctxlab("run", trip, "--profile", tight, "--json")
    trace = answer.json
    assert trace["schema"] == "ctxlab.trace/1"
    dropped = {
        item["id"]: (item["tokens"], item["reason"]) for item in trace["items"] if item["fate"] == "dropped"
    }
    assert dropped == {
        "i2": (13, "behind_overflow"),
        "i3": (402, "behind_overflow"),
        "i4": (5, "behind_overflow"),
        "i5": (402, "over_cap"),
    }


def test_the_trace_can_go_to_a_file(trip: Path, tight: Path, tmp_path: Path) -> None:
    out = tmp_path / "trace.json"
    answer = ctxlab("run", trip, "--profile", tight, "-o", out)
    assert "total 433 tokens" in answer.out
    assert "wrote" in answer.err
    assert (
        json.loads(out.read_text(encoding="utf-8")) == ctxlab("run", trip, "--profile", tight, "--json").json
    )


def test_a_count_that_is_not_exact_is_marked(tmp_path: Path) -> None:
    file = write_json(tmp_path / "x.json", {"model": "in-house-7b", "messages": [message("user", "hello")]})
    out = ctxlab("run", file, "--profile", "gssc").out
    assert "total ≈" in out
    assert "o200k_base stands in for in-house-7b" in out


@pytest.mark.parametrize("gate", [[], ["--gate"]])
@pytest.mark.parametrize("flag", [[], ["--json"]])
@pytest.mark.parametrize("content", ["[]", ""])
def test_an_empty_session_is_nothing_to_do(
    tmp_path: Path, content: str, flag: list[str], gate: list[str]
) -> None:
    file = tmp_path / "empty.json"
    file.write_text(content, encoding="utf-8")
    answer = ctxlab("run", file, *flag, *gate)
    assert answer.code == (2 if gate else 0)
    assert "nothing to do" in answer.out
    if flag:
        assert answer.json["items"] == []


def test_the_gate_holds_fails_or_cannot_tell(trip: Path, tight: Path, roomy: Path) -> None:
    assert ctxlab("run", trip, "--gate", "--profile", roomy).code == 0
    assert ctxlab("run", trip, "--gate", "--profile", tight).code == 1
    assert ctxlab("run", trip, "--gate", "--profile", "as-recorded").code == 2
    assert ctxlab("run", trip, "--profile", tight).code == 0


@pytest.mark.parametrize(
    "words", [["--request", "9"], ["--turn", "9"], ["--session", "9"], ["--chain", "no"]]
)
def test_a_moment_that_is_not_there_is_an_error(trip: Path, words: list[str]) -> None:
    answer = ctxlab("run", trip, *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1


def test_side_chains_are_named_and_can_be_chosen(trip: Path, tmp_path: Path) -> None:
    session = ctxlab("convert", trip).json
    session["items"].append({"role": "user", "message": 8, "text": "an aside", "chain": "a1"})
    session["requests"].append({"index": 1, "turn": 1, "end": 9, "chain": "a1"})
    file = write_json(tmp_path / "trip.ctx.json", session)
    assert "--chain NAME: a1" in ctxlab("run", file).out
    answer = ctxlab("run", file, "--chain", "a1", "--json")
    assert [one["content"] for one in answer.json["messages"]] == ["an aside"]


ACTIVE = "\x1b\x07\x08\r\x7f\x9b\u202e\u2066"


@pytest.mark.parametrize(
    "words", [["run"], ["run", "--json"], ["why", "i1"], ["why", "i1", "--json"], ["convert"]]
)
def test_control_characters_of_a_session_never_reach_the_terminal(tmp_path: Path, words: list[str]) -> None:
    text = f"a{ACTIVE}b"
    file = write_json(
        tmp_path / "x.json", {"model": text, "messages": [message("user", text, name="n\x1b[31m")]}
    )
    answer = ctxlab(words[0], file, *words[1:])
    assert answer.code == 0
    assert set(answer.out + answer.err) & set(ACTIVE) == set()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_every_sample_runs(sample: Path) -> None:
    answer = ctxlab("run", sample)
    assert answer.code == 0
    assert "total " in answer.out


def test_two_processes_answer_byte_for_byte_the_same(trip: Path, tight: Path) -> None:
    one, two = (process("run", trip, "--profile", tight, "--json", PYTHONHASHSEED=seed) for seed in "12")
    assert one == two
    assert one.code == 0


def test_chinese_answers_where_asked(trip: Path, tight: Path) -> None:
    out = ctxlab("run", trip, "--profile", tight, "--lang", "zh").out
    assert "丢弃 4 条，822 个 token" in out
    assert "必留项丢失于选择：3000 yuan" in out


def test_a_row_over_its_cap_is_marked(trip: Path, tight: Path) -> None:
    settings = ["--set", "budget.system_prompt.cap=2", "--set", "budget.system_prompt.overflow=keep"]
    lines = [
        " ".join(line.split()) for line in ctxlab("run", trip, "--profile", tight, *settings).out.splitlines()
    ]
    assert "system_prompt 2 !4 1/1" in lines
    assert "history 450 414 2/6" in lines
    assert [line for line in lines if line.startswith("!: over its cap")]
    chinese = ctxlab("run", trip, "--profile", tight, *settings, "--lang", "zh").out
    assert "!：超出上限" in chinese


def test_without_such_a_row_there_is_no_legend(trip: Path, tight: Path) -> None:
    assert "!: over its cap" not in ctxlab("run", trip, "--profile", tight).out


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_published_stages_tell_the_figures_of_their_log(tmp_path: Path, edition: str) -> None:
    # Both editions log a third of each message, rounded down: 10 // 3 + 7 // 3.
    given = {"system_prompt": "x" * 10, "user_message": "y" * 7, "task_state": "", "agent_notes": ""}
    file = write_json(tmp_path / "build.json", given)
    profile = f"gssc-published-{edition}"
    construct = [
        line for line in ctxlab("run", file, "--profile", profile).out.splitlines() if "Construct" in line
    ]
    assert "about 5 tokens" in construct[0]
    assert "约 5 个 token" in ctxlab("run", file, "--profile", profile, "--lang", "zh").out
    assert "in its log" not in ctxlab("run", file, "--profile", "gssc").out


def test_a_published_summarize_tells_what_it_compressed(tmp_path: Path) -> None:
    given = {
        "system_prompt": "s",
        "user_message": "u",
        "tool_results": [{"tool": "t", "result": "word " * 20_000}],
    }
    file = write_json(tmp_path / "build.json", given)
    lines = ctxlab("run", file, "--profile", "gssc-published-en").out.splitlines()
    assert [line for line in lines if line.startswith("Summarize") and "1 compressed" in line]
