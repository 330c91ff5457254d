"""Regular expressions that a user wrote: which are small enough to be compiled at all."""

from __future__ import annotations

import re

#: Characters and groups that a pattern may stand for when its counted repetitions are written out.
MAX_SIZE = 100_000

_COUNTED = re.compile(r"\{(\d*)(?:,(\d*))?\}")
_LONGEST_COUNT = 9


def too_large(pattern: str) -> bool:
    """Whether writing out the counted repetitions of a pattern would take more than `MAX_SIZE` places.

    `((a{1000}){1000}){1000}` is short and would keep its compiler busy for hours.
    """
    sums, last, at = [0], 0, 0
    while at < len(pattern):
        counted = _COUNTED.match(pattern, at)
        char = pattern[at]
        if counted and counted.group() not in ("{}", "{,}"):
            last *= max(_count(counted.group(1)), _count(counted.group(2)))
            at = counted.end()
        elif char == "(":
            sums[-1] += last
            sums.append(0)
            last, at = 0, at + 1
        elif char == ")" and len(sums) > 1:
            last, at = sums.pop() + last + 1, at + 1
        else:
            sums[-1] += last
            last, at = 1, _atom_end(pattern, at)
        if last > MAX_SIZE:
            return True
    return sum(sums) + last > MAX_SIZE


def _count(digits: str | None) -> int:
    """A stated count, at least 1; of endless digits only that they are too many."""
    if not digits:
        return 1
    return int(digits) or 1 if len(digits) <= _LONGEST_COUNT else MAX_SIZE + 1


def _atom_end(pattern: str, at: int) -> int:
    """Where the character, the escape or the set that begins there ends."""
    if pattern[at] == "\\":
        return min(at + 2, len(pattern))
    if pattern[at] != "[":
        return at + 1
    end = at + 1
    # A bracket right at the start of a set belongs to it.
    end += pattern[end : end + 1] == "^"
    end += pattern[end : end + 1] == "]"
    while end < len(pattern) and pattern[end] != "]":
        end += 2 if pattern[end] == "\\" else 1
    return end + 1
