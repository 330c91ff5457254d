"""A profile as JSON and as YAML, which express all of it, as TOML does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ctxlab.export.source import on_one_line
from ctxlab.model.profile import SCHEMA, Profile
from ctxlab.profiles.dump import document_of, row_values

#: Words that stand in YAML without quotes; all other texts are quoted, so that no reader takes them for more.
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_/-]*")
_RESERVED = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def to_json(profile: Profile) -> str:
    """The profile as JSON. Reading it gives an equal profile."""
    return json.dumps(_document(profile), ensure_ascii=False, indent=2) + "\n"


def to_yaml(profile: Profile) -> str:
    """The profile as YAML. Reading it gives an equal profile."""
    return "\n".join(_lines(_document(profile))) + "\n"


def _document(profile: Profile) -> dict[str, Any]:
    """The whole document, with each row's rule in full, and how the profile came about."""
    document = document_of(profile)
    if profile.budget:
        document["budget"] = {str(row): row_values(line) for row, line in profile.budget}
    if profile.provenance:
        entries = (entry.model_dump(mode="json", exclude_defaults=True) for entry in profile.provenance)
        document["provenance"] = list(entries)
    return {"schema": SCHEMA, **document}


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a table in block style."""
    for key, value in table.items():
        name = _text(key)
        if isinstance(value, dict) and value:
            yield f"{name}:"
            yield from (f"  {line}" for line in _lines(cast("Mapping[str, Any]", value)))
        elif isinstance(value, list) and value:
            yield f"{name}:"
            yield from _members(cast("Sequence[Any]", value))
        else:
            yield f"{name}: {_scalar(cast('object', value))}"


def _members(values: Sequence[Any]) -> Iterator[str]:
    """The lines of a list, of which each member is a table or a plain value."""
    for value in values:
        lines = list(_lines(cast("Mapping[str, Any]", value))) if isinstance(value, dict) else []
        first, *rest = lines or [_scalar(cast("object", value))]
        yield f"  - {first}"
        yield from (f"    {line}" for line in rest)


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        # without a point older readers take it for a text
        return re.sub(r"^(-?\d+)e", r"\1.0e", repr(value))
    return json.dumps(value)


def _text(text: str) -> str:
    """A text, in quotes unless it is a plain word; Python's escapes are YAML's."""
    if _PLAIN.fullmatch(text) and text.lower() not in _RESERVED:
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{on_one_line(escaped)}"'
