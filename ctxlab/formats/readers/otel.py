"""Reader of OpenTelemetry traces of agents: GenAI conventions, OpenLLMetry, OpenInference, makers' own."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.errors import FormatError, Where
from ctxlab.formats.noticing import strange_record, with_notes
from ctxlab.formats.protocol import Document
from ctxlab.formats.traces.exports import export_of, is_export
from ctxlab.formats.traces.reading import left_out, sessions_from
from ctxlab.formats.traces.span_observations import Seen, observations_of
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.97


class OtelReader:
    """Exports of spans: OTLP as JSON, of Tempo, of Jaeger, or spans one by one."""

    name = "otel"
    title = "OpenTelemetry GenAI / OpenInference trace"
    experimental = False

    def sniff(self, document: Document) -> float:
        """The share of records that hold spans or log records."""
        values = [record.value for record in document.records[:_SAMPLE]]
        return _SURE * sum(1 for one in values if is_export(one)) / len(values) if values else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session of each conversation, or of each trace where no conversation is named."""
        export = export_of(document)
        if not (export.spans or export.logs):
            raise FormatError("there are no spans in it", where=Where(document.file))
        seen = observations_of(export)
        sessions = sessions_from(document, self.name, seen.observations, seen.about)
        others = left_out(seen.observations, sessions)
        notes = (*_notes(seen, export.metrics), *others, *map(strange_record, export.strange))
        return with_notes(sessions, notes)


def _notes(seen: Seen, metrics: int) -> Iterator[Diagnostic]:
    """What is odd about the spans."""
    if seen.repeated:
        yield Diagnostic("spans_repeated", numbers=(("count", seen.repeated),), severity="info")
    if seen.cycles:
        yield Diagnostic("span_cycles", numbers=(("count", seen.cycles),))
    if metrics:
        yield Diagnostic("metrics_left_out", numbers=(("count", metrics),), severity="info")
    if seen.loose:
        yield Diagnostic("logs_without_span", numbers=(("count", seen.loose),))
