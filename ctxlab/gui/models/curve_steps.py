"""A curve as it is drawn: a round scale, steps thinned to pixels, and the caps that are worth a line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.model.sensitivity import Curve

#: Round numbers in a power of ten.
_ROUND = (1, 2, 2.5, 5, 10)
#: What is free behind the last step, as a share of the scale.
_BEHIND = 1.06


def round_up(value: float) -> int:
    """The smallest of 1, 2, 2.5 and 5 times a power of ten that is at least the value; at least 1."""
    power = 1.0
    while power * 10 < value:
        power *= 10
    found = next((power * one for one in _ROUND if power * one >= value), power * 10)
    return max(1, round(found))


def scale_of(curve: Curve, *caps: int | None) -> int:
    """The largest cap of the axis: room for all steps and for these caps, in full marks."""
    most = max([curve.caps[-1] * _BEHIND, *(cap * _BEHIND for cap in caps if cap is not None), 1])
    step = round_up(most / 10)
    return -(-int(most) // step) * step


def marks_of(top: int, most: int) -> list[int]:
    """Round marks from 0 to the top of an axis, about `most` of them at most."""
    step = round_up(top / max(1, most))
    return list(range(0, top + 1, step))


@dataclass(frozen=True, slots=True)
class Column:
    """What a step curve does within one pixel: its least and largest value, and the one it leaves with."""

    x: int
    least: int
    most: int
    last: int


def thinned(caps: Sequence[int], values: Sequence[int], top: int, width: int) -> list[Column]:
    """The pixels of a row of `width` in which the curve begins or changes, in order."""
    columns: list[Column] = []
    before = values[0] if values else 0
    for cap, value in zip(caps, values, strict=True):
        x = cap * width // top
        if columns and columns[-1].x == x:
            last = columns[-1]
            columns[-1] = Column(x, min(last.least, value), max(last.most, value), value)
        elif not columns or value != before:
            columns.append(Column(x, min(before, value), max(before, value), value))
        before = value
    return columns


@dataclass(frozen=True, slots=True)
class Notable:
    """A cap worth a line: from its step on `gained` more must-keeps are kept, or all items are (`whole`)."""

    step: int
    cap: int
    gained: int
    whole: bool


def notable(curve: Curve, most: int = 60) -> list[Notable]:
    """The caps from which on a further must-keep is kept, or one is lost again, and the one that keeps all.

    At most `most`, the first ones.
    """
    found: list[Notable] = []
    for step in range(1, len(curve.caps)):
        gained = curve.must_keeps[step] - curve.must_keeps[step - 1]
        whole = curve.kept[step] == curve.of > curve.kept[step - 1]
        if gained or whole:
            found.append(Notable(step, curve.caps[step], gained, whole))
    return found[:most]


def step_at(curve: Curve, cap: float) -> int:
    """The step that holds at a place on the axis."""
    return max(0, bisect_right(curve.caps, cap) - 1)
