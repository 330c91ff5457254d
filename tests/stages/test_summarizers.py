from __future__ import annotations

import json

import pytest
from helpers.bug_cases import contents
from helpers.counters import Dividing, exact

from ctxlab.model.items import Source
from ctxlab.model.profile import Language
from ctxlab.stages.protocol import Summarizer, Summary
from ctxlab.stages.summarize.summarizers import ExtractiveSummarizer

ENGLISH, CHINESE = Language.ENGLISH, Language.CHINESE


def test_it_is_a_summarizer_with_a_name_and_a_version() -> None:
    summarizer: Summarizer = ExtractiveSummarizer()
    assert summarizer.name == "extractive"
    assert summarizer.version


def test_merge_keeps_demands_first_and_counts_what_is_left_out() -> None:
    texts = [
        ("user", "预算三千以内。不吃辣。今天天气很好，我们想去海边走走看看。"),
        ("assistant", "The room costs 450 yuan. It has a lovely view of the old town and the sea."),
    ]
    summary = ExtractiveSummarizer().merge(texts, 32, Dividing(), CHINESE)
    assert summary == Summary(
        "user: 预算三千以内。不吃辣。", (("demands", 0), ("numbers", 1), ("sentences", 3))
    )


@pytest.mark.parametrize("limit", [32, 50, 64, 120, 600])
def test_both_hold_their_limit_by_exact_count(limit: int) -> None:
    (log,) = contents("B84_tail_error.json", "tool")
    (rows,) = contents("B82_json_rows.json", "tool")
    summarizer = ExtractiveSummarizer()
    for text in (log, contents("B60_ja_paragraph.json", "tool")[0]):
        summary = summarizer.condense(text, Source.TOOL_RESULT, limit, exact(), ENGLISH)
        assert summary is not None
        assert 0 < exact().count(summary.text) <= limit
    merged = summarizer.merge(
        [("tool", log), ("tool", rows), ("user", "必须3人在场。")] * 3, limit, exact(), ENGLISH
    )
    assert merged is not None
    assert exact().count(merged.text) <= limit
    assert "user: 必须3人在场。" in merged.text


def test_json_is_condensed_to_json() -> None:
    (rows,) = contents("B82_json_rows.json", "tool")
    summary = ExtractiveSummarizer().condense(rows, Source.TOOL_RESULT, 120, exact(), ENGLISH)
    assert summary is not None
    assert exact().count(summary.text) <= 120
    assert json.loads(summary.text)["columns"] == ["id", "berth", "note"]


def test_json_of_which_only_a_note_would_be_left_is_refused() -> None:
    text = json.dumps(
        {f"a rather long key number {number} of this object": number for number in range(50)} | {"k" * 400: 1}
    )
    assert ExtractiveSummarizer().condense(text, Source.TOOL_RESULT, 32, Dividing(), ENGLISH) is None


def test_refusals_leave_nothing() -> None:
    summarizer = ExtractiveSummarizer()
    assert summarizer.condense("Some text. " * 50, Source.CONVERSATION, 31, exact(), ENGLISH) is None
    assert summarizer.condense("", Source.CONVERSATION, 100, exact(), ENGLISH) is None
    assert summarizer.condense('{"a": 1}', Source.TOOL_RESULT, 31, exact(), ENGLISH) is None
    assert summarizer.merge([("user", "Some text. " * 50)], 31, exact(), ENGLISH) is None
    assert summarizer.merge([], 600, exact(), ENGLISH) is None


def test_a_warmed_summarizer_gives_the_same_answers() -> None:
    texts = [("user", f"Never use crane {number}. The sea is calm today.") for number in range(50)]
    warmed = ExtractiveSummarizer()
    warmed.warm(text for _, text in texts)
    assert warmed.merge(texts, 100, exact(), ENGLISH) == ExtractiveSummarizer().merge(
        texts, 100, exact(), ENGLISH
    )
