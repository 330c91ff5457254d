"""Recorded items held against what was sent: hand-made pairs, and builders made up at random."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.sent import call, result, say, sent_at_the_end
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.forensic.request import forensic
from ctxlab.model.forensic import AddedKind, Forensic, How, ItemFate, SentFate

KEPT, REWRITTEN, MERGED, DROPPED = SentFate

LOG = "\n".join(f"{number:04} GET /orders/{number * 37} took {number % 90} ms" for number in range(200))
TASK = say("user", "Find out why the orders page is slow; the budget is 3000 CNY.")
TALK = [
    say("system", "You look after a shop."),
    TASK,
    call(1),
    result(1, LOG),
    say("assistant", "The log shows slow orders around number 89."),
    say("user", "Look at the index of the table orders_archive then."),
]


def fates(messages: list[dict[str, Any]], sent: Any) -> tuple[list[ItemFate], Forensic]:
    found = forensic(sent_at_the_end(messages, sent))
    return list(found.items), found


def words(messages: list[dict[str, Any]], sent: Any) -> list[SentFate]:
    return [one.fate for one in fates(messages, sent)[0]]


def test_what_is_sent_as_it_was_is_kept() -> None:
    items, found = fates(TALK, TALK)
    assert {one.fate for one in items} == {KEPT}
    assert [one.message for one in items] == [1, 2, 3, 4, 5, 6]
    assert (found.added, found.messages) == ((), 6)
    assert not any(one.moved for one in items)


def test_a_cut_tells_its_span_and_its_marker() -> None:
    cut = LOG[:1024] + "\n[truncated]"
    items, _ = fates(TALK, [*TALK[:3], result(1, cut), *TALK[4:]])
    assert items[3].fate is REWRITTEN
    assert items[3].how is How.CUT
    (span,) = items[3].spans
    assert LOG[: span[0]] + items[3].marker + LOG[span[1] :] == cut
    assert items[3].message == 4


def test_a_cut_of_the_middle_keeps_head_and_tail() -> None:
    cut = LOG[:300] + "…[5,000 characters left out]…" + LOG[-200:]
    items, _ = fates(TALK, [*TALK[:3], result(1, cut), *TALK[4:]])
    assert items[3].how is How.CUT
    assert items[3].spans == ((300, len(LOG) - 200),)
    assert items[3].marker == "…[5,000 characters left out]…"


def test_a_result_that_was_cleared_says_what_stands_there() -> None:
    items, _ = fates(TALK, [*TALK[:3], result(1, "[Old tool result content cleared]"), *TALK[4:]])
    assert (items[3].fate, items[3].how) == (REWRITTEN, How.CLEARED)
    assert items[3].marker == "[Old tool result content cleared]"


def test_another_figure_is_a_changed_value() -> None:
    other = say("user", TASK["content"].replace("3000", "5000"))
    items, _ = fates(TALK, [TALK[0], other, *TALK[2:]])
    assert (items[1].fate, items[1].how) == (REWRITTEN, How.VALUES)
    assert (items[1].was, items[1].now) == ("3000", "5000")


@pytest.mark.parametrize(
    ("was", "now", "differs"),
    [
        ("The cable has to be at most 30 metres long.", "The cable has to be at most 30 feet long.", "metre"),
        ("Do not use beef in any of the meals, please.", "Do use beef in any of the meals, please.", "beef"),
        ("预算不超过3000元，两个人去成都玩三天。", "预算不超过5000元，两个人去成都玩三天。", "3000"),
    ],
)
def test_units_and_polarity_are_values_too(was: str, now: str, differs: str) -> None:
    items, _ = fates([say("user", was)], [say("user", now)])
    assert (items[0].fate, items[0].how) == (REWRITTEN, How.VALUES)
    assert differs in items[0].was


def test_other_blanks_and_other_json_are_no_other_words() -> None:
    messages = [TASK, call(1, '{"path": "a.py", "lines": [1, 2]}'), result(1, "a  b\n\nc")]
    sent = [TASK, call(1, '{"lines":[1,2],"path":"a.py"}'), result(1, "a b\nc")]
    items, _ = fates(messages, sent)
    assert [one.how for one in items] == [None, How.REFORMATTED, How.REFORMATTED]


def test_a_summary_takes_what_it_speaks_of() -> None:
    summary = "Summary of the conversation so far: orders page slow, budget 3000 CNY, orders around 89 slow."
    sent = [TALK[0], say("user", summary), TALK[5]]
    items, found = fates(TALK, sent)
    assert [one.fate for one in items] == [KEPT, REWRITTEN, DROPPED, DROPPED, REWRITTEN, KEPT]
    assert (items[1].how, items[1].message) == (How.SUMMARISED, 2)
    assert items[1].found >= 3
    (added,) = found.added
    assert (added.kind, added.message, added.items) == (AddedKind.SUMMARY, 2, ("i2", "i5"))


def test_several_in_one_message_are_merged() -> None:
    one = "User: " + TASK["content"] + "\nAssistant: " + TALK[4]["content"] + "\nUser: " + TALK[5]["content"]
    items, found = fates([TASK, TALK[4], TALK[5]], [say("user", one)])
    assert [item.fate for item in items] == [MERGED] * 3
    assert {item.message for item in items} == {1}
    assert found.added == ()


def test_what_is_short_is_merged_between_its_neighbours() -> None:
    messages = [TASK, say("assistant", "ok"), TALK[5]]
    one = f"user: {TASK['content']}\nassistant: ok\nuser: {TALK[5]['content']}"
    assert words(messages, [say("user", one)]) == [MERGED] * 3


def test_what_stands_whole_in_a_longer_text_is_wrapped() -> None:
    items, _ = fates([TASK], [say("user", f"<task>\n{TASK['content']}\n</task>\nThink step by step.")])
    assert (items[0].fate, items[0].how) == (REWRITTEN, How.WRAPPED)


def test_another_speaker_is_told() -> None:
    items, _ = fates(TALK[:2], [say("user", TALK[0]["content"]), TALK[1]])
    assert (items[0].how, items[0].was, items[0].now) == (How.ROLE, "system", "user")


def test_what_moved_is_kept_and_says_so() -> None:
    items, _ = fates(TALK, [TALK[0], *TALK[2:], TALK[1]])
    assert {one.fate for one in items} == {KEPT}
    assert [one.moved for one in items] == [False, True, False, False, False, False]


def test_of_equal_messages_the_old_ones_are_gone() -> None:
    messages = [say("user", "go on"), say("assistant", "done")] * 4
    assert words(messages, messages[-3:]) == [DROPPED] * 5 + [KEPT] * 3


def test_what_no_item_explains_was_added() -> None:
    sent = [say("system", "Answer in French."), *TALK[1:], say("user", "Remember to be brief.")]
    items, found = fates(TALK[1:], sent)
    assert {one.fate for one in items} == {KEPT}
    assert [(one.kind, one.message) for one in found.added] == [(AddedKind.SYSTEM, 1), (AddedKind.TEXT, 7)]


def test_chinese_is_cut_merged_and_dropped_alike() -> None:
    long = "".join(f"第{number}条评论：味道很好，但是等了{number * 3}分钟。" for number in range(80))
    messages = [
        say("user", "帮我安排成都三天的行程，预算3000元，不吃辣。"),
        say("assistant", "好的，先看看餐厅的评论。"),
        call(1),
        result(1, long),
        say("user", "那就选评论最好的一家。"),
    ]
    sent = [messages[0], *messages[2:3], result(1, long[:200] + "……（已截断）"), messages[4]]
    items, _ = fates(messages, sent)
    assert [one.fate for one in items] == [KEPT, DROPPED, KEPT, REWRITTEN, KEPT]
    assert items[3].marker == "……（已截断）"
    assert items[3].spans == ((200, len(long)),)


def test_other_dialects_say_the_same() -> None:
    blocks = [
        {"role": "user", "content": [{"type": "text", "text": TASK["content"]}]},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "c1", "name": "read", "input": {"path": "a.py"}}],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": LOG}]},
    ]
    assert words(TALK[1:4], blocks) == [KEPT] * 3
    body = {"model": "m", "system": TALK[0]["content"], "messages": blocks, "max_tokens": 9}
    assert words(TALK[:4], body) == [KEPT] * 4
    contents = [
        {"role": "user", "parts": [{"text": TASK["content"]}]},
        {"role": "model", "parts": [{"text": TALK[4]["content"]}]},
    ]
    assert words([TASK, TALK[4]], contents) == [KEPT, KEPT]


def test_ten_thousand_items_take_no_time() -> None:
    messages = [
        say("user" if at % 2 else "assistant", f"step {at}: " + LOG[at % 6_000 :][:90])
        for at in range(10_000)
    ]
    sent = [say("system", "Be brief."), *messages[5_000:]]
    sent[100::400] = [say(one["role"], one["content"][:60] + " [cut]") for one in sent[100::400]]
    items, _ = fates(messages, sent)
    assert [one.fate for one in items[:5_000]] == [DROPPED] * 5_000
    assert sum(one.how is How.CUT for one in items) == len(sent[100::400])


_WORDS = (
    "alpha",
    "brief",
    "copper",
    "delta",
    "ember",
    "flint",
    "grove",
    "harbor",
    "iris",
    "juniper",
    "kelp",
    "lumen",
)


def talk_of(draw: st.DataObject) -> list[dict[str, Any]]:
    """A talk of rounds, some with a tool, no two texts alike."""
    messages = [say("system", "system of the talk")]
    for number in range(draw.draw(st.integers(1, 7))):
        order = draw.draw(st.permutations(_WORDS))
        messages.append(say("user", f"question {number} {' '.join(order)}"))
        if draw.draw(st.booleans()):
            size = draw.draw(st.integers(1, 30))
            lines = (f"{number}-{line} {order[line % 12]} is {line * 7 + number}" for line in range(size))
            messages += [
                call(number, json.dumps({"q": f"{number} {order[0]}"})),
                result(number, "\n".join(lines)),
            ]
        messages.append(say("assistant", f"answer {number} {' '.join(reversed(order))}"))
    return messages


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_fates_of_any_builder_are_found_again(draw: st.DataObject) -> None:
    messages = talk_of(draw)
    last = draw.draw(st.integers(0, len(messages)), label="last n")
    limit = draw.draw(st.none() | st.integers(20, 200), label="cut at")
    marker = draw.draw(st.sampled_from(["", " [truncated]", "...", "…[cut]…"]), label="marker")
    no_results = draw.draw(st.booleans(), label="no results")
    expected: list[SentFate] = []
    sent: list[dict[str, Any]] = []
    for at, message in enumerate(messages):
        tool = message["role"] == "tool"
        if at and (at < len(messages) - last or (tool and no_results)):
            expected.append(DROPPED)
            continue
        text = message["content"]
        if tool and limit is not None and len(text) > limit + len(marker):
            expected.append(REWRITTEN)
            sent.append({**message, "content": text[:limit] + marker})
        else:
            expected.append(KEPT)
            sent.append(message)
    items, found = fates(messages, sent)
    assert [one.fate for one in items] == expected
    assert found.added == ()
    for one, message in zip(items, messages, strict=True):
        if one.fate is REWRITTEN:
            text = message["content"]
            (span,) = one.spans
            assert text[: span[0]] + one.marker + text[span[1] :] == text[:limit] + marker


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_two_lists_are_aligned(draw: st.DataObject) -> None:
    one = st.builds(say, st.sampled_from(["user", "assistant", "system", "tool"]), st.text(max_size=40))
    messages = draw.draw(st.lists(one, min_size=1, max_size=9))
    sent = draw.draw(st.lists(one | st.sampled_from(messages), min_size=1, max_size=9))
    first, found = fates(messages, sent)
    again, _ = fates(messages, sent)
    assert first == again
    assert [item.item for item in first] == [f"i{at + 1}" for at in range(len(messages))]
    taken = {item.sent for item in first if item.sent}
    assert not taken & {added.sent for added in found.added if not added.items}
