"""Events of OpenHands before its agent SDK: each is an `action` or an `observation`, and counts its id.

An action that a model called for holds the whole response in its metadata. All actions of one response are
one message, of which each event adds its own call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.chat.usage import chat_usage
from ctxlab.formats.fields import extra_set, text_field
from ctxlab.formats.lookups import as_object, objects_in
from ctxlab.formats.openhands.content import openhands_message
from ctxlab.formats.openhands.stream import Stream, event_id
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place, Source

#: Actions and observations that are no context.
_ASIDES = ("", "null", "recall", "change_agent_state", "agent_state_changed", "condensation_request", "pause")

#: Fields of an event that are taken, or that say for people what others say.
_TAKEN = ("timestamp", "source", "action", "observation", "message", "content", "cause", "tool_call_metadata")


def is_event(value: Any) -> bool:
    """Whether the value is an event of this generation."""
    if not is_object(value) or not any(isinstance(value.get(one), str) for one in ("action", "observation")):
        return False
    return "source" in value and any(one in value for one in ("args", "content", "extras"))


def add_event(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    """Adds one event to its conversation."""
    metrics = event.get("llm_metrics")
    if is_object(metrics):
        stream.usage.metrics("agent", metrics)
    action, observation = text_field(event, "action"), text_field(event, "observation")
    if action == "system":
        _system(stream, event, place)
    elif action == "condensation":
        _condensation(stream, event, place)
    elif observation == "recall":
        _recalled(stream, event, place)
    elif (action or observation) in _ASIDES:
        stream.aside(event, action or observation)
    elif action == "message" or (action and event.get("source") != "agent"):
        _message(stream, event, place)
    elif action:
        _action(stream, event, place)
    else:
        _observation(stream, event, place)


def _system(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    args = as_object(event.get("args"))
    stream.schemas(args.get("tools"), place)
    read = openhands_message({"role": "system", "content": args.get("content")}, stream.pairing)
    stream.message(event, replace(read, extra=_rest(event, "content", "tools")), place)


def _message(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    """What a user or the model said; what a user did is told as the event tells it."""
    args = as_object(event.get("args"))
    role = "assistant" if event.get("source") == "agent" else "user"
    content: Any = args.get("content")
    images = args.get("image_urls")
    if content is None:
        content = text_field(args, "command", "path") or text_field(event, "message")
    if is_list(images) and images:
        content = [{"type": "text", "text": content}, {"type": "image", "image_urls": images}]
    read = openhands_message({"role": role, "content": content}, stream.pairing)
    is_program = role == "user" and event.get("source") != "user"
    one = replace(read, injected=read.injected or is_program, extra=_rest(event, "content", "image_urls"))
    stream.message(event, one, place, reply=_noted_response(stream, event))


def _action(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    args, metadata = as_object(event.get("args")), as_object(event.get("tool_call_metadata"))
    reply = _noted_response(stream, event)
    said = _said(metadata.get("model_response"))
    listed: list[Any] = said["tool_calls"] if is_list(said.get("tool_calls")) else []
    id_ = text_field(metadata, "tool_call_id") or _own_id(event_id(event))
    call = next((one for one in listed if is_object(one) and one.get("id") == id_), None)
    if call is None:
        plain = {key: one for key, one in args.items() if key not in _ARGS_ASIDE and one is not None}
        name = text_field(metadata, "function_name") or text_field(event, "action")
        call = {"id": id_, "function": {"name": name, "arguments": plain}}
    told: dict[str, Any] = {"role": "assistant", "tool_calls": [call]}
    if not stream.has_reply(reply):
        told["content"] = said.get("content") or text_field(args, "thought") or None
        told["reasoning_content"] = said.get("reasoning_content") or text_field(args, "reasoning_content")
    read = openhands_message(told, stream.pairing)
    given = {key: one for key, one in event.items() if key != "args"}
    stream.message(event, replace(read, extra=_rest(given)), place, reply=reply)


def _observation(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    metadata = as_object(event.get("tool_call_metadata"))
    id_ = text_field(metadata, "tool_call_id") or _own_id(text_field(event, "cause"))
    content = event.get("content")
    if not id_:
        # Nobody called for it: the agent is told in the user's role.
        read = openhands_message({"role": "user", "content": content}, stream.pairing)
        stream.message(event, replace(read, injected=True, extra=_rest(event)), place)
        return
    told = {"role": "tool", "content": content, "tool_call_id": id_}
    read = openhands_message(told, stream.pairing)
    stream.message(event, replace(read, extra=_rest(event)), place)


def _recalled(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    """Knowledge that was found to apply to a user's message; how it was put into words is not recorded."""
    extras = as_object(event.get("extras"))
    texts = [
        text_field(extras, "repo_instructions"),
        *(text_field(one, "content") for one in objects_in(extras.get("microagent_knowledge"))),
    ]
    text = "\n".join(one for one in texts if one)
    if not text:
        stream.aside(event, "recall")
        return
    part = Part(PartKind.TEXT, text)
    one = Recorded(
        "user", (part,), injected=True, source=Source.RETRIEVED_DOC, extra=_rest(event), answer=False
    )
    stream.message(event, one, place)


def _condensation(stream: Stream, event: Mapping[str, Any], place: Place) -> None:
    args = as_object(event.get("args"))
    listed = args.get("forgotten_event_ids")
    names = [str(one) for one in listed if isinstance(one, (int, str))] if is_list(listed) else []
    first, last = args.get("forgotten_events_start_id"), args.get("forgotten_events_end_id")
    if isinstance(first, int) and isinstance(last, int):
        names += [one for one in stream.at if one.isdecimal() and first <= int(one) <= last]
    summary = text_field(args, "summary")
    stream.condense(event, names, summary, place, _rest(event, "summary", "forgotten_event_ids"))
    if not summary:
        stream.aside(event, "condensation")


def _noted_response(stream: Stream, event: Mapping[str, Any]) -> str:
    """The id of the response that called for an action; notes the model and what it used."""
    response = as_object(as_object(event.get("tool_call_metadata")).get("model_response"))
    stream.model = text_field(response, "model") or stream.model
    usage = chat_usage({}, response)
    if usage is not None:
        stream.usage.know(usage)
    return text_field(response, "id")


def _said(response: Any) -> dict[str, Any]:
    """The message of a response's first choice."""
    choices = as_object(response).get("choices")
    first = choices[0] if is_list(choices) and choices else None
    return as_object(as_object(first).get("message"))


#: Arguments of an action that are no part of the call.
_ARGS_ASIDE = (
    "thought",
    "reasoning_content",
    "confirmation_state",
    "is_confirmed",
    "hidden",
    "security_risk",
)


def _own_id(number: str) -> str:
    """The id of a call that has none but its event's."""
    return f"event_{number}" if number else ""


def _rest(event: Mapping[str, Any], *args_taken: str) -> str:
    """The fields of an event that say something and were not taken, of its arguments likewise."""
    args = {key: one for key, one in as_object(event.get("args")).items() if key not in args_taken}
    told = {**event, "args": {key: one for key, one in args.items() if one not in _EMPTY}}
    return extra_set(told, _TAKEN)


_EMPTY: tuple[object, ...] = (None, "", [], {})
