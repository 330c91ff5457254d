"""The published Gather: sources, contents, priorities and counts, on keyword forms and recorded sessions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stages.published.published_runner import (
    Run,
    check_books,
    diagnostics_of,
    messages_of,
    published_profile,
    run_keywords,
    run_published,
    told,
)

from ctxlab.errors import CancelledError
from ctxlab.model.items import Item, Part, PartKind, Row, Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Compaction, GatherRule, Language
from ctxlab.model.session import Request, Session
from ctxlab.stages.gather.gssc_published import GatherGsscPublished
from ctxlab.stages.protocol import StageContext
from ctxlab.tokens.exact import ExactCounter

ZH, EN = Language.CHINESE, Language.ENGLISH

EVERY_SOURCE = {
    "system_prompt": "你是旅行助手。",
    "user_message": "住哪里？",
    "conversation_history": [{"role": "user", "content": "预算三千"}, {"role": "assistant", "content": "好"}],
    "tool_results": [
        {"tool": "search", "result": "two"},
        {"tool": "book", "result": "one", "recent": True},
    ],
    "retrieved_docs": [{"content": "doc", "score": 0.25}],
    "task_state": {"城市": "京都", "days": [1, 2]},
    "agent_notes": "note",
}

CONTENTS_ZH = [
    "你是旅行助手。",
    "住哪里？",
    "[user]: 预算三千",
    "[assistant]: 好",
    "[工具: search]\ntwo",
    "[工具: book]\none",
    "doc",
    '{\n  "城市": "京都",\n  "days": [\n    1,\n    2\n  ]\n}',
    "note",
]


def _texts(run: Run) -> list[str]:
    return [run[0].pool.items[p].text for p in run[0].record.order]


def _message(number: int, role: str, *parts: Part, part: int = 0, injected: bool = False) -> Item:
    content = parts or (Part(PartKind.TEXT, f"text {number}"),)
    return Item(f"i{number + 1}", role, content, message=number, part=part, injected=injected)


def _text(text: str) -> Part:
    return Part(PartKind.TEXT, text)


def _recorded(*items: Item, live: tuple[tuple[int, int], ...] = ()) -> Session:
    live = live or ((0, len(items) - 1),)
    return Session("s", items, (Request(1, 1, len(items), live),))


def test_contents_are_the_published_ones_and_prefixes_count() -> None:
    run = run_keywords(EVERY_SOURCE, ZH)
    assert _texts(run) == CONTENTS_ZH
    assert list(run[0].pool.tokens) == [len(text) // 3 for text in CONTENTS_ZH]
    assert run[0].pool.charge == run[0].pool.tokens
    assert run[0].pool.prefix == {2: 8, 3: 13, 4: 13, 5: 11}
    assert run[0].record.total == sum(len(text) // 3 for text in CONTENTS_ZH)
    assert run[0].record.order == tuple(range(9))


def test_an_estimate_is_never_exact_and_another_encoding_may_be(published_context: StageContext) -> None:
    session = Session.from_keywords(
        {"system_prompt": "hello world", "tool_schemas": [{"name": "x"}]}, "build"
    )
    estimated = GatherGsscPublished().run(session.at(), published_context).pool
    assert (estimated.tokens[0], list(estimated.exact)) == (2, [0, 0])
    exact = replace(published_context, counter=ExactCounter("o200k_base"))
    counted = GatherGsscPublished().run(session.at(), exact).pool
    assert (counted.tokens[0], list(counted.exact)) == (2, [1, 0])


def test_the_english_edition_has_its_own_tool_prefix_and_divisor() -> None:
    run = run_keywords(EVERY_SOURCE, EN)
    assert _texts(run)[4] == "[Tool: search]\ntwo"
    assert list(run[0].pool.tokens) == [len(text) // 4 for text in _texts(run)]


def test_priorities_and_relevance_are_the_published_ones() -> None:
    items = run_keywords(EVERY_SOURCE, ZH)[0].pool.items
    assert [item.priority for item in items] == [1, 1, 8, 5, 6, 2, 4, 2, 2]
    assert items[6].relevance == 0.25


def test_history_priorities_fall_from_8_with_the_place() -> None:
    history = [{"role": "user", "content": "x"}] * 7
    items = run_keywords({"conversation_history": history}, ZH)[0].pool.items
    # 8 - (i / 7) * 5 for i = 0..6: 8, 7.29, 6.57, 5.86, 5.14, 4.43, 3.71
    assert [item.priority for item in items] == [8, 7, 6, 5, 5, 4, 3]


def test_all_history_stands_in_the_row_history() -> None:
    run = run_keywords(EVERY_SOURCE, ZH)
    assert [run[0].pool.row[p] for p in (2, 3)] == [Row.HISTORY, Row.HISTORY]
    assert [unit.positions for unit in run[0].units[Row.HISTORY]] == [(2,), (3,)]


@pytest.mark.parametrize("empty", [{}, [], "", None, 0, False])
def test_an_empty_state_or_note_is_not_gathered(empty: object) -> None:
    run = run_keywords({"system_prompt": "s", "task_state": empty, "agent_notes": empty}, ZH)
    assert _texts(run) == ["s"]
    check_books(run)


def test_an_empty_system_prompt_and_user_message_are_gathered() -> None:
    run = run_keywords({"system_prompt": "", "user_message": ""}, ZH)
    assert messages_of(run) == [{"role": "system", "content": ""}, {"role": "user", "content": ""}]


def test_a_state_that_is_text_is_json_encoded_too() -> None:
    assert _texts(run_keywords({"task_state": 'say "好"\n'}, ZH)) == ['"say \\"好\\"\\n"']


def test_a_list_of_notes_is_one_value_counted_by_its_length() -> None:
    run = run_keywords({"system_prompt": "s", "agent_notes": ["a" * 90, "b", "c"]}, ZH)
    note = "['" + "a" * 90 + "', 'b', 'c']"
    assert _texts(run) == ["s", note]
    assert run[0].pool.tokens[1] == 1  # three entries, divided by three
    assert told(run, "i3") == told(run, "i4") == [("gather", "merged", "duplicate")]
    assert run[2].by == {2: 1, 3: 1}
    assert messages_of(run) == [{"role": "system", "content": f"s\n\n## 执行笔记\n{note}"}]
    check_books(run)


def test_notes_given_as_an_object_come_back_as_that_object() -> None:
    run = run_keywords({"agent_notes": {"text": "a", "id": "n1"}}, ZH)
    assert _texts(run) == ["{'text': 'a', 'id': 'n1'}"]


def test_a_list_of_the_user_is_passed_on_and_counted_by_its_length() -> None:
    content = [
        {"type": "text", "text": "看这张图" * 50},
        {"type": "image_url", "image_url": {"url": "a"}},
        "x",
    ]
    run = run_keywords({"user_message": content}, ZH)
    assert messages_of(run) == [{"role": "user", "content": content}]
    assert run[0].pool.tokens == (1,)
    assert run[3].total == run[3].context[0].tokens == 1
    assert run[3].context[0].spans == (("/content/0/text", 0, 200, 0), ("/content/2", 0, 1, 0))
    check_books(run)


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (None, "None"),
        (True, "True"),
        (1.5, "1.5"),
        (["a", None], "['a', None]"),
        ({"键": False}, "{'键': False}"),
    ],
)
def test_values_of_history_and_results_are_printed_as_python_does(value: object, printed: str) -> None:
    run = run_keywords(
        {
            "conversation_history": [{"role": "user", "content": value}],
            "tool_results": [{"tool": "t", "result": value}],
        },
        EN,
    )
    assert [message["content"] for message in messages_of(run)] == [printed, f"[Tool: t]\n{printed}"]
    assert [one.item for one in diagnostics_of(run) if one.code == "python_form"] == ["i1", "i2"]


def test_a_strange_role_or_tool_stands_exactly_as_given() -> None:
    run = run_keywords(
        {
            "conversation_history": [{"role": None, "content": "x"}],
            "tool_results": [{"tool": None, "result": "r"}],
        },
        EN,
    )
    assert _texts(run) == ["[None]: x", "[Tool: None]\nr"]
    assert messages_of(run)[0] == {"role": None, "content": "x"}


def test_schemas_facts_and_summaries_have_no_place() -> None:
    run = run_keywords(
        {"user_message": "hi", "tool_schemas": [{"name": "search"}], "key_facts": ["no meat"]}, ZH
    )
    assert told(run, "i2") == told(run, "i3") == [("gather", "dropped", "excluded_by_mode")]
    assert messages_of(run) == [{"role": "user", "content": "hi"}]
    check_books(run)


def test_a_recorded_session_is_sorted_into_the_published_sources() -> None:
    call = Part(PartKind.CALL, "{}", name="search", call_id="c1")
    result = Part(PartKind.RESULT, "two", name="search", call_id="c1")
    thinking = Part(PartKind.THINKING, "hm", signature="s")
    run = run_published(
        _recorded(
            _message(0, "developer"),
            _message(1, "user"),
            _message(2, "assistant", call),
            _message(3, "tool", result),
            _message(4, "assistant"),
            _message(5, "user", injected=True),
            _message(6, "user"),
            _message(7, "assistant", thinking),
            _message(8, "assistant", _text("looking"), part=1),
            _message(9, "tool", replace(result, text="three")),
        ),
        EN,
    )
    pool = run[0].pool
    assert [item.id for item in pool.items] == [f"i{n}" for n in range(1, 11)]
    assert [pool.items[p].id for p in run[0].record.order] == [
        "i1",
        "i7",
        "i2",
        "i5",
        "i6",
        "i9",
        "i4",
        "i10",
    ]
    assert told(run, "i3") == told(run, "i8") == [("gather", "dropped", "excluded_by_mode")]
    assert [pool.items[p].priority for p in (3, 9)] == [6, 2]
    assert messages_of(run) == [
        {"role": "system", "content": "text 0"},
        {"role": "user", "content": "text 1"},
        {"role": "assistant", "content": "text 4"},
        {"role": "user", "content": "text 5"},
        {"role": "assistant", "content": "looking"},
        {"role": "assistant", "content": "[Tool: search]\nthree"},
        {"role": "assistant", "content": "[Tool: search]\ntwo"},
        {"role": "user", "content": "text 6"},
    ]
    check_books(run)


def test_all_parts_of_the_first_message_of_a_source_are_rendered() -> None:
    run = run_published(
        _recorded(
            _message(0, "user", _text("first")),
            replace(_message(0, "user", _text("second")), id="i2", part=1),
        ),
        EN,
    )
    assert messages_of(run) == [{"role": "user", "content": "first\nsecond"}]
    check_books(run)


def test_a_picture_is_left_out_and_named() -> None:
    picture = Part(PartKind.IMAGE, media_type="image/png", data="AAAA")
    run = run_published(
        _recorded(_message(0, "user", _text("look"), picture), _message(1, "user", picture)), EN
    )
    assert told(run, "i2") == [("gather", "dropped", "excluded_by_mode")]
    assert [one.item for one in diagnostics_of(run) if one.code == "media_left_out"] == ["i1"]
    check_books(run)


def _compacted() -> Session:
    return _recorded(
        replace(_message(0, "user"), superseded_by="i3"),
        _message(1, "assistant"),
        replace(_message(2, "user", _text("summary")), source=Source.SUMMARY),
        _message(3, "user", _text("now")),
        live=((2, 3),),
    )


def test_what_the_recorder_replaced_or_left_is_dropped_in_gather() -> None:
    run = run_published(_compacted(), EN)
    assert told(run, "i1") == [("gather", "dropped", "superseded")]
    assert dict(run[0].record.numbers(0)) == {"by": "i3"}
    assert told(run, "i2") == [("gather", "dropped", "excluded_by_recorder")]
    assert told(run, "i3") == [("gather", "dropped", "excluded_by_mode")]
    assert messages_of(run) == [{"role": "user", "content": "now"}]
    check_books(run)


def test_the_originals_can_be_taken_instead_of_the_recorded_summary() -> None:
    profile = published_profile(EN).set("gather.compaction", Compaction.ORIGINALS.value)
    run = run_published(_compacted(), EN, profile=profile)
    assert [message["content"] for message in messages_of(run)] == ["text 0", "now"]


def test_marks_and_rules_change_the_source() -> None:
    session = _recorded(_message(0, "user"), _message(1, "user", _text("RULES: none")), _message(2, "user"))
    profile = published_profile(EN)
    rules = (GatherRule(regex="^RULES", source=Source.SYSTEM_PROMPT), GatherRule(regex="0$", exclude=True))
    profile = replace(profile, gather=profile.gather.model_copy(update={"rule": rules}))
    run = run_published(session, EN, profile=profile)
    assert told(run, "i1") == [("gather", "dropped", "excluded_by_rule")]
    assert messages_of(run)[0] == {"role": "system", "content": "RULES: none"}
    marks = Marks(sources=(("i1", Source.RETRIEVED_DOC),))
    run = run_published(session, EN, marks=marks)
    assert messages_of(run)[0] == {"role": "system", "content": "## Relevant Knowledge\n\ntext 0"}


def test_a_pin_is_not_read_and_said_so() -> None:
    run = run_published(_recorded(_message(0, "user")), EN, marks=Marks(pins=("i1", "i99")))
    assert [one.item for one in diagnostics_of(run) if one.code == "pin_not_read"] == ["i1"]
    assert run[0].pinned == frozenset()


def test_a_build_that_nobody_wants_ends(published_context: StageContext) -> None:
    stopped = replace(published_context, cancelled=lambda: True)
    with pytest.raises(CancelledError):
        GatherGsscPublished().run(_recorded(_message(0, "user")).at(), stopped)


def test_deep_or_huge_values_fail_as_published_and_raise_nothing() -> None:
    deep = Part(PartKind.RESULT, "[" * 100_000 + "]" * 100_000, name="t", json=True)
    huge = Part(PartKind.RESULT, "9" * 5000, name="t", json=True)
    run = run_published(_recorded(_message(0, "tool", deep), _message(1, "tool", huge)), EN)
    assert [one.item for one in diagnostics_of(run) if one.code == "published_fails"] == ["i1", "i2"]
    assert [message["content"] for message in messages_of(run)] == ["", ""]
    check_books(run)
