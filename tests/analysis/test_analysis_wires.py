"""A run in the other wire format, and what is wrong with it."""

from __future__ import annotations

import pytest
from helpers.check_wire import check_wire
from helpers.tree import ROOT

from ctxlab import Lab, Session
from ctxlab.analysis.wires import wire_view
from ctxlab.model.items import PartKind
from ctxlab.model.profile import Profile
from ctxlab.model.wire_view import WireView

SAMPLES = ("trip-hangzhou.ctx.json", "airline-task.json", "refactor-parser.ctx.json", "retention-q1.json")
WIRES = ("openai-chat", "anthropic")


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab(store=False)


def under(lab: Lab, name: str, wire: str) -> Profile:
    return lab.profile(name).set("construct.wire", wire)


def body(view: WireView) -> tuple[list[object], dict[str, object]]:
    return [one.value for one in view.messages], {one.field: one.value for one in view.outside}


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("profile", ["as-recorded", "gssc"])
def test_a_run_in_the_other_wire_says_what_a_run_for_it_says(lab: Lab, sample: str, profile: str) -> None:
    session = lab.open(ROOT / "sessions" / sample)
    built = {wire: lab.build(session.at(), under(lab, profile, wire)) for wire in WIRES}
    for wire, other in (WIRES, WIRES[::-1]):
        written = wire_view(built[wire], other, recorded=session.wire)
        assert not written.as_built
        assert body(written) == body(wire_view(built[other]))
        check_wire(other, [one.value for one in written.messages])


def test_under_caps_pairs_and_placeholders_go_over_whole(lab: Lab) -> None:
    session = lab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")
    tight = lab.profile(ROOT / "sessions" / "travel-agent.toml")
    for wire, other in (WIRES, WIRES[::-1]):
        trace = lab.build(session.at(31), tight.set("construct.wire", wire))
        written = wire_view(trace, other, recorded=session.wire)
        check_wire(other, [one.value for one in written.messages])
        held = {p for one in (*written.messages, *written.outside) for p in one.positions}
        assert held == {p for one in (*trace.context, *trace.outside) for p in one.positions}
        for message in written.messages:
            content = message.value.get("content")
            for pointer, start, end, position in message.spans:
                if pointer == "/content" and isinstance(content, str) and not trace.derived_from(position):
                    altered = trace.altered.get(position)
                    words = trace.item(position).text if altered is None else altered.text
                    assert content[start:end] == words


def test_the_own_wire_is_the_run_itself(lab: Lab) -> None:
    trace = lab.build(Session.from_parts(user_message="Where to?").at(), "gssc")
    view = wire_view(trace)
    assert view.messages is trace.context
    assert (view.as_built, view.valid, view.findings) == (True, True, ())


def test_a_system_message_between_others_goes_into_the_system_part(lab: Lab) -> None:
    session = Session.from_parts(
        system_prompt="You plan.",
        user_message="And on Sunday?",
        conversation_history=[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}],
        retrieved_docs=["Metro lines"],
    )
    trace = lab.build(session.at(), "gssc-published-en")
    view = wire_view(trace, "anthropic")
    assert all(one.value["role"] in ("user", "assistant") for one in view.messages)
    (system,) = (one.value for one in view.outside if one.field == "system")
    said = [block["text"] for block in system]
    assert said == [one.value["content"] for one in trace.context if one.value["role"] == "system"]


def test_signed_thinking_that_was_changed_is_found(lab: Lab) -> None:
    from dataclasses import replace

    from ctxlab.model.trace import Altered

    session = lab.open(ROOT / "sessions" / "script-from-chat.claude.jsonl")
    trace = lab.build(session.at(), under(lab, "as-recorded", "anthropic"))
    assert wire_view(trace).valid
    number, position = next(
        (number, position)
        for number, message in enumerate(trace.context, 1)
        for position in message.positions
        if any(part.signature for part in trace.item(position).parts)
    )
    parts = tuple(
        replace(part, text="other") if part.kind is PartKind.THINKING else part
        for part in trace.item(position).parts
    )
    changed = replace(trace, altered={position: Altered(parts, 1)})
    assert [(one.code, one.message) for one in wire_view(changed).findings or ()] == [
        ("thinking_altered", number)
    ]


def test_thinking_that_the_built_wire_cannot_hold_is_told(lab: Lab) -> None:
    session = lab.open(ROOT / "sessions" / "script-from-chat.claude.jsonl")
    trace = lab.build(session.at(), under(lab, "as-recorded", "openai-chat"))
    view = wire_view(trace, "anthropic", recorded=session.wire)
    assert view.valid
    signed = sum(any(part.signature for part in item.parts) and not item.text for item in trace.pool.items)
    assert [(one.code, one.numbers) for one in view.findings or ()] == [
        ("thinking_left_out", (("count", signed),))
    ]


def test_a_session_recorded_in_a_wire_that_is_not_built_goes_out_in_each(lab: Lab) -> None:
    session = lab.open(ROOT / "tests" / "data" / "formats" / "12_gemini" / "gemini_cli_edit_and_run.jsonl")
    assert session.wire == "gemini"
    for wire, other in (WIRES, WIRES[::-1]):
        trace = lab.build(session.at(), under(lab, "as-recorded", wire))
        view = wire_view(trace, other, recorded=session.wire)
        check_wire(other, [one.value for one in view.messages])


def test_an_unknown_wire_is_refused(lab: Lab) -> None:
    trace = lab.build(Session.from_parts(user_message="Where to?").at(), "gssc")
    with pytest.raises(ValueError, match="carrier"):
        wire_view(trace, "carrier-pigeon")
    with pytest.raises(ValueError, match="own name"):
        wire_view(trace, "recorded")


API_WIRES = ("openai-responses", "gemini")


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("wire", API_WIRES)
def test_a_run_goes_out_in_wires_that_none_is_built_in(lab: Lab, sample: str, wire: str) -> None:
    session = lab.open(ROOT / "sessions" / sample)
    views = []
    for built in WIRES:
        trace = lab.build(session.at(), under(lab, "as-recorded", built))
        view = wire_view(trace, wire, recorded=session.wire)
        assert view.valid, view.findings
        held = {p for one in (*view.messages, *view.outside) for p in one.positions}
        gone = {p for one in (*trace.context, *trace.outside) for p in one.positions} - held
        assert all(part.kind is PartKind.THINKING for p in gone for part in trace.item(p).parts)
        views.append(view)
    # whichever of the two it was built in, the same is said
    assert [one.value for one in views[0].messages if one.value.get("role") != "system"] == [
        one.value for one in views[1].messages if one.value.get("role") != "system"
    ]


@pytest.mark.parametrize("wire", API_WIRES)
def test_each_text_is_found_where_its_span_says(lab: Lab, wire: str) -> None:
    session = lab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")
    trace = lab.build(session.at(31), under(lab, "as-recorded", "openai-chat"))
    seen = 0
    for message in wire_view(trace, wire, recorded=session.wire).messages:
        for pointer, start, end, position in message.spans:
            value: object = message.value
            for step in pointer.split("/")[1:]:
                value = value[int(step)] if isinstance(value, list) else value[step]  # type: ignore[index]
            if end:
                assert isinstance(value, str)
                assert value[start:end] in trace.item(position).text
                seen += 1
    assert seen > 20


def test_the_tokens_of_a_reply_in_several_items_add_up(lab: Lab) -> None:
    session = lab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")
    trace = lab.build(session.at(31), under(lab, "as-recorded", "openai-chat"))
    view = wire_view(trace, "openai-responses", recorded=session.wire)
    assert sum(m.tokens - m.framing for m in view.messages) == sum(
        m.tokens - m.framing for m in trace.context
    )


def test_there_is_no_wire_of_another_name(lab: Lab) -> None:
    trace = lab.build(Session.from_parts(user_message="Where to?").at(), "gssc")
    for name in ("recorded", "smoke"):
        with pytest.raises(ValueError, match="no wire format"):
            wire_view(trace, name)


def test_a_thought_of_several_summaries_is_one_item_and_its_provider_gets_it_back(lab: Lab) -> None:
    folder = ROOT / "tests" / "data" / "formats" / "02_openai_responses"
    session = lab.open(folder / "responses_reasoning_encrypted.request.json")
    trace = lab.build(session.at(), under(lab, "as-recorded", "openai-chat"))
    view = wire_view(trace, "openai-responses", recorded=session.wire)
    assert view.valid
    (thought,) = [one.value for one in view.messages if one.value.get("type") == "reasoning"]
    recorded = lab.convert(session.at(), "openai-responses").body["input"]
    (sent,) = [one for one in recorded if one.get("type") == "reasoning"]
    assert thought == {key: value for key, value in sent.items() if key != "id"}
    elsewhere = wire_view(trace, "gemini", recorded=session.wire)
    assert [one.code for one in elsewhere.findings or ()] == ["thinking_dropped"]
