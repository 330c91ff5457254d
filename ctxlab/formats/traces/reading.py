"""From the observations of a file to its sessions, as all readers of traces give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ctxlab.errors import FormatError, Where
from ctxlab.formats.jsonl import RAW_LIMIT
from ctxlab.formats.protocol import Document
from ctxlab.formats.traces.conversations import conversations
from ctxlab.formats.traces.observations import Kind, Observation
from ctxlab.formats.traces.sessions import sessions_of
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Place
from ctxlab.model.session import Session


@dataclass(frozen=True, slots=True)
class About:
    """What a trace says of a whole session: its title, and all else as a JSON object."""

    title: str = ""
    extra: str = ""


def sessions_from(
    document: Document, format_name: str, observations: Sequence[Observation], about: Mapping[str, About]
) -> tuple[Session, ...]:
    """The sessions in the observations, in file order.

    Raises:
        FormatError: There is nothing in them that was said.
    """
    found = conversations(observations)
    talks = sessions_of(document, format_name, found.calls, found.events)
    if not talks:
        raise FormatError("there is no call of a model in it", where=Where(document.file))
    for session, error in found.failed:
        if session in talks:
            talks[session].builder.note("call_failed", text=error[:RAW_LIMIT])
    inferred = [call.session for call in found.calls if call.inferred]
    for session in dict.fromkeys(inferred):
        talks[session].builder.note("inputs_inferred", severity="info", count=inferred.count(session))
    if found.empty:
        next(iter(talks.values())).builder.note("traces_empty", severity="info", count=found.empty)
    return tuple(
        talk.finish(title=known.title, extra=known.extra)
        for session, talk in talks.items()
        for known in (about.get(session, About()),)
    )


def left_out(observations: Sequence[Observation], sessions: Iterable[Session]) -> tuple[Diagnostic, ...]:
    """Says how many observations beside calls of a model were not read: chains, mostly, that repeat these.

    One of which anything stands in the sessions, such as the system prompt, was read.
    """
    told = {one.session for one in observations if one.kind is Kind.MODEL}
    others = [one for one in observations if one.kind is Kind.OTHER and one.session in told]
    read = {item.place for one in sessions for item in one.items} if others else set[Place]()
    count = sum(1 for one in others if read.isdisjoint(one.places))
    return (Diagnostic("spans_left_out", numbers=(("count", count),), severity="info"),) if count else ()
