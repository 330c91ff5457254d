"""What providers count for one call of a model: the same few counts under many names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import count_field
from ctxlab.model.session import Usage

_UNSTATED = Usage()


def first_count(record: Mapping[str, Any], *names: str) -> int | None:
    """The first of the named fields that is a count; None where none is."""
    found = (count_field(record, name) for name in names)
    return next((count for count in found if count is not None), None)


def without_cached(total: int | None, *cached: int | None) -> int | None:
    """What of all input tokens was neither read from a cache nor written to one."""
    return None if total is None else max(0, total - sum(count or 0 for count in cached))


def stated(usage: Usage) -> Usage | None:
    """The usage, or None where it says nothing."""
    return None if usage == _UNSTATED else usage
