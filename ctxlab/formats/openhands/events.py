"""Events of OpenHands, of both generations."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.openhands import v0, v1
from ctxlab.formats.openhands.stream import Stream
from ctxlab.model.items import Place


def is_event(value: Any) -> bool:
    """Whether the value is an event of either generation."""
    return v1.is_event(value) or v0.is_event(value)


def add_event(stream: Stream, event: Any, place: Place) -> bool:
    """Adds an event to its conversation; False for what is none."""
    if v1.is_event(event):
        v1.add_event(stream, event, place)
    elif v0.is_event(event):
        v0.add_event(stream, event, place)
    else:
        return False
    return True
