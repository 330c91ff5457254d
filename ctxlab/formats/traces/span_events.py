"""Which call each event and log record with content belongs to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from ctxlab.formats.traces.conventions import fields_of, is_content_event
from ctxlab.formats.traces.spans import Span, SpanEvent


def events_by_span(
    spans: Sequence[Span], is_call: Sequence[bool], logs: Sequence[SpanEvent]
) -> tuple[dict[int, list[SpanEvent]], list[SpanEvent]]:
    """The events and log records that have content by the position of their span, and records without one.

    A record that names no span belongs to the only call of its trace at that time, or without a trace to the
    only one in the file.
    """
    found: dict[int, list[SpanEvent]] = {}
    for index, span in enumerate(spans):
        told = [event for event in span.events if is_content_event(event)]
        if told:
            found[index] = told
    by_id = {(span.trace, span.id): index for index, span in reversed(list(enumerate(spans)))}
    by_span = {span.id: index for index, span in reversed(list(enumerate(spans)))}
    at_time = _AtTime(spans, is_call)
    loose: list[SpanEvent] = []
    told_by_logs: dict[int, list[SpanEvent]] = {}
    for log in logs:
        if not is_content_event(log):
            continue
        owner = by_id.get((log.trace, log.span)) if log.trace else by_span.get(log.span)
        if owner is None and not log.span:
            owner = at_time.only(log)
        if owner is None:
            loose.append(log)
        else:
            told_by_logs.setdefault(owner, []).append(log)
    for index, told in told_by_logs.items():
        found.setdefault(index, told)  # what a span tells itself comes first
    return found, loose


def spans_of_logs(logs: Sequence[SpanEvent]) -> tuple[list[Span], int]:
    """Spans that are not in the file, of which log records tell; and how many records tell of none.

    Records of one span make one; a record without a span makes one only where it tells a whole call.
    """
    groups: dict[tuple[str, str], list[SpanEvent]] = {}
    loose = 0
    for number, log in enumerate(logs):
        if log.span:
            groups.setdefault((log.trace, log.span), []).append(log)
        elif "gen_ai.input.messages" in fields_of(log):
            groups[log.trace, f"record {number}"] = [log]
        else:
            loose += 1
    return [_span(trace, id_, told) for (trace, id_), told in groups.items()], loose


def _span(trace: str, id_: str, logs: Sequence[SpanEvent]) -> Span:
    times = [log.time for log in logs if log.time]
    attributes = {name: value for log in logs for name, value in log.attributes.items()}
    return Span(
        trace,
        id_,
        start=min(times, default=0),
        end=max(times, default=0),
        attributes={"gen_ai.operation.name": "chat", **attributes},
        events=logs,
        place=logs[0].place,
    )


class _AtTime:
    """Finds the calls at a time, by trace; under no trace all."""

    def __init__(self, spans: Sequence[Span], is_call: Sequence[bool]) -> None:
        self._of: dict[str, list[tuple[int, int, int]]] = {}
        for index, span in enumerate(spans):
            if is_call[index]:
                for trace in {span.trace, ""}:
                    self._of.setdefault(trace, []).append((span.start, span.end, index))
        self._latest: dict[str, list[int]] = {}
        for trace, calls in self._of.items():
            calls.sort()
            self._latest[trace] = list(accumulate((end for _, end, _ in calls), max))

    def only(self, log: SpanEvent) -> int | None:
        """The one call of the record's trace (of the file, where it names none) at its time.

        Of calls in each other the innermost counts.
        """
        calls, latest = self._of.get(log.trace, []), self._latest.get(log.trace, [])
        at = bisect_right(calls, (log.time + 1, 0, -1)) - 1
        around: list[tuple[int, int, int]] = []
        while at >= 0 and latest[at] >= log.time:
            if calls[at][1] >= log.time:
                around.append(calls[at])
            at -= 1
        if not around:
            return None
        inner = around[0]
        return inner[2] if all(call[1] >= inner[1] for call in around) else None
