"""What a span says of a call's content, and putting together what several say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.formats.fields import compact
from ctxlab.formats.recorded import Recorded, parts_of, placed
from ctxlab.formats.traces.calls import Schema, as_recorded
from ctxlab.formats.values import ParseError, is_list, is_object, parse_prefix, unwrap
from ctxlab.model.items import Part, PartKind, Place

#: What stands in place of content that was not to be recorded.
_ELIDED = ("<elided>", "[REDACTED]", "<redacted>")


_OPENING = re.compile(r"\s*\[\s*")
_BETWEEN = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class Content:
    """The messages that were sent, the answer, the tools' schemas; `system` stands beside the messages.

    `without_tools` says that a list of tools is recorded, and empty.
    """

    input: tuple[Recorded, ...] = ()
    output: tuple[Recorded, ...] = ()
    schemas: tuple[Schema, ...] = ()
    system: tuple[Recorded, ...] = ()
    without_tools: bool = False

    @property
    def messages(self) -> tuple[Recorded, ...]:
        """The messages that were sent, the system's first."""
        has_system = any(one.is_system for one in self.input)
        return self.input if has_system else (*self.system, *self.input)

    def at(self, place: Place) -> Content:
        """The same, with all messages at a place."""
        input, output, system = (placed(one, place) for one in (self.input, self.output, self.system))
        return Content(input, output, self.schemas, system, self.without_tools)


def together(contents: Iterable[Content]) -> Content:
    """Of each thing the first that there is: what is said twice counts once."""
    found = Content()
    for one in contents:
        found = Content(
            found.input or _told(one.input),
            found.output or _told(one.output),
            found.schemas or one.schemas,
            found.system or _told(one.system),
            found.without_tools or one.without_tools,
        )
    return found


def recorded_list(value: Any) -> tuple[Recorded, ...]:
    """The messages in a list, perhaps JSON text.

    Where the text was cut off its whole messages are read, and the rest is kept as it came.
    """
    opened = unwrap(value)
    if opened in (None, "", [], {}):
        return ()
    if is_list(opened) or is_object(opened):
        return as_recorded(opened)
    text = opened if isinstance(opened, str) else compact(opened)
    whole, end = _whole_values(text)
    rest = Recorded("unknown", (Part(PartKind.UNKNOWN, text[end:], json=True),), answer=False)
    return (*(as_recorded(whole) if whole else ()), rest)


def one_answer(messages: Sequence[Any], *, choices: bool) -> tuple[Recorded, ...]:
    """The answer in the messages that a model gave; of `choices` the first, with the others beside."""
    if not (choices and len(messages) > 1):
        return as_recorded(list(messages)) if messages else ()
    first, *others = messages
    answer = as_recorded([first])
    told = compact({"alternatives": others})
    return (replace(answer[0], extra=told), *answer[1:]) if answer else ()


def is_elided(value: Any) -> bool:
    """Whether the text stands in place of something that was not recorded."""
    return isinstance(value, str) and value.strip() in _ELIDED


def _whole_values(text: str) -> tuple[list[Any], int]:
    """The values of a list that is cut off, up to the cut, and the position behind the last of them."""
    values: list[Any] = []
    begin, end = _OPENING.match(text), 0
    at = begin.end() if begin else len(text)
    while at < len(text):
        try:
            value, end = parse_prefix(text, at)
        except ParseError:
            break
        values.append(value)
        gap = _BETWEEN.match(text, end)
        at = gap.end() if gap else end
    return values, end


def _told(messages: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
    """The messages, unless nothing in them was recorded."""
    said = [part for one in messages for part in parts_of(one)]
    return messages if any(not is_elided(part.text) for part in said) else ()
