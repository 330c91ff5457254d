"""The points of the two plots of a sweep: survival and tokens over a swept value, and against each other."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.sweep import Sweep, Variant


@dataclass(frozen=True, slots=True)
class Point:
    """A variant that was built: its swept value (0 in the front's plot), tokens, and survival in percent."""

    variant: int
    value: int
    tokens: int
    survival: float | None
    front: bool


def swept_keys(sweep: Sweep) -> tuple[str, ...]:
    """The settings that take more than one value, in the order of the sweep."""
    values: dict[str, set[str]] = {}
    for variant in sweep.variants:
        for key, value in variant.settings:
            values.setdefault(key, set()).add(value)
    return tuple(key for key, found in values.items() if len(found) > 1)


def points_over(sweep: Sweep, key: str, like: int | None) -> tuple[Point, ...]:
    """The variants that differ from one only in a setting, by its value; `like` None is the first."""
    if not sweep.variants:
        return ()
    model = sweep.variants[like if like is not None and like < len(sweep.variants) else 0]
    wanted = _others(model, key)
    found: list[Point] = []
    for at, variant in enumerate(sweep.variants):
        value = dict(variant.settings).get(key, "")
        if value.isdecimal() and _others(variant, key) == wanted and sweep.figures[at].sessions:
            found.append(_point(sweep, at, int(value)))
    return tuple(sorted(found, key=lambda one: one.value))


def points_of_front(sweep: Sweep) -> tuple[Point, ...]:
    """Every variant that was built and judged, by its tokens."""
    found = [_point(sweep, at, 0) for at, one in enumerate(sweep.figures) if one.sessions]
    judged = [one for one in found if one.survival is not None]
    return tuple(sorted(judged, key=lambda one: (one.tokens, one.survival, one.variant)))


def _point(sweep: Sweep, at: int, value: int) -> Point:
    figures = sweep.figures[at]
    survival = figures.survival
    percent = None if survival is None else 100 * survival
    return Point(at, value, figures.tokens, percent, at in sweep.front)


def _others(variant: Variant, key: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    rest = tuple(one for one in variant.settings if one[0] != key)
    return variant.profile.name, rest
