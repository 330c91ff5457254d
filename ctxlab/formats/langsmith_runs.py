"""Runs as LangSmith keeps and sends them: found in a document, joined by id, made into observations.

A run may be sent in two: `post` when it begins, `patch` when it ends. Runs may nest as `child_runs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.chat.usage import chat_usage
from ctxlab.formats.dialects.langchain import langchain_usage, stated_usage
from ctxlab.formats.entries import inside, place_of
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.parts.anthropic import usage_of as anthropic_usage
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.sniffing import overall
from ctxlab.formats.traces.calls import Schema
from ctxlab.formats.traces.contents import Content
from ctxlab.formats.traces.graph import conversation_id, graph_agent
from ctxlab.formats.traces.observations import Kind, Observation
from ctxlab.formats.traces.prompts import schemas_of
from ctxlab.formats.traces.spans import iso, nanoseconds
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import NOWHERE, Place
from ctxlab.model.session import Usage

_KINDS = {"llm": Kind.MODEL, "tool": Kind.TOOL, "retriever": Kind.RETRIEVER, "agent": Kind.AGENT}
_LISTS = ("post", "patch", "runs")
_MARKS = ("dotted_order", "trace_id", "inputs", "outputs", "start_time", "session_id")

#: Deeper trees of child runs are cut: nothing nests so deep.
_DEEPEST = 100


@dataclass(slots=True)
class Run:
    """A run on its way out of the file: its fields so far, the run that it stands in, its place.

    `ended` is where its outputs stand, if that is elsewhere.
    """

    fields: dict[str, Any]
    parent: str
    place: Place
    trace: str = ""
    session: str = ""
    ended: Place = NOWHERE


@dataclass(slots=True)
class Runs:
    """The runs of a document by their ids, in file order, and the records that are none."""

    by_id: dict[str, Run] = field(default_factory=dict[str, Run])
    strange: list[Record] = field(default_factory=list[Record])

    def add(self, value: Mapping[str, Any], place: Place, parent: str = "", depth: int = 0) -> None:
        """Takes a run in, or what is new of one that is there, with those that stand in it."""
        fields = dict(value)
        children = fields.pop("child_runs", None)
        own = text_field(fields, "id") or text_field(fields, "dotted_order")[-36:] or f"\0{len(self.by_id)}"
        outer = text_field(fields, "parent_run_id") or parent
        known = self.by_id.get(own)
        if known is None:
            self.by_id[own] = Run(fields, outer, place)
        else:
            known.fields.update({key: one for key, one in fields.items() if one not in (None, {}, [])})
            known.parent = known.parent or outer
            known.ended = place if fields.get("outputs") else known.ended
        for index, child in enumerate(children if is_list(children) and depth < _DEEPEST else []):
            if _is_run(child):
                self.add(child, inside(place, f"/child_runs/{index}"), own, depth + 1)


def _is_run(value: Any) -> bool:
    """Whether the value is a run, or the part of one that is sent when it ends."""
    if not is_object(value):
        return False
    if isinstance(value.get("run_type"), str):
        return any(key in value for key in _MARKS)
    return isinstance(value.get("dotted_order"), str) and "trace_id" in value


def likeness(value: Any) -> float:
    """How much a record looks like runs, 0 to 1."""
    inner = unwrap(value)
    if _is_run(inner):
        return 0.97
    if is_object(inner):
        lists = [inner[key] for key in _LISTS if is_list(inner.get(key))]
        return max((likeness(one) for one in lists), default=0.0)
    if is_list(inner) and inner:
        return overall([0.97 if _is_run(one) else 0.0 for one in inner])
    return 0.0


def runs_of(document: Document) -> Runs:
    """The runs of a document."""
    runs = Runs()
    for record in document.records:
        if not _take(runs, unwrap(record.value), place_of(document, record)):
            runs.strange.append(record)
    _find_sessions(runs.by_id)
    return runs


def observation_of(own: str, run: Run) -> Observation:
    """A run as an observation."""
    fields = run.fields
    metadata = _metadata(fields)
    kind = _KINDS.get(text_field(fields, "run_type").lower(), Kind.OTHER)
    start, end = nanoseconds(fields.get("start_time")), nanoseconds(fields.get("end_time"))
    asked, given = unwrap(fields.get("inputs")), unwrap(fields.get("outputs"))
    parameters = as_object(as_object(fields.get("extra")).get("invocation_params"))
    return Observation(
        id=own,
        parent=run.parent,
        kind=kind,
        name=text_field(fields, "name"),
        input=asked,
        output=given,
        beside=Content(schemas=_schemas(parameters)),
        session=run.session or run.trace,
        agent=graph_agent(metadata),
        start=start,
        end=end,
        times=(iso(start), iso(end)),
        model=_model(metadata, parameters, asked, given),
        usage=_usage(fields, metadata, given) if kind is Kind.MODEL else None,  # of others it is a sum
        call_id=text_field(metadata, "tool_call_id"),
        error=text_field(fields, "error"),
        place=run.place,
        output_place=run.ended,
        extra=extra_of(parameters, ("tools", "functions")) if parameters else "",
    )


def _take(runs: Runs, value: Any, place: Place) -> bool:
    """Takes all runs of a record in; says whether it had any."""
    if _is_run(value):
        runs.add(value, place)
        return True
    if is_list(value):
        return _take_list(runs, value, place)
    if not is_object(value):
        return False
    found = [
        _take_list(runs, value[key], inside(place, f"/{key}")) for key in _LISTS if is_list(value.get(key))
    ]
    return any(found)


def _take_list(runs: Runs, values: list[Any], place: Place) -> bool:
    found = False
    for index, value in enumerate(values):
        inner = unwrap(value)
        at = inside(place, f"/{index}")
        if _is_run(inner):
            runs.add(inner, at)
            found = True
        else:
            runs.strange.append(Record(value, place.line or 1, 0))
    return found


def _find_sessions(runs: Mapping[str, Run]) -> None:
    """Says for each run which trace and which conversation it is part of."""
    sessions: dict[str, str] = {}
    for own, run in runs.items():
        run.trace = _trace(own, run, runs)
        sessions.setdefault(run.trace, "")
        sessions[run.trace] = sessions[run.trace] or conversation_id(_metadata(run.fields))
    for run in runs.values():
        run.session = sessions[run.trace]


def _trace(own: str, run: Run, runs: Mapping[str, Run]) -> str:
    """The id of the trace: as it says, or that of the outermost run around it."""
    stated = text_field(run.fields, "trace_id")
    seen: set[str] = set()
    while not stated and run.parent in runs and own not in seen:
        seen.add(own)
        own, run = run.parent, runs[run.parent]
        stated = text_field(run.fields, "trace_id")
    return stated or run.parent or own


def _model(*places: Any) -> str:
    names = ("ls_model_name", "model", "model_name")
    return next((found for one in places if is_object(one) and (found := text_field(one, *names))), "")


def _schemas(parameters: Mapping[str, Any]) -> tuple[Schema, ...]:
    return schemas_of(parameters.get("tools")) or schemas_of(parameters.get("functions"))


def _usage(fields: Mapping[str, Any], metadata: Mapping[str, Any], given: Any) -> Usage | None:
    """What the provider said, wherever a tracer or a framework put it."""
    output = as_object(given)
    stated: Iterable[Any] = (output.get("usage_metadata"), metadata.get("usage_metadata"))
    for one in stated:
        if is_object(one) and (usage := stated_usage(one)):
            return usage
    for message in _messages(output):
        if usage := langchain_usage(message):
            return usage
    counted = as_object(as_object(output.get("llm_output")).get("token_usage"))
    return chat_usage(counted, output) or anthropic_usage(output.get("usage")) or chat_usage(fields, {})


def _messages(output: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """The messages of LangChain in an output."""
    generations: Any = output.get("generations")
    while is_list(generations) and generations:
        generations = generations[0]
    for one in (as_object(generations).get("message"), output.get("output"), output.get("message"), output):
        if is_object(one):
            yield one


def _metadata(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    return as_object(as_object(fields.get("extra")).get("metadata"))
