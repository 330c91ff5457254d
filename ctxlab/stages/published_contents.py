"""What the published GSSC system makes of a recorded content: prefixes, JSON, Python forms, estimates."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.keyword_lists import recorded_notes
from ctxlab.model.profile import Language
from ctxlab.stages.published_texts import published_texts, role_prefix
from ctxlab.tokens.protocols import Counter

#: The parts that the published system has a place for.
_READABLE = (PartKind.TEXT, PartKind.RESULT)


@dataclass(frozen=True, slots=True)
class PublishedContent:
    """An item's content as the published system holds it.

    `text` is what is printed, with `prefix` code points put before the recorded content. `size` is the
    length that the published estimate divides: characters of a text, entries of a list or object. `json`
    says that `text` is the JSON of a value that is passed on as it is. `fails` says that the published
    build raises on it (`text` is then empty), `absent` that it gathers nothing for an empty value,
    `python_form` that a value was printed as Python does.
    """

    text: str
    size: int
    prefix: int = 0
    json: bool = False
    fails: bool = False
    absent: bool = False
    python_form: bool = False


FAILED = PublishedContent("", 0, fails=True)
ABSENT = PublishedContent("", 0, absent=True)


def has_place(item: Item) -> bool:
    """Whether the published system can hold an item of these parts: calls, thinking and media it cannot."""
    return not item.parts or any(part.kind in _READABLE for part in item.parts)


def recorded_value(item: Item) -> Any:
    """The recorded content: a text, or the decoded value of a content that was no text."""
    readable = [part for part in item.parts if part.kind in _READABLE]
    if len(readable) == 1 and readable[0].json:
        return json.loads(readable[0].text)
    return "\n".join(part.text for part in readable)


def recorded_field(item: Item, key: str, otherwise: Any) -> Any:
    """A role, tool or score as given: where it is of a strange type, the keyword forms keep it in `extra`."""
    if f'"{key}"' not in item.extra:
        return otherwise
    found = json.loads(item.extra).get(key, otherwise)
    # A text would stand in the item itself: this one is an unknown field of some other format.
    return otherwise if isinstance(otherwise, str) and isinstance(found, str) else found


def published_content(item: Item, source: Source, language: Language) -> PublishedContent:
    """The content that the published Gather gives an item of that source; never raises."""
    try:
        return _content(item, recorded_value(item), source, language)
    except (RecursionError, ValueError):
        # Nested too deeply, or a number of too many digits: the published build raises here, too.
        return FAILED


def _content(item: Item, value: Any, source: Source, language: Language) -> PublishedContent:
    if source is Source.CONVERSATION:
        return _prefixed(role_prefix(str(recorded_field(item, "role", item.role))), value)
    if source is Source.TOOL_RESULT:
        name = recorded_field(item, "tool", tool_name(item))
        return _prefixed(published_texts(language).tool_prefix(str(name)), value)
    if source is Source.TASK_STATE:
        return _state(value)
    if source is Source.AGENT_NOTE:
        return _note(value)
    if source is Source.USER_MESSAGE and _is_composite(value):
        return _passed_on(value)
    return PublishedContent(value, len(value)) if isinstance(value, str) else FAILED


def estimate(counter: Counter, content: PublishedContent) -> int:
    """Tokens of a content: of a list or object the published estimate divides the number of its entries."""
    if len(content.text) == content.size or not counter.encoding.startswith("chars/"):
        return counter.count(content.text)
    # Whatever text of that length: the estimate looks at nothing else.
    return counter.count("x" * content.size)


def as_item(item: Item, content: PublishedContent, priority: int) -> Item:
    """The item with the published content and priority; what it was recorded as stays in the session."""
    part = Part(PartKind.TEXT, text=content.text, name=tool_name(item), json=content.json)
    return replace(item, parts=(part,), priority=priority)


def tool_name(item: Item) -> str:
    """The name of the tool that an item is a result of, or empty."""
    return item.name or next((part.name for part in item.parts if part.name), "")


def _prefixed(prefix: str, value: Any) -> PublishedContent:
    text = f"{prefix}{value}"
    return PublishedContent(text, len(text), prefix=len(prefix), python_form=not isinstance(value, str))


def _state(value: Any) -> PublishedContent:
    if not value:
        return ABSENT
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return PublishedContent(text, len(text))


def note_of(items: Sequence[Item]) -> PublishedContent:
    """The one note that the published build() makes of all that it is handed as notes; never raises."""
    try:
        return _note(recorded_notes(items))
    except (RecursionError, ValueError):
        return FAILED


def _note(value: Any) -> PublishedContent:
    if not value:
        return ABSENT
    if isinstance(value, str):
        return PublishedContent(value, len(value))
    if _is_composite(value):
        return PublishedContent(str(value), len(value), python_form=True)
    return FAILED


def _is_composite(value: Any) -> bool:
    return isinstance(value, list | dict)


def _passed_on(value: Any) -> PublishedContent:
    return PublishedContent(json.dumps(value, ensure_ascii=False), len(value), json=True)
