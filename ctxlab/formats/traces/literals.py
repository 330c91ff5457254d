"""What a span's input or output is where a tracer wrote text: JSON, Python's own writing, or words."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable
from typing import Any, TypeGuard

from ctxlab.formats.values import ParseError, is_list, is_object, mend, parse, unwrap

#: Longer texts are not tried as Python's writing: parsing them takes too long.
_MOST = 1_000_000

#: Who speaks, where a prompt was flattened to one text with a line for each message.
_SPOKEN = re.compile(r"^(system|user|human|assistant|ai|tool|developer): ?", re.IGNORECASE | re.MULTILINE)


def opened_value(value: Any) -> Any:
    """The value in a text of JSON or of Python's own writing; else what was given."""
    inner = unwrap(value)
    if not isinstance(inner, str):
        return inner
    stripped = inner.strip()
    if stripped[:1] in ("[", "{", "(") and len(stripped) <= _MOST:
        return _python_value(stripped, inner)
    return _quoted(stripped, inner) if stripped[:1] == '"' else inner


def spoken_messages(text: str) -> list[dict[str, Any]]:
    """The messages of a flattened prompt; none where the text does not begin like one."""
    starts = list(_SPOKEN.finditer(text))
    if not starts or text[: starts[0].start()].strip():
        return []
    ends = [*(start.start() - 1 for start in starts[1:]), len(text)]
    return [
        {"role": _role(start[1].lower()), "content": text[start.end() : end]}
        for start, end in zip(starts, ends, strict=True)
    ]


def _role(name: str) -> str:
    return {"human": "user", "ai": "assistant"}.get(name, name)


def _quoted(stripped: str, text: str) -> str:
    """The text inside, where it is one JSON string."""
    try:
        value = parse(stripped)
    except ParseError:
        return text
    return value if isinstance(value, str) else text


def _python_value(stripped: str, text: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in a text that is no program
            value = ast.literal_eval(stripped)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text
    plain, _ = mend(_plain(value))
    return plain if is_object(plain) or is_list(plain) else text


def _plain(value: Any) -> Any:
    """The value as JSON has it."""
    if is_object(value):
        return {str(key): _plain(one) for key, one in value.items()}
    if _is_collection(value):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, (str, int, float, bool)) else repr(value)


def _is_collection(value: object) -> TypeGuard[Iterable[Any]]:
    return isinstance(value, (list, tuple, set, frozenset))
