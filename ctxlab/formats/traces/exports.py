"""All spans and log records of a document, whatever container each record of it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.entries import each_placed, place_of
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.traces.jaeger import is_jaeger, jaeger_spans
from ctxlab.formats.traces.otlp import is_otlp, logs_of, spans_of
from ctxlab.formats.traces.plain_spans import is_plain_span, plain_spans
from ctxlab.formats.traces.spans import Span, SpanEvent
from ctxlab.formats.values import is_list, is_object


@dataclass(slots=True)
class Export:
    """What a document has: spans, log records, records of nothing but metrics, and others."""

    spans: list[Span] = field(default_factory=list[Span])
    logs: list[SpanEvent] = field(default_factory=list[SpanEvent])
    metrics: int = 0
    strange: list[Record] = field(default_factory=list[Record])


def is_export(value: Any) -> bool:
    """Whether a record holds spans, log records or metrics in any container."""
    return _is_metrics(value) or is_otlp(value) or _are_otlp(value) or is_jaeger(value) or _is_plain(value)


def export_of(document: Document) -> Export:
    """All that is in the document, in file order."""
    export = Export()
    for record in document.records:
        place = place_of(document, record)
        value = record.value
        if is_otlp(value):
            export.spans.extend(spans_of(value, place))
            export.logs.extend(logs_of(value, place))
        elif is_jaeger(value):
            export.spans.extend(jaeger_spans(value, place))
        elif _are_otlp(value):
            for one, at in each_placed(value, place):
                export.spans.extend(spans_of(one, at))
                export.logs.extend(logs_of(one, at))
        elif _is_plain(value):
            export.spans.extend(plain_spans(value, place))
        elif _is_metrics(value):
            export.metrics += 1
        else:
            export.strange.append(record)
    return export


def _is_metrics(value: Any) -> bool:
    """Whether it is what a collector writes beside spans where it exports all to one file."""
    return is_object(value) and is_list(value.get("resourceMetrics"))


def _are_otlp(value: Any) -> bool:
    return is_list(value) and bool(value) and all(is_otlp(one) for one in value)


def _is_plain(value: Any) -> bool:
    listed = value.get("spans", value) if is_object(value) else value
    if is_list(listed):
        flat = [inner for one in listed for inner in (one if is_list(one) else [one])]
        return any(is_plain_span(one) for one in flat)
    return is_plain_span(value)
