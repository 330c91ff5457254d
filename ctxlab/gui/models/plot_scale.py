"""The scale of an axis: it ends just beyond what it shows, and is marked at round numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

from ctxlab.gui.models.curve_steps import round_up

#: An axis ends at multiples of about so small a part of it.
_PARTS = 12


@dataclass(frozen=True, slots=True)
class Scale:
    """From `low` to `high`, with marks at the multiples of `step` between."""

    low: int
    high: int
    step: int

    @property
    def marks(self) -> range:
        """The numbers that are marked."""
        return range(-(-self.low // self.step) * self.step, self.high + 1, self.step)

    def share(self, value: float) -> float:
        """Where a value stands, from 0 to 1."""
        return (value - self.low) / max(1, self.high - self.low)


def scale_over(values: Iterable[float], most: int, *, end: int | None = None) -> Scale:
    """The scale that holds all values, with about `most` marks.

    Args:
        values: What has to be on it; from nothing follows a scale from 0 to 1.
        most: Marks for which there is room.
        end: The number that it ends at, such as 100 for percentages.
    """
    known = list(values)
    low, high = min(known, default=0.0), max(known, default=1.0)
    if high - low < 1:
        # a single value stands in the middle
        low, high = low - max(1.0, low * 0.1), high + max(1.0, high * 0.1)
    fine = round_up((high - low) / _PARTS)
    first, last = max(0, floor(low / fine) * fine), ceil(high / fine) * fine
    if end is not None:
        last = end
    first = min(first, last - 1)
    return Scale(max(0, first), last, round_up((last - first) / max(1, most)))
