"""Real logs that record what was sent, or a compaction: what their transcripts became in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxlab.analysis.forensic.course import course
from ctxlab.analysis.forensic.request import forensic
from ctxlab.formats.load import load
from ctxlab.model.forensic import Basis, How, RuleCode, SentFate
from ctxlab.model.session import Session

FORMATS = Path(__file__).parents[2] / "data" / "formats"


def opened(name: str) -> Session:
    return load(FORMATS / name)[0]


@pytest.mark.parametrize(
    ("name", "requests"),
    [
        # the second observation of the trace brings the tool's result
        ("06_langchain/langgraph-python-2025-08-22.trace.json", 2),
        ("07_langfuse/pydantic-ai-tools-2025-06-06.trace.json", 1),
        ("08_otel_genai/adk_py__v1_default__S3.json", 4),
        ("08_otel_genai/tempo_export_with_batches.json", 2),
        # the log holds each message once and lists of them by index
        ("09_inspect/log_message_deduplication.eval", 6),
        # of its image the log has taken out the data where it says what was sent
        ("09_inspect/log_images_tc.json", 1),
        ("14_frameworks/litellm_completion_log.redacted.json", 1),
    ],
)
def test_agents_that_send_all_they_have(name: str, requests: int) -> None:
    session = opened(name)
    found = course(session)
    assert found.basis is Basis.SENT
    assert len(found.requests) == requests
    assert found.changes == ()
    assert [(one.code, one.agree, one.of) for one in found.rules] == [(RuleCode.ALL_KEPT, requests, requests)]
    for request in session.chain():
        if request.sent:
            one = forensic(session.at(request.index))
            assert {fate.fate for fate in one.items} == {SentFate.KEPT}
            assert one.added == ()


def test_a_recorded_compaction_is_a_summary() -> None:
    session = opened("04_claude_code/compact-boundary-excerpt.redacted.jsonl")
    found = forensic(session.at())
    assert found.basis is Basis.RECORD
    summarised = [one for one in found.items if one.how is How.SUMMARISED]
    # 18 items stand before the compact boundary; the summary behind it is the first message since
    assert len(summarised) == sum(bool(item.superseded_by) for item in session.items) == 18
    assert {one.message for one in summarised} == {1}
    assert {one.sent for one in summarised} == {"i19"}
    rules = [(one.code, one.number, one.count) for one in course(session).rules]
    assert (RuleCode.SUMMARISED, 6, 18) in rules


def test_before_the_compaction_all_is_there() -> None:
    session = opened("04_claude_code/compact-boundary-excerpt.redacted.jsonl")
    found = forensic(session.at(5))
    assert {one.fate for one in found.items} == {SentFate.KEPT}
