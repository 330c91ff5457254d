"""The root cause of what became of a text, from the trace of a run alone."""

from __future__ import annotations

from dataclasses import replace

from ctxlab.analysis.asked import any_text
from ctxlab.analysis.causes import diagnose
from ctxlab.analysis.survival import Judge
from ctxlab.model.cause import Diagnosis
from ctxlab.model.profile import Profile
from ctxlab.model.session import Request, Session, Snapshot
from ctxlab.model.trace import Trace


def diagnosed_alone(trace: Trace, text: str) -> Diagnosis:
    """What became of a text that items of the run hold.

    A trace names no order of its rows and knows nothing of what came after its request: the diagnosis tells
    neither.
    """
    pool = trace.pool
    items = tuple(item for at, item in enumerate(pool.items) if at not in pool.derived_from)
    count = len(items)
    live = ((0, count - 1),) if count else ()
    chain = items[-1].chain if items else ""
    request = Request(trace.request, max(pool.turn, default=0), count, live, chain)
    session = Session(trace.session, items, (request,))
    one = any_text(text, items)
    found = diagnose(trace, Snapshot(session, request), Profile(), one, Judge())
    return replace(found, order=None)
