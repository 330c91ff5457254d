"""Events of OpenHands' agent SDK: each is an object with its `kind`.

All calls of one reply are events of their own with the same `llm_response_id`; they are one message, also
where results stand between them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.fields import extra_set, extra_with, text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.openhands.content import chat_content, openhands_message
from ctxlab.formats.openhands.stream import Stream
from ctxlab.formats.parts.chat import content_parts
from ctxlab.formats.recorded import Groups
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Place

_SOURCES = ("agent", "user", "environment", "hook")

#: What is no context, besides all that has a `key`.
_ASIDES = frozenset(
    {"ConversationStateUpdateEvent", "CondensationRequest", "PauseEvent", "InterruptEvent"}
    | {"ConversationErrorEvent", "LLMCompletionLogEvent", "HookExecutionEvent"}
    | {"StreamingDeltaEvent", "TokenEvent"}
)
#: What the model thought, in whatever form.
_THINKING = ("reasoning_content", "thinking_blocks", "responses_reasoning_item", "reasoning_details")
_TAKEN = ("kind", "source", "timestamp")


def is_event(value: Any) -> bool:
    """Whether the value is an event of this generation."""
    if not is_object(value) or not isinstance(value.get("kind"), str):
        return False
    kind = value["kind"]
    return kind in _READ or ((kind.endswith("Event") or kind in _ASIDES) and value.get("source") in _SOURCES)


def add_event(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    """Adds one event to its conversation."""
    kind = text_field(event, "kind")
    read = _READ.get(kind)
    if read is not None:
        read(stream, event, place)
        return
    _state(stream, event)
    stream.aside(event, kind, known=kind in _ASIDES)


def _state(stream: Stream, event: Mapping[str, Any]) -> None:
    """What a state says of the model and of what it used."""
    key, value = event.get("key"), event.get("value")
    if key == "stats":
        stream.usage.stats(value)
    elif key == "full_state" and is_object(value):
        stream.usage.stats(value.get("stats"))
        agent = value.get("agent")
        stream.model = text_field(as_object(as_object(agent).get("llm")), "model") or stream.model


def _system(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    stream.schemas(event.get("tools"), place)
    content = [event[key] for key in ("system_prompt", "dynamic_context") if event.get(key)]
    read = openhands_message({"role": "system", "content": content}, stream.pairing)
    extra = _rest(event, "system_prompt", "dynamic_context", "tools")
    stream.message(event, replace(read, extra=extra), place)


def _message(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    message = as_object(event.get("llm_message"))
    role = text_field(message, "role") or ("assistant" if event.get("source") == "agent" else "user")
    read = openhands_message({**message, "role": role}, stream.pairing)
    rest = {**event, "llm_message": as_object(unwrap(read.extra))}
    read = replace(
        read,
        name=text_field(event, "sender") or read.name,
        injected=read.injected or (role == "user" and event.get("source") != "user"),
        extra=_rest(rest, "llm_response_id", "extended_content", "sender"),
    )
    stream.message(event, read, place, reply=text_field(event, "llm_response_id"), more=_added(stream, event))


def _action(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    action, call = as_object(event.get("action")), dict(as_object(event.get("tool_call")))
    call.setdefault("id", event.get("tool_call_id"))
    call.setdefault("name", event.get("tool_name"))
    if not {"arguments", "function"} & call.keys():
        call["arguments"] = {key: one for key, one in action.items() if key != "kind"}
    told = {key: event.get(key) for key in _THINKING}
    read = openhands_message(
        {"role": "assistant", "content": event.get("thought"), "tool_calls": [call], **told}, stream.pairing
    )
    given = as_object(unwrap(call.get("arguments")))
    # What was done repeats what was called for; what else it says, such as defaults, is kept.
    beside = {key: one for key, one in action.items() if key not in given or given[key] != one}
    taken = ("thought", "tool_name", "tool_call_id", "tool_call", *_THINKING)
    extra = extra_with(_rest({**event, "action": beside}, *taken), as_object(unwrap(read.extra)))
    stream.message(event, replace(read, extra=extra), place, reply=text_field(event, "llm_response_id"))


def _observation(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    observed = event.get("observation")
    fields = observed if is_object(observed) else {"content": observed}
    key = next((one for one in ("content", "output", "text", "error") if fields.get(one)), "content")
    rest = {name: one for name, one in fields.items() if name != key and one not in (None, "", [])}
    _result(stream, {**event, "observation": rest}, fields.get(key), place)


def _error(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    told = {key: one for key, one in event.items() if key != "error"}
    _result(stream, {**told, "is_error": True}, event.get("error"), place)


def _rejection(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    reason = text_field(event, "rejection_reason") or "User rejected the action"
    told = {key: one for key, one in event.items() if key != "rejection_reason"}
    _result(stream, told, f"Action rejected: {reason}", place)


def _result(stream: Stream, event: Mapping[str, Any], content: Any, place: Place) -> None:
    """A result of a call, under the call's id; `event` without what `content` is."""
    told = {
        "role": "tool",
        "content": content,
        "tool_call_id": event.get("tool_call_id"),
        "name": event.get("tool_name"),
    }
    read = openhands_message(told, stream.pairing)
    extra = _rest(event, "tool_call_id", "tool_name", "extended_content")
    # The name stands with the result.
    stream.message(event, replace(read, name="", extra=extra), place, more=_added(stream, event))


def _added(stream: Stream, event: Mapping[str, Any]) -> Groups:
    """What the program put behind a message: skills and rules that it found to apply."""
    content = chat_content(event.get("extended_content"))
    return tuple(content_parts(content, stream.pairing)) if content else ()


def _condensation(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    forgotten = event.get("forgotten_event_ids")
    names = [one for one in forgotten if isinstance(one, str)] if is_list(forgotten) else []
    # The ids stand with the items that are superseded.
    extra = _rest(event, "forgotten_event_ids", "summary")
    stream.condense(event, names, text_field(event, "summary"), place, extra)
    if not text_field(event, "summary"):
        stream.aside(event, text_field(event, "kind"))


def _summary(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    stream.condense(event, (), text_field(event, "summary"), place, _rest(event, "summary"))


def _rest(event: Mapping[str, Any], *taken: str) -> str:
    """The fields of an event that say something and were not taken."""
    return extra_set(event, (*_TAKEN, *taken))


_READ: dict[str, Callable[[Stream, Mapping[str, Any], Place], None]] = {
    "SystemPromptEvent": _system,
    "MessageEvent": _message,
    "ActionEvent": _action,
    "ObservationEvent": _observation,
    "AgentErrorEvent": _error,
    "UserRejectObservation": _rejection,
    "Condensation": _condensation,
    "CondensationEvent": _condensation,
    "CondensationSummaryEvent": _summary,
}
