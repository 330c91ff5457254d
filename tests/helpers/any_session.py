"""Sessions of every kind, for property tests of the engine.

Turns, calls, results, fragments, recorders' doings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from ctxlab.model.constraint import Kind
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.marks import ConstraintMark, KeyFactMark, Marks, MustKeep
from ctxlab.model.session import Request, Session

_WORDS = (
    *("you", "must", "never", "pay", "3,000", "for", "hotel", "rooms.", "do", "not", "book!", "no", "more"),
    *("than", "5", "的", "住宿", "不要", "red-eye", "flights;", "path/to/file"),
)


@st.composite
def texts(draw: Any, most: int = 60) -> str:
    """Words, some of them demands; now and then empty, JSON, or with lines."""
    kind = draw(st.integers(0, 19))
    if kind == 0:
        return ""
    count = draw(st.sampled_from([1, 2, 20, most, most, 2 * most]))
    start = draw(st.integers(0, len(_WORDS) - 1))
    words = [_WORDS[(start + at) % len(_WORDS)] for at in range(count)]
    if kind == 1:
        rows = ", ".join(f'{{"n": {at}, "w": "{word}"}}' for at, word in enumerate(words))
        return f"[{rows}]"
    return ("\n" if kind == 2 else " ").join(words)


def _text(text: str) -> Part:
    return Part(PartKind.TEXT, text)


class _Draft:
    """Items so far, and the ordinal of the next message."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.message = 0

    def add(self, role: str, parts: tuple[Part, ...], **fields: Any) -> None:
        self.items.append(Item(f"i{len(self.items) + 1}", role, parts, **fields))

    def say(self, role: str, *groups: tuple[Part, ...], **fields: Any) -> None:
        sources = {
            "assistant": Source.CONVERSATION,
            "tool": Source.TOOL_RESULT,
            "system": Source.SYSTEM_PROMPT,
        }
        for at, parts in enumerate(groups):
            given = {"source": sources.get(role), **fields}
            self.add(role, parts, message=self.message, part=at, **given)
        self.message += 1


@st.composite
def _exchange(draw: Any, draft: _Draft) -> None:
    """An assistant's message with calls, thinking or text, and what answers it."""
    signed = draw(st.sampled_from(["", "", "sig"]))
    groups: list[tuple[Part, ...]] = []
    if draw(st.integers(0, 3)) == 0:
        groups.append((Part(PartKind.THINKING, draw(texts(20)), signature=signed),))
    if draw(st.booleans()):
        groups.append((_text(draw(texts())),))
    calls = [f"c{draft.message}.{at}" for at in range(draw(st.integers(0, 2)))]
    groups.extend((Part(PartKind.CALL, '{"q": 1}', name="search", call_id=one),) for one in calls)
    draft.say("assistant", *(groups or [(_text(draw(texts())),)]))
    if calls and draw(st.integers(0, 11)) == 0:
        calls = calls[1:]
    if draw(st.integers(0, 11)) == 0:
        draft.say("user", (_text("a reminder"),), source=Source.CONVERSATION, injected=True)
    for one in calls:
        parts = (Part(PartKind.RESULT, draw(texts(90)), name="search", call_id=one),)
        if draw(st.integers(0, 15)) == 0:
            parts += (Part(PartKind.IMAGE, data="https://pictures.example/1.png"),)
        draft.say("tool", parts)


@st.composite
def sessions(draw: Any) -> Session:
    """A session with one request after its last item."""
    draft = _Draft()
    for _ in range(draw(st.integers(0, 2))):
        draft.add("system", (_text('{"name": "search", "parameters": {}}'),), source=Source.TOOL_SCHEMAS)
    if draw(st.booleans()):
        draft.say("system", (_text(draw(texts())),))
    for _ in range(draw(st.integers(0, 9))):
        kind = draw(st.integers(0, 9))
        if kind <= 3:
            draft.say("user", (_text(draw(texts())),))
        elif kind <= 7:
            draw(_exchange(draft))
        else:
            source = draw(st.sampled_from([Source.RETRIEVED_DOC, Source.AGENT_NOTE, Source.TASK_STATE]))
            relevance = draw(st.sampled_from([0.1, 0.5, 0.9]))
            draft.add("system", (_text(draw(texts())),), source=source, relevance=relevance)
    if draw(st.integers(0, 5)) == 0:
        draft.add("tool", (Part(PartKind.RESULT, draw(texts()), name="lookup"),), source=Source.TOOL_RESULT)
    items = draft.items
    live = [True] * len(items)
    if items and draw(st.integers(0, 3)) == 0:
        items, live = _summarised(draw, draft)
    return _session(items, live)


def _summarised(draw: Any, draft: _Draft) -> tuple[list[Item], list[bool]]:
    """A recorded summary, or a deletion, of some first part of the conversation."""
    upto = draw(st.integers(1, len(draft.items)))
    draft.say("user", (_text("summary of what was said"),), source=Source.SUMMARY)
    by = draft.items[-1].id if draw(st.booleans()) else ""
    gone = [i < upto and item.message >= 0 and item.role != "system" for i, item in enumerate(draft.items)]
    items = [
        replace(item, superseded_by=by) if out else item for item, out in zip(draft.items, gone, strict=True)
    ]
    if draw(st.booleans()):
        parts = (_text(draw(texts())),)
        items.append(Item(f"i{len(items) + 1}", "assistant", parts, Source.CONVERSATION, draft.message))
        gone.append(False)
    return items, [not one for one in gone]


def _session(items: list[Item], live: list[bool]) -> Session:
    ranges: list[tuple[int, int]] = []
    for at, alive in enumerate(live):
        if alive:
            if ranges and ranges[-1][1] == at - 1:
                ranges[-1] = (ranges[-1][0], at)
            else:
                ranges.append((at, at))
    return Session("s", tuple(items), (Request(1, 1, len(items), tuple(ranges)),))


@st.composite
def marks_for(draw: Any, session: Session) -> Marks:
    """Pins, must-keeps, key facts and sources on some items."""
    ids = [item.id for item in session.items] or ["i1"]
    some = st.lists(st.sampled_from(ids), max_size=2, unique=True)
    sources = st.sampled_from(
        [Source.RETRIEVED_DOC, Source.AGENT_NOTE, Source.CONVERSATION, Source.TASK_STATE]
    )
    return Marks(
        pins=tuple(draw(some)) if draw(st.booleans()) else (),
        must_keeps=(MustKeep("m1", text="never pay"), MustKeep("m2", item=draw(st.sampled_from(ids)))),
        key_facts=tuple(KeyFactMark(one, 0, 9) for one in draw(some)),
        sources=tuple((one, draw(sources)) for one in draw(some)) if draw(st.integers(0, 4)) == 0 else (),
        constraints=tuple(ConstraintMark(one, 0, 5, draw(_KINDS)) for one in draw(some)),
    )


_KINDS = st.sampled_from(Kind)
