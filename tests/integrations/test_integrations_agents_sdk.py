"""The OpenAI Agents SDK's real code on hand-made sessions: what goes in, and what it is known to keep."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from agents import Agent
from agents.run import CallModelData, ModelInputData
from helpers.chat import message, write_json
from hypothesis import given as over
from hypothesis import strategies as st

from ctxlab.batch.corpus import corpus_of
from ctxlab.export import export
from ctxlab.integrations.agents_sdk import items_of
from ctxlab.integrations.conversation import aligned, conversation
from ctxlab.integrations.exported import run
from ctxlab.integrations.langchain import messages_of
from ctxlab.integrations.verify import verify
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.profile import (
    Encoding,
    MustKeepRule,
    Order,
    Overflow,
    Profile,
    RowBudget,
    TokenSettings,
    Window,
)
from ctxlab.model.settings_export import Kept, Verified
from ctxlab.paths import sample_sessions
from ctxlab.stages.protocol import never

CHARS = TokenSettings(encoding=Encoding.CHARS_4)
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
TOOLS = [
    {"type": "function", "function": {"name": "look", "description": "d", "parameters": {"type": "object"}}}
]


def call(number: str, arguments: str = "{}") -> dict[str, Any]:
    return {"id": number, "type": "function", "function": {"name": "look", "arguments": arguments}}


def profile(size: int | None = None, *musts: str, **more: Any) -> Profile:
    rules = tuple(MustKeepRule(text=text) for text in musts)
    return Profile(window=Window(size=size), tokens=CHARS, must_keep=rules, **more)


def run_on(own: Profile, folder: Path, messages: list[dict[str, Any]], **more: Any) -> tuple[Kept, Verified]:
    file = write_json(folder / "talk.json", {"model": "gpt-4o", "messages": messages, **more})
    found = verify("openai-agents", own, corpus_of([file]).places, store=False)
    assert not found.sessions[0].error
    return found.sessions[0], found


def turns(count: int) -> list[dict[str, Any]]:
    """A question of 7 tokens and an answer of 23 for each turn, then a last question of 7."""
    out = [message("system", "S" * 40)]
    for at in range(1, count + 1):
        out += [message("user", f"question {at} ....."), message("assistant", f"{at}" * 80)]
    return [*out, message("user", "the last one ...")]


def test_a_session_becomes_instructions_and_items(tmp_path: Path) -> None:
    messages = [
        message("system", "用中文回答。"),
        message("user", [{"type": "text", "text": "看图"}, PICTURE]),
        message("assistant", "我查一下", tool_calls=[call("c1", '{"q": "不吃辣"}')]),
        message("tool", "三千以内", tool_call_id="c1"),
        message("user", "好"),
    ]
    file = write_json(tmp_path / "talk.json", {"messages": messages, "tools": TOOLS})
    lab = Lab(store=False)
    items = items_of(conversation(lab, lab.open(file).at(), Profile(), never))
    assert items.instructions == "用中文回答。"
    assert [one.value.get("type", one.value.get("role")) for one in items.talk] == [
        "user",
        "message",
        "function_call",
        "function_call_output",
        "user",
    ]
    assert items.talk[0].value["content"][1]["type"] == "input_image"
    assert items.talk[2].value["call_id"] == items.talk[3].value["call_id"] == "c1"
    assert [one["function"]["name"] for one in items.tools] == ["look"]


def test_a_limit_keeps_the_last_whole_turns(tmp_path: Path) -> None:
    # Instructions are 10 tokens to the filter: 10 + 7 + 30 + 30 = 77.
    one, found = run_on(profile(77, "question 2", "question 1"), tmp_path, turns(3))
    assert one.theirs == ("profile:1",)
    assert found.notes == ()
    one, _ = run_on(profile(76, "question 3", "question 2"), tmp_path, turns(3))
    assert one.theirs == ("profile:1",)


def test_the_current_turn_stays_though_it_is_too_large(tmp_path: Path) -> None:
    one, _ = run_on(profile(5, "the last one"), tmp_path, turns(2))
    assert one.theirs == ("profile:1",)
    assert one.tokens_theirs == 13 + 7


def test_tools_take_their_part(tmp_path: Path) -> None:
    one, _ = run_on(profile(80, "question 2"), tmp_path, turns(3), tools=TOOLS)
    assert one.theirs == ()


def test_caps_together_are_one_figure_beside_the_question(tmp_path: Path) -> None:
    caps = {Row.SYSTEM_PROMPT: 10, Row.RECENT: 30, Row.HISTORY: 30, Row.TOOL_RESULT: 0}
    rows = tuple(
        (row, RowBudget(cap=cap, overflow=Overflow.STOP, order=Order.NEWEST)) for row, cap in caps.items()
    )
    one, _ = run_on(profile(None, "question 2", budget=rows), tmp_path, turns(3))
    assert one.theirs == ("profile:1",)
    less = profile(None, "question 2", budget=rows).set("budget.history.cap", 29)
    one, _ = run_on(less, tmp_path, turns(3))
    assert one.theirs == ()


@pytest.mark.parametrize(("rounds", "kept"), [(0, ()), (1, ("profile:1",))])
def test_long_results_of_older_turns_are_cut(tmp_path: Path, rounds: int, kept: tuple[str, ...]) -> None:
    messages = [
        message("user", "question 1"),
        message("assistant", None, tool_calls=[call("c1")]),
        message("tool", "begin " + "r" * 900 + " the very end", tool_call_id="c1"),
        message("assistant", "done"),
        message("user", "question 2"),
    ]
    rows = (
        (Row.RECENT, RowBudget(rounds=rounds)),
        (Row.TOOL_RESULT, RowBudget(per_item=100)),
    )
    own = profile(None, "the very end", "begin", budget=rows)
    one, _ = run_on(own, tmp_path, messages, tools=TOOLS)
    assert one.theirs == (*kept, "profile:2")


def test_a_session_is_bounded_by_items(tmp_path: Path) -> None:
    own = profile(None, "question 2", "question 1").set("select.max_messages", 4)
    one, _ = run_on(own, tmp_path, turns(3))
    # Four items of the session: the turns 2 and 3. The new question comes beside them.
    assert one.theirs == ("profile:1",)
    assert one.tokens_theirs == 13 + 2 * 30 + 7


def test_compaction_is_asked_for_and_not_run(tmp_path: Path) -> None:
    rows = (
        (Row.RECENT, RowBudget(cap=40, overflow=Overflow.STOP, order=Order.NEWEST)),
        (Row.HISTORY, RowBudget(cap=40, overflow=Overflow.COMPRESS, order=Order.NEWEST)),
        (Row.TOOL_RESULT, RowBudget(cap=40, overflow=Overflow.TRUNCATE, order=Order.NEWEST)),
    )
    _, found = run_on(profile(None, "question 1", budget=rows), tmp_path, turns(2))
    assert found.notes == ("compaction_not_run",)
    assert (found.library, found.version.split(".")[0]) == ("openai-agents", "0")


def test_a_turn_that_ends_in_results_is_run(tmp_path: Path) -> None:
    messages = [
        message("user", "question 1"),
        message("assistant", None, tool_calls=[call("c1"), call("c2", "[1, 2]")]),
        message("tool", "三千以内", tool_call_id="c1"),
        message("tool", "不吃辣", tool_call_id="c2"),
    ]
    one, _ = run_on(profile(None, "三千以内", "不吃辣"), tmp_path, messages, tools=TOOLS)
    assert one.theirs == ("profile:1", "profile:2")
    assert one.only_ours == 0


def test_things_are_known_again_from_the_end() -> None:
    assert aligned(["b", "c"], ["a", "b", "c", "b", "c"]) == [3, 4]
    assert aligned(["a", "x", "c"], ["a", "b", "c"]) == [0, None, 2]
    assert aligned([], ["a"]) == []


@over(lengths=st.lists(st.integers(1, 30), min_size=1, max_size=12), size=st.integers(1, 400))
def test_the_filter_keeps_the_longest_tail_of_turns_that_fits(lengths: list[int], size: int) -> None:
    module = run(export(profile(size), "openai-agents"))
    items = [message(role, "w" * 4 * length) for length in lengths for role in ("user", "assistant")]
    data = CallModelData(
        model_data=ModelInputData(input=items, instructions="S" * 40), agent=Agent("a"), context=None
    )
    kept = module.fit(data).input
    fitting = [
        items[turn:] for turn in range(0, len(items), 2) if module.count_tokens(items[turn:]) <= size - 10
    ]
    assert kept == (fitting[0] if fitting else items[-2:])


def test_the_exported_counter_counts_as_the_profile_does() -> None:
    lab, own = Lab(store=False), Profile()
    session = lab.open(sample_sessions() / "trip-hangzhou.ctx.json")
    given = conversation(lab, session.at(), own, never)
    counted = sum(one.tokens for one in given.messages)
    sized = own.set("window.size", 100_000)
    trimming = run(export(sized, "langchain-trim"))
    assert trimming.count_tokens(messages_of(given)) == counted
    items = items_of(given)
    filtering = run(export(sized, "openai-agents"))
    beside = filtering.tokens(items.instructions)
    # what each message costs besides is not counted for the instructions
    assert filtering.count_tokens([one.value for one in items.talk]) + beside + 3 == counted
