"""How a context differs from a snapshot of it, in words, message by message."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher, unified_diff
from typing import Any

from ctxlab.formats.values import is_object
from ctxlab.text.visible import one_line, visible

Body = Mapping[str, Any]

#: Fields that hold the messages, by the wire formats that runs are built in.
_MESSAGES = "messages"
_SHOWN = 72
#: Lines of one changed message that are shown.
_MOST_LINES = 20
_MOST_CHANGES = 40

_TEXTS = {
    "gone": ("gone: message {number} ({role}): {text}", "缺少：第 {number} 条消息（{role}）：{text}"),
    "new": ("new: message {number} ({role}): {text}", "新增：第 {number} 条消息（{role}）：{text}"),
    "changed": ("changed: message {number} ({role})", "改变：第 {number} 条消息（{role}）"),
    "field": ("changed beside the messages: {field}", "消息之外改变：{field}"),
    "more": ("… and {count} changes more", "……另有 {count} 处改变"),
    "lines": ("… and {count} lines more", "……另有 {count} 行"),
}


def differences(before: Body, after: Body, language: str) -> list[str]:
    """What is gone, new and changed, in the order of the context; empty where both are equal."""
    fields = [name for name in {**before, **after} if name != _MESSAGES]
    found = [
        [_in(language, "field", field=name), *_lines(before.get(name), after.get(name), language)]
        for name in fields
        if (name in before, before.get(name)) != (name in after, after.get(name))
    ]
    found += _messages(before.get(_MESSAGES, ()), after.get(_MESSAGES, ()), language)
    told = [line for one in found[:_MOST_CHANGES] for line in one]
    if len(found) > _MOST_CHANGES:
        told.append(_in(language, "more", count=len(found) - _MOST_CHANGES))
    return told


def _messages(before: Sequence[Any], after: Sequence[Any], language: str) -> Iterator[list[str]]:
    was, now = ([json.dumps(one, sort_keys=True) for one in messages] for messages in (before, after))
    for what, i, to_i, j, to_j in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        paired = min(to_i - i, to_j - j)
        for at in range(paired):
            yield from _pair(before[i + at], i + at, after[j + at], j + at, language)
        for at in range(i + paired, to_i):
            yield [_one("gone", before[at], at, language)]
        for at in range(j + paired, to_j):
            yield [_one("new", after[at], at, language)]


def _pair(old: Any, at: int, new: Any, to: int, language: str) -> Iterator[list[str]]:
    """Two messages that stand in the same place: one that changed, or one for another."""
    if _role(old) != _role(new):
        yield [_one("gone", old, at, language)]
        yield [_one("new", new, to, language)]
        return
    head = _in(language, "changed", number=to + 1, role=_role(new))
    yield [head, *_lines(old, new, language)]


def _one(key: str, message: Any, at: int, language: str) -> str:
    text = one_line(_text(message), _SHOWN)
    return _in(language, key, number=at + 1, role=_role(message), text=text)


def _lines(old: Any, new: Any, language: str) -> list[str]:
    """The lines that changed, without those around them."""
    lines = list(unified_diff(_text(old).splitlines(), _text(new).splitlines(), lineterm="", n=0))[2:]
    told = [f"  {visible(line)}" for line in lines if not line.startswith("@@")]
    if len(told) <= _MOST_LINES:
        return told
    return [*told[:_MOST_LINES], "  " + _in(language, "lines", count=len(told) - _MOST_LINES)]


def _text(value: Any) -> str:
    """The text of a message that has nothing but one; else all of it as JSON."""
    if is_object(value) and set(value) == {"role", "content"} and isinstance(value["content"], str):
        return value["content"]
    return "" if value is None else json.dumps(value, ensure_ascii=False, indent=2)


def _role(message: Any) -> str:
    return str(message.get("role", "?")) if is_object(message) else "?"


def _in(language: str, key: str, **values: object) -> str:
    return _TEXTS[key][language == "zh"].format_map(values)
