"""Sweeps: many sessions under many profiles, and what became of each must-keep in each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ctxlab.model.profile import Profile

#: At which requests of a session: its last, its last so many, or all.
Requests = int | Literal["last", "all"]


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
    request before. Of the sources that the log does not hold, `estimated` are reckoned with as the profile
    states; the size of `unknown` ones nobody states, so that whether it fits cannot be judged. `error` says
    why there is no outcome: it cannot be built, or not be judged by its marks.
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
    unknown: tuple[str, ...] = ()
    estimated: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether it was built, fits as far as its size is known, and has every must-keep."""
        return not (self.error or self.lost or self.over)


@dataclass(frozen=True, slots=True)
class VariantFigures:
    """A variant over all sessions that were built under it.

    `tokens` is the sum of the largest contexts, `peak` the largest of all. `kept` of `judged` must-keeps
    survive; `losing` sessions lose one, `over` do not fit, of `unknown` that cannot be judged. `cost` is that
    of sending each context once, in the currency of the price given; None without a price. `prefix` is the
    mean share that stays stable. `exact` says whether all tokens are counted exactly.
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
    exact: bool = True
    unknown: int = 0

    @property
    def survival(self) -> float | None:
        """The share of must-keeps that survive; None where none was judged."""
        return self.kept / self.judged if self.judged else None


@dataclass(frozen=True)
class Sweep:
    """What is known of a sweep: `outcomes[variant][place]`, None where it is not made yet.

    `price` is what a million input tokens cost, where the user stated it. `found` outcomes are those of an
    earlier sweep; for the others that are there `builds` contexts were built. `problem` says why what was
    made is not kept for later ones, where it is not.
    """

    places: tuple[Place, ...]
    variants: tuple[Variant, ...]
    outcomes: tuple[tuple[Outcome | None, ...], ...]
    price: float | None = None
    found: int = 0
    builds: int = 0
    problem: str = ""

    @property
    def done(self) -> int:
        """How many outcomes there are."""
        return sum(one is not None for row in self.outcomes for one in row)

    @property
    def whole(self) -> bool:
        """Whether every outcome is there."""
        return self.done == len(self.places) * len(self.variants)

    def built(self, variant: int) -> tuple[Place, ...]:
        """The sessions that were built under a variant by now."""
        outcomes = zip(self.places, self.outcomes[variant], strict=True)
        return tuple(place for place, one in outcomes if one is not None and not one.error)

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
            exact=all(one.exact for one in built),
            unknown=sum(bool(one.unknown) for one in built),
        )

    @cached_property
    def front(self) -> tuple[int, ...]:
        """The variants that no other beats: none keeps as much with fewer tokens, nor more with as many.

        Ascending by tokens; what is kept is compared as shares. Only variants under which the same sessions
        were built can be told apart: those under which some are missing are left out, and so are those that
        judge nothing where others do. Of variants that are equal in both the first is taken.
        """
        best: list[int] = []
        most = -1.0
        for one in sorted(self._comparable, key=lambda one: (one.tokens, -_share(one), one.variant)):
            if _share(one) > most:
                best.append(one.variant)
                most = _share(one)
        return tuple(best)

    @property
    def _comparable(self) -> list[VariantFigures]:
        """The figures of the variants under which the most sessions, and the same, were built."""
        built = [
            frozenset(at for at, one in enumerate(row) if one is not None and not one.error)
            for row in self.outcomes
        ]
        most = max(built, key=len, default=frozenset[int]())
        known = [one for one in self.figures if most and built[one.variant] == most]
        return [one for one in known if one.judged] or known

    @property
    def cheapest(self) -> int | None:
        """The variant of the fewest tokens under which each session is built, fits and loses nothing.

        Sessions whose size is known in part only may be among them: whether those fit cannot be judged.

        None where there is no such variant, and as long as not all outcomes of one are there.
        """
        holding = [
            one
            for one in self.figures
            if one.judged and all(each is not None and each.holds for each in self.outcomes[one.variant])
        ]
        return min(holding, key=lambda one: (one.tokens, one.variant)).variant if holding else None


def _share(one: VariantFigures) -> float:
    return 0.0 if one.survival is None else one.survival
