from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.branches import branches_of
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Request, Session

SAMPLE = "10_sharegpt_chatgpt_oasst/chatgpt_2026_sample.json"
SLIM = Path(__file__).parents[2] / "data" / "bugs" / "B143_slim_export.json"


def node(id: str, parent: str | None, role: str, content: Any = "", **more: Any) -> dict[str, Any]:
    """A node with a message; a text stands for content of that text."""
    told = {"content_type": "text", "parts": [content]} if isinstance(content, str) else content
    name = more.pop("name", None)
    message = {"id": id, "author": {"role": role, "name": name}, "content": told, "recipient": "all", **more}
    return {"id": id, "parent": parent, "children": [], "message": {"weight": 1.0, **message}}


def export(*nodes: dict[str, Any], **more: Any) -> Session:
    value = {"title": "t", "mapping": {one["id"]: one for one in nodes}, **more}
    (session,) = load_bytes(json.dumps([value]).encode(), "conversations.json")
    assert session.origin.format == "chatgpt-export"
    return session


def said(session: Session) -> list[tuple[str, str, str]]:
    return [(item.role, part.kind.value, part.text) for item in session.items for part in item.parts]


def seen(session: Session, request: Request) -> list[str]:
    return [session.items[i].text for first, last in request.live for i in range(first, last + 1)]


def parts(session: Session) -> list[Part]:
    return [part for item in session.items for part in item.parts]


def codes(session: Session) -> list[str]:
    return [one.code for one in session.diagnostics]


def test_the_sample_holds_what_was_counted_in_it() -> None:
    sessions = opened(SAMPLE)
    assert counts(sessions) == Counts(3, 6, {"user": 1, "assistant": 4, "system": 1}, 0, 0, images=1)
    assert {one.origin.format for one in sessions} == {"chatgpt-export"}
    assert [one.title for one in sessions] == [
        *("Branching Conversation", "Unknown Type Coverage", "Code from metadata")
    ]
    assert sessions[0].model == "gpt-4-5"
    assert sessions[0].unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


def test_an_answer_given_again_is_a_branch_and_the_current_one_is_last() -> None:
    session = opened(SAMPLE)[0]
    assert said(session) == [
        ("user", "text", "How do I build an export command?"),
        ("assistant", "text", "This regenerated answer should not be selected."),
        ("assistant", "text", "Use argparse and subcommands."),
        ("assistant", "image", ""),
    ]
    assert [seen(session, one) for one in session.requests] == [["How do I build an export command?"]] * 2
    branches = branches_of(session)
    assert [[one.end for one in branch.requests] for branch in branches] == [[1], [2]]
    assert session.items[3].parts[0].data == "file-service://image-1"
    assert session.items[2].time == "1730000010.0"
    assert str(session.items[2].place) == "/0/mapping/assistant-main/message"


def test_what_is_not_known_is_kept_and_text_may_stand_in_the_metadata() -> None:
    _, unknown, code = opened(SAMPLE)
    system, answer = unknown.items
    # A tool's failure is no prompt.
    assert (system.text, system.source, system.injected) == ("Tool failed", Source.CONVERSATION, True)
    assert answer.parts[0].kind is PartKind.UNKNOWN
    assert json.loads(answer.parts[0].text)["parts"][0]["asset_pointer"] == "future://pointer"
    assert codes(unknown) == ["part_unknown"]
    assert code.items[0].text == "print('from metadata')"
    assert json.loads(code.items[0].extra)["content"] == {"content_type": "code", "language": "python"}


def test_a_slim_export_has_neither_a_root_message_nor_lists_of_children() -> None:
    (session,) = load(SLIM)
    assert [item.text for item in session.items] == ["Open gate 1", "Old answer", "Done"]
    last = branches_of(session)[-1].requests[-1]
    assert [*seen(session, last), session.items[last.end].text] == ["Open gate 1", "Done"]
    assert codes(session) == []


def test_without_a_current_node_the_newest_end_is_shown() -> None:
    nodes = (
        node("u", None, "user", "q", create_time=1.0),
        node("new", "u", "assistant", "new", create_time=9.0),
        node("old", "u", "assistant", "old", create_time=2.0),
    )
    assert [item.text for item in export(*nodes).items] == ["q", "old", "new"]
    assert [item.text for item in export(*nodes, current_node="old").items] == ["q", "new", "old"]
    assert [item.text for item in export(*nodes, current_node="gone").items] == ["q", "old", "new"]


def test_an_edited_question_leaves_the_first_one_with_its_answer() -> None:
    session = export(
        node("z", "y", "assistant", "C"),
        node("y", "r", "user", "second"),
        node("b", "a", "assistant", "A"),
        node("a", "r", "user", "first"),
        {"id": "r", "message": None, "parent": None, "children": ["a", "y"]},
        node("c", "z", "user", "third"),
        current_node="c",
    )
    assert [item.text for item in session.items] == ["first", "A", "second", "C", "third"]
    assert [seen(session, one) for one in session.requests] == [
        ["first"],
        ["second"],
        ["second", "C", "third"],
    ]
    assert [len(branch.requests) for branch in branches_of(session)] == [1, 2]


def test_a_reply_in_several_messages_is_one_and_a_tool_ends_it() -> None:
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "Plan", "content": "Look it up."}]}
    code = {"content_type": "code", "language": "unknown", "text": 'search("gate")'}
    session = export(
        node("u", None, "user", "q"),
        node("t", "u", "assistant", thoughts),
        node("c", "t", "assistant", code, recipient="web.run"),
        node(
            "r",
            "c",
            "tool",
            {"content_type": "tether_browsing_display", "result": "L0: gate"},
            name="web.run",
        ),
        node("k", "r", "assistant", {"content_type": "reasoning_recap", "content": "Thought for 4s"}),
        node("e", "k", "assistant", ""),
        node("a", "e", "assistant", "It is open.", end_turn=True, metadata={"model_slug": "gpt-5-2"}),
        current_node="a",
    )
    assert said(session) == [
        ("user", "text", "q"),
        ("assistant", "thinking", "Look it up."),
        ("assistant", "call", 'search("gate")'),
        ("tool", "result", "L0: gate"),
        ("assistant", "text", "Thought for 4s"),
        ("assistant", "text", "It is open."),
    ]
    # The recap and the empty message are for the user's eyes: no model gave or saw them.
    assert [item.message for item in session.items] == [0, 1, 1, 2, 3, 4, 5]
    assert [(one.end, one.live) for one in session.requests] == [(1, ((0, 0),)), (6, ((0, 3),))]
    call, result = (session.items[i].parts[0] for i in (2, 3))
    assert (call.name, call.call_id) == (result.name, result.call_id) == ("web.run", "c")
    assert json.loads(session.items[2].extra)["content"] == {"content_type": "code", "language": "unknown"}
    assert session.model == "gpt-5-2"
    assert codes(session) == []


def test_calls_on_different_branches_keep_their_own_results() -> None:
    session = export(
        node("u", None, "user", "q"),
        node("c1", "u", "assistant", "one", recipient="python"),
        node("c2", "u", "assistant", "two", recipient="python"),
        node("r2", "c2", "tool", {"content_type": "execution_output", "text": "2"}, name="python"),
        node("r1", "c1", "tool", {"content_type": "execution_output", "text": "1"}, name="python"),
        current_node="r1",
    )
    assert [(part.kind.value, part.text, part.call_id) for part in parts(session)[1:]] == [
        *[("call", "two", "c2"), ("result", "2", "c2"), ("call", "one", "c1"), ("result", "1", "c1")]
    ]
    assert seen(session, session.at().request) == ["q", "one", "1"]


def test_calls_made_together_are_told_apart_by_their_tools_and_a_result_may_have_none() -> None:
    session = export(
        node("f", None, "tool", "file text", name="myfiles"),
        node("u", "f", "user", "q"),
        node("c1", "u", "assistant", "a", recipient="bio"),
        node("c2", "c1", "assistant", "b", recipient="dalle.text2im"),
        node("r1", "c2", "tool", "saved", name="bio"),
        node("r2", "r1", "tool", "drawn", name="dalle.text2im"),
        node("r3", "r2", "tool", "more", name="other"),
    )
    results = [(part.name, part.call_id) for part in parts(session) if part.kind is PartKind.RESULT]
    assert results == [("myfiles", ""), ("bio", "c1"), ("dalle.text2im", "c2"), ("other", "c2")]
    # Both calls are one reply.
    assert [one.end for one in session.requests] == [2, len(session.items)]
    assert [(one.code, dict(one.numbers)) for one in session.diagnostics] == [("calls_lost", {"count": 1})]


def test_pictures_sounds_and_attached_files() -> None:
    voice = {
        "content_type": "multimodal_text",
        "parts": [
            {"content_type": "audio_transcription", "text": "Hello there", "direction": "in"},
            {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_1", "format": "wav"},
            {
                "content_type": "real_time_user_audio_video_asset_pointer",
                "audio_asset_pointer": {"asset_pointer": "sediment://file_2"},
            },
            {
                "content_type": "image_asset_pointer",
                "asset_pointer": "sediment://file_3",
                "width": 8,
                "height": 4,
            },
            "And?",
        ],
    }
    attached = [
        {"id": "file_3", "name": "cat.png", "mime_type": "image/png"},
        {"id": "file_4", "name": "a.pdf", "mime_type": "application/pdf", "size": 9},
    ]
    session = export(node("u", None, "user", voice, metadata={"attachments": attached}))
    file, spoken, video, picture, text = parts(session)
    assert (file.kind, file.name, file.media_type, file.data) == (
        PartKind.FILE,
        "a.pdf",
        "application/pdf",
        "file_4",
    )
    assert (spoken.kind, spoken.text, spoken.data, spoken.media_type) == (
        *(PartKind.AUDIO, "Hello there", "sediment://file_1", "audio/wav"),
    )
    assert (video.kind, video.text, video.data) == (PartKind.AUDIO, "", "sediment://file_2")
    assert (picture.kind, json.loads(picture.extra)) == (PartKind.IMAGE, {"width": 8, "height": 4})
    assert text.text == "And?"


def test_custom_instructions_are_injected_and_messages_without_weight_are_not_seen() -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    wishes = {
        "content_type": "user_editable_context",
        "user_profile": "I fish.",
        "user_instructions": "Be short.",
    }
    memory = {"content_type": "model_editable_context", "model_set_context": "1. Likes tea."}
    session = export(
        node("s", None, "system", "", weight=0.0, metadata=hidden),
        node("c", "s", "user", wishes, metadata=hidden),
        node("m", "c", "assistant", memory),
        node("p", "m", "system", "", metadata=hidden),
        node("w", "p", "user", "withdrawn", weight=0),
        node("u", "w", "user", "q"),
        node("a", "u", "assistant", "A"),
    )
    # What the interface hides the model still saw.
    (request,) = session.requests
    assert seen(session, request) == ["I fish.", "Be short.", "1. Likes tea.", "q"]
    assert request.turn == 2
    assert [item.injected for item in session.items] == [False, True, True, True, False, False, False, False]
    assert [part.name for part in parts(session)][:2] == ["user_profile", "user_instructions"]
    assert not session.branching


def test_a_single_conversation_lines_and_what_is_none_among_them() -> None:
    value = {"title": "t", "mapping": {"u": node("u", None, "user", "q"), "x": 7}, "current_node": "u"}
    (alone,) = load_bytes(json.dumps(value).encode(), "x.json")
    assert alone.origin.format == "chatgpt-export"
    assert codes(alone) == ["record_unknown"]
    empty: dict[str, Any] = {"mapping": {}, "current_node": None}
    lines = "\n".join(map(json.dumps, (value, {"a": 1}, empty)))
    first, second = load_bytes(lines.encode(), "x.jsonl")
    assert codes(first) == ["record_unknown", "record_unknown"]
    assert (second.items, len(second.requests)) == ((), 1)


def test_nodes_that_follow_each_other_in_a_circle_are_cut() -> None:
    session = export(node("a", "b", "user", "q"), node("b", "a", "assistant", "A"), current_node="a")
    assert [item.text for item in session.items] == ["q", "A"]
    assert codes(session) == ["parent_cycle"]


def test_strange_messages_are_kept() -> None:
    strange = {"id": "x", "parent": "a", "message": "text"}
    session = export(node("a", None, "user", 5), strange, node("b", "x", "ghost", None))
    assert [(item.role, item.text) for item in session.items] == [
        *[("user", "5"), ("unknown", '"text"'), ("ghost", "")]
    ]
    assert codes(session) == ["part_unknown", "message_unknown"]


def test_what_holds_no_conversation_is_refused_with_the_reason_for_each() -> None:
    data = b'[{"mapping": [1]}, 2, {"title": "t"}, {"mapping": {}}, {"mapping": {"a": {"b": 1}}}, 3]'
    with pytest.raises(FormatError, match="no conversations of ChatGPT") as caught:
        load_bytes(data, "x", format="chatgpt-export")
    assert caught.value.hint == (
        "record 1: its mapping is no object; record 2: it is no object; record 3: it has no mapping; "
        "record 4: its mapping is empty; record 5: its mapping holds no nodes"
    )
