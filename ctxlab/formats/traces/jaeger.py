"""Traces as Jaeger's interface gives them: spans with references, tags and logs; times in microseconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab.formats.entries import inside
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_list, as_object, decoded, objects_in
from ctxlab.formats.traces.spans import Attributes, Span, SpanEvent, span_id
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place


def is_jaeger(value: Any) -> bool:
    """Whether the value is an answer with traces, or one trace."""
    return any(True for _ in _spans(value))


def jaeger_spans(value: Any, place: Place) -> Iterator[Span]:
    """The spans of all traces."""
    for record, path in _spans(value):
        start = _micro(record.get("startTime"))
        tags = _tags(record.get("tags"))
        yield Span(
            span_id(record.get("traceID")),
            span_id(record.get("spanID")),
            _parent(record),
            text_field(record, "operationName"),
            start,
            start + _micro(record.get("duration")),
            tags,
            tuple(_event(one) for one in objects_in(record.get("logs"))),
            _error(tags),
            place=inside(place, path),
        )


def _spans(value: Any) -> Iterator[tuple[dict[str, Any], str]]:
    if not is_object(value):
        return
    data = value.get("data")
    traces = enumerate(data) if is_list(data) else [(-1, value)]
    for index, trace in traces:
        for number, span in enumerate(as_list(as_object(trace).get("spans"))):
            if is_object(span) and "spanID" in span:
                yield span, (f"/data/{index}" if index >= 0 else "") + f"/spans/{number}"


def _parent(record: Mapping[str, Any]) -> str:
    for reference in objects_in(record.get("references")):
        if reference.get("refType") in ("CHILD_OF", "FOLLOWS_FROM", None):
            return span_id(reference.get("spanID"))
    return span_id(record.get("parentSpanID"))


def _event(record: Mapping[str, Any]) -> SpanEvent:
    fields = _tags(record.get("fields"))
    name = text_field(fields, "event", "name", "message")
    return SpanEvent(name, _micro(record.get("timestamp")), fields)


def _tags(value: Any) -> Attributes:
    return {one["key"]: _value(one) for one in objects_in(value) if isinstance(one.get("key"), str)}


def _value(tag: Mapping[str, Any]) -> Any:
    """A tag's value; numbers and flags may stand as text."""
    value = tag.get("value")
    if isinstance(value, str) and tag.get("type") in ("int64", "float64", "bool"):
        return decoded(value)
    return value


def _error(tags: Attributes) -> str:
    if tags.get("otel.status_code") == "ERROR" or tags.get("error") is True:
        return text_field(tags, "otel.status_description", "error.message") or "error"
    return ""


def _micro(value: Any) -> int:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return int(value * 1000) if is_number and 0 <= value < 10**18 else 0
