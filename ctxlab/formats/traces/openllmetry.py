"""Content by OpenLLMetry: `gen_ai.prompt.N.*`, `gen_ai.completion.N.*`, `llm.request.functions.N.*`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import compact, text_field
from ctxlab.formats.traces.calls import Schema, as_recorded
from ctxlab.formats.traces.contents import Content, one_answer
from ctxlab.formats.traces.dotted import listed
from ctxlab.formats.traces.prompts import prompt_of
from ctxlab.formats.traces.replies import answer_of
from ctxlab.formats.traces.spans import Attributes
from ctxlab.formats.values import is_list, is_object, unwrap


def by_openllmetry(attributes: Attributes) -> Content:
    """Messages and tools by numbered attributes, of its older and its newer versions."""
    sent = [_message(one, "user") for one in _entries(attributes, "gen_ai.prompt", "llm.prompts")]
    answers = [
        _message(one, "assistant") for one in _entries(attributes, "gen_ai.completion", "llm.completions")
    ]
    return Content(
        input=as_recorded(sent) if sent else (),
        output=one_answer(answers, choices=_are_choices(answers)),
        schemas=tuple(_schema(one) for one in listed(attributes, "llm.request.functions") if is_object(one)),
    )


def by_entity(attributes: Attributes) -> Content:
    """What a workflow or an agent took and gave, where no call in it says more."""
    return Content(
        input=prompt_of(attributes.get("traceloop.entity.input")).messages,
        output=answer_of(attributes.get("traceloop.entity.output")),
    )


def _entries(attributes: Attributes, *prefixes: str) -> list[Mapping[str, Any]]:
    return [one for prefix in prefixes for one in listed(attributes, prefix) if is_object(one)]


def _message(entry: Mapping[str, Any], role: str) -> dict[str, Any]:
    """One entry as a message of chat completions; content may be JSON text of typed parts."""
    content: Any = entry.get("content")
    opened = unwrap(content)
    if is_list(opened) and opened and all(is_object(one) and "type" in one for one in opened):
        content = opened
    calls = unwrap(entry.get("tool_calls"))
    message: dict[str, Any] = {"role": text_field(entry, "role") or role, "content": content}
    if is_list(calls):
        message["tool_calls"] = [_call(one) for one in calls if is_object(one)]
    known = ("role", "content", "tool_calls")
    return message | {key: one for key, one in entry.items() if key not in known}


def _call(entry: Mapping[str, Any]) -> dict[str, Any]:
    inner = unwrap(entry.get("function"))
    told = inner if is_object(inner) else entry
    function = {key: told[key] for key in ("name", "arguments") if key in told}
    return {"id": text_field(entry, "id"), "type": "function", "function": function}


def _are_choices(answers: list[dict[str, Any]]) -> bool:
    """Whether several answers are choices: each has its own end."""
    return len(answers) > 1 and all(one.get("finish_reason") for one in answers)


def _schema(entry: Mapping[str, Any]) -> Schema:
    """A tool's schema in the form in which it was sent."""
    parameters = unwrap(entry.get("parameters", entry.get("input_schema")))
    function = {key: one for key, one in entry.items() if key not in ("parameters", "input_schema")}
    if parameters is not None:
        function["parameters"] = parameters
    return Schema(text_field(entry, "name"), compact({"type": "function", "function": function}))
