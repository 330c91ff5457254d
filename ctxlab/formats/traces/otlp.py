"""OTLP as JSON, and Tempo's forms of it: spans and log records under resources and scopes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.entries import inside
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_list, as_object, first_given, objects_in
from ctxlab.formats.traces.spans import Attributes, Span, SpanEvent, nanoseconds, span_id
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place

_SPANS = ("resourceSpans", "resource_spans", "batches")
_LOGS = ("resourceLogs", "resource_logs")
_SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans")
_LOG_SCOPES = ("scopeLogs", "scope_logs", "instrumentationLibraryLogs")
_RECORDS = ("logRecords", "log_records")
#: Under what a request for one trace answers with it.
_WRAPPERS = ("trace", "data", "result")

_ERRORS = (2, "2", "STATUS_CODE_ERROR", "ERROR", "Error")


def is_otlp(value: Any) -> bool:
    """Whether the value is an export of spans or of log records."""
    return _opened(value) is not None


def spans_of(value: Any, place: Place) -> Iterator[Span]:
    """The spans of an export."""
    for record, resource, where in _within(value, place, _SPANS, _SCOPES, ("spans",)):
        yield replace(otlp_span(record, where), resource=resource)


def logs_of(value: Any, place: Place) -> Iterator[SpanEvent]:
    """The log records of an export."""
    for record, _, where in _within(value, place, _LOGS, _LOG_SCOPES, _RECORDS):
        attributes = attributes_of(record.get("attributes"))
        name = text_field(record, "eventName", "event_name") or text_field(attributes, "event.name")
        yield SpanEvent(
            name,
            nanoseconds(first_given(record, ("timeUnixNano", "time_unix_nano")))
            or nanoseconds(first_given(record, ("observedTimeUnixNano", "observed_time_unix_nano"))),
            attributes,
            any_value(record.get("body")),
            span_id(first_given(record, ("traceId", "trace_id"))),
            span_id(first_given(record, ("spanId", "span_id"))),
            where,
        )


def otlp_span(record: Mapping[str, Any], place: Place) -> Span:
    """One span, its names in either spelling."""
    status = record.get("status")
    return Span(
        span_id(first_given(record, ("traceId", "trace_id"))),
        span_id(first_given(record, ("spanId", "span_id"))),
        span_id(first_given(record, ("parentSpanId", "parent_span_id"))),
        text_field(record, "name"),
        nanoseconds(first_given(record, ("startTimeUnixNano", "start_time_unix_nano"))),
        nanoseconds(first_given(record, ("endTimeUnixNano", "end_time_unix_nano"))),
        attributes_of(record.get("attributes")),
        tuple(_event(one) for one in objects_in(record.get("events"))),
        status_error(status),
        place=place,
    )


def status_error(status: Any) -> str:
    """What a status says went wrong: its message, or `error` without one; empty where nothing did."""
    if not is_object(status):
        return ""
    code = first_given(status, ("code", "statusCode", "status_code"))
    return (text_field(status, "message", "description") or "error") if code in _ERRORS else ""


def attributes_of(value: Any) -> Attributes:
    """Attributes as plain values, from a list of keys with typed values or from an object."""
    if is_object(value):
        return {key: any_value(one) for key, one in value.items()}
    listed = objects_in(value)
    return {one["key"]: any_value(one.get("value")) for one in listed if isinstance(one.get("key"), str)}


def any_value(value: Any) -> Any:
    """A typed value as a plain one; what is none is left as it is."""
    if not is_object(value) or len(value) != 1:
        return value
    ((name, inner),) = value.items()
    kind = name.replace("_", "").lower()
    if kind == "intvalue" and isinstance(inner, str):
        return int(inner) if len(inner) < 30 and inner.lstrip("-").isdecimal() else inner
    if kind in ("stringvalue", "intvalue", "doublevalue", "boolvalue", "bytesvalue"):
        return inner
    if kind == "arrayvalue":
        listed = inner.get("values") if is_object(inner) else inner
        return [any_value(one) for one in listed] if is_list(listed) else []
    if kind == "kvlistvalue":
        return dict(attributes_of(inner.get("values") if is_object(inner) else inner))
    return value


def _event(record: Mapping[str, Any]) -> SpanEvent:
    time = nanoseconds(first_given(record, ("timeUnixNano", "time_unix_nano")))
    return SpanEvent(text_field(record, "name"), time, attributes_of(record.get("attributes")))


def _opened(value: Any) -> tuple[dict[str, Any], str] | None:
    """The export in the value and its pointer: the value itself, or what one answer wraps."""
    if not is_object(value):
        return None
    for path in ("", *_WRAPPERS):
        inner = value.get(path) if path else value
        if is_object(inner) and any(_is_batches(inner.get(name)) for name in (*_SPANS, *_LOGS)):
            return inner, f"/{path}" if path else ""
    return None


def _is_batches(value: Any) -> bool:
    return is_list(value) and all(is_object(one) for one in value)


def _within(
    value: Any, place: Place, outer: tuple[str, ...], scopes: tuple[str, ...], records: tuple[str, ...]
) -> Iterator[tuple[dict[str, Any], Attributes, Place]]:
    opened, path = _opened(value) or ({}, "")
    for batch, at_batch in _listed(opened, outer, path):
        about = attributes_of(as_object(batch.get("resource")).get("attributes"))
        for scope, at_scope in _listed(batch, scopes, at_batch):
            for record, at_record in _listed(scope, records, at_scope):
                yield record, about, inside(place, at_record)


def _listed(
    value: Mapping[str, Any], names: tuple[str, ...], path: str
) -> Iterator[tuple[dict[str, Any], str]]:
    for name in names:
        listed = value.get(name)
        for index, one in enumerate(as_list(listed)):
            if is_object(one):
                yield one, f"{path}/{name}/{index}"
