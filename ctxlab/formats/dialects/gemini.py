"""Contents as Gemini's API has them: a role and parts.

The model's role is ours of the assistant. A content of nothing but responses of functions is a tool's
message, whatever its role. The recorded role is kept in `extra` where ours does not say it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.gemini import is_call, is_part, is_response, part_group, without_seams
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.values import is_list, is_object

_ROLES = {"model": "assistant", "function": "tool", "user": "user"}
_TIMES = ("timestamp", "createTime", "create_time")
#: The role that a content of ours has on the wire unless something else is recorded.
_USUAL = {"assistant": "model", "tool": "user"}


def gemini_content(content: Mapping[str, Any], pairing: Pairing, *, joined: bool = False) -> Recorded:
    """One content; `pairing` gives calls and responses their ids. `joined`: streamed pieces become one."""
    parts = _parts(content)
    role = _role(content, parts)
    groups = [part_group(one, pairing) for one in parts]
    recorded = content.get("role")
    known = ["parts", *_TIMES, *(key for key, one in content.items() if one is None)]
    if recorded == _USUAL.get(role, role):
        known.append("role")
    return Recorded(
        role,
        tuple(without_seams(groups) if joined else groups),
        time=text_field(content, *_TIMES),
        extra=extra_of(content, known),
    )


def is_content(value: Any) -> bool:
    """Whether the value is a content: an object with parts that are Gemini's."""
    if not is_object(value) or "content" in value:
        return False
    parts = value.get("parts")
    listed = parts if is_list(parts) else [parts]
    if parts == []:
        return value.get("role") in ("user", "model")
    return all(isinstance(one, str) or is_part(one) for one in listed) and not isinstance(parts, str)


def is_gemini(values: Sequence[Any]) -> bool:
    """Whether a list of messages is of Gemini contents: those that are objects are, and there is one."""
    objects = [one for one in values if is_object(one)]
    return bool(objects) and all(is_content(one) for one in objects)


def contents_of(value: Any) -> list[tuple[Any, str]]:
    """The contents in what an SDK takes as `contents`, each with its JSON pointer.

    A text, one content or one part are allowed in place of a list; parts in a row without a content make up
    one of the user's.
    """
    if value is None:
        return []
    if not is_list(value):
        return [(_content(value), "")]
    found: list[tuple[Any, str]] = []
    loose: list[Any] | None = None
    for i, one in enumerate(value):
        if isinstance(one, str) or is_part(one):
            if loose is None:
                loose = []
                found.append(({"role": "user", "parts": loose}, f"/{i}"))
            loose.append(one)
        else:
            loose = None
            found.append((one, f"/{i}"))
    return found


def _content(value: Any) -> Any:
    loose = isinstance(value, str) or is_part(value)
    return {"role": "user", "parts": [value]} if loose else value


def _parts(content: Mapping[str, Any]) -> list[Any]:
    parts = content.get("parts")
    return [one for one in (parts if is_list(parts) else [parts]) if one is not None]


def _role(content: Mapping[str, Any], parts: Sequence[Any]) -> str:
    recorded = text_field(content, "role")
    if recorded in ("", "user", "function") and parts and all(is_response(one) for one in parts):
        return "tool"
    if not recorded:
        return "assistant" if any(is_call(one) for one in parts) else "user"
    return _ROLES.get(recorded, recorded)
