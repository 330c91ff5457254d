"""What a file looks like: for messages about files that nothing reads, and to tell wire formats apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ctxlab.formats.protocol import Document
from ctxlab.formats.sqlite_file import is_sqlite
from ctxlab.formats.values import is_list, is_object

# Tuples, not sets: what is looked up may be any JSON value, and not all can be hashed.
_ANTHROPIC_BLOCKS = (
    "tool_use",
    "tool_result",
    "thinking",
    "redacted_thinking",
    "server_tool_use",
    "mcp_tool_use",
    "mcp_tool_result",
    "document",
    "container_upload",
    "compaction",
)
_ANTHROPIC_ROLES = ("user", "assistant", "system")
#: Fields of a request that no other API has.
_ANTHROPIC_FIELDS = {"stop_sequences", "anthropic_version", "anthropic_beta", "context_management"}
#: Content of the Responses API, whose messages have a type, too.
_RESPONSES_CONTENT = ("input_text", "output_text", "refusal", "input_image", "input_file")
#: What no Anthropic message has.
_OPENAI_FIELDS = {"tool_calls", "tool_call_id", "function_call"}

#: So many records and messages are looked at: enough to know a format by.
_SAMPLE = 200

_MAGIC = (("%PDF", "a PDF document"),)


def is_anthropic(value: Any) -> bool:
    """Whether the value is (or, as a list of messages, holds) an Anthropic Messages request."""
    if is_list(value):
        return _has_block(value) and not _has_openai_field(value)
    if not is_object(value):
        return False
    for name in ("body", "params"):
        if is_object(value.get(name)):
            return is_anthropic(value[name])
    messages = value.get("messages")
    if not is_list(messages):
        return is_anthropic_answer(value)
    if _has_openai_field(messages):
        return False
    return isinstance(value.get("system"), (str, list)) or _has_block(messages) or _asks_anthropic(value)


def is_anthropic_answer(value: Any) -> bool:
    """Whether the value is an answer of the Anthropic Messages API."""
    if not is_object(value) or value.get("type") != "message" or not is_list(value.get("content")):
        return False
    if any(is_object(one) and one.get("type") in _RESPONSES_CONTENT for one in value["content"]):
        return False
    return "status" not in value


def _asks_anthropic(value: dict[str, Any]) -> bool:
    """Whether a request without system prompt and telling blocks has fields that only this API knows."""
    tools = value.get("tools")
    if is_list(tools) and any(is_object(one) and "input_schema" in one for one in tools[:_SAMPLE]):
        return True
    if not _ANTHROPIC_FIELDS.isdisjoint(value):
        return True
    roles = [one.get("role") for one in value["messages"][:_SAMPLE] if is_object(one)]
    is_claude = str(value.get("model", "")).startswith("claude")
    return is_claude and "max_tokens" in value and all(role in ("user", "assistant") for role in roles)


def description(document: Document) -> str:
    """What the file looks like, as the end of the sentence "it looks like ..."."""
    values = [record.value for record in document.records[:_SAMPLE]]
    if not values:
        return "an SQLite database" if is_sqlite(document.data) else _no_json(document.text)
    for name, test in _KNOWN:
        if any(test(value) for value in values):
            return name
    return _shape(values)


def _has_openai_field(messages: list[Any]) -> bool:
    return any(is_object(one) and not _OPENAI_FIELDS.isdisjoint(one) for one in messages[:_SAMPLE])


def _has_block(messages: Iterable[Any]) -> bool:
    for message in list(messages)[:_SAMPLE]:
        if not is_object(message) or message.get("role") not in _ANTHROPIC_ROLES:
            continue
        content = message.get("content")
        if is_list(content) and any(
            is_object(one) and one.get("type") in _ANTHROPIC_BLOCKS for one in content
        ):
            return True
        if is_list(content) and any(is_object(one) and _is_anthropic_image(one) for one in content):
            return True
    return False


def _is_anthropic_image(block: dict[str, Any]) -> bool:
    return block.get("type") == "image" and is_object(block.get("source"))


def _schema(prefix: str) -> Callable[[Any], bool]:
    def test(value: Any) -> bool:
        return is_object(value) and str(value.get("schema", "")).startswith(prefix)

    return test


_KNOWN: tuple[tuple[str, Callable[[Any], bool]], ...] = (
    ("a marks file, which belongs beside its session", _schema("ctxlab.marks/")),
    ("a trace of ctxlab, which is no session", _schema("ctxlab.trace/")),
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
