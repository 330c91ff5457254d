"""Parts of items of OpenAI's Responses API: what a call asks, what a result says, and the model's thinking.

Calls of the provider's own tools hold their result, too. Where it says nothing of one, there is a result
without text: what the model saw of it is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import content_parts
from ctxlab.formats.recorded import make_part
from ctxlab.formats.texts import joined_text, text_or_json
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

#: Where calls state what they ask, and where what came of it; the first field that is there counts.
_ARGUMENTS = ("arguments", "input", "action", "actions", "operation", "code", "queries", "query", "command")
_RESULTS = ("output", "outputs", "results", "result", "tools", "error")

#: Where items say when they were made; the API itself does not.
TIMES = ("timestamp", "created_at")

#: Tools that the provider runs itself, with the result inside the call.
_PROVIDER = (
    *("web_search_call", "file_search_call", "code_interpreter_call"),
    *("image_generation_call", "mcp_call"),
)
_PENDING = ("in_progress", "searching", "interpreting", "generating", "calling")

#: Parts of content and of what tools put out; of any other list the JSON is the text.
_CONTENT = ("text", "input_text", "output_text", "refusal", "input_image", "image_url", "input_file", "file")
_OUTPUT = ("logs", "image", "computer_screenshot", "input_audio")


def item_parts(content: Any, pairing: Pairing) -> list[Part]:
    """The parts of a message's content or of a result."""
    usual = [_usual(one) for one in content] if is_list(content) else _usual(content)
    return content_parts(usual, pairing)


def thinking_parts(item: Mapping[str, Any]) -> list[Part]:
    """A reasoning item: its summaries and what it says in clear, with the encrypted whole as signature.

    What is no text in them is not taken.
    """
    parts = [make_part(PartKind.THINKING, text) for text in _texts(item.get("summary"))]
    clear = '{"type":"reasoning_text"}'
    parts += [make_part(PartKind.THINKING, text, extra=clear) for text in _texts(item.get("content"))]
    first = parts[0] if parts else make_part(PartKind.THINKING)
    signature = text_field(item, "encrypted_content")
    return [make_part(first.kind, first.text, signature=signature, extra=first.extra), *parts[1:]]


def call_groups(item: Mapping[str, Any], kind: str, pairing: Pairing) -> list[list[Part]]:
    """A call, and its result where that stands in the same item or is the provider's own affair."""
    name = text_field(item, "name") or kind.removesuffix("_call")
    asks = next((key for key in _ARGUMENTS if item.get(key) is not None), "")
    arguments = item.get(asks, "")
    own = "call_id" if text_field(item, "call_id") else "id" if kind != "function_call" else ""
    says = next((key for key in _RESULTS if item.get(key) is not None), "")
    known = [own, "name", asks, says, *TIMES, *(["type"] if kind == "function_call" else [])]
    call = make_part(
        PartKind.CALL,
        arguments if isinstance(arguments, str) else compact(arguments),
        name=name,
        call_id=pairing.call(text_field(item, own), name),
        json=not isinstance(arguments, str),
        extra=extra_of(item, known),
    )
    done = kind in _PROVIDER and item.get("status") not in _PENDING
    if not (says or done):
        return [[call]]
    result = _result(item.get(says), text_field(item, own), name, pairing)
    return [[call], _drawn(result, item) if kind == "image_generation_call" else result]


def result_group(item: Mapping[str, Any], pairing: Pairing) -> tuple[list[Part], str]:
    """What an item says came of an earlier call, text first, then media; and the field that says it."""
    says = next((key for key in (*_RESULTS, "content", "approve") if item.get(key) is not None), "")
    own, name = text_field(item, "call_id", "approval_request_id", "id"), text_field(item, "name")
    return _result(item.get(says), own, name, pairing), says


def _drawn(result: list[Part], item: Mapping[str, Any]) -> list[Part]:
    """The result of drawing, whose text is the picture in base64."""
    first, *rest = result
    if not first.text or first.json:
        return result
    kind = f"image/{text_field(item, 'output_format') or 'png'}"
    picture = make_part(PartKind.IMAGE, media_type=kind, data=first.text)
    return [make_part(first.kind, name=first.name, call_id=first.call_id), picture, *rest]


def _result(value: Any, recorded: str, name: str, pairing: Pairing) -> list[Part]:
    call_id, called = pairing.result(recorded, name)
    media: list[Part] = []
    if _is_content(value):
        text, is_json, media = joined_text(item_parts(value, pairing))
    else:
        text, is_json = text_or_json(value)
    return [make_part(PartKind.RESULT, text, name=name or called, call_id=call_id, json=is_json), *media]


def _is_content(value: Any) -> bool:
    listed: list[Any] = value if is_list(value) else [value]
    return all(is_object(one) and one.get("type") in (*_CONTENT, *_OUTPUT) for one in listed)


def _usual(value: Any) -> Any:
    """The part of a tool's output as the part of a message that says the same."""
    if not is_object(value):
        return value
    kind = value.get("type")
    if kind == "logs":
        return {"type": "text", "text": value.get("logs")}
    if kind == "image":
        return {"type": "input_image", "image_url": value.get("url") or value.get("image_url")}
    return {**value, "type": "input_image"} if kind == "computer_screenshot" else value


def are_texts(value: Any) -> bool:
    """Whether summaries or thinking in clear are texts and nothing else."""
    return value is None or len(list(_texts(value))) == len(value if is_list(value) else [value])


def _texts(value: Any) -> Iterator[str]:
    """The texts of summaries or of thinking in clear."""
    for one in value if is_list(value) else [value]:
        text = one.get("text") if is_object(one) else one
        if isinstance(text, str):
            yield text
