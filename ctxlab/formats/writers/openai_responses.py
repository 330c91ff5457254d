"""Requests of OpenAI's Responses API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ctxlab.formats.recorded import Group
from ctxlab.formats.values import is_object
from ctxlab.formats.writers.carrying import MEDIA, Rules
from ctxlab.formats.writers.media_forms import is_address, is_base64, type_of, url_of
from ctxlab.formats.writers.names import Names
from ctxlab.formats.writers.turns import Turn, fields_of, json_of
from ctxlab.formats.writers.written import OPENAI_RESPONSES, Losses, Value
from ctxlab.model.items import Part, PartKind, Source

#: Where calls of other types than functions state what they ask, and where what came of it.
_ASKS = {
    "custom_tool_call": "input",
    "local_shell_call": "action",
    "shell_call": "action",
    "computer_call": "action",
    "apply_patch_call": "operation",
    "web_search_call": "action",
    "file_search_call": "queries",
    "code_interpreter_call": "code",
}
_SAYS = {
    "file_search_call": "results",
    "code_interpreter_call": "outputs",
    "image_generation_call": "result",
    "mcp_call": "output",
}
#: Calls whose own id is what others have as `call_id`.
_BY_ID = frozenset(
    {"web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call"}
)


class OpenAIResponses:
    """Writes turns as items: what a model gave at once is one for its thinking, its text, each call."""

    wire = OPENAI_RESPONSES
    field = "input"
    by_place = True

    def rules(self, *, same: bool, fields: bool) -> Rules:
        """What the API takes."""
        return Rules(same, fields, _takes_own if same else _takes, media_in_results=True, detail=True)

    def names(self, losses: Losses) -> Names:
        """Ids and names of at most 64 signs."""
        return Names(losses, longest_id=64, longest_name=64)

    def is_head(self, turn: Turn) -> bool:
        """Whether it stands in the instructions."""
        return bool(turn.items) and "/instructions" in turn.items[0].place.pointer

    def values(self, turn: Turn) -> list[Value]:
        """The items of a turn, in order; texts and media in a row are one message."""
        found = list(_items(turn))
        if turn.extra and found:
            found[0] = _with_fields(found[0], turn.extra)
        return found

    def beside(self, system: Sequence[Turn], tools: Sequence[Any]) -> Value:
        """Instructions and tools."""
        value: Value = {"tools": list(tools)} if tools else {}
        texts = [part.text for turn in system for part in turn.parts if part.text]
        return value | ({"instructions": "\n\n".join(texts)} if texts else {})

    def talk(self, system: Sequence[Turn], talk: Sequence[Turn]) -> list[Turn]:
        """The talk; system texts stand in the instructions."""
        return list(talk)


def _with_fields(value: Value, extra: Any) -> Value:
    """The item with the fields that no reader understood; a message that has any states its type."""
    if "type" in value or "type" in extra:
        return {**value, **extra}
    return {"type": "message", **value, **extra}


def _items(turn: Turn) -> Iterator[Value]:
    if turn.items and turn.items[0].source is Source.TOOL_SCHEMAS:
        yield {"type": "mcp_list_tools", "tools": [json_of(part.text) for part in turn.parts]}
        return
    said: list[Part] = []
    last: Value | None = None
    for group in turn.groups:
        kind = group[0].kind if group else PartKind.TEXT
        if kind in _SAID and not _is_folded(group):
            said += group
            continue
        if said:
            yield _message(turn.role, said)
            said = []
        if kind is PartKind.CALL:
            last = _call(group[0])
            yield last
        elif kind is PartKind.RESULT and turn.role == "assistant" and last is not None:
            last |= _said_in(last, group)
        elif kind is PartKind.RESULT:
            yield _output(group)
        elif _is_folded(group):
            yield _folded(group[0])
        else:
            yield _reasoning(group)
    if said or not turn.parts:
        yield _message(turn.role, said)


def _is_folded(group: Group) -> bool:
    """Whether it stands for earlier turns, which the provider folded."""
    return bool(group) and "compaction" in str(fields_of(group[0].extra).get("type", ""))


def _folded(part: Part) -> Value:
    text = {"text": part.text} if part.text else {}
    return {**fields_of(part.extra), **text, "encrypted_content": part.data}


def _reasoning(group: Group) -> Value:
    clear = [part for part in group if fields_of(part.extra).get("type") == "reasoning_text"]
    texts = [part for part in group if part not in clear and (part.text or len(group) > 1)]
    value: Value = {
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": part.text} for part in texts],
    }
    if clear:
        value["content"] = [{"type": "reasoning_text", "text": part.text} for part in clear]
    signature = next((part.signature for part in group if part.signature), "")
    return value | ({"encrypted_content": signature} if signature else {})


def _message(role: str, parts: Sequence[Part]) -> Value:
    if len(parts) == 1 and parts[0].kind is PartKind.TEXT and not parts[0].extra and role != "assistant":
        return {"role": role, "content": parts[0].text}
    content = [_content_part(part, role) for part in parts]
    if role != "assistant":
        return {"role": role, "content": content}
    return {"type": "message", "role": role, "content": content}


def _content_part(part: Part, role: str) -> Any:
    extra = fields_of(part.extra)
    if part.kind is PartKind.IMAGE:
        url = {"image_url": url_of(part)} if part.data else {}
        return {"type": "input_image", **url, **({"detail": "auto"} if not extra else {}), **extra}
    if part.kind is PartKind.FILE:
        key = "file_url" if is_address(part) else "file_data"
        file = {key: url_of(part)} if part.data else {}
        return {"type": "input_file", **({"filename": part.name} if part.name else {}), **file, **extra}
    if part.kind is PartKind.UNKNOWN:
        value = json_of(part.text)
        if is_object(value):
            return value
    if extra.get("type") == "refusal":
        return {**extra, "refusal": part.text}
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": kind, "text": part.text, **extra}


def _call(part: Part) -> Value:
    extra = fields_of(part.extra)
    kind = str(extra.get("type", "function_call"))
    own = "id" if kind in _BY_ID and "id" not in extra else "call_id"
    value: Value = {"type": kind, own: part.call_id}
    if kind in ("function_call", "custom_tool_call", "mcp_call") or part.name != kind.removesuffix("_call"):
        value["name"] = part.name
    asks = _ASKS.get(kind, "arguments")
    if part.text or kind not in _BY_ID:
        value[asks] = json_of(part.text) if part.json and asks != "arguments" else part.text
    return value | extra


def _said_in(call: Value, group: Group) -> Value:
    """What a call of the provider's own says of its result."""
    key = _SAYS.get(str(call["type"]))
    first, *rest = group
    if key is None or not (first.text or rest):
        return {}
    if call["type"] == "image_generation_call" and rest:
        return {key: rest[0].data}
    return {key: json_of(first.text) if first.json else first.text}


def _output(group: Group) -> Value:
    first, *rest = group
    texts = [{"type": "input_text", "text": first.text}] if first.text else []
    output: Any = [*texts, *(_content_part(part, "user") for part in rest)] if rest else first.text
    kind = str(fields_of(first.extra).get("type", "function_call_output"))
    return {"type": kind, "call_id": first.call_id, "output": output}


def _takes_own(part: Part) -> bool:
    """All but thinking that neither an id nor its encrypted whole tells."""
    return part.kind is not PartKind.THINKING or bool(part.signature or part.data)


def _takes(part: Part) -> bool:
    """Images and PDF files, here or under an address."""
    if part.kind is PartKind.IMAGE:
        return is_address(part) or is_base64(part)
    return part.kind is PartKind.FILE and (
        is_address(part) or (is_base64(part) and type_of(part) == "application/pdf")
    )


_SAID = MEDIA | {PartKind.TEXT, PartKind.UNKNOWN}
