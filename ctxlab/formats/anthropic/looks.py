"""How much a value looks like Anthropic Messages."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.anthropic.stream import is_event
from ctxlab.formats.anthropic.talks import answer_in, request_in
from ctxlab.formats.looks import is_anthropic, is_anthropic_answer
from ctxlab.formats.values import is_list, is_object

_SURE = 0.9
_LIKELY = 0.8


def likeness(value: Any) -> float:
    """How much a record looks like Anthropic Messages, 0 to 1."""
    if is_list(value):
        return _listed(value)
    if not is_object(value):
        return 0.0
    if is_event(value):
        return _SURE if value["type"] != "ping" else _LIKELY
    body, _ = request_in(value)
    if body is not None:
        return _SURE if is_anthropic(body) or answer_in(value)[0] is not None else 0.0
    if answer_in(value)[0] is not None:
        return _SURE
    return _LIKELY if is_anthropic([value]) or _is_failed(value) else 0.0


def _listed(values: list[Any]) -> float:
    """A list of messages, of requests or of events."""
    if is_anthropic(values):
        return _LIKELY
    sample = values[:20]
    told = [likeness(one) for one in sample if is_object(one)]
    return min(told, default=0.0) if len(told) == len(sample) else 0.0


def _is_failed(value: dict[str, Any]) -> bool:
    """Whether it is the line of a batch's result that is no answer."""
    result = value.get("result")
    return "custom_id" in value and is_object(result) and not is_anthropic_answer(result) and "type" in result
