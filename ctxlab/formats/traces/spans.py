"""Spans, their events and log records, whatever container they came in.

Ids are lower-case hex, without zeros for "none"; times are nanoseconds since 1970, 0 where unknown.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from ctxlab.formats.values import is_list
from ctxlab.model.items import NOWHERE, Place

Attributes = Mapping[str, Any]

_HEX = re.compile(r"(?:0x)?([0-9a-fA-F]+)")
_ID_BYTES = (8, 16)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
#: Numbers above these are nano-, micro- and milliseconds; below, seconds.
_UNITS = ((10**17, 1), (10**14, 1_000), (10**11, 1_000_000), (0, 1_000_000_000))
_LAST = 253_402_300_799 * 10**9  # the end of the year 9999


@dataclass(frozen=True, slots=True)
class SpanEvent:
    """Something that happened within a span, or a log record: its name, when, and what is known of it.

    `body` is that of a log record, None for events. `trace` and `span` are empty where a record names none.
    """

    name: str
    time: int = 0
    attributes: Attributes = field(default_factory=dict[str, Any])
    body: Any = None
    trace: str = ""
    span: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Span:
    """One span. `error` is what its status says went wrong, empty where all went well.

    `resource` is what is known of the program that it ran in.
    """

    trace: str
    id: str
    parent: str = ""
    name: str = ""
    start: int = 0
    end: int = 0
    attributes: Attributes = field(default_factory=dict[str, Any])
    events: Sequence[SpanEvent] = ()
    error: str = ""
    resource: Attributes = field(default_factory=dict[str, Any])
    place: Place = NOWHERE


def span_id(value: Any) -> str:
    """An id as lower-case hex: hex as it is, eight or sixteen bytes of base64 decoded; zeros are none."""
    if not isinstance(value, str) or not value:
        return str(value) if isinstance(value, int) and value and not isinstance(value, bool) else ""
    found = _HEX.fullmatch(value)
    if found and len(found[1]) % 8 == 0:
        return found[1].lower() if found[1].strip("0") else ""
    try:
        decoded = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return value
    if len(decoded) not in _ID_BYTES:
        return value
    return decoded.hex() if any(decoded) else ""


def nanoseconds(value: Any) -> int:
    """A time as nanoseconds: of a number by its size, of ISO text, of a pair of seconds and nanoseconds."""
    if is_list(value) and len(value) == 2 and all(type(one) is int for one in value):
        return _in_range(value[0] * 10**9 + value[1])
    if isinstance(value, str):
        text = value.strip()
        if text.isascii() and text.isdigit() and len(text) < 30:
            return nanoseconds(int(text))
        return _of_iso(text)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return 0
    if not math.isfinite(value) or value <= 0:
        return 0
    factor = next(factor for least, factor in _UNITS if value > least)
    return _in_range(int(value * factor))


def iso(time: int) -> str:
    """A time in nanoseconds as ISO text in UTC, to the microsecond; empty for none."""
    if time <= 0:
        return ""
    try:
        return (_EPOCH + timedelta(microseconds=time // 1000)).isoformat().replace("+00:00", "Z")
    except OverflowError:
        return ""


def _of_iso(text: str) -> int:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return 0
    found = found if found.tzinfo else found.replace(tzinfo=UTC)
    try:
        return _in_range((found - _EPOCH) // timedelta(microseconds=1) * 1000)
    except OverflowError:
        return 0


def _in_range(time: int) -> int:
    return time if 0 < time <= _LAST else 0
