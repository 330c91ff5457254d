"""What OpenAI's Responses API would refuse of a request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ctxlab.formats.writers.looks_at import is_list, is_object, is_one_of, is_tool_name, text_of
from ctxlab.model.wire_view import Finding

_ROLES = frozenset({"system", "developer", "user", "assistant"})
_GIVEN = frozenset({"input_text", "input_image", "input_file", "input_audio"})
_SAID = frozenset({"output_text", "refusal"})
_LONGEST_NAME = 128
_LONGEST_ID = 64

#: Calls that the client answers; what answers them has their type and `_output`.
_CALLS = frozenset(
    {"function_call", "custom_tool_call", "computer_call", "local_shell_call"}
    | {"shell_call", "apply_patch_call"}
)
_OUTPUTS = frozenset(f"{one}_output" for one in _CALLS)
#: Items that need nothing of the others: what the provider runs itself, and what it folded.
_ALONE = frozenset(
    {"web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call"}
    | {"mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "item_reference", "compaction"}
    | {"compaction_summary", "context_compaction"}
)
#: Fields that say that the provider keeps earlier items, so that a call may stand there.
_KEPT_THERE = ("previous_response_id", "conversation")

Value = Mapping[str, Any]


def check_openai_responses(items: Sequence[Value], beside: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What is wrong with the items of `input`, and with `tools` in `beside`, in the order of the items.

    Each item has a known type; calls have one output each, behind them; thinking stands right before what
    it led to; no id is there twice.
    """
    found = list(_tools(beside.get("tools")))
    kept_there = any(beside.get(key) for key in _KEPT_THERE)
    if not items and not (kept_there or beside.get("instructions") or beside.get("prompt")):
        found.append(Finding("no_messages"))
    pairs = _Pairs(kept_there=kept_there)
    ids: set[str] = set()
    for number, value in enumerate(items, 1):
        own = text_of(value.get("id"))
        if own and own in ids:
            found.append(Finding("item_id_repeated", number, (("id", own),)))
        ids.add(own)
        following = items[number] if number < len(items) else None
        found += _item(number, value, following)
        found += pairs.take(number, value)
    found += pairs.unanswered()
    return tuple(sorted(found, key=lambda one: one.message))


class _Pairs:
    """Calls by their ids, and which of them are answered."""

    def __init__(self, *, kept_there: bool) -> None:
        self._kept_there = kept_there
        self._calls: dict[str, int] = {}
        self._answered: set[str] = set()

    def take(self, number: int, value: Value) -> Iterator[Finding]:
        """Takes the next item in."""
        kind, call_id = value.get("type"), text_of(value.get("call_id"))
        if is_one_of(kind, _CALLS):
            if not call_id:
                yield Finding("call_without_id", number)
            elif call_id in self._calls:
                yield Finding("call_id_repeated", number, (("id", call_id),))
            elif len(call_id) > _LONGEST_ID:
                yield Finding("call_id_long", number, (("id", call_id), ("most", _LONGEST_ID)))
            self._calls.setdefault(call_id, number)
        elif is_one_of(kind, _OUTPUTS):
            if not call_id:
                yield Finding("result_without_id", number)
            elif call_id in self._answered:
                yield Finding("result_repeated", number, (("id", call_id),))
            elif call_id not in self._calls and not self._kept_there:
                yield Finding("result_without_call", number, (("id", call_id),))
            self._answered.add(call_id)

    def unanswered(self) -> list[Finding]:
        """The calls that nothing answers."""
        return [
            Finding("call_unanswered", number, (("id", call_id),))
            for call_id, number in self._calls.items()
            if call_id and call_id not in self._answered
        ]


def _item(number: int, value: Value, following: object) -> Iterator[Finding]:
    kind = value.get("type")
    if kind == "message" or (kind is None and "role" in value):
        yield from _message(number, value)
    elif kind == "reasoning":
        yield from _reasoning(number, value, following)
    elif kind in ("function_call", "custom_tool_call"):
        yield from _call(number, value, "arguments" if kind == "function_call" else "input")
    elif kind in ("function_call_output", "custom_tool_call_output"):
        yield from _output(number, value)
    elif not is_one_of(kind, _CALLS | _OUTPUTS | _ALONE):
        yield Finding("item_odd", number, (("type", str(kind)),))


def _message(number: int, value: Value) -> Iterator[Finding]:
    role, content = value.get("role"), value.get("content")
    if not is_one_of(role, _ROLES):
        yield Finding("role_unknown", number, (("role", str(role)),))
    if content is None:
        yield Finding("content_missing", number)
    elif isinstance(content, str):
        if not content:
            yield Finding("content_empty", number, severity="warning")
    elif not is_list(content):
        yield Finding("content_odd", number)
    elif not content:
        yield Finding("content_empty", number)
    else:
        yield from _parts(number, content, _SAID if role == "assistant" else _GIVEN)


def _parts(number: int, parts: Sequence[Any], known: frozenset[str]) -> Iterator[Finding]:
    for part in parts:
        kind = part.get("type") if is_object(part) else None
        if not is_object(part) or not is_one_of(kind, known):
            yield Finding("part_odd", number, (("type", str(kind)),))
        elif kind in ("input_text", "output_text") and not isinstance(part.get("text"), str):
            yield Finding("content_odd", number)
        elif kind == "input_image" and not (part.get("image_url") or part.get("file_id")):
            yield Finding("media_missing", number, (("type", str(kind)),))


def _reasoning(number: int, value: Value, following: object) -> Iterator[Finding]:
    if not is_list(value.get("summary")):
        yield Finding("summary_missing", number)
    if not (value.get("id") or value.get("encrypted_content") or value.get("content")):
        yield Finding("thinking_unsigned", number)
    led = is_object(following) and (
        following.get("role") == "assistant"
        or following.get("type") == "reasoning"
        or str(following.get("type")).endswith(("_call", "_request"))
    )
    if not led:
        yield Finding("reasoning_alone", number)


def _call(number: int, value: Value, asks: str) -> Iterator[Finding]:
    name = value.get("name")
    if not is_tool_name(name, _LONGEST_NAME):
        yield Finding("tool_name_odd", number, (("name", str(name)),))
    if not isinstance(value.get(asks), str):
        yield Finding("arguments_odd", number, (("name", str(name)),))


def _output(number: int, value: Value) -> Iterator[Finding]:
    output = value.get("output")
    if output is None:
        yield Finding("content_missing", number)
    elif is_list(output):
        yield from _parts(number, output, _GIVEN)
    elif not isinstance(output, str):
        yield Finding("content_odd", number)


def _tools(tools: object) -> Iterator[Finding]:
    if tools is None:
        return
    for at, tool in enumerate(tools if is_list(tools) else (), 1):
        kind = tool.get("type") if is_object(tool) else None
        if not is_object(tool) or not isinstance(kind, str) or (kind == "function" and "name" not in tool):
            yield Finding("tool_shape", numbers=(("number", at),))
        elif kind == "function" and not is_tool_name(tool["name"], _LONGEST_NAME):
            yield Finding("tool_name_odd", numbers=(("name", str(tool["name"])),))
