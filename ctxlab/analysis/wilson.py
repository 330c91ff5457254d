"""The Wilson score interval of a share."""

from __future__ import annotations

import math

#: The standard normal's quantile for an interval of 95 %.
Z95 = 1.959963984540054


def wilson(hits: int, of: int, z: float = Z95) -> tuple[float, float]:
    """The interval of a share of `hits` in `of` tries, as shares from 0 to 1; of no try all is possible.

    Wilson (1927), without correction for continuity.
    """
    if of <= 0:
        return 0.0, 1.0
    share = hits / of
    scale = 1 + z * z / of
    middle = (share + z * z / (2 * of)) / scale
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / scale
    # rounding may leave the ends of none and all beside 0 and 1
    return (0.0 if hits == 0 else middle - spread), (1.0 if hits == of else middle + spread)
