"""What the Responses API says that a call of the model used."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.fields import count_field
from ctxlab.formats.usages import without_cached
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.session import Usage


def responses_usage(value: Any) -> Usage | None:
    """What a response says that it used; nothing but zeros is what stands in where nobody counted."""
    if not is_object(value):
        return None
    cached = count_field(value, "cached_input_tokens")
    details = value.get("input_tokens_details")
    inner = details[0] if is_list(details) and details else details
    if cached is None and is_object(inner):
        cached = count_field(inner, "cached_tokens")
    given = count_field(value, "input_tokens")
    usage = Usage(
        input=without_cached(given, cached), cache_read=cached, output=count_field(value, "output_tokens")
    )
    return usage if usage.input or usage.cache_read or usage.output else None
