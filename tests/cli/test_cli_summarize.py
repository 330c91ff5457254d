"""`ctxlab summarize`: asked first, sent then, kept for ever; runs use what is kept and never ask."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest
from helpers.cli import ctxlab
from helpers.model_server import ModelServer, saying, status
from helpers.summaries import DOC, GOOD, OLD, TALK
from werkzeug import Response

SETTINGS = (
    *("--profile", "gssc", "--set", "summarize.strategy=model", "--set", "summarize.max_tokens=120"),
    *(
        "--set",
        "budget.recent.rounds=0",
        "--set",
        "budget.history.cap=160",
        "--set",
        "gather.key_facts=false",
    ),
    *("--set", "budget.retrieved_doc.per_item=200"),
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: ModelServer) -> Path:
    monkeypatch.setenv("CTXLAB_MODEL_ADDRESS", server.address)
    monkeypatch.setenv("CTXLAB_MODEL", "small")
    # a store of this test's own
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / "data"))
    made = tmp_path / "talk.json"
    value = {
        "system_prompt": "You plan trips.",
        "user_message": "Which towns are old?",
        "conversation_history": TALK[:-1],
        "retrieved_docs": [{"content": DOC, "score": 0.9}],
    }
    made.write_text(json.dumps(value), encoding="utf-8")
    server.will(lambda: answer(server))
    return made


def answer(server: ModelServer) -> Response:
    said = server.asked[-1]["messages"][1]["content"]
    return saying(OLD if "market in the long square" in said else GOOD)


def test_it_is_asked_first_sent_then_and_kept(file: Path, server: ModelServer) -> None:
    before = ctxlab("run", file, *SETTINGS)
    assert "ask for it with ctxlab summarize" in before.out
    assert server.asked == []
    done = ctxlab("summarize", file, *SETTINGS, "--yes")
    assert (done.code, done.out) == (0, "")
    assert "2 missing at 1 request, 0 at hand" in done.err
    assert f"small at {server.address}: calls 2" in done.err
    assert "2 kept; 2 calls, 22 tokens there, 14 back" in done.err
    assert len(server.asked) == 2
    after = ctxlab("run", file, *SETTINGS)
    assert "ctxlab summarize" not in after.out
    again = ctxlab("summarize", file, *SETTINGS, "--yes")
    assert again.code == 0
    assert "no summary is missing: nothing is sent" in again.err
    assert len(server.asked) == 2
    why = ctxlab("why", file, "i7", *SETTINGS)
    assert "summary of 1 item by a model in at most 120 tokens" in why.out


def test_nothing_is_sent_on_a_dry_run_or_where_nobody_agrees(file: Path, server: ModelServer) -> None:
    assert ctxlab("summarize", file, *SETTINGS, "--dry-run").code == 0
    refused = ctxlab("summarize", file, *SETTINGS)
    assert refused.code == 2
    assert "nothing was sent" in refused.err
    assert server.asked == []


def test_a_replay_file_makes_runs_repeatable_without_store_key_or_model(
    file: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = ctxlab("summarize", file, *SETTINGS, "--yes", "--replay", "--json")
    assert done.code == 0
    told = json.loads(done.out)
    assert (told["calls"], told["replay"], told["missing"]) == (2, 2, [])
    assert {one["text"] for one in told["taken"]} == {GOOD, OLD}
    trace = ctxlab("run", file, *SETTINGS, "--json").out
    replay = file.with_name("talk.summaries.jsonl")
    lines = replay.read_text("utf-8")
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.delenv("CTXLAB_MODEL")
    assert ctxlab("run", file, *SETTINGS, "--json").out == trace
    again = ctxlab("summarize", file, *SETTINGS, "--yes", "--replay")
    assert again.code == 0
    assert "0 missing" in again.err
    assert replay.read_text("utf-8") == lines
    assert len(server.asked) == 2
    refused = ctxlab("run", file, *SETTINGS, "-o", replay)
    assert refused.code == 2
    assert replay.read_text("utf-8") == lines


def test_all_requests_are_asked_for_together(file: Path, server: ModelServer, tmp_path: Path) -> None:
    talk = tmp_path / "long.json"
    more = [
        *TALK,
        {"role": "assistant", "content": "The one in the north."},
        {"role": "user", "content": "Thanks."},
    ]
    talk.write_text(json.dumps({"messages": more}), encoding="utf-8")
    told = ctxlab("summarize", talk, *SETTINGS, "--all", "--dry-run")
    assert "at 4 requests" in told.err
    assert ctxlab("summarize", talk, *SETTINGS, "--all", "--request", "1").code == 2


def test_a_failure_is_told_and_leaves_nothing_behind(file: Path, server: ModelServer) -> None:
    server.will(status(401))
    failed = ctxlab("summarize", file, *SETTINGS, "--yes")
    assert failed.code == 2
    assert "refuses the key" in failed.err
    server.will(
        lambda: (
            answer(server) if "market" in server.asked[-1]["messages"][1]["content"] else saying("Sorry, no.")
        )
    )
    half = ctxlab("summarize", file, *SETTINGS, "--yes")
    assert half.code == 2
    assert "! i3: a model gave no summary: the model declines to answer" in half.err
    assert "1 still missing" in half.err
    assert "模型拒绝回答" in ctxlab("summarize", file, *SETTINGS, "--yes", "--lang", "zh").err


def test_a_profile_that_takes_none_is_told(file: Path) -> None:
    answer = ctxlab("summarize", file, "--profile", "gssc", "--yes")
    assert answer.code == 2
    assert "summarize.strategy=model" in answer.err


def test_a_model_has_to_be_named_only_where_one_is_asked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CTXLAB_MODEL")
    assert "CTXLAB_MODEL" in ctxlab("summarize", file, *SETTINGS, "--yes").err
    named = ctxlab("summarize", file, *SETTINGS, "--set", "summarize.model=large", "--dry-run")
    assert "large at" in named.err


def test_the_figures_of_a_summary_are_told_in_the_trace(file: Path, server: ModelServer) -> None:
    server.will("They talk about towns.")
    ctxlab("summarize", file, *SETTINGS, "--yes")
    told = ctxlab("why", file, "i3~summary", *SETTINGS)
    assert "1 demand and 0 sentences with figures were not in its words" in told.out
    assert "1 sentence stands under it word for word" in told.out
    chinese = ctxlab("why", file, "i3~summary", *SETTINGS, "--lang", "zh")
    assert "其文字缺 1 条要求与 0 句含数字的句子" in chinese.out


@pytest.mark.skipif(sys.platform == "win32", reason="a console's Ctrl+C is another thing there")
def test_ctrl_c_keeps_what_came(file: Path, server: ModelServer) -> None:
    go, begun = Event(), Event()

    def first_only() -> Response:
        if len(server.asked) > 1:
            begun.set()
            go.wait(30)
        return answer(server)

    server.will(first_only)
    endpoint = "[endpoint]\nparallel = 1\n"
    config = Path(os.environ["CTXLAB_CONFIG_DIR"])
    config.mkdir(parents=True, exist_ok=True)
    (config / "settings.toml").write_text(f'schema = "ctxlab.settings/1"\n{endpoint}', encoding="utf-8")
    command = [sys.executable, "-m", "ctxlab", "summarize", str(file), *SETTINGS, "--yes"]
    # where this process was started with interrupts ignored, its children would ignore them, too
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)
    with started as process:
        assert begun.wait(30)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    go.set()
    assert process.returncode == 130
    assert b"stopped: the 1 that came are kept" in told
    assert "1 missing at 1 request, 1 at hand" in ctxlab("summarize", file, *SETTINGS, "--dry-run").err
