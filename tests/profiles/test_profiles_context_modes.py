"""The profiles of the context modes, figure by figure as they are specified."""

from __future__ import annotations

import pytest

from ctxlab.model.items import Row
from ctxlab.model.profile import Layout, Mode
from ctxlab.profiles import builtin

UNCAPPED = (None, "keep", "given", 1, None, False)

MIXED = {
    "system_prompt": (500, "keep", "given", 1, None, False),
    "tool_schemas": UNCAPPED,
    "user_message": UNCAPPED,
    "key_fact": (500, "keep", "given", 1, None, False),
    "summary": (500, "skip", "newest", 2, None, False),
    "recent": (1500, "stop", "newest", 1, None, True),
    "history": (0, "compress", "newest", 2, None, False),
    "tool_result": (600, "truncate", "newest", 2, 300, False),
    "retrieved_doc": (400, "truncate", "relevance", 3, None, True),
}


@pytest.mark.parametrize(("name", "recent"), [("long", 3000), ("single", 1500), ("mixed", 1500)])
def test_the_recommended_tables(name: str, recent: int) -> None:
    profile = builtin(name)
    rows = {
        str(row): (line.cap, str(line.overflow), str(line.order), line.tier, line.per_item, line.elastic)
        for row, line in profile.budget
    }
    assert rows == {**MIXED, "recent": (recent, *MIXED["recent"][1:])}
    assert list(rows) == list(MIXED)
    assert profile.row(Row.RECENT).rounds == 8
    assert profile.row(Row.RETRIEVED_DOC).max_items == 3
    assert (profile.window.size, profile.window.output_reserve, profile.window.limit) == (8000, 2000, 6000)
    assert profile.window.enforce
    assert profile.tokens.encoding is None
    assert profile.gather.key_facts
    assert profile.gather.stated_facts
    assert (profile.summarize.strategy, profile.summarize.levels, profile.summarize.share) == (
        "extractive",
        3,
        30,
    )
    assert profile.construct.layout is Layout.SANDWICH
    assert (profile.mode.use, profile.mode.rule) == (Mode(name), ())
    named = [tuple(name for name, _ in one.named) for one in profile.gather.fields]
    assert named == ([("status", "amount", "order_id", "created_at")] if name == "mixed" else [])


def test_the_published_profile_states_the_published_figures() -> None:
    profile = builtin("context-mode-published")
    assert {str(row): line.cap for row, line in profile.budget if line.cap is not None} == {
        "retrieved_doc": 1000
    }
    assert profile.row(Row.HISTORY).max_items == 30
    assert profile.summarize.share == 30
    assert profile.window.limit == 6000
    assert not profile.window.enforce
    assert not profile.gather.key_facts
    assert dict(profile.published) == {
        "instruction": 500,
        "key_history_summary": 500,
        "recent_conversation": 1500,
        "retrieval_later": 400,
        "input": 1500,
        "elastic": 1000,
    }
    stages = (profile.gather, profile.select, profile.summarize, profile.construct)
    assert {one.strategy for one in stages} == {"context-mode-published"}
