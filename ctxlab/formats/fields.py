"""Small helpers that readers and writers share: strict JSON text, unknown fields, masked secrets, times."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.strict_json import strict

#: What stands where a credential stood.
MASK = "***"

_SECRET_NAME = re.compile(
    r"authorization|api[-_]?key|(?:^|[-_])(?:access|auth|refresh|session|id)?[-_]?token$"
    r"|secret|passw(?:or)?d|^cookie$|^set-cookie$|credential|private[-_]?key",
    re.IGNORECASE,
)
_UNSET: tuple[object, ...] = (None, "", [], {})
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False)
_BEARER = re.compile(r"^\s*(?:bearer|basic)\s+\S", re.IGNORECASE)


def compact(value: Any) -> str:
    """The value as compact strict JSON, characters as they are; NaN and the infinities become text."""
    try:
        return _ENCODER.encode(value)
    except ValueError:
        return _ENCODER.encode(strict(value))


def extra_of(record: Mapping[str, Any], known: Collection[str]) -> str:
    """The fields of a record that are not known, as a JSON object with credentials masked; empty if none."""
    rest = {key: value for key, value in record.items() if key not in known}
    return compact(masked(rest)) if rest else ""


def extra_set(record: Mapping[str, Any], known: Collection[str]) -> str:
    """As `extra_of`, without what is not set: null, and empty texts, lists and objects."""
    return extra_of({key: value for key, value in record.items() if value not in _UNSET}, known)


def extra_with(extra: str, more: Mapping[str, Any]) -> str:
    """Unknown fields, as `extra_of` gives them, and more; an earlier one of the same name stays."""
    if not more:
        return extra
    known = unwrap(extra)
    return extra_of({**more, **(known if is_object(known) else {})}, ())


def masked(value: Any) -> Any:
    """The value with what looks like a credential, by its name or a bearer prefix, replaced by `MASK`."""
    if isinstance(value, str):
        return MASK if _BEARER.match(value) else value
    if is_object(value):
        return {key: _masked_secret(one) if _is_secret(key) else masked(one) for key, one in value.items()}
    if is_list(value):
        return [masked(one) for one in value]
    return value


def text_field(record: Mapping[str, Any], name: str, *others: str) -> str:
    """The first of the named fields that holds a text or a number, as text; else empty."""
    value = record.get(name)
    if isinstance(value, str) and value:
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return text_field(record, *others) if others else ""


def count_field(record: Mapping[str, Any], name: str) -> int | None:
    """A count of at least 0 under that name; None where it is missing or no such number."""
    value = record.get(name)
    if type(value) is int and value >= 0:
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if not math.isfinite(value) or value < 0:
        return None
    return int(value)


@lru_cache(4096)
def _is_secret(name: str) -> bool:
    return _SECRET_NAME.search(name) is not None


def _masked_secret(value: Any) -> Any:
    """What stands under the name of a credential; headers may be lists of values."""
    if is_list(value):
        return [_masked_secret(one) for one in value]
    is_secret = isinstance(value, (str, int, float)) and not isinstance(value, bool)
    return MASK if is_secret else masked(value)
