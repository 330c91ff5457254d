"""Which settings a decision is told to have followed."""

from __future__ import annotations

import pytest

from ctxlab.cli.rules import deciding
from ctxlab.model.decision import Decision, Fate, Numbers, Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.profile import (
    DegradeSettings,
    Overflow,
    Profile,
    Relevance,
    RowBudget,
    SelectSettings,
    SummarizeSettings,
    Window,
)

PROFILE = Profile(
    window=Window(size=9000, output_reserve=500, buffer=100),
    budget=(
        (Row.HISTORY, RowBudget(cap=1200, overflow=Overflow.STOP)),
        (Row.TOOL_RESULT, RowBudget(cap=600, per_item=50)),
    ),
    select=SelectSettings(max_messages=7, relevance=Relevance.BM25, min_relevance=30),
    summarize=SummarizeSettings(max_tokens=400, max_item_tokens=80),
    degrade=DegradeSettings(levels=3, rounds=5),
)


@pytest.mark.parametrize(
    ("reason", "row", "numbers", "told"),
    [
        (Reason.OVER_CAP, Row.HISTORY, (("cap", 1200),), "budget.history: cap 1200, overflow stop"),
        (Reason.FITS, Row.RECENT, (), "budget.recent: no cap"),
        (Reason.OVER_CAP, Row.TOOL_RESULT, (("cap", 50),), "budget.tool_result: per_item 50"),
        (Reason.CUT_TO_ITEM_LIMIT, Row.TOOL_RESULT, (), "budget.tool_result: per_item 50"),
        (Reason.CUT_TO_ITEM_LIMIT, Row.HISTORY, (), "summarize: max_item_tokens 80"),
        (Reason.OVER_COUNT, Row.HISTORY, (), "select: max_messages 7"),
        (Reason.BELOW_RELEVANCE, Row.RETRIEVED_DOC, (), "select: relevance bm25, min_relevance 30"),
        (Reason.OVER_WINDOW, Row.HISTORY, (), "window: size 9000, output_reserve 500, buffer 100"),
        (Reason.SUMMARISED, Row.HISTORY, (), "summarize: max_tokens 400"),
        (Reason.PAIR_BROKEN, Row.HISTORY, (), "select: pairs placeholder"),
        (Reason.NOISE_REMOVED, Row.RETRIEVED_DOC, (), "gather: clean_docs true"),
        (Reason.DEGRADED_1, Row.RETRIEVED_DOC, (), "degrade: docs 2"),
        (Reason.DEGRADED_2, Row.HISTORY, (), "degrade: rounds 5"),
        (Reason.DEGRADED_3, Row.SYSTEM_PROMPT, (), "degrade: levels 3"),
        (Reason.EXCLUDED_BY_MODE, Row.HISTORY, (("mode", "single"),), "mode: use single"),
        (Reason.EXCLUDED_BY_MODE, Row.TOOL_SCHEMAS, (), ""),
        (Reason.GATHERED, Row.HISTORY, (), ""),
        (Reason.PINNED, Row.HISTORY, (), ""),
    ],
)
def test_the_setting_that_decided_is_named(reason: Reason, row: Row, numbers: Numbers, told: str) -> None:
    decision = Decision(Stage.SELECT, Fate.DROPPED, reason, numbers, 0)
    assert deciding(decision, row, PROFILE) == told
