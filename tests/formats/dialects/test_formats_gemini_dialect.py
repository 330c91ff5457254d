from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.dialects.gemini import contents_of, gemini_content, is_content, is_gemini
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.gemini import part_group, without_seams
from ctxlab.formats.recorded import Recorded
from ctxlab.model.items import Part, PartKind


def content(value: dict[str, Any]) -> Recorded:
    return gemini_content(value, Pairing())


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("plain", Part(PartKind.TEXT, "plain")),
        ({"text": "你好"}, Part(PartKind.TEXT, "你好")),
        ({"text": "hm", "thought": True}, Part(PartKind.THINKING, "hm")),
        (
            {"text": "hm", "thought": True, "thoughtSignature": "c2ln"},
            Part(PartKind.THINKING, "hm", signature="c2ln"),
        ),
        ({"text": "", "thought_signature": "c2ln"}, Part(PartKind.TEXT, "", signature="c2ln")),
        ({"text": "x", "thought": False}, Part(PartKind.TEXT, "x")),
        (
            {"text": "x", "mediaResolution": {"level": "LOW"}},
            Part(PartKind.TEXT, "x", extra='{"mediaResolution":{"level":"LOW"}}'),
        ),
        (
            {"inlineData": {"mimeType": "image/png", "data": "QQ=="}},
            Part(PartKind.IMAGE, media_type="image/png", data="QQ=="),
        ),
        (
            {"inline_data": {"mime_type": "audio/wav", "data": "QQ==", "display_name": "a.wav"}},
            Part(PartKind.AUDIO, name="a.wav", media_type="audio/wav", data="QQ=="),
        ),
        (
            {"fileData": {"mimeType": "application/pdf", "fileUri": "gs://bucket/a.pdf"}},
            Part(PartKind.FILE, media_type="application/pdf", data="gs://bucket/a.pdf"),
        ),
        (
            {"functionCall": {"id": "f1", "name": "gate", "args": {"名": "门"}}, "thoughtSignature": "c2ln"},
            Part(PartKind.CALL, '{"名":"门"}', name="gate", call_id="f1", signature="c2ln", json=True),
        ),
        ({"functionCall": {"id": "f1", "name": "gate"}}, Part(PartKind.CALL, "{}", "gate", "f1", json=True)),
        (
            {"function_response": {"id": "f1", "name": "gate", "response": {"n": 1}}},
            Part(PartKind.RESULT, '{"n":1}', name="gate", call_id="f1", json=True),
        ),
        (
            {"executableCode": {"id": "e1", "language": "PYTHON", "code": "1+1"}},
            Part(
                PartKind.CALL,
                '{"language":"PYTHON","code":"1+1"}',
                name="code_execution",
                call_id="e1",
                json=True,
                extra='{"type":"executableCode"}',
            ),
        ),
    ],
)
def test_a_part_is_one_part(part: Any, expected: Part) -> None:
    assert part_group(part, Pairing()) == (expected,)


def test_nulls_of_a_dumped_model_say_nothing() -> None:
    dumped = {
        "text": "x",
        "thought": None,
        "inline_data": None,
        "function_call": None,
        "video_metadata": None,
    }
    assert part_group(dumped, Pairing()) == (Part(PartKind.TEXT, "x"),)


@pytest.mark.parametrize("part", [None, 7, [], {}, {"text": 3}, {"functionCall": "f"}, {"new": {}}])
def test_what_is_not_understood_is_kept_as_it_came(part: Any) -> None:
    (found,) = part_group(part, Pairing())
    assert found.kind is PartKind.UNKNOWN
    assert json.loads(found.text) == part


def test_a_response_brings_its_media_along() -> None:
    image = {"inlineData": {"mimeType": "image/png", "data": "QQ=="}}
    value = {"functionResponse": {"name": "shot", "response": {"ok": True}, "parts": [image]}}
    result, shown = part_group(value, Pairing())
    assert (result.kind, result.text, result.extra) == (PartKind.RESULT, '{"ok":true}', "")
    assert shown == Part(PartKind.IMAGE, media_type="image/png", data="QQ==")


def test_code_and_its_outcome_pair() -> None:
    pairing = Pairing()
    (call,) = part_group({"executableCode": {"language": "PYTHON", "code": "print(3)"}}, pairing)
    (result,) = part_group({"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "3\n"}}, pairing)
    assert call.call_id == result.call_id != ""
    assert result.text == "3\n"
    assert json.loads(result.extra) == {"type": "codeExecutionResult", "outcome": "OUTCOME_OK"}


def test_calls_without_ids_pair_by_name_and_order() -> None:
    calls: list[Any] = [{"functionCall": {"name": name, "args": {}}} for name in ("a", "b", "a")]
    results = [
        {"functionResponse": {"name": name, "response": {"r": r}}}
        for name, r in (("b", 1), ("a", 2), ("a", 3))
    ]
    pairing = Pairing()
    ids = [part_group(one, pairing)[0].call_id for one in calls]
    answered = [part_group(one, pairing)[0].call_id for one in results]
    assert len(set(ids)) == 3
    assert answered == [ids[1], ids[0], ids[2]]


@pytest.mark.parametrize(
    ("value", "role", "kept"),
    [
        ({"role": "user", "parts": [{"text": "x"}]}, "user", {}),
        ({"parts": [{"text": "x"}]}, "user", {}),
        ({"role": None, "parts": [{"text": "x"}]}, "user", {}),
        ({"role": "model", "parts": [{"text": "x"}]}, "assistant", {}),
        ({"parts": [{"functionCall": {"name": "f", "args": None}}]}, "assistant", {}),
        ({"role": "user", "parts": [{"functionResponse": {"name": "f"}}]}, "tool", {}),
        ({"role": "function", "parts": [{"functionResponse": {"name": "f"}}]}, "tool", {"role": "function"}),
        ({"parts": [{"functionResponse": {"name": "f"}}]}, "tool", {}),
        ({"role": "user", "parts": [{"functionResponse": {"name": "f"}}, {"text": "x"}]}, "user", {}),
        ({"role": "user", "parts": []}, "user", {}),
        ({"role": "narrator", "parts": [{"text": "x"}], "note": 1}, "narrator", {"note": 1}),
    ],
)
def test_roles_are_ours_and_the_recorded_one_is_kept(value: dict[str, Any], role: str, kept: Any) -> None:
    found = content(value)
    assert found.role == role
    assert json.loads(found.extra or "{}") == kept


def test_pieces_of_a_stream_are_joined_but_not_over_a_signature() -> None:
    def piece(text: str, **more: Any) -> Any:
        return part_group({"text": text, **more}, Pairing())

    pieces = [
        piece("a", thought=True),
        piece("b", thought=True),
        piece("c"),
        piece("d", thoughtSignature="s"),
        piece("e"),
    ]
    joined = [group[0] for group in without_seams(pieces)]
    assert [(one.kind, one.text, one.signature) for one in joined] == [
        (PartKind.THINKING, "ab", ""),
        (PartKind.TEXT, "cd", "s"),
        (PartKind.TEXT, "e", ""),
    ]


def test_what_an_sdk_takes_as_contents() -> None:
    user = {"role": "user", "parts": ["x"]}
    blob = {"inlineData": {"mimeType": "image/png", "data": "QQ=="}}
    model = {"role": "model", "parts": [{"text": "y"}]}
    assert contents_of("x") == [(user, "")]
    assert contents_of(blob) == [({"role": "user", "parts": [blob]}, "")]
    assert contents_of(model) == [(model, "")]
    assert contents_of(["x", blob, model, "x"]) == [
        ({"role": "user", "parts": ["x", blob]}, "/0"),
        (model, "/2"),
        (user, "/3"),
    ]
    assert contents_of(None) == []


def test_other_formats_parts_are_not_taken_for_geminis() -> None:
    assert is_content({"role": "user", "parts": [{"text": "x"}]})
    assert not is_content({"role": "user", "parts": [{"type": "text", "text": "x"}]})
    assert not is_content({"role": "user", "parts": [{"type": "text", "content": "x"}]})
    assert not is_content({"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "x"}]})
    assert not is_content({"role": "user", "content": "x", "parts": [{"text": "x"}]})
    assert not is_gemini([])
    assert not is_gemini(["x"])


def test_embedded_contents_are_read_wherever_they_are() -> None:
    values = [{"role": "user", "parts": [{"text": "x"}]}, {"role": "model", "parts": [{"text": "y"}]}]
    assert [one.role for one in messages_of(values, Pairing())] == ["user", "assistant"]
