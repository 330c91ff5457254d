"""Reader of MLflow traces: spans whose inputs and outputs are JSON text in attributes.

Traces that MLflow names one session of are one session here, all others a session each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import count_field, extra_of, text_field
from ctxlab.formats.lookups import as_object, decoded
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.traces.contents import Content, recorded_list
from ctxlab.formats.traces.observations import Kind, Observation
from ctxlab.formats.traces.otlp import attributes_of, otlp_span, status_error
from ctxlab.formats.traces.plain_spans import is_plain_span, plain_spans
from ctxlab.formats.traces.prompts import schemas_of
from ctxlab.formats.traces.reading import About, sessions_from
from ctxlab.formats.traces.spans import Span, iso
from ctxlab.formats.usages import stated
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place
from ctxlab.model.session import Session, Usage

_SAMPLE = 20
_SURE = 0.97

_KINDS = {
    "LLM": Kind.MODEL,
    "CHAT_MODEL": Kind.MODEL,
    "AGENT": Kind.AGENT,
    "TOOL": Kind.TOOL,
    "RETRIEVER": Kind.RETRIEVER,
    "RERANKER": Kind.RETRIEVER,
}
_SESSIONS = ("mlflow.trace.session", "session_id")


class MlflowReader:
    """Traces of MLflow, as its client and its server write them as JSON."""

    name = "mlflow"
    title = "MLflow trace"
    experimental = True

    def sniff(self, document: Document) -> float:
        """The share of records that are traces with MLflow's own attributes."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        return _SURE * sum(1 for one in values if _spans_of(one)) / len(values) if values else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session of each that MLflow names, and of each trace that belongs to none."""
        observations: list[Observation] = []
        about: dict[str, About] = {}
        strange: list[Record] = []
        for record, place in entries_of(document):
            found = _spans_of(record.value)
            if not found:
                strange.append(record)
                continue
            known: Mapping[str, Any] = as_object(record.value.get("info"))
            trace = text_field(known, "trace_id", "request_id") or str(place)
            session = _session(known) or trace
            about.setdefault(
                session, About(_title(known), extra_of(known, ("request_preview", "response_preview")))
            )
            observations.extend(_observations(found, trace, session, place))
        if not observations:
            raise FormatError("there are no traces of MLflow in it", where=Where(document.file))
        return with_strange(sessions_from(document, self.name, observations, about), strange)


def _spans_of(value: Any) -> list[tuple[dict[str, Any], str]]:
    """The spans of a trace with their pointers; none where the value is no trace of MLflow."""
    if not is_object(value):
        return []
    data = value.get("data")
    listed = data.get("spans") if is_object(data) else value.get("spans")
    path = "/data/spans" if is_object(data) else "/spans"
    spans = (
        [(one, f"{path}/{i}") for i, one in enumerate(listed) if is_object(one)] if is_list(listed) else []
    )
    is_own = any(
        key.startswith("mlflow.") for one, _ in spans for key in attributes_of(one.get("attributes"))
    )
    return spans if is_own else []


def _observations(
    spans: list[tuple[dict[str, Any], str]], trace: str, session: str, place: Place
) -> Iterator[Observation]:
    for record, path in spans:
        where = inside(place, path)
        span = next(plain_spans(record, where)) if is_plain_span(record) else otlp_span(record, where)
        yield _observation(
            replace(span, error=span.error or status_error(record.get("status"))), trace, session
        )


def _observation(span: Span, trace: str, session: str) -> Observation:
    """One span; its attributes are JSON text each."""
    told = {name: decoded(value) for name, value in span.attributes.items()}
    kind = _KINDS.get(text_field(told, "mlflow.spanType").upper(), Kind.OTHER)
    rest = {name: one for name, one in told.items() if not name.startswith("mlflow.")}
    return Observation(
        id=f"{trace}:{span.id}",
        parent=f"{trace}:{span.parent}" if span.parent else "",
        kind=kind,
        name=text_field(told, "mlflow.spanFunctionName") or span.name,
        input=told.get("mlflow.spanInputs"),
        output=told.get("mlflow.spanOutputs"),
        beside=Content(
            recorded_list(told.get("mlflow.chat.messages")), schemas=schemas_of(told.get("mlflow.chat.tools"))
        ),
        session=session,
        agent=span.name if kind is Kind.AGENT else "",
        start=span.start,
        end=span.end,
        times=(iso(span.start), iso(span.end)),
        model=text_field(told, "mlflow.llm.model", "model") or _model(told.get("mlflow.spanInputs")),
        usage=_usage(told.get("mlflow.chat.tokenUsage")) if kind is Kind.MODEL else None,
        error=span.error,
        place=span.place,
        extra=extra_of(rest, ()),
    )


def _model(value: Any) -> str:
    return text_field(as_object(value), "model")


def _usage(value: Any) -> Usage | None:
    if not is_object(value):
        return None
    return stated(Usage(input=count_field(value, "input_tokens"), output=count_field(value, "output_tokens")))


def _session(info: Mapping[str, Any]) -> str:
    for key in ("trace_metadata", "request_metadata", "tags"):
        inner = info.get(key)
        if is_object(inner) and text_field(inner, *_SESSIONS):
            return text_field(inner, *_SESSIONS)
    return ""


def _title(info: Mapping[str, Any]) -> str:
    return text_field(as_object(info.get("tags")), "mlflow.traceName")
