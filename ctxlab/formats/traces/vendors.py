"""Content by attributes of one maker: Google's ADK, Vercel's AI SDK, Pydantic AI."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.lookups import as_object, objects_in
from ctxlab.formats.traces.calls import as_recorded
from ctxlab.formats.traces.contents import Content, recorded_list
from ctxlab.formats.traces.conventions import by_events
from ctxlab.formats.traces.prompts import prompt_of, schemas_of
from ctxlab.formats.traces.replies import answer_of
from ctxlab.formats.traces.spans import Attributes, SpanEvent
from ctxlab.formats.values import is_list, is_object, unwrap


def by_adk(attributes: Attributes) -> Content:
    """Google's ADK: the whole request and response of Gemini's API as JSON text."""
    request = unwrap(attributes.get("gcp.vertex.agent.llm_request"))
    answer = as_object(unwrap(attributes.get("gcp.vertex.agent.llm_response"))).get("content")
    prompt = prompt_of(request) if is_object(request) and request else prompt_of(None)
    return Content(
        prompt.messages, as_recorded([answer]) if is_object(answer) and answer else (), prompt.schemas
    )


def by_ai_sdk(attributes: Attributes) -> Content:
    """Vercel's AI SDK: prompt, tools, text and calls, each JSON text."""
    messages = unwrap(attributes.get("ai.prompt.messages"))
    tools = attributes.get("ai.prompt.tools")
    text, calls = attributes.get("ai.response.text"), unwrap(attributes.get("ai.response.toolCalls"))
    given: dict[str, Any] = {"text": text} if isinstance(text, str) and text else {}
    if is_list(calls) and calls:
        given["toolCalls"] = calls
    value = attributes.get("ai.response.object")
    return Content(
        as_recorded(messages)
        if is_list(messages) and messages
        else prompt_of(attributes.get("ai.prompt")).messages,
        answer_of(given) if given else answer_of(value) if isinstance(value, str) else (),
        schemas_of(tools),
    )


def by_pydantic_ai_tools(attributes: Attributes) -> Content:
    """Pydantic AI: the tools that a call offers, of its own and for the form of the answer."""
    parameters = unwrap(attributes.get("model_request_parameters"))
    if not is_object(parameters):
        return Content()
    listed = [parameters.get(key) for key in ("function_tools", "output_tools")]
    schemas = tuple(schema for tools in listed for schema in schemas_of(tools))
    return Content(schemas=schemas, without_tools=all(tools == [] for tools in listed))


def by_pydantic_ai(attributes: Attributes) -> Content:
    """Pydantic AI: all messages of a run on its agent's span, of which the last answer is the model's."""
    told = recorded_list(attributes.get("pydantic_ai.all_messages"))
    if not told:
        listed = objects_in(unwrap(attributes.get("all_messages_events")))
        named = [SpanEvent(str(one.get("event.name")), attributes=one) for one in listed]
        told = by_events(named).input
    last = told[-1:] if told and told[-1].role == "assistant" else ()
    return Content(told[: len(told) - len(last)], last)
