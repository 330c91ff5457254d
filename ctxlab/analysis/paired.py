"""A paired test: whether two shares differ over the same sessions by more than chance would have it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm


def sign_flip(differences: Sequence[Fraction]) -> float:
    """The two-sided p of Fisher's randomisation test on paired differences, exactly.

    Were the two of each pair alike, every difference could as well have the other sign. The answer is the
    share of all ways to set the signs under which the sum is at least as far from 0 as it is. Without any
    difference it is 1. Of n pairs the smallest possible answer is 2 / 2^n: six pairs are needed for 0.05.
    """
    scale = lcm(1, *(one.denominator for one in differences))
    steps = [abs(int(one * scale)) for one in differences if one]
    seen = abs(sum(int(one * scale) for one in differences))
    # how many ways lead to each sum: there are far fewer sums than ways
    ways = {0: 1}
    for step in steps:
        after: dict[int, int] = {}
        for total, count in ways.items():
            for changed in (total + step, total - step):
                after[changed] = after.get(changed, 0) + count
        ways = after
    far = sum(count for total, count in ways.items() if abs(total) >= seen)
    return float(Fraction(far, 2 ** len(steps)))
