from __future__ import annotations

import json
from typing import Any

from ctxlab.formats.load import load_bytes
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Session


def read(value: Any) -> Session:
    (session,) = load_bytes(json.dumps(value).encode(), "x.json", format="openai-chat")
    return session


def test_calls_without_ids_pair_by_name_then_by_order() -> None:
    calls = [{"function": {"name": name, "arguments": "{}"}} for name in ("f", "g", "f")]
    session = read(
        [
            {"role": "assistant", "tool_calls": calls},
            {"role": "tool", "name": "g", "content": "of g"},
            {"role": "tool", "content": "of the first f"},
            {"role": "tool", "content": "of the second f"},
        ]
    )
    made = [item.call_id for item in session.items]
    assert len(set(made[:3])) == 3
    assert made[3:] == [made[1], made[0], made[2]]
    assert [part.name for item in session.items[3:] for part in item.parts] == ["g", "f", "f"]
    assert [(one.code, one.numbers) for one in session.diagnostics] == [("call_ids_made", (("count", 3),))]


def test_repeated_ids_pair_round_by_round() -> None:
    def round_(words: str) -> list[dict[str, Any]]:
        called = {"id": "call_0", "type": "function", "function": {"name": "f", "arguments": words}}
        return [
            {"role": "assistant", "content": None, "tool_calls": [called]},
            {"role": "tool", "tool_call_id": "call_0", "content": words},
        ]

    session = read([*round_("a"), *round_("b")])
    ids = [item.call_id for item in session.items]
    assert ids[0] == ids[1] == "call_0"
    assert ids[2] == ids[3] != "call_0"
    assert [one.code for one in session.diagnostics] == ["call_ids_repeated"]


def test_the_old_function_form_is_read() -> None:
    session = read(
        {
            "messages": [
                {"role": "assistant", "content": "", "function_call": {"name": "f", "arguments": '{"a":1}'}},
                {"role": "function", "name": "f", "content": "42"},
            ],
            "functions": [{"name": "f"}],
        }
    )
    schema, call, result = session.items
    assert schema.text == '{"name":"f"}'
    assert (call.parts[0].name, call.text) == ("f", '{"a":1}')
    assert (result.source, result.call_id, result.text) == (Source.TOOL_RESULT, call.call_id, "42")


def test_arguments_that_are_no_text_become_json() -> None:
    calls = [{"id": "a", "function": {"name": "f", "arguments": {"x": [1]}}}]
    (item,) = read([{"role": "assistant", "tool_calls": calls}]).items
    assert item.parts == (Part(PartKind.CALL, '{"x":[1]}', name="f", call_id="a", json=True),)


def test_all_kinds_of_parts_are_told_apart() -> None:
    session = read(
        [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "look", "cache_control": {"type": "ephemeral"}},
                    {
                        "type": "image_url",
                        "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"},
                    },
                    {"type": "input_audio", "input_audio": {"data": "UklG", "format": "wav"}},
                    {"type": "file", "file": {"filename": "a.pdf", "file_id": "f1"}},
                    {"type": "hologram", "size": 3},
                    7,
                ],
            },
            {"role": "assistant", "reasoning_content": "hm", "content": "No.", "refusal": "I will not"},
        ]
    )
    assert [item.parts[0] for item in session.items] == [
        Part(PartKind.TEXT, "look", extra='{"cache_control":{"type":"ephemeral"}}'),
        Part(
            PartKind.IMAGE,
            media_type="image/png",
            data="data:image/png;base64,AAAA",
            extra='{"detail":"low"}',
        ),
        Part(PartKind.AUDIO, media_type="audio/wav", data="UklG"),
        Part(PartKind.FILE, name="a.pdf", extra='{"file_id":"f1"}'),
        Part(PartKind.UNKNOWN, '{"type":"hologram","size":3}', json=True),
        Part(PartKind.UNKNOWN, "7", json=True),
        Part(PartKind.THINKING, "hm"),
        Part(PartKind.TEXT, "No."),
        Part(PartKind.TEXT, "I will not", extra='{"type":"refusal"}'),
    ]
    assert [(one.code, one.item) for one in session.diagnostics] == [
        ("part_unknown", "i5"),
        ("part_unknown", "i6"),
    ]


def test_parts_as_the_newer_interface_names_them() -> None:
    url = "data:image/webp;base64,UklGRg=="
    content = [
        {"type": "input_text", "text": "look"},
        {"type": "input_image", "image_url": url, "detail": "high"},
        {"type": "input_image", "file_id": "f2"},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERg=="},
    ]
    session = read([{"role": "user", "content": content}])
    assert [item.parts[0] for item in session.items] == [
        Part(PartKind.TEXT, "look"),
        Part(PartKind.IMAGE, media_type="image/webp", data=url, extra='{"detail":"high"}'),
        Part(PartKind.IMAGE, extra='{"file_id":"f2"}'),
        Part(
            PartKind.FILE,
            name="a.pdf",
            media_type="application/pdf",
            data="data:application/pdf;base64,JVBERg==",
        ),
    ]
    assert session.diagnostics == ()


def test_images_in_a_result_stay_with_it() -> None:
    content = [
        "before",
        {"type": "image_url", "image_url": "http://x/y.png"},
        {"type": "text", "text": "after"},
    ]
    (item,) = read([{"role": "tool", "tool_call_id": "c", "content": content}]).items
    assert item.parts == (
        Part(PartKind.RESULT, "before\nafter", call_id="c"),
        Part(PartKind.IMAGE, data="http://x/y.png"),
    )
