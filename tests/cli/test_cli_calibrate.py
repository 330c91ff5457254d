"""`ctxlab calibrate`: the table a request, the estimate in words, and the profile that takes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import ctxlab
from helpers.golden import FORMATS
from helpers.tree import ROOT

from ctxlab.model.items import Source
from ctxlab.profiles import load_profile

MIGRATIONS = ROOT / "sessions" / "migrations.claude.jsonl"
PROXY = FORMATS / "14_frameworks" / "litellm_completion_log.redacted.json"


@pytest.fixture
def steady(tmp_path: Path) -> Path:
    """A native session of six requests at which the provider counts 300 and once and a half what is new.

    Each text is `word` so many times; o200k_base counts one token for each, and the chat format three a
    message and three at the end.
    """
    items: list[dict[str, object]] = []
    requests: list[dict[str, object]] = []
    ours = 3
    for n in range(1, 7):
        size = 1000 * n
        items.append({"id": f"q{n}", "role": "user", "message": n, "parts": [_text(size)]})
        ours += size + 3
        requests.append(
            {"index": n, "turn": n, "end": n, "live": [[0, n - 1]], "usage": {"input": 300 + 3 * ours // 2}}
        )
    file = tmp_path / "steady.ctx.json"
    value = {"schema": "ctxlab.session/1", "id": "steady", "items": items, "requests": requests}
    file.write_text(json.dumps({**value, "unknown": ["system_prompt"]}), encoding="utf-8")
    return file


def _text(words: int) -> dict[str, str]:
    return {"kind": "text", "text": " word" * words}


def test_a_row_a_request_and_the_estimate_in_words(steady: Path) -> None:
    answer = ctxlab("calibrate", steady)
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[0].split() == ["request", "stretch", "provider", "here", "difference", "left"]
    # 1,000 words, 3 for the message, 3 at the end; 300 + 1,509
    assert lines[1].split() == ["1", "1", "1,809", "≈1,006", "+803", "+0"]
    assert lines[7:] == [
        "6 requests with the provider's count, against counts by o200k_base.",
        "Factor 150 %: by so much the provider's count grew faster or slower; "
        "half of the pairs say 150 to 150 %.",
        "About 300 tokens stand in every request and not in the log (system prompt).",
        "So counted, half of the requests come within 0 tokens of the provider's count.",
        "Enough to go by; counts stay ≈.",
    ]


def test_json_has_the_same(steady: Path) -> None:
    found = ctxlab("calibrate", steady, "--json").json
    assert found["schema"] == "ctxlab.calibration/1"
    assert (found["way"], found["factor"], found["sure"]) == ("growth", 150, True)
    assert found["unknown"] == {"system_prompt": 300}
    assert len(found["requests"]) == 6
    assert found["requests"][0]["difference"] == 803


def test_the_profile_takes_both_and_a_run_comes_to_the_providers_count(steady: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    answer = ctxlab("calibrate", steady, "-o", out)
    assert answer.code == 0
    profile = load_profile(out)
    assert profile.tokens.factor == 150
    assert profile.window.unknown == ((Source.SYSTEM_PROMPT, 300),)
    run = ctxlab("run", steady, "--profile", out, "--json").json
    assert (run["factor"], run["exact"]) == (150, False)
    # 21,000 words and a half more; 6 x 3 + 3 of the format, to which no factor applies
    assert run["totals"]["counted"] == 31_521
    said = ctxlab("run", steady, "--profile", out).out
    # 300 + 31,531 there; 31,521 and the 300 stated here
    assert "the provider counted 31,831 of what was sent, ≈10 more" in said
    assert "≈: counts are those of o200k_base × 150 %" in said


def test_comments_of_a_profile_stay(steady: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('schema = "ctxlab.profile/1"\n# ours\nname = "own"\n', encoding="utf-8")
    assert ctxlab("calibrate", steady, "--profile", own, "-o", own).code == 0
    assert "# ours\n" in own.read_text(encoding="utf-8")
    assert load_profile(own).tokens.factor == 150


def test_a_factor_that_is_not_to_be_relied_on_is_only_taken_by_force(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    answer = ctxlab("calibrate", PROXY, "-o", out)
    assert answer.code == 2
    assert "not to be relied on" in answer.err
    assert not out.exists()
    assert ctxlab("calibrate", PROXY, "-o", out, "--force").code == 0
    assert load_profile(out).tokens.factor == 123


def test_a_session_without_any_count(tmp_path: Path) -> None:
    sample, out = ROOT / "sessions" / "trip-hangzhou.ctx.json", tmp_path / "mine.toml"
    answer = ctxlab("calibrate", sample)
    assert answer.code == 0
    assert answer.out == ("No request has the provider's count: there is nothing to compare with.\n")
    assert ctxlab("calibrate", sample, "-o", out).code == 2
    assert not out.exists()


def test_the_session_itself_is_never_the_output(steady: Path) -> None:
    assert ctxlab("calibrate", steady, "-o", steady).code == 2


def test_in_chinese() -> None:
    said = ctxlab("calibrate", MIGRATIONS, "--lang", "zh").out
    assert "18 个带服务商计数的请求，分属 2 段" in said
    assert "不可靠：各请求的结果不一致" in said


def test_a_run_tells_the_difference_at_its_request() -> None:
    assert "the provider counted 14,601 of what was sent" in ctxlab("run", MIGRATIONS, "--request", 1).out
    assert "服务商对所发送内容计为 14,601" in ctxlab("run", MIGRATIONS, "--request", 1, "--lang", "zh").out
