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
    assert builtin_names() == ("as-recorded", "gssc", "gssc-published-en", "gssc-published-zh")
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
    assert profile.tokens.encoding is Encoding.O200K
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
