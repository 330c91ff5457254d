"""Messages as LangChain and LangGraph have them, in all forms in which they are written down.

The forms: `messages_to_dict` (`type` and `data`), `dumps` (`lc`, `id` and `kwargs`; the last element of the
id says what it is), the fields with their `type` at one level, and those with a `role` instead of the type,
as tracing tools rewrite them. A call stands up to three times in a message, and is read once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.fields import count_field, extra_of, text_field
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.pairing import Pairing, paired
from ctxlab.formats.parts.chat import side_parts, thinking_parts
from ctxlab.formats.parts.langchain import block_group, content_groups, summary_text
from ctxlab.formats.recorded import Groups, Recorded, unknown_message, unknown_part
from ctxlab.formats.texts import joined_text
from ctxlab.formats.usages import first_count, stated, without_cached
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Usage

_ROLES = {
    "human": "user",
    "user": "user",
    "ai": "assistant",
    "assistant": "assistant",
    "system": "system",
    "developer": "developer",
    "tool": "tool",
    "function": "function",
}

#: Types that no other dialect has; the others mean LangChain only beside a field of its own.
_OWN_TYPES = ("human", "ai", "HumanMessageChunk", "AIMessageChunk", "remove")
_OWN_FIELDS = ("additional_kwargs", "response_metadata")

_KNOWN = (
    "content",
    "type",
    "role",
    "name",
    "tool_call_id",
    "example",
    "usage_metadata",
    "invalid_tool_calls",
)
_CALL_FIELDS = ("tool_calls", "tool_call_chunks")
_TAKEN_KWARGS = ("tool_calls", "function_call", "refusal", "audio", "__openai_role__")

#: So many messages of a list are looked at.
_SAMPLE = 200


@dataclass(frozen=True, slots=True)
class Opened:
    """A message out of its wrapping: its type in lower case (`human`, `ai`, `remove`...), and its fields."""

    kind: str
    fields: Mapping[str, Any]


def opened(message: Mapping[str, Any]) -> Opened | None:
    """The message in any of the forms; None where it is of none of them."""
    if message.get("lc") is not None:
        name, kwargs = class_name(message), message.get("kwargs")
        return Opened(_kind(name), kwargs) if _is_message_class(name) and is_object(kwargs) else None
    named = message.get("type")
    data = message.get("data")
    if isinstance(named, str) and is_object(data) and _is_type(named):
        return Opened(_kind(named), data)
    if isinstance(named, str) and _is_type(named) and ("content" in message or named == "remove"):
        return Opened(_kind(named), message)
    with_role = isinstance(message.get("role"), str) and "content" in message
    if with_role and is_object(message.get("additional_kwargs")):
        return Opened(message["role"].lower(), message)
    return None


def class_name(value: Mapping[str, Any]) -> str:
    """The class of an object that LangChain serialised: the last element of its id."""
    path = value.get("id")
    return path[-1] if is_list(path) and path and isinstance(path[-1], str) else ""


def is_langchain(values: list[Any]) -> bool:
    """Whether the list has a message that only LangChain writes."""
    return any(is_object(one) and is_langchain_message(one) for one in values[:_SAMPLE])


def is_langchain_message(message: Mapping[str, Any]) -> bool:
    """Whether it is a message in a form that no other dialect has."""
    found = opened(message)
    if found is None:
        return False
    if found.fields is not message:
        return True
    if message.get("type") == "tool" and "tool_call_id" in message:
        return True
    return message.get("type") in _OWN_TYPES or any(is_object(message.get(key)) for key in _OWN_FIELDS)


def langchain_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message; what is none of LangChain's is read as one of chat completions, or kept as it came."""
    found = opened(message)
    if found is None and isinstance(message.get("role"), str):
        return chat_message(message, pairing)
    if found is None or found.kind == "remove":
        return unknown_message(message)
    fields, role = found.fields, _role(found)
    groups = _result(fields, pairing) if role in ("tool", "function") else _groups(fields, pairing)
    source = Source.SUMMARY if _is_summary(fields) else None
    return Recorded(role, groups, name=text_field(fields, "name"), source=source, extra=_extra(fields))


def langchain_usage(message: Mapping[str, Any]) -> Usage | None:
    """What the provider said of the call that gave this message."""
    found = opened(message)
    if found is None:
        return None
    told = found.fields.get("usage_metadata")
    if is_object(told):
        return stated_usage(told)
    metadata = as_object(found.fields.get("response_metadata"))
    for key in ("token_usage", "tokenUsage", "usage"):
        if is_object(metadata.get(key)):
            return _provider_usage(metadata[key])
    return None


def langchain_model(message: Mapping[str, Any]) -> str:
    """The model that gave this message, where that is recorded."""
    found = opened(message)
    if found is None:
        return ""
    return text_field(as_object(found.fields.get("response_metadata")), "model_name", "model", "model_id")


def _kind(name: str) -> str:
    return name.removesuffix("Chunk").removesuffix("Message").lower()


def _is_message_class(name: str) -> bool:
    return name.endswith(("Message", "MessageChunk"))


def _is_type(name: str) -> bool:
    return name in ("chat", "remove") or name in _ROLES or _is_message_class(name)


def _role(found: Opened) -> str:
    if found.kind == "chat":
        return text_field(found.fields, "role") or "unknown"
    kwargs = as_object(found.fields.get("additional_kwargs"))
    if found.kind == "system" and kwargs.get("__openai_role__") == "developer":
        return "developer"
    named = text_field(found.fields, "type").lower()
    return _ROLES.get(found.kind) or _ROLES.get(named) or found.kind or "unknown"


def _is_summary(fields: Mapping[str, Any]) -> bool:
    """Whether LangChain's own middleware wrote it in the place of earlier messages."""
    return as_object(fields.get("additional_kwargs")).get("lc_source") == "summarization"


def _groups(fields: Mapping[str, Any], pairing: Pairing) -> Groups:
    """Thinking, content and calls; a call that also stands in the content stays in its place there."""
    kwargs = as_object(fields.get("additional_kwargs"))
    calls = _calls(fields, kwargs)
    content = fields.get("content")
    groups: list[tuple[Part, ...]] = [(part,) for part in (*_reasoning(kwargs), *thinking_parts(kwargs)[0])]
    for group in content_groups(None if content == "" and calls else content):
        same = next((one for one in calls if group and _is_same_call(one, group[0])), None)
        if same is not None:
            calls.remove(same)
        groups.append((same,) if same is not None else group)
    groups.extend((part,) for part in side_parts(kwargs))
    groups.extend((part,) for part in calls)
    return tuple(paired(group, pairing) for group in groups if group)


def _is_same_call(call: Part, part: Part) -> bool:
    if part.kind is not PartKind.CALL or call.call_id != part.call_id:
        return False
    return bool(call.call_id) or call.name == part.name


def _calls(fields: Mapping[str, Any], kwargs: Mapping[str, Any]) -> list[Part]:
    """The calls: the parsed ones; of the raw ones, which these were parsed from, those with another id."""
    found: list[Part] = []
    for values in _call_lists(fields, kwargs):
        ids = {part.call_id for part in found}
        parts = [_call(value) for value in values if value is not None]
        found += [part for part in parts if not found or (part.call_id and part.call_id not in ids)]
    return found


def _call_lists(fields: Mapping[str, Any], kwargs: Mapping[str, Any]) -> Iterable[list[Any]]:
    invalid = [
        {**one, "type": "invalid_tool_call"} if is_object(one) else one
        for one in as_list(fields.get("invalid_tool_calls"))
    ]
    yield [*as_list(fields.get("tool_calls")), *invalid]
    yield as_list(kwargs.get("tool_calls"))
    yield [kwargs["function_call"]] if is_object(kwargs.get("function_call")) else []
    yield as_list(fields.get("tool_call_chunks"))


def _call(value: Any) -> Part:
    """A call, parsed or as OpenAI has it, under its recorded id."""
    if not is_object(value):
        return unknown_part(value)
    kind = "invalid_tool_call" if value.get("type") == "invalid_tool_call" else "tool_call"
    inner = {key: one for key, one in value.items() if key != "function"}
    (part,) = block_group({**inner, **as_object(value.get("function")), "type": kind})
    return part


def _reasoning(kwargs: Mapping[str, Any]) -> list[Part]:
    """The reasoning item that OpenAI's Responses give, which older versions keep beside the content."""
    item = kwargs.get("reasoning")
    if not is_object(item):
        return []
    return [Part(PartKind.THINKING, summary_text(item.get("summary")), extra=extra_of(item, ("summary",)))]


def _result(fields: Mapping[str, Any], pairing: Pairing) -> Groups:
    """A tool's result as one group: its text, then the media in it."""
    beside = as_object(fields.get("additional_kwargs"))  # where older versions of LlamaIndex have both
    name = text_field(fields, "name") or text_field(beside, "name")
    recorded = text_field(fields, "tool_call_id") or text_field(beside, "tool_call_id")
    call_id, called = pairing.result(recorded, name)
    text, is_json, media = joined_text(
        part for group in content_groups(fields.get("content")) for part in group
    )
    result = Part(PartKind.RESULT, text, name=name or called, call_id=call_id, json=is_json)
    return ((result, *media),)


def _extra(fields: Mapping[str, Any]) -> str:
    """What was not taken, without the many fields that are empty."""
    kwargs = as_object(fields.get("additional_kwargs"))
    items = ("reasoning",) if is_object(kwargs.get("reasoning")) else ()
    taken = (*_TAKEN_KWARGS, *thinking_parts(kwargs)[1], *items)
    rest = {key: one for key, one in fields.items() if key not in (*_KNOWN, *_CALL_FIELDS)}
    if is_object(fields.get("additional_kwargs")):
        rest["additional_kwargs"] = {key: one for key, one in kwargs.items() if key not in taken}
    return extra_of({key: one for key, one in rest.items() if one not in (None, {}, [])}, ())


def stated_usage(told: Mapping[str, Any]) -> Usage | None:
    """LangChain's own `usage_metadata`, whose input is with what was read from a cache or written to it."""
    details = as_object(told.get("input_token_details"))
    read, written = count_field(details, "cache_read"), count_field(details, "cache_creation")
    total = count_field(told, "input_tokens")
    fresh = without_cached(total, read, written)
    return stated(Usage(fresh, read, written, count_field(told, "output_tokens")))


def _provider_usage(told: Mapping[str, Any]) -> Usage | None:
    """Usage under a provider's own names, for messages without LangChain's own."""
    return stated(
        Usage(
            first_count(told, "prompt_tokens", "promptTokens", "input_tokens"),
            count_field(told, "cache_read_input_tokens"),
            count_field(told, "cache_creation_input_tokens"),
            first_count(told, "completion_tokens", "completionTokens", "output_tokens"),
        )
    )
