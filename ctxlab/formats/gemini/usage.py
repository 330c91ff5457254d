"""What Gemini says that a call used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.usages import first_count, stated, without_cached
from ctxlab.formats.values import is_object
from ctxlab.model.session import Usage

#: Under which names a response tells it.
USAGE = ("usageMetadata", "usage_metadata")


def usage_of_response(response: Mapping[str, Any]) -> Usage | None:
    """What a response, or one chunk of it, says of its use."""
    told = next((response[name] for name in USAGE if is_object(response.get(name))), None)
    if told is None:
        return None
    return usage_of(
        first_count(told, "promptTokenCount", "prompt_token_count"),
        first_count(told, "cachedContentTokenCount", "cached_content_token_count"),
        first_count(told, "candidatesTokenCount", "candidates_token_count"),
        first_count(told, "thoughtsTokenCount", "thoughts_token_count"),
    )


def usage_of(
    prompt: int | None, cached: int | None, answer: int | None, thoughts: int | None
) -> Usage | None:
    """The usage by Gemini's counts: the prompt's holds the cached ones, the answer's no thoughts."""
    output = None if answer is None and thoughts is None else (answer or 0) + (thoughts or 0)
    return stated(Usage(input=without_cached(prompt, cached), cache_read=cached, output=output))
