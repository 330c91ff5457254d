"""Columns of fates at a glance: translation tables that turn a column of codes into one of 0 and 1."""

from __future__ import annotations

from collections.abc import Callable

from ctxlab.model.decision import Fate


def byte_table(entry: Callable[[int], int]) -> bytes:
    """A table for `bytes.translate` that has, for each code from 0 to 255, what `entry` makes of it."""
    return bytes(map(entry, range(256)))


#: 1 where an item leaves its stage as itself, be it shorter than it was.
GOES_ON = byte_table(lambda code: Fate.NONE < code < Fate.MERGED)

#: 1 where a stage decided on an item.
DECIDED = byte_table(lambda code: code != Fate.NONE)
