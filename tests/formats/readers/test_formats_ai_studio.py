from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Session


def prompt(*chunks: Any, **more: Any) -> Session:
    value = {
        "runSettings": {"model": "models/gemini-2.5-pro"},
        "chunkedPrompt": {"chunks": list(chunks)},
        **more,
    }
    (session,) = load_bytes(json.dumps(value).encode(), "x")
    assert session.origin.format == "ai-studio"
    return session


def chunk(role: str, text: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "text": text, **more}


def said(session: Session) -> list[tuple[str, str, str]]:
    return [(item.role, part.kind.value, part.text) for item in session.items for part in item.parts]


def test_the_sample_has_two_prompts() -> None:
    sessions = opened("10_sharegpt_chatgpt_oasst/gemini_2026_sample.json")
    # Two chunks a prompt; the first prompt has an instruction, the second an empty one, which is none.
    assert counts(sessions) == Counts(
        2, 5, {"system": 1, "user": 2, "assistant": 2}, calls=0, results=0, images=1
    )
    first, second = sessions
    assert [one.title for one in sessions] == ["Basic Gemini Conversation", "Multimodal Gemini Conversation"]
    assert [one.model for one in sessions] == ["gemini-2.5-pro", "gemini-2.0-flash"]
    assert said(first)[2:] == [
        ("assistant", "thinking", "Let me think about this carefully."),
        (
            "assistant",
            "text",
            "Python is a high-level, interpreted programming language known for its readability.",
        ),
    ]
    assert [item.stated_tokens for item in first.items] == [0, 5, 42, 0]
    # The chunk's text says something else than its parts do: the parts count, the text is kept.
    assert json.loads(first.items[2].extra)["text"] == "Python is a high-level programming language."
    assert [item.parts[0].kind for item in second.items] == [
        *(PartKind.AUDIO, PartKind.FILE, PartKind.TEXT, PartKind.IMAGE, PartKind.TEXT),
    ]
    assert "unknownFutureField" in json.loads(second.items[3].extra)
    assert [(one.turn, one.end) for one in second.requests] == [(1, 3)]
    assert all(one.unknown == () for one in sessions)


def test_a_thought_and_its_answer_are_one_message_and_so_are_a_file_and_its_question() -> None:
    session = prompt(
        {"role": "user", "driveImage": {"id": "d1"}, "tokenCount": 258},
        chunk("user", "What is it?", tokenCount=4),
        chunk("model", "Hm.", isThought=True, thoughtSignatures=["c2ln"], tokenCount=9),
        chunk("model", "A gate.", tokenCount=3, finishReason="STOP"),
        chunk("user", "Sure?"),
    )
    assert [item.message for item in session.items] == [0, 0, 1, 1, 2]
    assert [item.stated_tokens for item in session.items] == [258, 4, 9, 3, 0]
    assert [(one.turn, one.end) for one in session.requests] == [(1, 2), (2, 5)]
    assert session.items[0].parts == (Part(PartKind.IMAGE, name="d1", extra='{"type":"driveImage"}'),)
    assert session.items[2].parts == (Part(PartKind.THINKING, "Hm.", signature="c2ln"),)
    assert session.items[2].extra == ""


def test_pieces_of_a_stream_are_one_text() -> None:
    pieces = [{"text": "A "}, {"text": "gate."}]
    session = prompt(chunk("user", "?"), chunk("model", "A gate.", parts=pieces))
    assert said(session) == [("user", "text", "?"), ("assistant", "text", "A gate.")]
    assert session.items[1].extra == ""


def test_a_thought_that_came_in_pieces_is_one_thought() -> None:
    pieces = [{"text": ""}, {"text": "Hm. ", "thought": True}, {"text": "A gate?", "thought": True}]
    thought = chunk("model", "Hm. A gate?", isThought=True, parts=pieces, thoughtSignatures=["", ""])
    answer = chunk("model", "A gate.", thoughtSignatures=[""], parts=[{"text": ""}, {"text": "A gate."}])
    session = prompt(chunk("user", "?"), thought, answer)
    assert said(session)[1:] == [("assistant", "thinking", "Hm. A gate?"), ("assistant", "text", "A gate.")]
    assert [item.extra for item in session.items] == ["", "", ""]


def test_what_parts_say_is_not_read_again_beside_them() -> None:
    code = {"executableCode": {"language": "PYTHON", "code": "1+1"}}
    session = prompt(chunk("user", "?"), {"role": "model", "parts": [code], **code})
    assert [item.has(PartKind.CALL) for item in session.items] == [False, True]


def test_code_that_was_run_pairs_with_its_result() -> None:
    session = prompt(
        chunk("user", "?"),
        {"role": "model", "executableCode": {"language": "PYTHON", "code": "1+1"}},
        {"role": "model", "codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}},
        chunk("model", "Two."),
    )
    call, result = session.items[1], session.items[2]
    assert call.call_id == result.call_id != ""
    assert len(session.requests) == 1
    assert session.unknown == (Source.TOOL_SCHEMAS,)


def test_a_branch_is_kept_as_it_came_and_so_is_what_was_not_sent() -> None:
    parent = {"promptId": "prompts/p0", "displayName": "Older"}
    session = prompt(chunk("user", "?", branchParent=parent, branchChildren=[]))
    assert json.loads(session.items[0].extra) == {"branchParent": parent}
    value = {"chunkedPrompt": {"chunks": [], "pendingInputs": [chunk("user", "draft")]}}
    (empty,) = load_bytes(json.dumps(value).encode(), "x")
    assert json.loads(empty.extra)["chunkedPrompt"]["pendingInputs"][0]["text"] == "draft"
    assert empty.items == ()


def test_the_instruction_as_a_text() -> None:
    session = prompt(chunk("user", "?"), systemInstruction={"text": "Be brief."})
    assert said(session)[0] == ("system", "text", "Be brief.")
    assert session.items[0].source is Source.SYSTEM_PROMPT


def test_chunks_that_are_none_are_said() -> None:
    session = prompt(7, chunk("user", "?"), {"role": "user", "text": 3})
    assert [note.code for note in session.diagnostics] == ["message_unknown", "part_unknown"]


@pytest.mark.parametrize("value", [{"a": 1}, [], {"chunkedPrompt": {"chunks": 3}}])
def test_what_is_no_prompt_is_refused_when_forced(value: Any) -> None:
    with pytest.raises(FormatError, match="no prompt"):
        load_bytes(json.dumps(value).encode(), "x", format="ai-studio")
