"""Recorded builds as bars of a chart: over time, or over the requests of one session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.gui.models.build_rows import minute_of
from ctxlab.model.items import Source
from ctxlab.model.recorded import RecordedBuild


@dataclass(frozen=True, slots=True)
class Bar:
    """One build: its number, what stands below it, its tokens by source, and what is wrong with it.

    `rest` are the tokens of framing and headings, not below 0, `total` those that are counted.
    """

    build: int
    label: str
    parts: tuple[tuple[Source, int], ...]
    rest: int
    total: int
    limit: int | None
    lost: int


def bars_by_run(builds: Sequence[RecordedBuild]) -> tuple[Bar, ...]:
    """A bar a build, the oldest first."""
    ranked = sorted(builds, key=lambda one: one.id)
    return tuple(_bar(one, minute_of(one.at)) for one in ranked)


def bars_by_request(builds: Sequence[RecordedBuild], session: str, chain: str = "") -> tuple[Bar, ...]:
    """A bar a request of a session's chain, in order: the last build of each."""
    last: dict[int, RecordedBuild] = {}
    for one in builds:
        if one.figures.session == session and one.origin.chain == chain:
            known = last.get(one.figures.request)
            if known is None or one.id > known.id:
                last[one.figures.request] = one
    return tuple(_bar(last[request], f"{request:,}") for request in sorted(last))


def _bar(build: RecordedBuild, label: str) -> Bar:
    one = build.figures
    return Bar(
        build.id,
        label,
        one.sources,
        max(0, one.overhead),
        one.counted,
        one.limit,
        len(one.lost),
    )


@dataclass(frozen=True, slots=True)
class Pile:
    """Neighbouring bars that share a place, of which the highest is drawn."""

    bars: tuple[Bar, ...]

    @property
    def top(self) -> Bar:
        """The highest of them, the first of several."""
        return max(self.bars, key=lambda one: one.total)

    @property
    def lost(self) -> bool:
        """Whether any of them lost a must-keep."""
        return any(one.lost for one in self.bars)

    def holds(self, build: int) -> bool:
        """Whether the bar of a build is among them."""
        return any(one.build == build for one in self.bars)


def piles(bars: Sequence[Bar], most: int) -> tuple[Pile, ...]:
    """The bars in order, so many neighbours together that there are at most `most` piles."""
    each = max(1, -(-len(bars) // max(1, most)))
    return tuple(Pile(tuple(bars[at : at + each])) for at in range(0, len(bars), each))


def scale_top(bars: Sequence[Bar]) -> int:
    """The largest number of the axis: room for all bars, and for their limits where these are near."""
    most = max((one.total for one in bars), default=0)
    limits = [one.limit for one in bars if one.limit is not None and one.limit <= 3 * most]
    return max([most, *limits, 1]) * 27 // 25 + 1
