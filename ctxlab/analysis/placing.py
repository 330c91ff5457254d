"""Where in a built context an item stands: how much is before it, and how much after."""

from __future__ import annotations

from ctxlab.model.decision import Stage
from ctxlab.model.trace import Trace


class Places:
    """The places of all items in the context of one run.

    What goes beside the messages (tools, a system part) counts as before all of them. Within one message the
    items stand in order, each with the tokens that it holds; what connects them stands before all.
    """

    def __init__(self, trace: Trace) -> None:
        self._total = trace.totals.constructed
        self._spans: dict[int, tuple[int, int]] = {}
        tokens = trace.stage(Stage.CONSTRUCT).tokens
        carriers = [(one.tokens, one.positions) for one in trace.outside]
        carriers += [(one.tokens, one.positions) for one in trace.context]
        end = 0
        for held, positions in carriers:
            end += held
            at = end - sum([tokens[position] for position in positions])
            for position in positions:
                self._spans[position] = (at, at + tokens[position])
                at += tokens[position]

    def place(self, position: int) -> tuple[int, float]:
        """How many tokens stand before an item, and what share of the context stands after it.

        Both are 0 for an item that is not in the context.
        """
        span = self._spans.get(position)
        if span is None or self._total <= 0:
            return (0, 0.0)
        start, end = span
        return (max(0, start), max(0, self._total - end) / self._total)

    def after(self, position: int) -> int:
        """How many tokens stand before the end of an item, -1 where it is not in the context."""
        span = self._spans.get(position)
        return -1 if span is None else span[1]


def place(trace: Trace, position: int) -> tuple[int, float]:
    """The depth of an item in tokens, and the share of the context that follows it; see `Places`."""
    return Places(trace).place(position)
