"""Summarize: groups are merged, large items brought down, refusals say so."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.check_trace import check_trace
from helpers.engine import FirstWords
from helpers.spec import fates, numbers, run, session, table_of

from ctxlab.model.decision import Stage
from ctxlab.model.profile import Language
from ctxlab.stages.protocol import Summary
from ctxlab.tokens.protocols import Counter

TALK = "i1 user 30\ni2 assistant 30\ni3 user 30\ni4 assistant 6\ni5 user 2"
COMPRESS = (
    "recent.rounds=0 history.order=newest history.overflow=compress history.cap=60 summarize.max_tokens=40"
)


def test_a_group_becomes_one_summary_and_each_item_names_it() -> None:
    trace = run(TALK, COMPRESS)
    assert fates(trace) == table_of("""
        i1 merged summarised
        i1~summary added summarised
        i2 merged summarised
        i3 merged summarised
        i4 kept fits
        i5 kept fits
    """)
    assert numbers(trace, "i2", Stage.SUMMARIZE) == {"limit": 40, "count": 3, "by": "i1~summary"}
    assert numbers(trace, "i1~summary", Stage.SUMMARIZE) == {
        "limit": 40, "count": 3, "left_demands": 0, "left_numbers": 0, "left_sentences": 50,
    }  # fmt: skip
    told = check_trace(trace)
    made = next(item for item in told["items"] if item["id"] == "i1~summary")
    assert (made["source"], made["row"], made["tokens"], made["turn"]) == ("summary", "history", 40, 1)
    assert made["derived_from"] == ["i1", "i2", "i3"]
    assert next(item["by"] for item in told["items"] if item["id"] == "i3") == "i1~summary"
    assert trace.messages[0]["content"].startswith("## Earlier Conversation\n\ni1.1 i1.2")


def test_without_a_summariser_the_group_is_dropped() -> None:
    trace = run(TALK, f"{COMPRESS} summarize.strategy=none")
    assert fates(trace)["i1"] == fates(trace)["i3"] == "dropped summary_refused"
    assert numbers(trace, "i1", Stage.SUMMARIZE) == {"limit": 40}


def test_under_32_tokens_nothing_is_asked_for() -> None:
    trace = run(TALK, COMPRESS.replace("max_tokens=40", "max_tokens=31"), summarizer=_Never())
    assert fates(trace)["i1"] == "dropped summary_refused"


class _Never(FirstWords):
    """Must not be asked."""

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        raise AssertionError("asked")


def test_nothing_is_asked_about_empty_texts() -> None:
    opened = session(TALK, texts={"i1": "", "i2": " ", "i3": "\n"})
    trace = run(
        opened, COMPRESS.replace("cap=60", "cap=10").replace("=40", "=40 summary.cap=40"), summarizer=_Never()
    )
    assert "i1~summary" not in fates(trace)


class _Fixed(FirstWords):
    """Always the same answer."""

    answer = ""

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        return Summary(self.answer)


@pytest.mark.parametrize("answer", ["", "  \n", "word " * 41])
def test_an_empty_or_too_long_answer_is_a_refusal(answer: str) -> None:
    summarizer = type("Fixed", (_Fixed,), {"answer": answer})()
    trace = run(TALK, COMPRESS, summarizer=summarizer)
    assert fates(trace)["i1"] == "dropped summary_refused"


LARGE = """
i1 user 2
i2 assistant 3 call:a
i3 assistant 3 call:b &
i4 tool 90 result:a
i5 tool 90 result:b
i6 user 1
"""
BRING = "tool_result.per_item=50 tool_result.per_item_action=compress summarize.max_tokens=60"


def test_a_large_item_is_compressed_with_its_marker() -> None:
    trace = run(LARGE, BRING)
    assert fates(trace)["i4"] == "compressed summarised"
    assert trace.messages[2]["content"] == "[Compressed] " + " ".join(f"i4.{n}" for n in range(1, 49))
    assert trace.tokens_after(3) == 49
    assert numbers(trace, "i4", Stage.SUMMARIZE)["limit"] == 50
    trace = run(LARGE, BRING.replace("=60", "=40") + " construct.language=zh")
    assert trace.messages[2]["content"].startswith("[压缩] i4.1")
    assert trace.tokens_after(3) == 39


def test_results_of_the_same_text_keep_their_own_calls() -> None:
    opened = session(LARGE, texts={"i4": "word " * 90, "i5": "word " * 90})
    trace = run(opened, BRING)
    assert [message["tool_call_id"] for message in trace.messages if message["role"] == "tool"] == ["a", "b"]
    check_trace(trace)


def test_a_refusal_or_no_gain_cuts_to_the_limit() -> None:
    trace = run(LARGE, f"{BRING} summarize.strategy=none")
    assert fates(trace)["i4"] == "truncated cut_to_item_limit"
    assert numbers(trace, "i4", Stage.SUMMARIZE) == {"limit": 50, "need": 93}
    assert trace.tokens_after(3) <= 50
    assert check_trace(trace)["items"][3]["cut"] != []


def test_a_limit_too_small_for_a_summary_cuts() -> None:
    trace = run(LARGE, BRING.replace("per_item=50", "per_item=30"))
    assert fates(trace)["i4"] == "truncated cut_to_item_limit"
    assert trace.tokens_after(3) <= 30
