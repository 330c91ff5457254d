"""Key facts: sentences that Gather sets beside the conversation, word for word."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.marks import KeyFactMark
from ctxlab.stages.gather.pool import Placed
from ctxlab.text.constraints import find_constraints

_TEXTS_KEPT = 65_536


class Demands:
    """The sentences of hard constraints in texts, remembered: a session is gathered at many requests."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[int, int], ...]] = {}

    def sentences(self, text: str) -> tuple[tuple[int, int], ...]:
        """Spans (code points) of the sentences that hold a hard constraint, in order, once each."""
        found = self._found.get(text)
        if found is None:
            found = tuple(dict.fromkeys(one.sentence for one in find_constraints(text) if one.hard))
            if len(self._found) >= _TEXTS_KEPT:
                self._found.clear()
            self._found[text] = found
        return found


def find_facts(
    items: Sequence[Item],
    placed: Sequence[Placed],
    stands: Sequence[bool],
    marks: Sequence[KeyFactMark],
    demands: Demands | None,
) -> list[tuple[int, str]]:
    """(origin, sentence) pairs in the order of their origins; each sentence once, at its first origin.

    Marked spans count whatever became of their item; demands count in user messages of earlier turns that
    `stands` says are there or were replaced by a recorded summary. Surrounding blanks are no part of a fact.
    """
    found: list[tuple[int, int, str]] = []
    index = {item.id: position for position, item in enumerate(items)} if marks else {}
    for mark in marks:
        position = index.get(mark.item, -1)
        if position >= 0:
            found.append((position, mark.start, items[position].text[max(0, mark.start) : mark.end]))
    if demands is not None:
        for position, item in enumerate(items):
            if stands[position] and not placed[position].current and item.opens_turn:
                text = item.text
                found.extend((position, start, text[start:end]) for start, end in demands.sentences(text))
    once: dict[str, int] = {}
    for origin, _, sentence in sorted(found):
        if sentence.strip():
            once.setdefault(sentence.strip(), origin)
    return [(origin, sentence) for sentence, origin in once.items()]


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
