"""A look over the requests of a session: what rows were asked for, how much stays equal at the head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median_low

from ctxlab.analysis.lint.prefix import stable_prefix
from ctxlab.analysis.row_stats import demand
from ctxlab.engine.pipeline import Examined
from ctxlab.model.items import Row, Source
from ctxlab.model.lint import Asked, RowAsked
from ctxlab.model.session import Request
from ctxlab.model.trace import Trace

#: Requests times items beyond which not every request is looked at: that many builds take about a minute.
MOST_WORK = 300_000


def chosen(requests: Sequence[Request], items: int, most: int = MOST_WORK) -> tuple[Request, ...]:
    """The requests to look at: all, or of a long session as many neighbouring pairs as `most` allows.

    The last two are always among them; the pairs are spread evenly.
    """
    if len(requests) * items <= most or len(requests) <= 2:
        return tuple(requests)
    pairs = max(1, most // max(1, items) // 2)
    last = len(requests) - 2
    starts = {last, *(last * at // (pairs - 1) for at in range(pairs - 1))}
    places = sorted({place for start in starts for place in (start, start + 1)})
    return tuple(requests[place] for place in places)


@dataclass(slots=True)
class _RowSeen:
    cap: int
    most: int = 0
    at: int = 0
    bound: int = 0
    whole: int = 0


@dataclass(frozen=True, slots=True)
class Break:
    """What broke the head: the source of the item that stood where two contexts part, and its root id."""

    source: Source
    item: str


@dataclass(eq=False)
class Survey:
    """What is known of the requests looked at so far.

    `naive` sums the tokens of all candidates at each request, as who counts the whole history anew counts
    them; `once` are those of the largest request, each counted once. `lost` counts for each must-keep the
    requests that lost it, and `judged` those that were judged by it. `stable` holds, for each two
    neighbouring requests, the tokens at the head that stayed and those that there were; `breaks` what it cost
    where they parted.
    """

    limit: int | None = None
    requests: int = 0
    looked: int = 0
    naive: int = 0
    once: int = 0
    largest: int = 0
    lost: dict[str, int] = field(default_factory=dict[str, int])
    judged: dict[str, int] = field(default_factory=dict[str, int])
    stable: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    breaks: dict[Break, int] = field(default_factory=dict[Break, int])
    _rows: dict[Row, _RowSeen] = field(default_factory=dict[Row, _RowSeen])
    _before: Trace | None = None

    def look(self, run: Examined) -> None:
        """Takes in one more request; they come in ascending order."""
        trace = run.trace
        self.looked += 1
        self.naive += trace.totals.gathered
        self.once = max(self.once, trace.totals.gathered)
        self.largest = max(self.largest, trace.totals.constructed)
        self._look_at_rows(run)
        for verdict in trace.must_keeps:
            self.judged[verdict.id] = self.judged.get(verdict.id, 0) + 1
            self.lost[verdict.id] = self.lost.get(verdict.id, 0) + (verdict.lost_at is not None)
        before, self._before = self._before, trace
        if before is not None and before.request + 1 == trace.request:
            self._look_at_head(before, trace)

    @property
    def asked(self) -> Asked:
        """What the rows with a cap were asked for."""
        rows = (RowAsked(row, one.cap, one.most, one.at, one.bound) for row, one in self._rows.items())
        return Asked(tuple(rows), self.looked, self.requests, self.largest, self.limit)

    @property
    def share(self) -> float:
        """What part of the tokens stayed at the head from request to request; 1 where nothing is known."""
        total = sum(of for _, of in self.stable)
        return sum(tokens for tokens, _ in self.stable) / total if total else 1.0

    @property
    def typical(self) -> int:
        """The tokens at the head that stayed, at the middle of all two requests."""
        return median_low(tokens for tokens, _ in self.stable) if self.stable else 0

    @property
    def room(self) -> dict[Row, int]:
        """For each row whose cap turned something away, a cap that would have held all at every request."""
        return {row: one.whole for row, one in self._rows.items() if one.bound}

    def _look_at_rows(self, run: Examined) -> None:
        needed = demand(run.trace)
        for row, queue in run.queues.items():
            if queue.cap is None:
                continue
            seen = self._rows.setdefault(row, _RowSeen(queue.cap))
            asked, given = queue.prefix[-1], queue.cap if queue.given is None else queue.given
            if asked > seen.most:
                seen.most, seen.at = asked, run.trace.request
            seen.bound += asked > given
            # a row that another takes items from into a summary asks for them too once there is none
            seen.whole = max(seen.whole, asked, needed[row])

    def _look_at_head(self, before: Trace, after: Trace) -> None:
        found = stable_prefix(before, after)
        self.stable.append((found.tokens, found.of))
        if found.breaker >= 0 and found.tokens < found.of:
            broke = Break(after.source(found.breaker), after.id(found.breaker))
            self.breaks[broke] = self.breaks.get(broke, 0) + found.of - found.tokens
