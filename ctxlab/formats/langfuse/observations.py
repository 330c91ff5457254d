"""An observation of Langfuse as an observation of any trace: its kind, usage, and what its metadata tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import count_field, extra_of, text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.traces.calls import Schema
from ctxlab.formats.traces.contents import Content, together
from ctxlab.formats.traces.conventions import by_attributes, by_old_attributes
from ctxlab.formats.traces.graph import graph_agent
from ctxlab.formats.traces.observations import Kind, Observation
from ctxlab.formats.traces.openinference import by_openinference, by_values
from ctxlab.formats.traces.openllmetry import by_openllmetry
from ctxlab.formats.traces.prompts import schemas_of
from ctxlab.formats.traces.span_kinds import kind_of
from ctxlab.formats.traces.spans import iso, nanoseconds
from ctxlab.formats.traces.vendors import by_adk, by_ai_sdk, by_pydantic_ai, by_pydantic_ai_tools
from ctxlab.formats.usages import first_count
from ctxlab.formats.values import is_object, unwrap
from ctxlab.model.items import Place
from ctxlab.model.session import Usage

_KINDS = {
    "GENERATION": Kind.MODEL,
    "AGENT": Kind.AGENT,
    "TOOL": Kind.TOOL,
    "RETRIEVER": Kind.RETRIEVER,
}

_AGENTS = ("gen_ai.agent.name", "agent_name", "agent.name")
_CALL_IDS = ("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool_call_id")

_READ = ("input_cache_read", "cache_read_input_tokens", "input_cached_tokens", "prompt_details.cache_read")
_WRITTEN = ("input_cache_creation", "cache_creation_input_tokens", "prompt_details.cache_write")

_DECODERS = (
    by_attributes,
    by_old_attributes,
    by_openllmetry,
    by_openinference,
    by_adk,
    by_ai_sdk,
    by_pydantic_ai,
    by_pydantic_ai_tools,
    by_values,
)


def observation_of(value: Mapping[str, Any], session: str, place: Place) -> Observation:
    """One observation of Langfuse; `session` is that of its trace."""
    metadata = as_object(unwrap(value.get("metadata")))
    attributes = as_object(unwrap(metadata.get("attributes")))
    start, end = nanoseconds(value.get("startTime")), nanoseconds(value.get("endTime"))
    parameters = unwrap(value.get("modelParameters"))
    kind = _kind(value, attributes)
    return Observation(
        id=text_field(value, "id"),
        parent=text_field(value, "parentObservationId"),
        kind=kind,
        name=text_field(attributes, "gen_ai.tool.name", "ai.toolCall.name") or text_field(value, "name"),
        input=_given(value.get("input")),
        output=_given(value.get("output")),
        beside=_beside(metadata, attributes),
        session=session,
        agent=text_field(attributes, *_AGENTS) or graph_agent(metadata),
        start=start,
        end=end,
        times=(iso(start), iso(end)),
        model=text_field(value, "model", "providedModelName"),
        usage=_usage(value) if kind is Kind.MODEL else None,  # of others it is a sum
        call_id=text_field(attributes, *_CALL_IDS) or text_field(metadata, "tool_call_id"),
        error=text_field(value, "statusMessage") if value.get("level") == "ERROR" else "",
        place=place,
        extra=_parameters(parameters),
    )


def _kind(value: Mapping[str, Any], attributes: Mapping[str, Any]) -> Kind:
    known = _KINDS.get(text_field(value, "type"))
    if known is not None:
        return known
    said = kind_of({**attributes, "langfuse.observation.type": attributes.get("langsmith.span.kind")})
    if said is not Kind.OTHER:
        return said
    if _is_tool_message(unwrap(value.get("output"))):
        return Kind.TOOL
    return Kind.AGENT if text_field(attributes, *_AGENTS) else Kind.OTHER


def _is_tool_message(value: Any) -> bool:
    """Whether it is the one result that a tool of LangChain gave."""
    return is_object(value) and value.get("type") == "tool" and "tool_call_id" in value


def _given(value: Any) -> Any:
    """An input or output; what Langfuse writes for none is none."""
    return None if value in ("null", "undefined", "") else value


def _beside(metadata: Mapping[str, Any], attributes: Mapping[str, Any]) -> Content:
    """What the metadata tell of the content, if they tell it."""
    schemas: tuple[Schema, ...] = schemas_of(metadata.get("tools"))
    found = together(read(attributes) for read in _DECODERS) if attributes else Content()
    return together((found, Content(schemas=schemas)))


def _usage(value: Mapping[str, Any]) -> Usage | None:
    """Tokens; what was read from a cache and written to one is not in the input, unless the total says so."""
    details = as_object(unwrap(value.get("usageDetails")))
    old = as_object(unwrap(value.get("usage")))
    fresh = first_count(details, "input", "prompt_tokens", "input_tokens")
    output = first_count(details, "output", "completion_tokens", "output_tokens")
    if fresh is None and output is None:
        fresh = (
            first_count(old, "input", "promptTokens")
            if old
            else first_count(value, "inputUsage", "promptTokens")
        )
        output = first_count(old, "output", "completionTokens")
        output = first_count(value, "outputUsage", "completionTokens") if output is None else output
    read, written = first_count(details, *_READ), first_count(details, *_WRITTEN)
    cached = (read or 0) + (written or 0)
    if fresh is not None and cached and count_field(details, "total") == fresh + (output or 0):
        fresh = max(0, fresh - cached)
    usage = Usage(fresh, read, written, output)
    return usage if any((fresh, read, written, output)) else None


def _parameters(value: Any) -> str:
    """The parameters of a call that were set."""
    given = {key: one for key, one in as_object(value).items() if one not in (None, "")}
    return extra_of({"modelParameters": given}, ()) if given else ""
