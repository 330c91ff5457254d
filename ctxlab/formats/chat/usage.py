"""What chat completions say that a call of the model used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import count_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.usages import first_count, without_cached
from ctxlab.formats.values import is_object
from ctxlab.model.session import Usage


def chat_usage(value: Mapping[str, Any], response: Mapping[str, Any]) -> Usage | None:
    """What the provider counted: in its response, in a vendor's field there, or in a log's own record."""
    for one in (response.get("usage"), as_object(response.get("x_groq")).get("usage"), value):
        usage = _usage(one) if is_object(one) else None
        if usage is not None:
            return usage
    return None


def _usage(value: Mapping[str, Any]) -> Usage | None:
    """Input is what was neither read from a cache nor written to one; `prompt_tokens` are all three."""
    beside = as_object(value.get("prompt_tokens_details"))
    prompt, output = count_field(value, "prompt_tokens"), count_field(value, "completion_tokens")
    read = first_count(beside, "cached_tokens")
    if read is None:
        read = first_count(value, "cache_read_input_tokens", "prompt_cache_hit_tokens", "cached_tokens")
    written = first_count(beside, "cache_creation_tokens", "cache_write_tokens")
    if written is None:
        written = count_field(value, "cache_creation_input_tokens")
    usage = Usage(without_cached(prompt, read, written), read, written, output)
    return None if prompt is None and output is None else usage
