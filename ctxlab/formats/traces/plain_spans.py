"""Spans as SDKs and tools write them one by one, without OTLP's frame around them.

Python's console exporter (`context`, `parent_id`, ISO times), spans of JavaScript's SDK (`traceId`, and a
`duration` in microseconds or as a pair), rows of Phoenix (`context.trace_id`, attributes in each other) and
of Logfire (`span_name`, `start_timestamp`), Zipkin's lists (`tags`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab.formats.entries import inside
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_object, first_given, objects_in
from ctxlab.formats.traces.otlp import attributes_of, status_error
from ctxlab.formats.traces.spans import Attributes, Span, SpanEvent, nanoseconds, span_id
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place

_TRACE = ("trace_id", "traceId", "context.trace_id")
_SPAN = ("span_id", "spanId", "context.span_id", "id")
_PARENT = ("parent_id", "parentId", "parentSpanId", "parent_span_id")
_NAME = ("name", "span_name")
_START = (
    "start_timestamp",
    "start_time",
    "startTime",
    "timestamp",
    "start_time_unix_nano",
    "startTimeUnixNano",
)
_END = ("end_timestamp", "end_time", "endTime", "end_time_unix_nano", "endTimeUnixNano")

_ATTRIBUTES = ("attributes", "tags")

#: Attributes that some write as objects in each other instead of as names with dots.
_NESTED = ("llm", "gen_ai", "input", "output", "retrieval", "openinference", "session", "tool", "agent")


def is_plain_span(value: Any) -> bool:
    """Whether the value is one span."""
    if not is_object(value) or not is_object(first_given(value, _ATTRIBUTES)):
        return False
    return isinstance(first_given(value, _NAME), str) and bool(_id(value, _TRACE) and _id(value, _SPAN))


def plain_spans(value: Any, place: Place) -> Iterator[Span]:
    """The spans that the value is, or holds in a list, perhaps as `spans` of an object."""
    path = ""
    if is_object(value) and is_list(value.get("spans")):
        value, path = value["spans"], "/spans"
    if is_list(value):
        for index, one in enumerate(value):
            where = inside(place, f"{path}/{index}")
            if is_list(one):  # a list of traces
                yield from plain_spans(one, where)
            elif is_plain_span(one):
                yield _span(one, where)
    elif is_plain_span(value):
        yield _span(value, place)


def _span(record: Mapping[str, Any], place: Place) -> Span:
    start = nanoseconds(first_given(record, _START))
    end = nanoseconds(first_given(record, _END))
    duration = record.get("duration")
    if not end and start and is_list(duration):
        end = start + nanoseconds(duration)
    elif not end and start and isinstance(duration, (int, float)) and 0 <= duration < 10**15:
        end = start + int(duration * 1000)
    return Span(
        _id(record, _TRACE),
        _id(record, _SPAN),
        span_id(first_given(record, _PARENT))
        or span_id(as_object(record.get("parentSpanContext")).get("spanId")),
        text_field(record, *_NAME),
        start,
        end,
        _flat(attributes_of(first_given(record, _ATTRIBUTES))),
        tuple(_event(one) for one in objects_in(record.get("events"))),
        status_error(record.get("status")) or _status(record),
        attributes_of(as_object(record.get("resource")).get("attributes")),
        place,
    )


def _id(record: Mapping[str, Any], names: tuple[str, ...]) -> str:
    found = first_given(record, names)
    if found is None:
        found = first_given(as_object(record.get("context")), names) or first_given(
            as_object(record.get("spanContext")), names
        )
    return span_id(found)


def _event(record: Mapping[str, Any]) -> SpanEvent:
    time = nanoseconds(first_given(record, ("timestamp", "time", "timeUnixNano", "time_unix_nano")))
    return SpanEvent(text_field(record, "name"), time, attributes_of(record.get("attributes")))


def _status(record: Mapping[str, Any]) -> str:
    """What Phoenix says of the end of a span."""
    if record.get("status_code") == "ERROR":
        return text_field(record, "status_message") or "error"
    return ""


def _flat(attributes: Attributes) -> Attributes:
    """The attributes by names with dots, as the conventions have them."""
    flat: dict[str, Any] = {}
    for key, value in attributes.items():
        if key in _NESTED and is_object(value):
            flat.update(_paths(value, f"{key}."))
        else:
            flat[key] = value
    return flat


def _paths(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    pairs = value.items() if is_object(value) else enumerate(value)
    for key, one in pairs:
        if one and (is_object(one) or (is_list(one) and all(is_object(inner) for inner in one))):
            yield from _paths(one, f"{path}{key}.")
        else:
            yield f"{path}{key}", one
