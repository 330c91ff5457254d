"""LangChain's real code on hand-made sessions: what goes in, and what it is known to keep."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers.chat import message, write_json
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tracers.langchain import wait_for_all_tracers
from pytest_httpserver import HTTPServer

from ctxlab.batch.corpus import corpus_of
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import CancelledError, PluginError, RequestError
from ctxlab.export import export
from ctxlab.integrations.conversation import Conversation, Left, conversation, survives
from ctxlab.integrations.exported import run
from ctxlab.integrations.langchain import Trimming, messages_of
from ctxlab.integrations.verify import verify
from ctxlab.lab import Lab, unmanaged_profile
from ctxlab.model.items import Row, Source
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import (
    ConstructSettings,
    Encoding,
    Layout,
    MustKeepRule,
    Order,
    Overflow,
    Profile,
    RowBudget,
    TokenSettings,
    Window,
)
from ctxlab.model.settings_export import Exported, Kept
from ctxlab.paths import sample_sessions
from ctxlab.stages.protocol import never

PIXEL = "data:image/png;base64,iVBORw0KGgo="


def call(name: str, number: str, arguments: str) -> dict[str, Any]:
    return {"id": number, "type": "function", "function": {"name": name, "arguments": arguments}}


#: Four characters are a token here, and three come with each message: figures can be checked by hand.
CHARS = TokenSettings(encoding=Encoding.CHARS_4)


def turns(*lengths: int) -> list[dict[str, Any]]:
    """A question of 4 tokens and an answer of so many, for each, then a last question of 4."""
    out: list[dict[str, Any]] = [message("system", "S" * 40)]
    for at, tokens in enumerate(lengths, 1):
        out += [message("user", f"question {at} ....."[:16]), message("assistant", f"{at}" * 4 * tokens)]
    return [*out, message("user", "the last one ...")]


def one_figure(limit: int | None = None, *musts: str, **caps: int) -> Profile:
    """A profile with a limit, and caps on the rows of a conversation."""
    lines = tuple(
        (row, RowBudget(cap=caps[row], overflow=Overflow.STOP, order=Order.NEWEST))
        for row in Row
        if row in caps
    )
    rules = tuple(MustKeepRule(text=text) for text in musts)
    return Profile(window=Window(size=limit), tokens=CHARS, budget=lines, must_keep=rules)


def file_of(folder: Path, messages: Sequence[dict[str, Any]], **more: Any) -> Path:
    return write_json(folder / "talk.json", {"model": "gpt-4o", "messages": list(messages), **more})


def verified(profile: Profile, file: Path, form: str = "langchain-trim") -> Kept:
    (found,) = verify(form, profile, corpus_of([file]).places, store=False).sessions
    assert not found.error
    return found


def given_of(file: Path) -> Conversation:
    lab = Lab(store=False)
    return conversation(lab, lab.open(file).at(), Profile(tokens=CHARS), never)


def test_messages_become_those_of_langchain(tmp_path: Path) -> None:
    messages = [
        message("system", "用中文回答。"),
        message(
            "user", [{"type": "text", "text": "看图"}, {"type": "image_url", "image_url": {"url": PIXEL}}]
        ),
        message(
            "assistant",
            "我查一下",
            tool_calls=[call("查询", "c1", '{"q": "不吃辣"}'), call("f", "c2", "{broken")],
        ),
        message("tool", "三千以内", tool_call_id="c1"),
        message("tool", "", tool_call_id="c2"),
        message("user", "好"),
    ]
    system, question, answer, first, second, last = messages_of(given_of(file_of(tmp_path, messages)))
    assert isinstance(system, SystemMessage)
    assert system.content == "用中文回答。"
    assert isinstance(question, HumanMessage)
    assert question.content[0] == {"type": "text", "text": "看图"}
    assert question.content[1]["image_url"]["url"] == PIXEL  # type: ignore[index]
    assert isinstance(answer, AIMessage)
    assert answer.tool_calls == [{"name": "查询", "args": {"q": "不吃辣"}, "id": "c1", "type": "tool_call"}]
    assert [(one["name"], one["args"]) for one in answer.invalid_tool_calls] == [("f", "{broken")]
    assert isinstance(first, ToolMessage)
    assert (first.tool_call_id, first.content) == ("c1", "三千以内")
    assert isinstance(second, ToolMessage)
    assert last.content == "好"
    assert [one.id for one in (system, question, answer, first, second, last)] == list("012345")


def test_a_limit_keeps_the_last_whole_turns(tmp_path: Path) -> None:
    # A message costs 3 beside its text. System 13, question 7, answers 23: a turn 30, the last question 7.
    file = file_of(tmp_path, turns(20, 20, 20))
    # 13 + 7 + 30 + 30 = 80 holds the last two turns, and one token less only one of them.
    found = verified(one_figure(80, "question 2", "question 1"), file)
    assert found.theirs == ("profile:1",)
    assert found.tokens_theirs == 80
    found = verified(one_figure(79, "question 3", "question 2"), file)
    assert found.theirs == ("profile:1",)
    assert found.tokens_theirs == 50


def test_caps_together_are_one_figure_beside_the_question(tmp_path: Path) -> None:
    file = file_of(tmp_path, turns(20, 20, 20))
    profile = one_figure(None, "question 2", system_prompt=13, recent=30, history=30, tool_result=0)
    # 13 + 30 + 30, and the question on top, which has no cap in the profile.
    assert verified(profile, file).tokens_theirs == 80
    assert verified(profile.set("budget.history.cap", 29), file).tokens_theirs == 50
    # Without a cap the system prompt is on top, too.
    on_top = profile.set("budget.system_prompt.cap", None)
    assert verified(on_top, file).tokens_theirs == 80
    assert verified(on_top.set("budget.history.cap", 29), file).tokens_theirs == 50


def test_the_tools_take_their_part_of_the_limit(tmp_path: Path) -> None:
    tools = [{"type": "function", "function": {"name": "search", "description": "d" * 80, "parameters": {}}}]
    file = file_of(tmp_path, turns(20, 20, 20), tools=tools)
    taken = given_of(file).tool_tokens
    assert taken == 40
    # 13 + 7 + 30 + 30 = 80 beside the tools, and one token less only one turn of the two.
    assert verified(one_figure(80 + taken), file).tokens_theirs == 80 + taken
    assert verified(one_figure(79 + taken), file).tokens_theirs == 50 + taken
    assert verified(one_figure(79 + taken), file, "langchain-agent").tokens_theirs == 50 + taken


def test_a_turn_with_calls_and_results_goes_or_stays_together(tmp_path: Path) -> None:
    messages = [
        message("user", "question 1 ....."),
        message("assistant", None, tool_calls=[call("look", "c1", "{}")]),
        message("tool", "r" * 80, tool_call_id="c1"),
        message("assistant", "a" * 40),
        message("user", "question 2 ....."),
    ]
    # 7, call 3 + 1 + 0, result 23, answer 13, question 7: 54 in all.
    file = file_of(tmp_path, messages)
    assert verified(one_figure(54), file).tokens_theirs == verified(one_figure(99), file).tokens_theirs
    assert verified(one_figure(53), file).tokens_theirs == 7


def test_messages_are_bounded_by_number(tmp_path: Path) -> None:
    file = file_of(tmp_path, turns(5, 5, 5, 5))
    profile = one_figure(None, "question 3", "question 2").set("select.max_messages", 4)
    assert verified(profile, file).theirs == ("profile:1",)
    assert verified(profile.set("select.max_messages", 3), file).theirs == ()


def test_a_profile_that_cuts_keeps_a_part(tmp_path: Path) -> None:
    lines = "\n".join(f"line {at} ......" for at in range(10))
    file = file_of(tmp_path, [message("user", lines), message("user", "the last one ...")])
    cut = one_figure(40, "line 9", "line 0").set("budget.history.overflow", "truncate")
    found = verified(cut, file)
    # LangChain keeps the end of a message: the first lines go.
    assert found.theirs == ("profile:1",)
    assert found.only_theirs == 0
    assert verified(one_figure(40, "line 9"), file).theirs == ()


def test_items_and_sources_are_judged_as_check_does(tmp_path: Path) -> None:
    profile = one_figure(50)
    lab = Lab(store=False)
    session = lab.open(file_of(tmp_path, turns(20, 20)))
    given = conversation(lab, session.at(), profile, never)
    left = Trimming(export(profile, "langchain-trim")).left(given)
    early, late = session.items[1].id, session.items[3].id
    assert survives(MustKeep("1", item=late), given, left)
    assert not survives(MustKeep("2", item=early), given, left)
    assert survives(MustKeep("3", source="system_prompt"), given, left)
    assert not survives(MustKeep("4", source="conversation"), given, left)
    assert not survives(MustKeep("5", source="retrieved_doc"), given, left)
    assert survives(MustKeep("6", regex="question [2]"), given, left)


def test_what_keeps_all_is_judged_as_our_own_run_is(tmp_path: Path) -> None:
    file = file_of(tmp_path, turns(20, 20))
    profile = one_figure(None, "question 1", "nowhere").set("construct.layout", "chronological")
    found = verified(profile, file)
    assert (found.ours, found.theirs, found.same, found.items) == (("profile:1",), ("profile:1",), True, True)
    assert found.tokens_theirs == 13 + 2 * 30 + 7
    assert found.labels == (("profile:1", "question 1"),), "what nobody said is not judged"


def summarising(**settings: Any) -> Profile:
    """Recent 30, history 30, results 60: over 120 tokens older messages become a summary."""
    lines = (
        (Row.SYSTEM_PROMPT, RowBudget(cap=13)),
        (Row.RECENT, RowBudget(cap=30, overflow=Overflow.STOP, order=Order.NEWEST)),
        (Row.HISTORY, RowBudget(cap=30, overflow=Overflow.COMPRESS, order=Order.NEWEST)),
        (Row.TOOL_RESULT, RowBudget(cap=60, overflow=Overflow.TRUNCATE, order=Order.NEWEST)),
    )
    found = Profile(tokens=CHARS, budget=lines, must_keep=(MustKeepRule(text="3000 yuan"),))
    for key, value in settings.items():
        found = found.set(key.replace("__", "."), value)
    return found


DEMAND = "Never spend more than 3000 yuan. " + "We met the others at the lake. " * 20


def test_an_agent_summarises_what_is_older_and_the_note_says_who_wrote_it(tmp_path: Path) -> None:
    messages = [message("system", "S" * 40), message("user", DEMAND), *turns(10, 10)[1:]]
    found = verify(
        "langchain-agent", summarising(), corpus_of([file_of(tmp_path, messages)]).places, store=False
    )
    (one,) = found.sessions
    assert found.notes == ("summary_stand_in",)
    assert one.theirs == one.summarised == ("profile:1",)
    # With summaries off nothing is left of it, and nobody wrote one.
    silent = summarising(summarize__strategy="none")
    found = verify("langchain-agent", silent, corpus_of([file_of(tmp_path, messages)]).places, store=False)
    assert found.notes == ()
    assert found.sessions[0].theirs == ()


def test_a_limit_below_the_caps_still_leaves_room_for_the_summary(tmp_path: Path) -> None:
    """The caps would keep more than the limit holds: of the newest messages so much stays that both fit."""
    messages = [message("system", "S" * 40), message("user", DEMAND), *turns(10, 10)[1:]]
    profile = summarising(window__size=100, budget__recent__cap=90, budget__history__cap=90)
    found = verified(profile.set("summarize.max_tokens", 40), file_of(tmp_path, messages), "langchain-agent")
    assert found.theirs == found.summarised == ("profile:1",)
    assert found.tokens_theirs <= 100


def test_an_agent_that_is_under_the_figures_is_left_alone(tmp_path: Path) -> None:
    found = verified(summarising(), file_of(tmp_path, turns(10, 10)), "langchain-agent")
    assert found.tokens_theirs == 13 + 2 * 20 + 7
    assert found.only_ours == 0


def test_an_agent_clears_old_results_and_keeps_their_calls(tmp_path: Path) -> None:
    messages: list[dict[str, Any]] = [message("user", "question 1 .....")]
    for at in range(4):
        messages.append(message("assistant", None, tool_calls=[call("look", f"c{at}", "{}")]))
        messages.append(message("tool", f"result {at} " + "r" * 40, tool_call_id=f"c{at}"))
    rows = ((Row.TOOL_RESULT, RowBudget(max_items=2, order=Order.NEWEST)),)
    rules = tuple(MustKeepRule(text=f"result {at}") for at in range(4))
    found = verified(
        Profile(tokens=CHARS, budget=rows, must_keep=rules), file_of(tmp_path, messages), "langchain-agent"
    )
    assert found.theirs == ("profile:3", "profile:4")
    assert found.ours == ("profile:3", "profile:4")
    assert found.same


def test_nothing_of_a_session_leaves_the_machine(
    tmp_path: Path, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("LANGSMITH_ENDPOINT", httpserver.url_for(""))
    monkeypatch.setenv("LANGSMITH_API_KEY", "x")
    verified(summarising(), file_of(tmp_path, turns(40, 40)), "langchain-agent")
    wait_for_all_tracers()
    assert httpserver.log == []


def test_a_session_that_cannot_be_read_is_told_and_the_rest_is_run(tmp_path: Path) -> None:
    file = file_of(tmp_path, turns(3))
    (place,) = corpus_of([file]).places
    told: list[tuple[int, int]] = []
    file.write_text(json.dumps({"messages": turns(4)}), encoding="utf-8")
    other = write_json(tmp_path / "other.json", {"messages": turns(3)})
    found = verify(
        "langchain-trim",
        one_figure(50, "question"),
        [place, *corpus_of([other]).places],
        progress=lambda done, of: told.append((done, of)),
        store=False,
    )
    assert "changed since" in found.sessions[0].error
    assert found.sessions[1].same
    assert (found.judged, found.same, told) == (1, 1, [(1, 2), (2, 2)])
    assert (found.library, found.version.split(".")[0]) == ("langchain-core", "1")


def test_it_stops_when_told(tmp_path: Path) -> None:
    places = corpus_of([file_of(tmp_path, turns(3))]).places
    done: list[int] = []
    with pytest.raises(CancelledError):
        verify(
            "langchain-trim",
            one_figure(50),
            places * 3,
            cancelled=lambda: bool(done),
            progress=lambda at, _of: done.append(at),
            store=False,
        )
    assert done == [1]


@pytest.mark.parametrize("form", ["toml", "dict", "anthropic"])
def test_what_no_library_runs_here_is_refused(form: str) -> None:
    with pytest.raises(RequestError) as caught:
        verify(form, Profile(), ())
    assert "langchain-trim" in caught.value.hint


def test_a_file_that_does_not_run_is_said() -> None:
    with pytest.raises(PluginError, match="NameError"):
        run(Exported("langchain-trim", "nothing_of_this_name\n", ".py"))


RULES = (
    MustKeepRule(text="three kilometres"),
    MustKeepRule(text="不吃辣"),
    MustKeepRule(text="words that nobody said"),
    MustKeepRule(number="3000"),
    MustKeepRule(regex="(?i)peanut"),
    MustKeepRule(source=Source.SYSTEM_PROMPT),
    MustKeepRule(source=Source.TOOL_RESULT),
    MustKeepRule(source=Source.RETRIEVED_DOC),
)


@pytest.mark.parametrize("name", ["trip-hangzhou.ctx.json", "refactor-parser.ctx.json", "retention-q1.json"])
def test_the_judge_is_that_of_our_own_runs(name: str) -> None:
    lab = Lab(store=False)
    session = lab.open(sample_sessions() / name)
    given = conversation(lab, session.at(), Profile(), never)
    everything = frozenset(position for one in given.messages for position in one.positions)
    profile = unmanaged_profile().with_parts(must_keep=RULES).set("construct.wire", "openai-chat")
    judged = {one.id: one.lost_at for one in lab.build(session.at(), profile).must_keeps}
    assert judged
    for one in must_keeps(profile, session.marks):
        if one.id in judged:
            assert survives(one, given, Left(everything)) == (judged[one.id] is None), one


def test_a_real_session_is_told_whole() -> None:
    """Under a profile that keeps all, LangChain keeps all, too: the messages go through it unharmed."""
    (found,) = verify(
        "langchain-agent",
        Profile(window=Window(size=1_000_000), construct=ConstructSettings(layout=Layout.CHRONOLOGICAL)),
        corpus_of([sample_sessions() / "trip-hangzhou.ctx.json"]).places,
        store=False,
    ).sessions
    assert found.items
    assert found.theirs == found.ours == tuple(name for name, _ in found.labels)
