"""Who said what in a Codex rollout: messages that nobody typed, and texts that only an event holds."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping, Sequence
from typing import Any

from ctxlab.formats.codex.lines import EVENT, ITEM, Line
from ctxlab.formats.dialects.responses import is_given
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_list
from ctxlab.formats.values import is_list, is_object

#: How texts begin that the program puts into the user's mouth.
_INJECTED = re.compile(
    r"\s*(?:# AGENTS\.md instructions\b"
    r"|<(?:environment_context|user_instructions|turn_aborted|user_shell_command|skills?|instructions"
    r"|permissions instructions|collaboration_mode|subagent_notification|model_switch|personality)\b"
    r"|<(?P<tag>[a-z]+_[a-z_]+)>.*</(?P=tag)>\s*\Z)",
    re.IGNORECASE | re.DOTALL,
)

#: Events that double what an item says, with the role of that item.
_DOUBLES = {"user_message": "user", "agent_message": "assistant"}


def is_injected(item: Mapping[str, Any]) -> bool:
    """Whether a message in the user's role was put there by the program: all of its texts begin so."""
    if item.get("role") != "user":
        return False
    texts = texts_of(item)
    return bool(texts) and all(_INJECTED.match(text) for text in texts)


def texts_of(item: Mapping[str, Any]) -> list[str]:
    """The texts of a message's content."""
    content = item.get("content")
    if isinstance(content, str):
        return [content]
    found = [one.get("text") if is_object(one) else one for one in content] if is_list(content) else []
    return [text for text in found if isinstance(text, str)]


def said_in(line: Line) -> Mapping[str, Any] | None:
    """The message that an event tells of, as an item; None where it tells of none."""
    role = _DOUBLES.get(line.type) if line.kind == EVENT else None
    text = text_field(line.payload, "message", "text") if role else ""
    if not role or not text:
        return None
    kind = "input_text" if role == "user" else "output_text"
    content: list[Any] = [{"type": kind, "text": text}]
    for url in as_list(line.payload.get("images")):
        content.append({"type": "input_image", "image_url": url})
    return {"type": "message", "role": role, "content": content}


def only_told(lines: Sequence[Line]) -> set[int]:
    """The indices of the events whose message no item holds.

    An event and its item stand near each other, in either order, and mostly with the same text. So an event
    is taken for an item's double if the texts are equal, or else if nobody else said anything between them.
    """
    found: set[int] = set()
    for kind, role in _DOUBLES.items():
        given = role == "assistant"
        events = [i for i, one in enumerate(lines) if one.kind == EVENT and one.type == kind]
        items = [i for i, one in enumerate(lines) if _is_said(one, role)]
        others = [i for i, one in enumerate(lines) if one.kind == ITEM and is_given(one.payload) != given]
        found |= _without_item(lines, [i for i in events if said_in(lines[i])], items, others)
    return found


def _is_said(line: Line, role: str) -> bool:
    if line.kind != ITEM or line.type not in ("message", "") or line.payload.get("role") != role:
        return False
    return not is_injected(line.payload)


def _without_item(
    lines: Sequence[Line], events: Sequence[int], items: Sequence[int], others: Sequence[int]
) -> set[int]:
    taken: set[int] = set()
    texts = {i: _heard(texts_of(lines[i].payload)) for i in items}
    near = {event: _between(items, events, at) for at, event in enumerate(events)}
    alone: list[int] = []
    for event in events:
        heard = _heard([text_field(lines[event].payload, "message", "text")])
        equal = [i for i in near[event] if i not in taken and heard in texts[i]]
        if equal:
            taken.add(min(equal, key=lambda i: (texts[i] != heard, abs(i - event))))
        else:
            alone.append(event)
    found: set[int] = set()
    for event in alone:
        beside = (i for i in near[event] if i not in taken and bisect(others, i) == bisect(others, event))
        double = next(beside, None)
        if double is None:
            found.add(event)
        else:
            taken.add(double)
    return found


def _between(items: Sequence[int], events: Sequence[int], at: int) -> Sequence[int]:
    """The items that stand between the events before and after that one."""
    first = bisect(items, events[at - 1]) if at else 0
    return items[first : bisect(items, events[at + 1]) if at + 1 < len(events) else len(items)]


def _heard(texts: Sequence[str]) -> str:
    """The text without blanks at its ends, for comparing."""
    return "\n".join(texts).strip()
