from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.formats.dialects.inspect import inspect_message
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import parts_of
from ctxlab.model.items import Part, PartKind


def parts(message: dict[str, Any], pairing: Pairing | None = None) -> list[Part]:
    return parts_of(inspect_message(message, pairing or Pairing()))


def part(content: Any) -> Part:
    (one,) = parts({"role": "user", "content": [content]})
    return one


@pytest.mark.parametrize(
    ("content", "kind", "media_type", "name"),
    [
        (
            {"type": "image", "image": "data:image/png;base64,AAAA", "detail": "low"},
            PartKind.IMAGE,
            "image/png",
            "",
        ),
        ({"type": "image", "image": "https://x.example/a.png"}, PartKind.IMAGE, "", ""),
        ({"type": "audio", "audio": "AAAA", "format": "wav"}, PartKind.AUDIO, "audio/wav", ""),
        ({"type": "video", "video": "a.mp4", "format": "mp4"}, PartKind.FILE, "video/mp4", ""),
        (
            {"type": "document", "document": "data:application/pdf;base64,AA", "filename": "a.pdf"},
            *(PartKind.FILE, "application/pdf", "a.pdf"),
        ),
    ],
)
def test_media(content: dict[str, Any], kind: PartKind, media_type: str, name: str) -> None:
    one = part(content)
    assert (one.kind, one.media_type, one.name) == (kind, media_type, name)
    assert one.data == content[content["type"]]
    assert one.extra == ('{"detail":"low"}' if "detail" in content else "")


def test_reasoning_keeps_its_signature_and_a_redacted_one_its_blob() -> None:
    assert part({"type": "reasoning", "reasoning": "so", "signature": "s"}) == Part(
        PartKind.THINKING, "so", signature="s"
    )
    hidden = part({"type": "reasoning", "reasoning": "blob", "summary": "in short", "redacted": True})
    assert (hidden.text, hidden.data, hidden.extra) == ("in short", "blob", '{"redacted":true}')


def test_a_servers_own_tool_is_a_call_and_its_result() -> None:
    used = {
        "type": "tool_use",
        "tool_type": "web_search",
        "id": "w",
        "name": "search",
        "arguments": '{"q":1}',
    }
    call, result = parts({"role": "assistant", "content": [{**used, "result": "found"}]})
    assert (call.kind, call.call_id, call.name, call.text) == (PartKind.CALL, "w", "search", '{"q":1}')
    assert json.loads(call.extra) == {"type": "tool_use", "tool_type": "web_search"}
    assert (result.kind, result.call_id, result.text) == (PartKind.RESULT, "w", "found")
    _, failed = parts({"role": "assistant", "content": [{**used, "result": "", "error": "no net"}]})
    assert (failed.text, failed.extra) == ("no net", '{"error":"no net"}')


def test_calls_and_results_pair_and_a_failure_is_the_results_text() -> None:
    pairing = Pairing()
    call = {"id": "c1", "function": "bash", "arguments": {"cmd": "ls"}, "type": "function", "view": {"a": 1}}
    (one,) = parts({"role": "assistant", "content": "", "tool_calls": [call]}, pairing)
    assert (one.name, one.text, one.json, one.extra) == ("bash", '{"cmd":"ls"}', True, '{"view":{"a":1}}')
    error = {"type": "timeout", "message": "too slow"}
    message = {"role": "tool", "tool_call_id": "c1", "content": "", "error": error}
    (result,) = parts(message, pairing)
    assert (result.call_id, result.name, result.text) == ("c1", "bash", "too slow")
    assert json.loads(inspect_message(message, Pairing()).extra) == {"error": error}
    image = {"type": "image", "image": "data:image/png;base64,AA"}
    first, second = parts({"role": "tool", "content": ["a", {"type": "text", "text": "b"}, image]}, Pairing())
    assert (first.kind, first.text, second.kind) == (PartKind.RESULT, "a\nb", PartKind.IMAGE)


@pytest.mark.parametrize(
    "content", [{"type": "data", "data": {"a": 1}}, 5, {"type": "image", "image": None}, [1]]
)
def test_what_is_not_understood_is_kept_as_it_came(content: Any) -> None:
    one = part(content)
    assert (one.kind, json.loads(one.text), one.json) == (PartKind.UNKNOWN, content, True)


def test_other_fields_are_kept() -> None:
    read = inspect_message({"role": "user", "content": "a", "id": "x", "source": "input"}, Pairing())
    assert (read.role, json.loads(read.extra)) == ("user", {"id": "x", "source": "input"})
    assert inspect_message({}, Pairing()).role == "unknown"
