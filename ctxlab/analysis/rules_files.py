"""Which items of a session bring rules that it works under, and which are the user's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum

from ctxlab.model.items import Item, PartKind, Source
from ctxlab.model.marks import Marks
from ctxlab.model.session import Session
from ctxlab.stages.gather.pairing import pair_calls

_NAME = (
    r"(?:CLAUDE(?:\.local)?|AGENTS?|GEMINI|CONVENTIONS|copilot-instructions)\.md"
    r"|\.(?:cursor|windsurf|cline|roo)rules|\.(?:cursor|roo|windsurf)/rules/[\w.-]+|\.goosehints"
)
_NAMED = re.compile(rf"(?<![\w.-])(?:{_NAME})(?!\w|\.\w)")

#: How an injected message begins that holds such a file: its name, or a tag around the rules.
_HOLDS = re.compile(
    rf"\A.{{0,300}}?(?:{_NAME})|contents of \S*(?:{_NAME})|<(?:\w+_)?(?:rules|instructions)>",
    re.IGNORECASE | re.DOTALL,
)

_READS = re.compile(r"read|open|view|cat\b|fetch|load|get_file", re.IGNORECASE)
_VIEWS = re.compile(r'"command"\s*:\s*"view"')
_PRINTS = re.compile(
    rf"\b(?:cat|head|tail|less|more|bat|nl|type|Get-Content|sed -n)\b[^|;&>]*?(?:{_NAME})", re.IGNORECASE
)


class Speaker(IntEnum):
    """Who states a constraint, the one that weighs most first."""

    USER = 0
    RULES = 1
    NOTES = 2
    SYSTEM = 3


_SPEAKERS = {
    Source.USER_MESSAGE: Speaker.USER,
    Source.SYSTEM_PROMPT: Speaker.SYSTEM,
    Source.AGENT_NOTE: Speaker.NOTES,
    Source.TASK_STATE: Speaker.NOTES,
}


def speakers(session: Session, marks: Marks) -> dict[int, Speaker]:
    """The items that may state constraints, by position: who speaks in each.

    These are the messages that a user typed, on every chain; system prompts; notes and task state; rules
    files (CLAUDE.md, AGENTS.md, .cursorrules and alike) that were injected as a message or read by a tool. A
    source that the user gave an item decides before all that.
    """
    given = dict(marks.sources)
    found: dict[int, Speaker] = {}
    for position, item in enumerate(session.items):
        source = given.get(item.id)
        speaker = _speaker(item) if source is None else _SPEAKERS.get(source)
        if speaker is not None:
            found[position] = speaker
    for position in _read_rules(session):
        if session.items[position].id not in given:
            found[position] = Speaker.RULES
    return dict(sorted(found.items()))


def _speaker(item: Item) -> Speaker | None:
    if item.opens_turn:
        return Speaker.USER
    if item.source is not None and item.source in _SPEAKERS and item.source is not Source.USER_MESSAGE:
        return _SPEAKERS[item.source]
    if item.source is None and item.role in ("system", "developer"):
        return Speaker.SYSTEM
    if item.injected and not item.has(PartKind.RESULT) and _HOLDS.search(item.text):
        return Speaker.RULES
    return None


def _read_rules(session: Session) -> Iterator[int]:
    """Positions of results that bring a rules file."""
    items = session.items
    calls = [position for position, item in enumerate(items) if _reads_rules(item)]
    for chain in dict.fromkeys(items[call].chain for call in calls):
        members = [position for position, item in enumerate(items) if item.chain == chain]
        pairs = pair_calls(items, members)
        for call in calls:
            yield from pairs.get(call, ())


def _reads_rules(item: Item) -> bool:
    return any(
        part.kind is PartKind.CALL and _NAMED.search(part.text) and _is_reading(part.name, part.text)
        for part in item.parts
    )


def _is_reading(tool: str, arguments: str) -> bool:
    return bool(_READS.search(tool) or _VIEWS.search(arguments) or _PRINTS.search(arguments))
