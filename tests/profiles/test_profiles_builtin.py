"""The shipped profiles, figure by figure as they are specified."""

from __future__ import annotations

import pytest

from ctxlab.errors import ProfileError
from ctxlab.model.items import Row
from ctxlab.model.profile import Compaction, Encoding, Language, Layout, Order, Overflow, Profile, Wire
from ctxlab.profiles import builtin, builtin_names

UNCAPPED = (None, "keep", "given", 1, None)

GSSC = {
    "system_prompt": (2000, "keep", "given", 1, None),
    "tool_schemas": UNCAPPED,
    "user_message": UNCAPPED,
    "key_fact": (1000, "keep", "given", 1, None),
    "task_state": (3000, "truncate", "given", 2, None),
    "agent_note": (2000, "skip", "newest", 2, None),
    "recent": (20000, "stop", "newest", 1, None),
    "history": (30000, "compress", "newest", 2, None),
    "tool_result": (40000, "truncate", "newest", 2, 2000),
    "retrieved_doc": (20000, "skip", "relevance", 3, 2000),
}


def test_the_names() -> None:
    assert {"as-recorded", "gssc", "gssc-published-en", "gssc-published-zh"} <= set(builtin_names())
    assert {"context-mode-published", "long", "single", "mixed"} <= set(builtin_names())
    assert list(builtin_names()) == sorted(builtin_names())
    assert all(builtin(name).name == name for name in builtin_names())
    with pytest.raises(ProfileError, match="gssd"):
        builtin("gssd")


def test_gssc_has_the_recommended_table() -> None:
    profile = builtin("gssc")
    rows = {
        str(row): (line.cap, str(line.overflow), str(line.order), line.tier, line.per_item)
        for row, line in profile.budget
    }
    assert list(rows) == list(GSSC)
    assert rows == GSSC
    assert profile.row(Row.RECENT).rounds == 4
    assert {str(profile.row(row).per_item_action) for row in (Row.TOOL_RESULT, Row.RETRIEVED_DOC)} == {
        "compress"
    }
    assert (profile.window.size, profile.window.output_reserve, profile.window.limit) == (
        128000,
        4096,
        123904,
    )
    assert profile.window.enforce
    assert profile.tokens.encoding is None
    assert profile.gather.key_facts
    assert (profile.gather.strategy, profile.select.strategy) == ("recorded", "layered")
    assert (profile.summarize.strategy, profile.summarize.max_tokens) == ("extractive", 600)
    assert (profile.construct.strategy, profile.construct.layout) == ("layout", Layout.SANDWICH)


@pytest.mark.parametrize(
    ("name", "encoding", "language"),
    [
        ("gssc-published-zh", Encoding.CHARS_3, Language.CHINESE),
        ("gssc-published-en", Encoding.CHARS_4, Language.ENGLISH),
    ],
)
def test_the_published_profiles_state_the_published_figures(
    name: str, encoding: Encoding, language: Language
) -> None:
    profile = builtin(name)
    caps = {str(row): line.cap for row, line in profile.budget if line.cap is not None}
    assert caps == {
        "task_state": 3000,
        "agent_note": 2000,
        "tool_result": 40000,
        "retrieved_doc": 20000,
        "history": 30000,
    }
    assert all(profile.row(Row(row)).overflow is Overflow.STOP for row in caps)
    assert [profile.row(row).order for row in (Row.TOOL_RESULT, Row.RETRIEVED_DOC, Row.HISTORY)] == [
        Order.PRIORITY,
        Order.RELEVANCE,
        Order.NEWEST,
    ]
    assert dict(profile.published) == {"system_prompt_max": 2000, "recent_conversation_max": 20000}
    assert (profile.window.size, profile.window.output_reserve, profile.window.enforce) == (
        128000,
        4096,
        False,
    )
    assert profile.row(Row.RECENT).rounds == 0
    assert profile.tokens.encoding is encoding
    assert profile.construct.language is language
    assert (profile.summarize.max_item_tokens, profile.summarize.max_tokens) == (2000, 600)
    parts = (profile.gather, profile.select, profile.summarize, profile.construct)
    assert {part.strategy for part in parts} == {"gssc-published"}
    assert not profile.gather.key_facts


def test_the_published_split_budget_states_the_published_figures() -> None:
    profile = builtin("split-budget-published")
    assert (profile.window.size, profile.window.limit, profile.window.warn_at) == (128000, 32000, 25000)
    assert profile.tokens.encoding is Encoding.CL100K
    rows = (Row.SYSTEM_PROMPT, Row.RECENT, Row.RETRIEVED_DOC, Row.TOOL_RESULT)
    assert [profile.row(row).tier for row in rows] == [1, 2, 3, 2]
    docs, results = profile.row(Row.RETRIEVED_DOC), profile.row(Row.TOOL_RESULT)
    assert (docs.cap, docs.max_items, docs.overflow) == (1000, 5, Overflow.STOP)
    assert (results.cap, results.max_items, results.per_item) == (None, 2, 500)
    assert profile.row(Row.RECENT).rounds == 4
    assert profile.summarize.max_tokens == 200
    figures = {"system_prompt": 1500, "tool_schemas": 500, "conversation": 8000, "tool_results": 1500}
    assert dict(profile.published) == {**figures, "reserved": 5000}
    # What the published table adds up to, with the cap that is read: 55 % of the ceiling.
    assert sum(figures.values()) + 1000 + 5000 == 17500
    parts = (profile.gather, profile.select, profile.summarize, profile.construct)
    assert {part.strategy for part in parts} == {"split-budget-published"}


def test_hello_agents_states_the_published_configuration() -> None:
    profile = builtin("hello-agents")
    assert (profile.window.size, profile.window.limit) == (8000, 6800)
    assert profile.tokens.encoding is Encoding.CL100K
    assert (profile.row(Row.HISTORY).max_items, profile.select.min_relevance) == (10, 30)
    assert dict(profile.published) == {"enable_mmr": True, "mmr_lambda": 0.7}
    strategies = (profile.gather, profile.select, profile.summarize, profile.construct)
    named = [part.strategy for part in strategies]
    assert named == ["hello-agents", "hello-agents", "none", "hello-agents"]


def test_as_recorded_adds_and_takes_nothing() -> None:
    profile = builtin("as-recorded")
    assert {profile.row(row).cap for row in Row} == {None}
    assert profile.table() == Profile().table()
    assert profile.window.limit is None
    assert profile.row(Row.RECENT).rounds == 0
    assert profile.gather.compaction is Compaction.RECORDED
    assert not profile.gather.key_facts
    assert profile.summarize.strategy == "none"
    assert (profile.construct.layout, profile.construct.wire) == (Layout.CHRONOLOGICAL, Wire.RECORDED)
