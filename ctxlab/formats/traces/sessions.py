"""Parting what a file records by session, and taking calls once that two libraries recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ctxlab.formats.protocol import Document
from ctxlab.formats.traces.atoms import Key, atoms_of
from ctxlab.formats.traces.calls import Call, Event
from ctxlab.formats.traces.talks import Talk


def sessions_of(
    document: Document, format_name: str, calls: Iterable[Call], events: Iterable[Event] = ()
) -> dict[str, Talk]:
    """A talk of each session by its id, in the order of their first calls as given, then of their events."""
    calls_of: dict[str, list[Call]] = {}
    events_of: dict[str, list[Event]] = {}
    for call in calls:
        calls_of.setdefault(call.session, []).append(call)
    for event in events:
        events_of.setdefault(event.session, []).append(event)
    talks: dict[str, Talk] = {}
    for session in (*calls_of, *(one for one in events_of if one not in calls_of)):
        talks[session] = Talk(document, format_name)
        talks[session].add(_without_doubles(calls_of.get(session, [])), events_of.get(session, ()))
    return talks


def _without_doubles(calls: Sequence[Call]) -> list[Call]:
    """The calls, each once: two with the same input and answer, one inside the other in time, are one.

    Calls without content are never taken for the same.
    """
    kept: list[Call] = []
    said: dict[int, tuple[tuple[Key, ...], ...]] = {}
    active: list[int] = []
    for call in sorted(calls, key=lambda one: (one.start, -one.end)):
        active = [index for index in active if kept[index].end > call.start]
        double = None
        if call.has_content and call.end > call.start:
            for index in active:
                if call.end <= kept[index].end and kept[index].has_content:
                    mine = said.setdefault(len(kept), _said(call))
                    if said.setdefault(index, _said(kept[index])) == mine:
                        double = index
                        break
        if double is None:
            active.append(len(kept))
            kept.append(call)
        else:
            said.pop(len(kept), None)
            kept[double] = _both(kept[double], call)
    return kept


def _said(call: Call) -> tuple[tuple[Key, ...], ...]:
    return tuple(tuple(atom.key for atom in atoms_of(one)) for one in (call.input, call.output))


def _both(one: Call, other: Call) -> Call:
    """One call out of two records of it."""
    return replace(
        one,
        schemas=one.schemas or other.schemas,
        without_tools=one.without_tools or other.without_tools,
        agent=one.agent or other.agent,
        run=one.run or other.run,
        model=one.model or other.model,
        usage=one.usage or other.usage,
        extra=one.extra or other.extra,
    )
