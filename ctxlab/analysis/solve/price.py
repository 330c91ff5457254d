"""What caps cost: their sum, or how far they are from those there are now."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.analysis.solve.needs import Caps
from ctxlab.analysis.solve.spans import Spans, nearest
from ctxlab.model.solution import Aim


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of a cap of each row. `now` are the caps that are near: those before, or those in want of one.

    By `Aim.SMALLEST` a cap costs its tokens, by `Aim.NEAREST` its distance from the cap now.
    """

    aim: Aim
    now: Caps

    def of(self, row: int, cap: int) -> int:
        """What one cap costs."""
        return cap if self.aim is Aim.SMALLEST else abs(cap - self.now[row])

    def total(self, caps: Caps) -> int:
        """What they cost together."""
        return sum(self.of(row, cap) for row, cap in enumerate(caps))

    def key(self, caps: Caps) -> tuple[int, int, Caps]:
        """Tells which of two is better: what costs less, of equals the smaller sum, then the first row's."""
        return self.total(caps), sum(caps), caps

    def cheapest(self, row: int, spans: Spans) -> int:
        """The cheapest of some caps, of which there is one at least."""
        if self.aim is Aim.SMALLEST:
            return spans[0][0]
        found = nearest(spans, self.now[row])
        assert found is not None
        return found
