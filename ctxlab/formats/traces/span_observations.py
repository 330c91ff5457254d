"""Spans as observations: what each is of, what was sent and answered in it, by whatever convention."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import first_given
from ctxlab.formats.recorded import parts_of
from ctxlab.formats.traces.contents import Content, is_elided, together
from ctxlab.formats.traces.conventions import by_attributes, by_events, by_old_attributes
from ctxlab.formats.traces.exports import Export
from ctxlab.formats.traces.observations import Kind, Observation
from ctxlab.formats.traces.openinference import by_openinference, by_values, documents_of
from ctxlab.formats.traces.openllmetry import by_entity, by_openllmetry
from ctxlab.formats.traces.reading import About
from ctxlab.formats.traces.span_events import events_by_span, spans_of_logs
from ctxlab.formats.traces.span_kinds import agent_of, kind_of, model_of, session_of, tool_of
from ctxlab.formats.traces.span_usage import rest_of, usage_of
from ctxlab.formats.traces.spans import Attributes, Span, SpanEvent, iso
from ctxlab.formats.traces.tree import SpanTree
from ctxlab.formats.traces.vendors import by_adk, by_ai_sdk, by_pydantic_ai, by_pydantic_ai_tools

#: In the order in which they are believed.
_OF_CALLS: tuple[Callable[[Attributes], Content], ...] = (
    by_attributes,
    by_openllmetry,
    by_openinference,
    by_adk,
    by_ai_sdk,
    by_pydantic_ai_tools,
    by_old_attributes,
)
#: What they say of whatever was in a span.
_OF_ALL: tuple[Callable[[Attributes], Content], ...] = (by_pydantic_ai, by_entity, by_values)

#: How attributes with content begin.
_TELLING = (
    *("gen_ai.input", "gen_ai.output", "gen_ai.prompt", "gen_ai.completion", "gen_ai.system_instructions"),
    *("llm.input", "llm.output", "llm.prompts", "llm.completions", "input.value", "output.value", "events"),
    *("ai.prompt", "ai.response", "traceloop.entity", "pydantic_ai.", "all_messages", "gcp.vertex.agent.llm"),
)

_ARGUMENTS = (
    "gen_ai.tool.call.arguments",
    "gcp.vertex.agent.tool_call_args",
    "ai.toolCall.args",
    "tool.parameters",
    "input.value",
    "traceloop.entity.input",
)
_RESULTS = (
    "gen_ai.tool.call.result",
    "gcp.vertex.agent.tool_response",
    "ai.toolCall.result",
    "output.value",
    "traceloop.entity.output",
)
_CALL_IDS = ("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool.id")


@dataclass(frozen=True, slots=True)
class Seen:
    """The observations in file order, what is known of each session, and counts of what was odd."""

    observations: tuple[Observation, ...]
    about: dict[str, About]
    repeated: int
    cycles: int
    loose: int


def observations_of(export: Export) -> Seen:
    """The spans of an export as observations, each once, with the events and log records of each."""
    spans = _once(export.spans)
    kinds = [kind_of(span.attributes) for span in spans]
    events, loose = events_by_span(spans, [kind is Kind.MODEL for kind in kinds], export.logs)
    told, left = spans_of_logs(loose)
    for span in told:
        events[len(spans)] = list(span.events)
        spans.append(span)
        kinds.append(kind_of(span.attributes))
    tree = SpanTree(
        [_key(span.trace, span.id) for span in spans], [_key(span.trace, span.parent) for span in spans]
    )
    sessions = _sessions(spans, tree)
    found: list[Observation] = []
    for index, span in enumerate(spans):
        parent = tree.parent[index]
        outer = spans[parent] if parent >= 0 else None
        if outer is not None and kinds[index] is Kind.TOOL and _is_same_tool(span, outer):
            kinds[index] = Kind.OTHER  # a layer below records the run once more
        read = _observation(span, kinds[index], events.get(index, ()))
        around = next((one for one in tree.ancestors(index) if kinds[one] is Kind.AGENT), None)
        if kinds[index] is Kind.MODEL and around is not None:
            read = replace(read, beside=_with_agents(read.beside, spans[around].attributes))
        key = _key(outer.trace, outer.id) if outer is not None else ""
        found.append(replace(read, parent=key, session=sessions[index]))
    about = _about(spans, kinds, sessions)
    return Seen(tuple(found), about, len(export.spans) + len(told) - len(spans), tree.cycles, left)


def _observation(span: Span, kind: Kind, events: Sequence[SpanEvent]) -> Observation:
    attributes = span.attributes
    content = Content() if kind in (Kind.TOOL, Kind.RETRIEVER) else _content(attributes, kind, events)
    is_call = kind is Kind.MODEL
    return Observation(
        id=_key(span.trace, span.id),
        kind=kind,
        name=(tool_of(attributes) if kind is Kind.TOOL else "") or span.name,
        input=first_given(attributes, _ARGUMENTS) if kind is Kind.TOOL else None,
        output=_given(attributes, kind, events),
        beside=content,
        agent=agent_of(attributes),
        start=span.start,
        end=span.end,
        times=(iso(span.start), iso(span.end)),
        model=model_of(attributes),
        usage=usage_of(attributes) if is_call else None,  # an agent's is the sum of its calls'
        call_id=text_field(attributes, *_CALL_IDS),
        error=span.error,
        place=span.place,
        extra=rest_of(attributes, {"span": span.name, "error": span.error}) if is_call else "",
    )


def _content(attributes: Attributes, kind: Kind, events: Sequence[SpanEvent]) -> Content:
    """What a span tells; of a call the whole of input and output counts only where nothing else is told."""
    if kind is Kind.OTHER and not events and not any(name.startswith(_TELLING) for name in attributes):
        return Content()  # most spans of real exports are of HTTP and the like
    found = together((*(read(attributes) for read in _OF_CALLS), by_events(events)))
    if kind is Kind.MODEL and (found.input or found.output):
        return found
    return together((found, *(read(attributes) for read in _OF_ALL)))


def _given(attributes: Attributes, kind: Kind, events: Sequence[SpanEvent]) -> Any:
    """What a tool gave, or a search found; None of other spans."""
    if kind is Kind.RETRIEVER:
        return documents_of(attributes) or None
    if kind is not Kind.TOOL:
        return None
    result = first_given(attributes, _RESULTS)
    if result is None:
        told = together((by_attributes(attributes), by_events(events))).output
        parts = [part for one in told for part in parts_of(one)]
        result = "\n".join(part.text for part in parts) if parts else None
    return None if is_elided(result) else result


def _with_agents(content: Content, agent: Attributes) -> Content:
    """A call's content, with the instructions and tools that only the agent around it tells."""
    told = by_attributes(agent)
    return replace(content, system=content.system or told.system, schemas=content.schemas or told.schemas)


def _sessions(spans: Sequence[Span], tree: SpanTree) -> list[str]:
    """The conversation of each span: its own, that of a span around it, of its trace, or else its trace."""
    own = [session_of(span.attributes) for span in spans]
    of_trace: dict[str, set[str]] = {}
    for span, session in zip(spans, own, strict=True):
        of_trace.setdefault(span.trace, set()).update({session} - {""})
    found: list[str] = []
    for index, span in enumerate(spans):
        around = next((own[one] for one in tree.ancestors(index) if own[one]), "")
        told = of_trace[span.trace]
        found.append(own[index] or around or (next(iter(told)) if len(told) == 1 else span.trace))
    return found


def _about(spans: Sequence[Span], kinds: Sequence[Kind], sessions: Sequence[str]) -> dict[str, About]:
    """Of each session its name, where it has one, and the program that its first call ran in."""
    about: dict[str, About] = {}
    for span, kind, session in zip(spans, kinds, sessions, strict=True):
        if kind is Kind.MODEL and session not in about:
            title = session if session != span.trace else ""
            about[session] = About(title, extra_of({"resource": span.resource} if span.resource else {}, ()))
    return about


def _once(spans: Sequence[Span]) -> list[Span]:
    """Each span once, where one was exported again: as the record that says more."""
    kept: dict[tuple[str, str, str, int], Span] = {}
    for number, span in enumerate(spans):
        key = (span.trace, span.id or f"#{number}", span.name, span.start)
        other = kept.get(key)
        if other is None or len(other.attributes) < len(span.attributes):
            kept[key] = span
    return list(kept.values())


def _is_same_tool(span: Span, outer: Span) -> bool:
    name = tool_of(span.attributes)
    return kind_of(outer.attributes) is Kind.TOOL and name == tool_of(outer.attributes)


def _key(trace: str, id_: str) -> str:
    return f"{trace}:{id_}" if id_ else ""
