"""Reads traces of Langfuse: one with its observations, pages and lists of them, or bare observations.

Each call of a model is a request, of whichever library recorded it; what repeats the history is read once.
Traces of one `sessionId` are one session, all others a session each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.langfuse.observations import observation_of
from ctxlab.formats.langfuse.traces import Traces, likeness, traces_of
from ctxlab.formats.noticing import strange_record, with_notes
from ctxlab.formats.protocol import Document
from ctxlab.formats.sniffing import overall
from ctxlab.formats.traces.observations import Observation
from ctxlab.formats.traces.reading import About, left_out, sessions_from
from ctxlab.formats.values import unwrap
from ctxlab.model.session import Session

_SAMPLE = 50

#: Fields of a trace that are in the items.
_TAKEN = ("input", "output", "observations", "name")


class LangfuseReader:
    """Traces of Langfuse with their observations."""

    name = "langfuse"
    title = "Langfuse traces"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the fields that only its traces and observations have."""
        return overall([likeness(record.value) for record in document.records[:_SAMPLE]])

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session of each conversation, in file order."""
        found = traces_of(document)
        if not (found.traces or found.observations):
            raise FormatError("there are no traces of Langfuse in it", where=Where(document.file))
        about: dict[str, About] = {}
        for own, trace in found.traces.items():
            about.setdefault(text_field(trace, "sessionId") or own, _about(trace))
        observations = _observations(found)
        sessions = sessions_from(document, self.name, observations, about)
        return with_notes(sessions, (*left_out(observations, sessions), *map(strange_record, found.strange)))


def _observations(found: Traces) -> list[Observation]:
    """All observations; a trace that has none is one itself."""
    told: set[str] = set()
    read: list[Observation] = []
    for value, place in found.observations:
        trace = text_field(value, "traceId")
        told.add(trace)
        known: Mapping[str, Any] = found.traces.get(trace, value)
        read.append(observation_of(value, text_field(known, "sessionId") or trace, place))
    for own, trace_value in found.traces.items():
        if own not in told:
            session = text_field(trace_value, "sessionId") or own
            whole = {**trace_value, "startTime": trace_value.get("timestamp")}
            read.append(observation_of(whole, session, found.places[own]))
    return read


def _about(trace: Mapping[str, Any]) -> About:
    opened = {key: unwrap(one) for key, one in trace.items() if one not in (None, [], {}, "", "[]")}
    return About(text_field(trace, "name"), extra_of(opened, _TAKEN))
