"""Reads runs of LangSmith: exports, lines, and what its tracer sends.

Each call of a model (a run of type `llm`) is a request. Traces of one conversation (`session_id` or
`thread_id` in their metadata) are one session; all others a session each.
"""

from __future__ import annotations

from ctxlab.errors import FormatError, Where
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.langsmith_runs import Run, likeness, observation_of, runs_of
from ctxlab.formats.noticing import strange_record, with_notes
from ctxlab.formats.protocol import Document
from ctxlab.formats.sniffing import overall
from ctxlab.formats.traces.reading import About, left_out, sessions_from
from ctxlab.model.session import Session

_SAMPLE = 50

#: What of an outermost run says nothing of the session: it is in the items, or for the tracer alone.
_TAKEN = ("inputs", "outputs", "events", "serialized", "start_time", "end_time", "dotted_order", "run_type")


class LangSmithReader:
    """Runs of LangSmith, exported or as its tracer sends them."""

    name = "langsmith"
    title = "LangSmith runs"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the fields that only runs have."""
        return overall([likeness(record.value) for record in document.records[:_SAMPLE]])

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session of each conversation, in file order."""
        runs = runs_of(document)
        if not runs.by_id:
            raise FormatError("there are no runs of LangSmith in it", where=Where(document.file))
        about: dict[str, About] = {}
        for own, run in runs.by_id.items():
            if run.parent not in runs.by_id:
                about.setdefault(run.session or run.trace or own, _about(run))
        observations = [observation_of(own, run) for own, run in runs.by_id.items()]
        sessions = sessions_from(document, self.name, observations, about)
        return with_notes(sessions, (*left_out(observations, sessions), *map(strange_record, runs.strange)))


def _about(run: Run) -> About:
    return About(text_field(run.fields, "name"), extra_of(run.fields, _TAKEN))
