"""Sweeps: many sessions under many profiles, and what became of each must-keep in each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ctxlab.model.profile import Profile


@dataclass(frozen=True, slots=True)
class Place:
    """Where a session of a corpus is read: its file (a path), its 0-based place in it, what to call it."""

    file: str
    index: int
    title: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """One profile of a sweep, with the settings by which it differs from the one it was made of."""

    name: str
    profile: Profile
    settings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One session under one variant, at the requests that were asked for.

    `tokens` is the largest context, `limit` and `over` (0 where it fits) are those of that request; `level`
    is the deepest level of degradation. `judged` names the must-keeps that were judged, `lost` those that
    did not reach the context at one of the requests at least. `prefix` is the share of a context, 0 to 1,
    that stays equal from the request before, at the worst of those asked for; None where there is no
    request before. `error` says why there is no outcome.
    """

    tokens: int = 0
    limit: int | None = None
    over: int = 0
    level: int = 0
    exact: bool = True
    judged: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    prefix: float | None = None
    error: str = ""

    @property
    def holds(self) -> bool:
        """Whether it was built, fits, and has every must-keep."""
        return not (self.error or self.lost or self.over)


@dataclass(frozen=True, slots=True)
class VariantFigures:
    """A variant over all sessions that were built under it.

    `tokens` is the sum of the largest contexts, `peak` the largest of all. `kept` of `judged` must-keeps
    survive; `losing` sessions lose one, `over` do not fit. `cost` is that of sending each context once, in
    the currency of the price given; None without a price. `prefix` is the mean share that stays stable.
    """

    variant: int
    sessions: int
    failed: int
    tokens: int
    peak: int
    kept: int
    judged: int
    losing: int
    over: int
    level: int
    cost: float | None = None
    prefix: float | None = None

    @property
    def survival(self) -> float | None:
        """The share of must-keeps that survive; None where none was judged."""
        return self.kept / self.judged if self.judged else None


@dataclass(frozen=True)
class Sweep:
    """What is known of a sweep: `outcomes[variant][place]`, None where it is not made yet.

    `price` is what a million input tokens cost, where the user stated it.
    """

    places: tuple[Place, ...]
    variants: tuple[Variant, ...]
    outcomes: tuple[tuple[Outcome | None, ...], ...]
    price: float | None = None

    @property
    def done(self) -> int:
        """How many outcomes there are."""
        return sum(one is not None for row in self.outcomes for one in row)

    @property
    def whole(self) -> bool:
        """Whether every outcome is there."""
        return self.done == len(self.places) * len(self.variants)

    @cached_property
    def figures(self) -> tuple[VariantFigures, ...]:
        """The figures of each variant, over the sessions that are there by now."""
        return tuple(self._figures(at) for at in range(len(self.variants)))

    def _figures(self, variant: int) -> VariantFigures:
        there = [one for one in self.outcomes[variant] if one is not None]
        built = [one for one in there if not one.error]
        tokens = sum(one.tokens for one in built)
        stable = [one.prefix for one in built if one.prefix is not None]
        judged = sum(len(one.judged) for one in built)
        return VariantFigures(
            variant=variant,
            sessions=len(built),
            failed=len(there) - len(built),
            tokens=tokens,
            peak=max((one.tokens for one in built), default=0),
            kept=judged - sum(len(one.lost) for one in built),
            judged=judged,
            losing=sum(bool(one.lost) for one in built),
            over=sum(one.over > 0 for one in built),
            level=max((one.level for one in built), default=0),
            cost=None if self.price is None else tokens * self.price / 1_000_000,
            prefix=sum(stable) / len(stable) if stable else None,
        )

    @cached_property
    def front(self) -> tuple[int, ...]:
        """The variants that no other beats: none keeps as much with fewer tokens, nor more with as many.

        Ascending by tokens. Only variants under which the same sessions were built can be told apart: where
        some are missing under one, it is left out as long as another has more.
        """
        most = max((one.sessions for one in self.figures), default=0)
        known = [one for one in self.figures if one.sessions == most and one.sessions]
        best: list[int] = []
        kept = -1
        for one in sorted(known, key=lambda one: (one.tokens, -one.kept, one.variant)):
            if one.kept > kept:
                best.append(one.variant)
                kept = one.kept
        return tuple(best)
