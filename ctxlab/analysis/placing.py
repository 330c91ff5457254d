"""Where in a built context an item stands: how much is before it, and how much after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ctxlab.model.decision import Stage
from ctxlab.model.items import Source
from ctxlab.model.trace import Trace

#: The roles of messages that tell a model what it is to be.
_SYSTEM = ("system", "developer")


class Place(NamedTuple):
    """Where an item stands: the tokens before it, the share of the context after it, whether it opens it.

    What opens a context is the system part that stands first: there models look, however much follows.
    """

    depth: int = 0
    follows: float = 0.0
    opens: bool = False


class Places:
    """The places of all items in the context of one run.

    What goes beside the messages (tools, a system part) counts as before all of them. Within one message the
    items stand in order, each with the tokens that it holds; what connects them stands before all.
    """

    def __init__(self, trace: Trace) -> None:
        self._total = trace.totals.constructed
        self._opening = frozenset(_opening(trace))
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

    def place(self, position: int) -> Place:
        """Where an item stands; of one that is not in the context nothing is known."""
        span = self._spans.get(position)
        if span is None or self._total <= 0:
            return Place()
        start, end = span
        follows = max(0, self._total - end) / self._total
        return Place(max(0, start), follows, position in self._opening)

    def after(self, position: int) -> int:
        """How many tokens stand before the end of an item, -1 where it is not in the context."""
        span = self._spans.get(position)
        return -1 if span is None else span[1]


def _opening(trace: Trace) -> Iterator[int]:
    """The items of the system part at the head: beside the messages, in the system messages that come first.

    In a message of another role, as where all is laid out as one text, the system prompt that begins it.
    """
    for part in trace.outside:
        yield from part.positions
    for message in trace.context:
        if message.value.get("role") in _SYSTEM:
            yield from message.positions
            continue
        for position in message.positions:
            if trace.source(position) is not Source.SYSTEM_PROMPT:
                break
            yield position
        return
