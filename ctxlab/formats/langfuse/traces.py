"""Traces of Langfuse: found in a document with their observations, whether nested in them or beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.entries import inside, place_of
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_list
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.sniffing import overall
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Place

# A tuple, not a set: what is looked up may be any JSON value, and not all can be hashed.
_TYPES = (
    *("GENERATION", "SPAN", "EVENT", "AGENT", "TOOL", "CHAIN"),
    *("RETRIEVER", "EMBEDDING", "EVALUATOR", "GUARDRAIL"),
)

#: How its Python client writes the names of fields, where it does not write them as the interface does.
_NAMES = {
    "trace_id": "traceId",
    "parent_observation_id": "parentObservationId",
    "start_time": "startTime",
    "end_time": "endTime",
    "session_id": "sessionId",
    "user_id": "userId",
    "status_message": "statusMessage",
    "usage_details": "usageDetails",
    "model_parameters": "modelParameters",
    "project_id": "projectId",
    "html_path": "htmlPath",
}

#: Fields of which a trace of Langfuse has several, and traces of others none.
_TRACE_FIELDS = ("projectId", "sessionId", "userId", "htmlPath", "bookmarked", "environment", "release")
_MANY = 3

#: So many elements of a list are looked at.
_SAMPLE = 50

#: Where pages of its interface have their traces or observations.
_LISTS = ("data", "traces", "observations")


@dataclass(slots=True)
class Traces:
    """What a document has: traces by id, observations in file order, and records that are neither."""

    traces: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    places: dict[str, Place] = field(default_factory=dict[str, Place])
    observations: list[tuple[dict[str, Any], Place]] = field(
        default_factory=list[tuple[dict[str, Any], Place]]
    )
    strange: list[Record] = field(default_factory=list[Record])


def likeness(value: Any) -> float:
    """How much a record looks like traces or observations of Langfuse, 0 to 1."""
    inner = unwrap(value)
    if is_list(inner) and inner:
        return overall([likeness(one) for one in inner[:_SAMPLE]])
    if not is_object(inner):
        return 0.0
    if _is_observation(inner):
        return 0.95
    observations = inner.get("observations")
    listed: list[Any] = as_list(observations)
    if any(_is_observation(one) for one in listed) or (
        is_list(observations) and is_object(inner.get("trace"))
    ):
        return 0.97
    if _is_trace(inner):
        return 0.95
    return max((likeness(inner[key]) for key in _LISTS if is_list(inner.get(key))), default=0.0)


def traces_of(document: Document) -> Traces:
    """The traces and observations of a document."""
    found = Traces()
    for record in document.records:
        place = place_of(document, record)
        entries = list(_entries(unwrap(record.value), place))
        if not entries:
            found.strange.append(record)
        for value, at in entries:
            if not _take(found, value, at):
                found.strange.append(Record(value, record.line, record.byte))
    return found


def _entries(value: Any, place: Place) -> Iterator[tuple[Any, Place]]:
    """The elements of a list or of a page; else the value itself."""
    if is_list(value):
        for index, one in enumerate(value):
            yield unwrap(one), inside(place, f"/{index}")
        return
    if is_object(value) and not is_object(value.get("trace")) and not _is_trace(value):
        lists = [key for key in _LISTS if is_list(value.get(key))]
        if lists and not _is_observation(value):
            for key in lists:
                yield from _entries(value[key], inside(place, f"/{key}"))
            return
    yield value, place


def _take(found: Traces, value: Any, place: Place) -> bool:
    if not is_object(value):
        return False
    if _is_observation(value):
        found.observations.append((_renamed(value), place))
        return True
    trace = value.get("trace")
    outer = trace if is_object(trace) else value
    listed = value.get("observations", outer.get("observations"))
    inner = unwrap(listed)
    if not (is_object(trace) or _is_trace(value) or (is_list(inner) and any(map(_is_observation, inner)))):
        return False
    own = text_field(outer, "id") or f"\0{len(found.traces)}"
    found.traces.setdefault(own, _renamed(outer))
    found.places.setdefault(own, inside(place, "/trace") if is_object(trace) else place)
    for index, one in enumerate(as_list(inner)):
        at = inside(place, f"/observations/{index}")
        if is_object(one):
            named = _renamed(one)
            found.observations.append((named if named.get("traceId") else {**named, "traceId": own}, at))
        elif not isinstance(one, str):  # lists of traces name their observations by their ids alone
            found.strange.append(Record(one, place.line or 1, 0))
    return True


def _is_observation(value: Any) -> bool:
    if not is_object(value) or value.get("type") not in _TYPES:
        return False
    return any(key in value for key in ("traceId", "startTime", "trace_id", "start_time"))


def _renamed(value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields under the names of the interface."""
    return {_NAMES.get(key, key): one for key, one in value.items()}


def _is_trace(value: Mapping[str, Any]) -> bool:
    """Whether it is a trace by its own fields, without observations."""
    names = {_NAMES.get(key, key) for key in value}
    return names >= {"id", "timestamp"} and len(names.intersection(_TRACE_FIELDS)) >= _MANY
