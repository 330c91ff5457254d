"""Two contexts compared: what is removed, added, changed, moved, by which decision; blocks on demand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis import compare as analysis
from ctxlab.analysis.compare import TextKeys
from ctxlab.formats.load import load_bytes
from ctxlab.lab import Lab
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.diff import ContextDiff, DiffKind, InlineChange
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace

WORDS = "word " * 20


def talk(turns: int = 4) -> Session:
    """Rounds of about 25 tokens a message between a system prompt and a question."""
    rounds: list[dict[str, Any]] = [
        {"role": role, "content": f"{role} {turn}: {WORDS}"}
        for turn in range(1, turns + 1)
        for role in ("user", "assistant")
    ]
    return Session.from_parts(
        system_prompt="Plan trips.", conversation_history=rounds, user_message="And now?"
    )


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab(store=False)


SESSION = talk()
PROFILE = (
    Profile(name="p")
    .set("budget.recent.rounds", 0)
    .set("budget.history.order", "newest")
    .set("budget.history.overflow", "stop")
    .set("construct.layout", "chronological")
)


def build(lab: Lab, cap: int | None, session: Session = SESSION) -> Trace:
    return lab.build(session.at(), PROFILE.set("budget.history.cap", cap))


def compare(lab: Lab, before: int | None, after: int | None) -> ContextDiff:
    return lab.compare(build(lab, before), build(lab, after))


def kinds(diff: ContextDiff) -> list[str]:
    return [block.kind.value for block in diff.blocks]


def test_a_context_does_not_differ_from_itself(lab: Lab) -> None:
    diff = compare(lab, None, None)
    assert diff.same
    assert set(kinds(diff)) == {"equal"}
    assert [block.before for block in diff.blocks] == list(range(1, len(diff.blocks) + 1))
    assert diff.tokens_before == diff.tokens_after


def test_what_a_smaller_cap_takes_stands_where_it_stood_with_its_reason(lab: Lab) -> None:
    diff = compare(lab, None, 60)
    # 60 tokens hold the last two of eight; the oldest six leave behind the system message
    assert kinds(diff) == ["equal", *["removed"] * 6, *["equal"] * 3]
    assert (diff.removed, diff.added, diff.changed, diff.moved) == (6, 0, 0, 0)
    gone = diff.blocks[6]
    assert gone.before == 7
    assert gone.after is None
    assert gone.before_text.startswith("assistant 3: word")
    assert gone.after_text == ""
    assert (gone.stage, gone.reason) == (Stage.SELECT, Reason.OVER_CAP)
    assert diff.blocks[1].reason is Reason.BEHIND_OVERFLOW
    assert diff.tokens_before - diff.tokens_after == sum(block.tokens_before for block in diff.blocks[1:7])


def test_what_a_larger_cap_brings_is_added(lab: Lab) -> None:
    diff = compare(lab, 60, None)
    assert kinds(diff) == ["equal", *["added"] * 6, *["equal"] * 3]
    assert diff.blocks[1].after == 2
    assert diff.blocks[1].before is None
    assert diff.blocks[1].after_text.startswith("user 1: word")


def test_a_cut_message_is_one_that_changed(lab: Lab) -> None:
    before = build(lab, None)
    profile = PROFILE.set("budget.history.overflow", "truncate").set("budget.history.per_item", 15)
    diff = lab.compare(before, lab.build(SESSION.at(), profile))
    changed = [block for block in diff.blocks if block.kind is DiffKind.CHANGED]
    assert changed
    assert diff.changed == len(changed)
    assert all(len(block.after_text) < len(block.before_text) for block in changed)
    assert all(block.stage is not None for block in changed)


def test_contexts_of_two_sessions_are_compared_by_their_texts(lab: Lab) -> None:
    diff = lab.compare(build(lab, None), build(lab, None, talk(5)))
    assert (diff.added, diff.removed) == (2, 0)
    assert kinds(diff).count("equal") == len(diff.blocks) - 2


def test_the_columns_say_what_the_blocks_say(lab: Lab) -> None:
    for before, after in ((None, 60), (60, None), (100, 30), (0, None)):
        diff = compare(lab, before, after)
        assert list(diff.kinds) == [block.kind for block in diff.blocks]
        assert list(diff.numbers) == [(block.before, block.after) for block in diff.blocks]
        assert diff.blocks[-1] is diff.blocks[len(diff.blocks) - 1]
        assert list(diff.blocks[1:3]) == [diff.blocks[1], diff.blocks[2]]


@settings(max_examples=40)
@given(st.integers(0, 260), st.integers(0, 260))
def test_every_message_stands_in_the_diff_once_and_the_way_back_mirrors_it(before: int, after: int) -> None:
    lab = _shared_lab()
    one, other = build(lab, before), build(lab, after)
    diff, back = lab.compare(one, other), lab.compare(other, one)
    assert sorted(b for b, _ in diff.numbers if b is not None) == list(range(1, len(one.context) + 1))
    assert [a for _, a in diff.numbers if a is not None] == list(range(1, len(other.context) + 1))
    assert (diff.added, diff.removed, diff.changed) == (back.removed, back.added, back.changed)


_LABS: list[Lab] = []


def _shared_lab() -> Lab:
    """One lab for all examples: a vocabulary takes half a second to load."""
    if not _LABS:
        _LABS.append(Lab(store=False))
    return _LABS[0]


def test_a_result_is_named_by_its_tool(lab: Lab) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "find_train", "arguments": "{}"}}
    talk = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "found"},
    ]
    (session,) = load_bytes(json.dumps(talk).encode(), "talk.json")
    diff = lab.compare(lab.unmanaged(session.at()), lab.unmanaged(session.at()))
    assert [block.label for block in diff.blocks] == ["user · 1", "assistant · 1", "find_train · 1"]


def test_what_another_session_said_is_looked_up_by_its_text(lab: Lab) -> None:
    # the ids of the other session mean other items here
    texts = [f"assistant 3: {WORDS}", f"user 1: {WORDS}", "And now?"]
    sent = Session.from_parts(
        conversation_history=[{"role": text.split()[0], "content": text} for text in texts[:2]],
        user_message=texts[2],
    )
    diff = lab.compare(lab.unmanaged(replace(sent, id="sent").at()), build(lab, 0))
    gone = [block for block in diff.blocks if block.kind is DiffKind.REMOVED]
    positions = [SESSION.items[int(block.items[0][1:]) - 1].text for block in gone]
    assert positions == [block.before_text for block in gone] == texts[:2]
    assert {block.stage for block in gone} == {Stage.SELECT}


def test_a_text_is_the_same_in_whatever_form_a_wire_writes_it(lab: Lab) -> None:
    forms: list[Any] = ["words", [{"type": "text", "text": "words"}]]
    traces = [
        lab.unmanaged(
            load_bytes(json.dumps([{"role": "user", "content": form}]).encode(), "talk.json")[0].at()
        )
        for form in forms
    ]
    assert traces[0].session != traces[1].session
    assert lab.compare(*traces).same


def test_reasons_come_with_their_numbers(lab: Lab) -> None:
    gone = compare(lab, None, 60).blocks[6]
    assert dict(gone.numbers)["cap"] == 60


def test_messages_of_two_sessions_are_read_once_while_one_stays(lab: Lab) -> None:
    keys = TextKeys()
    one, other, tight = build(lab, None), build(lab, None, talk(5)), build(lab, 60, talk(5))
    analysis.compare(one, other, keys=keys)
    first = keys.of(one.context)
    keys.end()
    assert all(now is known for now, known in zip(keys.of(list(one.context)), first, strict=True))
    with_memory, without = analysis.compare(one, tight, keys=keys), analysis.compare(one, tight)
    assert list(with_memory.kinds) == list(without.kinds)


def test_a_changed_message_tells_what_differs_inside(lab: Lab) -> None:
    profile = PROFILE.set("budget.history.overflow", "truncate").set("budget.history.per_item", 15)
    diff = lab.compare(build(lab, None), lab.build(SESSION.at(), profile))
    changed = next(block for block in diff.blocks if block.kind is DiffKind.CHANGED)
    inside = diff.inside(changed)
    assert inside.removed
    assert changed.before_text[: inside.removed[0][0]] == changed.after_text[: inside.removed[0][0]]
    assert diff.inside(diff.blocks[0]) == InlineChange()
