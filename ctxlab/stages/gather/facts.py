"""Key facts: sentences that Gather sets beside the conversation, word for word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.marks import KeyFactMark
from ctxlab.stages.gather.pool import Placed
from ctxlab.text.constraints import find_constraints
from ctxlab.text.plain_facts import PlainFact

_TEXTS_KEPT = 65_536
_Found = TypeVar("_Found")


class Remembered(Generic[_Found]):
    """What is found in texts, remembered: a session is gathered at many requests."""

    def __init__(self, find: Callable[[str], tuple[_Found, ...]]) -> None:
        self._find = find
        self._known: dict[str, tuple[_Found, ...]] = {}

    def of(self, text: str) -> tuple[_Found, ...]:
        """What is in a text, in order."""
        found = self._known.get(text)
        if found is None:
            if len(self._known) >= _TEXTS_KEPT:
                self._known.clear()
            found = self._known[text] = self._find(text)
        return found


def demands_in(text: str) -> tuple[tuple[int, int], ...]:
    """Spans (code points) of the sentences that hold a hard constraint, in order, once each."""
    return tuple(dict.fromkeys(one.sentence for one in find_constraints(text) if one.hard))


def find_facts(
    items: Sequence[Item],
    placed: Sequence[Placed],
    stands: Sequence[bool],
    marks: Sequence[KeyFactMark],
    demands: Remembered[tuple[int, int]] | None,
    statements: Remembered[PlainFact] | None = None,
) -> list[tuple[int, str]]:
    """(origin, sentence) pairs in the order of their origins; each sentence once, at its first origin.

    Marked spans count whatever became of their item; demands count in user messages of earlier turns that
    `stands` says are there or were replaced by a recorded summary, and so do plain statements, until a later
    one on the same subject takes the place of all that was said of it. Surrounding blanks are no part of a
    fact.
    """
    found: list[tuple[int, int, str]] = []
    index = {item.id: position for position, item in enumerate(items)} if marks else {}
    for mark in marks:
        position = index.get(mark.item, -1)
        if position >= 0:
            found.append((position, mark.start, items[position].text[max(0, mark.start) : mark.end]))
    earlier = [p for p, item in enumerate(items) if stands[p] and not placed[p].current and item.opens_turn]
    said: list[tuple[int, int, str]] = []
    if demands is not None:
        for position in earlier:
            text = items[position].text
            said.extend((position, start, text[start:end]) for start, end in demands.of(text))
    if statements is not None:
        said = _with_statements(said, [(position, items[position].text) for position in earlier], statements)
    found.extend(said)
    once: dict[str, int] = {}
    for origin, _, sentence in sorted(found):
        if sentence.strip():
            once.setdefault(sentence.strip(), origin)
    return [(origin, sentence) for sentence, origin in once.items()]


def _with_statements(
    said: Sequence[tuple[int, int, str]],
    texts: Sequence[tuple[int, str]],
    statements: Remembered[PlainFact],
) -> list[tuple[int, int, str]]:
    """Demands and statements together, without those on whose every subject something was said later."""
    about: dict[tuple[int, int], set[str]] = {}
    last: dict[str, tuple[int, int]] = {}
    stated: list[tuple[int, int, str]] = []
    for position, text in texts:
        for fact in statements.of(text):
            place = (position, fact.start)
            about.setdefault(place, set()).add(fact.subject)
            last[fact.subject] = place
            stated.append((position, fact.start, text[fact.start : fact.end]))
    return [
        one
        for one in dict.fromkeys((*said, *stated))
        if one[:2] not in about or any(last[subject] == one[:2] for subject in about[one[:2]])
    ]


def fact_items(items: Sequence[Item], facts: Sequence[tuple[int, str]]) -> list[Item]:
    """An item for each fact, named after its origin."""
    made: list[Item] = []
    taken: dict[int, int] = {}
    for origin, sentence in facts:
        taken[origin] = taken.get(origin, 0) + 1
        suffix = "" if taken[origin] == 1 else f".{taken[origin]}"
        part = Part(PartKind.TEXT, sentence)
        name = f"{items[origin].id}~fact{suffix}"
        made.append(Item(id=name, role="system", parts=(part,), source=Source.KEY_FACT, priority=1))
    return made
