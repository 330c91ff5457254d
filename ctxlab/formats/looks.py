"""What a file looks like: for messages about files that nothing reads, and to tell wire formats apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ctxlab.formats.protocol import Document
from ctxlab.formats.values import is_list, is_object

# Tuples, not sets: what is looked up may be any JSON value, and not all can be hashed.
_ANTHROPIC_BLOCKS = (
    "tool_use",
    "tool_result",
    "thinking",
    "redacted_thinking",
    "server_tool_use",
    "mcp_tool_use",
    "document",
)
#: What no Anthropic message has.
_OPENAI_FIELDS = {"tool_calls", "tool_call_id", "function_call"}
_RESPONSES_TYPES = ("function_call", "function_call_output", "reasoning", "message", "compaction")

#: So many records and messages are looked at: enough to know a format by.
_SAMPLE = 200

_MAGIC = (
    ("PK\x03\x04", "a ZIP archive"),
    ("SQLite format 3", "an SQLite database"),
    ("%PDF", "a PDF document"),
    ("\x1f", "compressed data"),
)


def is_anthropic(value: Any) -> bool:
    """Whether the value is (or, as a list of messages, holds) an Anthropic Messages request."""
    if is_list(value):
        return _has_block(value)
    if not is_object(value):
        return False
    if is_object(value.get("body")):
        return is_anthropic(value["body"])
    messages = value.get("messages")
    if not is_list(messages):
        return value.get("type") == "message" and is_list(value.get("content"))
    if any(is_object(one) and not _OPENAI_FIELDS.isdisjoint(one) for one in messages[:_SAMPLE]):
        return False
    return isinstance(value.get("system"), (str, list)) or _has_block(messages)


def description(document: Document) -> str:
    """What the file looks like, as the end of the sentence "it looks like ..."."""
    values = [record.value for record in document.records[:_SAMPLE]]
    if not values:
        return _no_json(document.text)
    for name, test in _KNOWN:
        if any(test(value) for value in values):
            return name
    return _shape(values)


def _has_block(messages: Iterable[Any]) -> bool:
    for message in list(messages)[:_SAMPLE]:
        content = message.get("content") if is_object(message) else None
        if is_list(content) and any(
            is_object(one) and one.get("type") in _ANTHROPIC_BLOCKS for one in content
        ):
            return True
        if is_list(content) and any(is_object(one) and _is_anthropic_image(one) for one in content):
            return True
    return False


def _is_anthropic_image(block: dict[str, Any]) -> bool:
    return block.get("type") == "image" and is_object(block.get("source"))


def _is_responses(value: Any) -> bool:
    if is_list(value):
        return bool(value) and all(is_object(one) and one.get("type") in _RESPONSES_TYPES for one in value)
    if not is_object(value):
        return False
    return (
        value.get("object") == "response"
        or ("input" in value and "messages" not in value and "model" in value)
        or (is_list(value.get("input")))
    )


def _is_chatgpt_export(value: Any) -> bool:
    return any(
        is_object(one) and is_object(one.get("mapping")) for one in (value if is_list(value) else [value])
    )


def _has(*names: str) -> Callable[[Any], bool]:
    def test(value: Any) -> bool:
        one = value[0] if is_list(value) and value else value
        return is_object(one) and all(name in one for name in names)

    return test


def _schema(prefix: str) -> Callable[[Any], bool]:
    def test(value: Any) -> bool:
        return is_object(value) and str(value.get("schema", "")).startswith(prefix)

    return test


_KNOWN: tuple[tuple[str, Callable[[Any], bool]], ...] = (
    ("a marks file, which belongs beside its session", _schema("ctxlab.marks/")),
    ("a trace of ctxlab, which is no session", _schema("ctxlab.trace/")),
    ("Anthropic Messages, which are not read yet", is_anthropic),
    ("chunks of a streamed chat completion, which are not read yet", _has("object", "choices")),
    ("a ChatGPT export, which is not read yet", _is_chatgpt_export),
    ("Gemini contents, which are not read yet", _has("contents")),
    ("ShareGPT conversations, which are not read yet", _has("conversations")),
    ("an OpenTelemetry export, which is not read yet", _has("resourceSpans")),
    ("an Inspect log, which is not read yet", _has("eval", "samples")),
    ("OpenAI Responses, which are not read yet", _is_responses),
)


def _no_json(text: str) -> str:
    stripped = text.strip()
    if not stripped:
        return "an empty file"
    if not stripped.strip("\0"):
        return "a file of NUL bytes, as an interrupted write leaves it"
    for magic, name in _MAGIC:
        if text.startswith(magic):
            return name
    return "binary data" if "\0" in text[:1000] else "text that is no JSON"


def _shape(values: list[Any]) -> str:
    first = values[0]
    if is_object(first):
        keys = ", ".join(str(key)[:40] for key in list(first)[:6]) or "no keys"
        return f"{'JSON lines of objects' if len(values) > 1 else 'a JSON object'} with {keys}"
    if is_list(first):
        inner = "objects" if first and is_object(first[0]) else "values" if first else "nothing"
        keys = ", ".join(str(key)[:40] for key in list(first[0])[:6]) if inner == "objects" else ""
        return f"a JSON list of {inner}" + (f" with {keys}" if keys else "")
    return "JSON without any object"
