"""Content by OpenTelemetry's conventions for generative AI: attributes, events, log records, old and new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.dialects.otel_parts import system_message
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_object, objects_in
from ctxlab.formats.recorded import Recorded, placed
from ctxlab.formats.traces.calls import as_recorded
from ctxlab.formats.traces.contents import Content, one_answer, recorded_list, together
from ctxlab.formats.traces.prompts import schemas_of
from ctxlab.formats.traces.spans import Attributes, SpanEvent
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import NOWHERE

_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
    "gen_ai.choice": "assistant",
}
#: Events that hold a list of messages under an attribute.
_LISTS = {
    "gen_ai.content.prompt": "gen_ai.prompt",
    "gen_ai.content.completion": "gen_ai.completion",
}


#: Attributes that hold a whole list each.
_WHOLE = frozenset({"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions"})


def is_content_event(event: SpanEvent) -> bool:
    """Whether an event or log record says what was sent or answered."""
    return event.name in _ROLES or event.name in _LISTS or not _WHOLE.isdisjoint(fields_of(event))


def by_attributes(attributes: Attributes) -> Content:
    """Messages, instructions and tools as attributes."""
    output = unwrap(attributes.get("gen_ai.output.messages"))
    choices = attributes.get("gen_ai.request.choice.count", 1) not in (1, "1")
    return Content(
        input=recorded_list(attributes.get("gen_ai.input.messages")),
        output=one_answer(output, choices=choices) if is_list(output) else _cut_answer(output),
        schemas=schemas_of(attributes.get("gen_ai.tool.definitions")),
        system=system_message(unwrap(attributes.get("gen_ai.system_instructions"))),
        without_tools=unwrap(attributes.get("gen_ai.tool.definitions")) == [],
    )


def by_old_attributes(attributes: Attributes) -> Content:
    """Prompt and completion as one attribute each, or the events of a call as one attribute."""
    told = [_event(one) for one in objects_in(unwrap(attributes.get("events")))]
    found = Content(
        input=recorded_list(attributes.get("gen_ai.prompt")),
        output=recorded_list(attributes.get("gen_ai.completion")),
    )
    return together((found, by_events(told)))


def by_events(events: Iterable[SpanEvent]) -> Content:
    """Messages as events or log records, one each, or all in the attributes of one."""
    sent: list[Recorded] = []
    choices: list[Any] = []
    answered = NOWHERE
    whole: list[Content] = []
    for event in events:
        fields = fields_of(event)
        if event.name in _LISTS:
            messages = placed(recorded_list(fields.get(_LISTS[event.name])), event.place)
            is_prompt = event.name.endswith("prompt")
            whole.append(Content(input=messages) if is_prompt else Content(output=messages))
        elif event.name == "gen_ai.choice":
            answered = answered if choices else event.place
            choices.append(_message(event.name, fields))
        elif event.name in _ROLES:
            # Each for itself: parts of several makers may stand side by side.
            sent += placed(as_recorded([_message(event.name, fields)]), event.place)
        else:
            whole.append(by_attributes(fields).at(event.place))
    output = placed(one_answer(choices, choices=True), answered)
    return together((*whole, Content(input=tuple(sent), output=output)))


def _cut_answer(output: Any) -> tuple[Recorded, ...]:
    """An answer that is no whole list: the model's, whatever is left of it."""
    return tuple(replace(one, role="assistant", answer=None) for one in recorded_list(output))


def _event(value: Mapping[str, Any]) -> SpanEvent:
    """An event written as an object in an attribute."""
    return SpanEvent(text_field(value, "event.name", "name"), attributes=value)


def fields_of(event: SpanEvent) -> Mapping[str, Any]:
    """All that an event says: attributes, a log record's body, and a body written as one attribute."""
    body = event.body if is_object(event.body) else {}
    return {**event.attributes, **as_object(unwrap(event.attributes.get("gen_ai.event.content"))), **body}


def _message(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The message that an event is, as one of chat completions or of parts."""
    inner = unwrap(fields.get("message"))
    told: Mapping[str, Any] = inner if is_object(inner) else fields
    content = unwrap(told.get("content")) if inner is None or is_object(inner) else inner
    role = text_field(told, "role") or _ROLES[name]
    role = "tool" if name == "gen_ai.tool.message" else role
    if is_list(content) and content and all(is_object(one) and _is_converse(one) for one in content):
        return {"role": role, "parts": [part for one in content for part in _converse(one)]}
    message: dict[str, Any] = {"role": role, "content": content}
    calls = unwrap(told.get("tool_calls"))
    if calls:
        message["tool_calls"] = calls
    if role == "tool":
        message["tool_call_id"] = text_field(told, "id", "tool_call_id")
    for key in ("name", "finish_reason"):
        if isinstance(fields.get(key), str) and (key != "name" or role == "tool"):
            message[key] = fields[key]
    return message


def _is_converse(block: Mapping[str, Any]) -> bool:
    """Whether it is a block of Bedrock's Converse API, which has no type."""
    return "type" not in block and any(
        key in block for key in ("text", "toolUse", "toolResult", "reasoningContent", "json")
    )


def _converse(block: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A block of Bedrock's Converse API as parts of the conventions."""
    call, result, thought = (block.get(key) for key in ("toolUse", "toolResult", "reasoningContent"))
    if is_object(call):
        named = {"id": call.get("toolUseId"), "name": call.get("name"), "arguments": call.get("input")}
        return [{"type": "tool_call", **named}]
    if is_object(result):
        return [{"type": "tool_call_response", "id": result.get("toolUseId"), "response": _given(result)}]
    if is_object(thought):
        inner = thought.get("reasoningText", thought)
        return [{"type": "reasoning", "content": inner.get("text") if is_object(inner) else inner}]
    if "json" in block:
        return [{"type": "tool_call_response", "response": block["json"]}]
    return [{"type": "text", "content": block["text"]}]


def _given(result: Mapping[str, Any]) -> Any:
    """The content of a result: its text where it is nothing else, its value where that is all."""
    content = result.get("content")
    blocks = objects_in(content)
    if blocks and all(isinstance(one.get("text"), str) for one in blocks):
        return "\n".join(one["text"] for one in blocks)
    if len(blocks) == 1 and "json" in blocks[0]:
        return blocks[0]["json"]
    return content
