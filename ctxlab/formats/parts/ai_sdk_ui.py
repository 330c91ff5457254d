"""Messages as user interfaces of the Vercel AI SDK keep them: one holds all steps of a reply.

A call and its result stand in one part. Each step is a reply of the model, with its calls' results behind it;
where a tool ran at the provider, its result stays in the reply. Sources that a reply names are documents, and
data parts are an application's own: both stand before their step, and models do not see them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.lookups import as_list, as_object, objects_in
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.ai_sdk import (
    call_part,
    content_group,
    media_part,
    result_group,
)
from ctxlab.formats.recorded import Group, Recorded, unknown_part
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Source

#: Types of parts that are an application's own begin so.
DATA = "data-"

_KNOWN = ("role", "parts", "content", "createdAt", "toolInvocations", "reasoning", "experimental_attachments")
#: Fields of a tool's part that its result has, not its call.
_OF_RESULT = ("output", "result", "errorText", "state", "resultProviderMetadata", "preliminary", "rawInput")
_WITH_RESULT = ("output-available", "output-error", "output-denied", "result", "error")
#: What the SDK tells the model where its user forbade a call without a reason.
_DENIED = "Tool execution denied."


@dataclass(slots=True)
class _Step:
    """One reply: what the model said, the results of its calls, and what was shown beside it."""

    said: list[Group] = field(default_factory=list[Group])
    results: list[Group] = field(default_factory=list[Group])
    shown: list[Recorded] = field(default_factory=list[Recorded])

    @property
    def is_empty(self) -> bool:
        return not (self.said or self.results or self.shown)


def ui_message(message: Mapping[str, Any], pairing: Pairing) -> tuple[Recorded, ...]:
    """The messages that one message of a user interface stands for."""
    role = text_field(message, "role") or "unknown"
    parts = message.get("parts")
    steps = _steps(parts, pairing) if is_list(parts) and parts else _old_steps(message, pairing)
    steps = [one for one in steps if not one.is_empty] or [_Step()]
    steps[0].said += _attachments(message)
    found = [one for step in steps for one in _recorded(step, role)]
    time = text_field(message, "createdAt") or _metadata_time(message)
    bearer = next((at for at, one in enumerate(found) if one.role == role), 0)
    extra = _extra(message)
    return tuple(replace(one, time=time, extra=extra if at == bearer else "") for at, one in enumerate(found))


def is_tool_part(part: Mapping[str, Any]) -> bool:
    """Whether a part is a tool's, with its state; parts of contents are named likewise, and name the tool."""
    kind = part.get("type")
    if kind == "dynamic-tool":
        return True
    is_named = isinstance(kind, str) and kind.startswith("tool-") and "toolName" not in part
    return is_named and ("toolCallId" in part or "state" in part)


def _tool_name(part: Mapping[str, Any]) -> str:
    """The tool of a part with a call in it."""
    kind = text_field(part, "type")
    return text_field(part, "toolName") or (kind.removeprefix("tool-") if kind.startswith("tool-") else "")


def _recorded(step: _Step, role: str) -> list[Recorded]:
    answer = None if role == "assistant" else False
    alone = not (step.results or step.shown)
    found = [*step.shown]
    if step.said or alone:
        found.append(Recorded(role, tuple(step.said), answer=answer))
    if step.results:
        found.append(Recorded("tool", tuple(step.results)))
    return found


def _steps(parts: Sequence[Any], pairing: Pairing) -> list[_Step]:
    steps = [_Step()]
    for part in parts:
        kind = text_field(as_object(part), "type")
        if kind == "step-start":
            steps.append(_Step())
        elif is_object(part) and kind == "tool-invocation" and is_object(part.get("toolInvocation")):
            _add_tool(steps[-1], part["toolInvocation"], pairing)
        elif is_object(part) and is_tool_part(part):
            _add_tool(steps[-1], part, pairing)
        elif kind == "tool-result":
            steps[-1].results.append(content_group(part, pairing))
        elif is_object(part) and kind in ("source", "source-url", "source-document"):
            steps[-1].shown.append(_shown(_source(part), Source.RETRIEVED_DOC))
        elif is_object(part) and kind.startswith(DATA):
            data = Part(PartKind.TEXT, compact(part), name=kind, json=True)
            steps[-1].shown.append(_shown(data, Source.CONVERSATION))
        elif not _is_blank(part):
            steps[-1].said.append(content_group(part, pairing))
    return steps


def _old_steps(message: Mapping[str, Any], pairing: Pairing) -> list[_Step]:
    """The steps of a message without parts: its calls by their number, its text with those that are open.

    The text of a message all of whose calls have results is what the model said after them.
    """
    content = message.get("content")
    listed = content if is_list(content) else [content] if content not in (None, "") else []
    text = [content_group(one, pairing) for one in listed]
    by_step: dict[int, _Step] = {}
    invocations = objects_in(message.get("toolInvocations"))
    for one in invocations:
        number = one.get("step")
        step = by_step.setdefault(number if type(number) is int else 0, _Step())
        _add_tool(step, one, pairing)
    steps = [by_step[number] for number in sorted(by_step)]
    if not steps or all(_has_result(one) for one in invocations):
        steps.append(_Step(said=text))
    else:
        steps[-1].said[:0] = text
    reasoning = message.get("reasoning")
    if isinstance(reasoning, str) and reasoning:
        steps[0].said.insert(0, (Part(PartKind.THINKING, reasoning),))
    return steps


def _add_tool(step: _Step, part: Mapping[str, Any], pairing: Pairing) -> None:
    """A call, which stays open until the part's state says how it ended, and its result."""
    name = _tool_name(part)
    ended = _has_result(part)
    value = {**part}
    if value.get("input") is None and "rawInput" in part:
        value["input"] = part["rawInput"]
    known = ("type", *_OF_RESULT) if ended else ("type", *(key for key in _OF_RESULT if key != "state"))
    step.said.append((call_part(value, pairing, name=name, known=known),))
    if ended:
        result = result_group({"toolName": name, **_result(part)}, pairing)
        (step.said if part.get("providerExecuted") is True else step.results).append(result)


def _has_result(part: Mapping[str, Any]) -> bool:
    given = any(part.get(key) is not None for key in ("output", "result"))
    return given or part.get("state") in _WITH_RESULT


def _result(part: Mapping[str, Any]) -> dict[str, Any]:
    """The part as a result: what the tool gave, its error, or why it was not let run."""
    state = text_field(part, "state")
    about: dict[str, Any] = {
        "toolCallId": part.get("toolCallId"),
        **{key: part[key] for key in ("resultProviderMetadata", "preliminary") if key in part},
    }
    if state in ("output-error", "error"):
        return {**about, "output": text_field(part, "errorText"), "state": state}
    if state == "output-denied":
        reason = text_field(as_object(part.get("approval")), "reason")
        return {**about, "output": reason or _DENIED, "state": state}
    given = part.get("output", part.get("result"))
    # of this value nothing says that it is tagged, as the outputs handed to models are
    is_text = given is None or isinstance(given, str)
    return {**about, "output": given if is_text else {"type": "json", "value": given}}


def _shown(part: Part, source: Source) -> Recorded:
    return Recorded("system", (part,), name=part.name, source=source, injected=True, answer=False)


def _is_blank(part: Any) -> bool:
    """Whether it is a text that a stream began and never filled."""
    return is_object(part) and part.get("type") == "text" and part.get("text") == "" and len(part) <= 3


def _source(part: Mapping[str, Any]) -> Part:
    """A source that the reply names: its title and address, which is all that is kept of it."""
    inner = part.get("source")
    fields: Mapping[str, Any] = inner if is_object(inner) else part
    known = ("type", "sourceType", "title", "url")
    lines = [text_field(fields, "title", "filename"), text_field(fields, "url")]
    text = "\n".join(one for one in lines if one)
    return Part(
        PartKind.TEXT,
        text or compact(fields),
        name=text_field(fields, "url", "title", "filename"),
        json=not text,
        extra=extra_of(fields, known),
    )


def _attachments(message: Mapping[str, Any]) -> list[Group]:
    listed = message.get("experimental_attachments")
    return [(media_part(one),) if is_object(one) else (unknown_part(one),) for one in as_list(listed)]


def _extra(message: Mapping[str, Any]) -> str:
    """All else of the message; a content and calls beside its parts are mostly what these say again."""
    parts, calls = message.get("parts"), message.get("toolInvocations")
    unread = set[str]()
    if not is_list(parts):
        unread.add("parts")
    elif parts:
        listed = [one for one in parts if is_object(one)]
        text = "".join(text_field(one, "text") for one in listed if one.get("type") == "text")
        if message.get("content") not in (None, "", text):
            unread.add("content")
        if is_list(calls) and not _repeated(listed, calls):
            unread.add("toolInvocations")
    return extra_of(message, [key for key in _KNOWN if key not in unread])


def _repeated(parts: Sequence[Mapping[str, Any]], calls: Sequence[Any]) -> bool:
    """Whether all calls beside the parts are in these, too."""
    inner = [one.get("toolInvocation") for one in parts]
    ids = {text_field(one, "toolCallId") for one in inner if is_object(one)}
    return all(is_object(one) and text_field(one, "toolCallId") in ids for one in calls)


def _metadata_time(message: Mapping[str, Any]) -> str:
    return text_field(as_object(message.get("metadata")), "createdAt", "timestamp")
