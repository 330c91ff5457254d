"""Since which request a must-keep is missing, found by building the requests before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ctxlab.analysis.survival import Judge
from ctxlab.model.marks import MustKeep
from ctxlab.model.session import Request
from ctxlab.model.trace import Trace


def lost_since(
    trace_of: Callable[[Request], Trace],
    requests: Sequence[Request],
    one: MustKeep,
    judge: Judge,
    told: Callable[[int], None] = lambda _: None,
) -> Request | None:
    """The first request of the loss that lasts until the last of these requests of one chain, in order.

    The requests are built one by one from the last back, until one has it, or it was not said yet; `told` is
    called with how many are built. None where the last has it, or it cannot be judged there.
    """
    since: Request | None = None
    for built, request in enumerate(reversed(requests), 1):
        held = judge.held(trace_of(request), one)
        told(built)
        if held is None or held.kept:
            break
        since = request
    return since
