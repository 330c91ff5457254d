"""Values that strict JSON does not know, made ones that it does."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast


def strict(value: Any) -> Any:
    """The value with NaN, Infinity and -Infinity replaced by these words, so that strict parsers take it."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, Mapping):
        record = cast("Mapping[str, Any]", value)
        return {key: strict(one) for key, one in record.items()}
    if isinstance(value, list | tuple):
        return [strict(one) for one in cast("Sequence[Any]", value)]
    return value
