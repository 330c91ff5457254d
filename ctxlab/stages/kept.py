"""What strategies find out once and keep with a gather, and what tells counters apart in the keys of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from ctxlab.stages.protocol import Gathered
from ctxlab.tokens.protocols import Counter

_Kept = TypeVar("_Kept")


def kept_with(gathered: Gathered, kind: type[_Kept], make: Callable[[], _Kept], *told: Hashable) -> _Kept:
    """What `make` gives, made on first use and kept as long as the gather is.

    `told` is what it depends on beside the gather.
    """
    key = (kind, *told)
    found = gathered.derived.get(key)
    if not isinstance(found, kind):
        found = gathered.derived[key] = make()
    return found


def counted_by(counter: Counter) -> Hashable:
    """What tells a counter's counts from another's.

    A provisional counter counts differently from generation to generation.
    """
    return (counter.encoding, counter.vocabulary, getattr(counter, "generation", 0))
