"""Which texts hold which must-keep: every text is judged once, whatever runs it stands in.

Runs of a session share most of their items, and an edit makes few new texts. So the verdicts of a text are
kept with the text, and those of a pool as the few positions where something of a must-keep stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Protocol

from ctxlab.analysis.excerpts import Excerpts
from ctxlab.analysis.screen import Keys, Screen, Vocabulary
from ctxlab.errors import ProfileError
from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.items import Item, Source
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Pool
from ctxlab.text.match import Matcher
from ctxlab.text.survival import codes, prepared

#: Texts of items, and others (cuts, summaries, key facts), are kept up to so many.
_TEXTS_KEPT = 60_000

#: Beyond so many must-keeps all is forgotten.
_KEEPS_KEPT = 1_000

Hit = tuple[int, Survival]


class Weight(IntEnum):
    """How much an item's words count for a must-keep.

    What a tool showed, or an assistant answered, may say it in the same words only: dishes that are "not hot"
    are no demand for such. What users and prompts say may say it in other words, but is no changed version of
    it: prices are no other budget. What stands for the talk (summaries, key facts, notes) may also have it
    weakened or changed.
    """

    SHOWN = 0
    SAID = 1
    STANDS_FOR = 2


_ANSWERS = frozenset({"assistant", "tool", "function"})

_WEIGHTS = {
    Source.SUMMARY: Weight.STANDS_FOR,
    Source.KEY_FACT: Weight.STANDS_FOR,
    Source.AGENT_NOTE: Weight.STANDS_FOR,
    Source.TASK_STATE: Weight.STANDS_FOR,
    Source.USER_MESSAGE: Weight.SAID,
    Source.CONVERSATION: Weight.SAID,
    Source.SYSTEM_PROMPT: Weight.SAID,
    Source.TOOL_SCHEMAS: Weight.SHOWN,
    Source.TOOL_RESULT: Weight.SHOWN,
    Source.RETRIEVED_DOC: Weight.SHOWN,
}


def weight_of(item: Item, source: Source) -> Weight:
    """How much the words of an item count that has this source at a request."""
    found = _WEIGHTS[source]
    return Weight.SHOWN if found is Weight.SAID and item.role in _ANSWERS else found


@dataclass(slots=True)
class _Text:
    """What is known of a text: the first `judged` must-keeps, and of those the ones of which it has any."""

    judged: int = 0
    found: dict[int, Survival] = field(default_factory=dict[int, Survival])


@dataclass(slots=True)
class _Hits:
    """For the first `judged` must-keeps the positions of a pool where something of them stands, ascending.

    `weights` are those of the items' sources, by position.
    """

    weights: bytes
    judged: int = 0
    found: dict[int, list[Hit]] = field(default_factory=dict[int, list[Hit]])


class HeldTexts:
    """Verdicts on texts by must-keep; those of kind item and source are none of its business.

    A must-keep that is nothing that could be found, or whose pattern ran out of time, is `broken`. So many
    `pools` are kept, the most recently used longest.
    """

    def __init__(self, pools: int) -> None:
        self._pools_kept = pools
        self._begin()

    def _begin(self) -> None:
        self._vocabulary = Vocabulary()
        self._excerpts = Excerpts(self._vocabulary)
        self._numbers: dict[MustKeep, int] = {}
        self._finders: list[_Finder] = []
        self._texts: dict[tuple[str, Weight], _Text] = {}
        self._pools: dict[Pool, _Hits] = {}

    def expect(self, wanted: Iterable[MustKeep]) -> None:
        """Makes ready for must-keeps, so that the first look at a text judges all of them."""
        for one in wanted:
            if not (one.item or one.source):
                self._number(one)

    def broken(self, one: MustKeep) -> bool:
        """Whether nothing can be said of it."""
        return self._finders[self._number(one)].broken

    def hits(self, one: MustKeep, pool: Pool) -> list[Hit]:
        """The positions of gathered items with anything of a must-keep, as they were gathered."""
        number = self._number(one)
        known = self._pools.pop(pool, None)
        if known is None:
            known = _Hits(bytes(map(_WEIGHTS.__getitem__, pool.source)))
        self._pools[pool] = known
        if len(self._pools) > self._pools_kept:
            self._pools.pop(next(iter(self._pools)))
        if number >= known.judged:
            self._look_through(pool, known)
        return known.found.get(number, [])

    def judged(self, one: MustKeep, text: str) -> Survival | None:
        """What of a must-keep a text has that stands for others, such as a summary; None for nothing."""
        number = self._number(one)
        return self._judge(text, Weight.STANDS_FOR).found.get(number)

    def _number(self, one: MustKeep) -> int:
        number = self._numbers.get(one)
        if number is None:
            # each new text is looked through for all of them, also for those of sessions long closed
            if len(self._finders) >= _KEEPS_KEPT:
                self._begin()
            number = self._numbers[one] = len(self._finders)
            self._finders.append(_finder(one, self._vocabulary, self._excerpts))
        return number

    def _look_through(self, pool: Pool, known: _Hits) -> None:
        texts, last = self._texts, len(self._finders)
        for finder in self._finders[known.judged :]:
            finder.begin()
        begin = self._take_over(pool, known)
        for position in range(begin, len(pool.items)):
            item = pool.items[position]
            text, weight = item.text, weight_of(item, pool.source[position])
            entry = texts.get((text, weight))
            if entry is None or entry.judged < last:
                entry = self._judge(text, weight)
            for number, found in entry.found.items() if entry.found else ():
                if number >= known.judged:
                    known.found.setdefault(number, []).append((position, found))
        known.judged = last

    def _take_over(self, pool: Pool, known: _Hits) -> int:
        """Takes the hits of another pool over that begins with the same items; gives where the rest begins.

        The pools of a session's requests do, up to the key facts at their ends.
        """
        if known.judged:
            return 0
        for other, hits in reversed(self._pools.items()):
            if other is pool or hits.judged != len(self._finders):
                continue
            size = min(min(one.derived_from, default=len(one.items)) for one in (pool, other))
            if (
                size
                and other.items[:size] == pool.items[:size]
                and hits.weights[:size] == known.weights[:size]
            ):
                for number, found in hits.found.items():
                    end = bisect_left(found, size, key=_position)
                    if end:
                        known.found[number] = found[:end]
                return size
        return 0

    def _judge(self, text: str, weight: Weight) -> _Text:
        entry = self._texts.get((text, weight))
        if entry is None:
            if len(self._texts) >= _TEXTS_KEPT:
                self._texts.clear()
            entry = self._texts[text, weight] = _Text()
        if entry.judged < len(self._finders):
            keys = Keys(text)
            mask = self._vocabulary.mask(keys)
            for number in range(entry.judged, len(self._finders)):
                finder = self._finders[number]
                # most texts have nothing of most must-keeps
                if finder.touched and not finder.touched & mask:
                    continue
                found = finder.find(text, weight, mask, keys)
                if found is not None:
                    entry.found[number] = found
            entry.judged = len(self._finders)
        return entry


def _position(hit: Hit) -> int:
    return hit[0]


class _Finder(Protocol):
    """Finds one must-keep in texts; `broken` says that it cannot.

    `touched` are words of which a text has to have one, 0 where it need not.
    """

    broken: bool
    touched: int

    def begin(self) -> None:
        """A new round of texts begins."""
        ...

    def find(self, text: str, weight: Weight, mask: int, keys: Keys) -> Survival | None:
        """What a text of that weight has of it, None for nothing."""
        ...


def _finder(one: MustKeep, vocabulary: Vocabulary, excerpts: Excerpts) -> _Finder:
    return _Words(one, vocabulary, excerpts) if one.text else _Exactly(one)


class _Words:
    """Finds words; those of a constraint that was found also in other words.

    Of a must-keep by its words what only says it otherwise is told, and keeps nothing.
    """

    def __init__(self, one: MustKeep, vocabulary: Vocabulary, excerpts: Excerpts) -> None:
        self.broken = False
        self._excerpts = excerpts
        self._screen = Screen(one.text, vocabulary)
        self._exact = not one.meaning
        # what has just these words is found without a look at which words count
        self.touched = 0 if self._exact else self._screen.needed
        self._prepared = prepared(one.text, semantic=False)
        self._matcher: Matcher | None = None
        try:
            self._matcher = Matcher(one)
        except ProfileError:
            self.broken = True

    def begin(self) -> None:
        """Nothing to begin: words need no patience."""

    def find(self, text: str, weight: Weight, mask: int, keys: Keys) -> Survival | None:
        """What a text of that weight has of it, None for nothing."""
        if self._matcher is None:
            return None
        if self._exact:
            spans = self._matcher.spans(text)
            if spans:
                return Survival(Survived.VERBATIM, *spans[0])
        found = self._otherwise(self._matcher, text, weight, mask, keys)
        if found is not None and self._exact and found.verdict.kept:
            return replace(found, verdict=Survived.UNSURE, reason=codes.NOT_THE_WORDS)
        return found

    def _otherwise(
        self, matcher: Matcher, text: str, weight: Weight, mask: int, keys: Keys
    ) -> Survival | None:
        """What a text of that weight has of it in any words."""
        if not (
            self._screen.may_keep(mask, keys)
            or (weight is Weight.STANDS_FOR and self._screen.may_state(mask, keys))
        ):
            return None
        if weight is not Weight.STANDS_FOR:
            # who says it word for word says it, whatever else stands in the same message
            spans = matcher.spans(text)
            if spans or weight is Weight.SHOWN:
                return Survival(Survived.VERBATIM, *spans[0]) if spans else None
        found = self._excerpts.survival(self._prepared, self._screen, text)
        if found.verdict is Survived.LOST or (weight is Weight.SAID and not found.verdict.kept):
            return None
        return found


class _Exactly:
    """Finds a number by its value, or what a pattern matches."""

    def __init__(self, one: MustKeep) -> None:
        self.broken = False
        self.touched = 0
        self._matcher: Matcher | None = None
        try:
            self._matcher = Matcher(one)
        except (ProfileError, ValueError):
            self.broken = True

    def begin(self) -> None:
        """A new round of texts begins, with all the time that one has."""
        if self._matcher is not None:
            self._matcher.begin()

    def find(self, text: str, weight: Weight, mask: int, keys: Keys) -> Survival | None:
        """The first place of it, whatever the weight."""
        del weight, mask, keys
        if self._matcher is None or self.broken:
            return None
        spans = self._matcher.spans(text)
        self.broken = self._matcher.too_slow
        return Survival(Survived.VERBATIM, *spans[0]) if spans and not self.broken else None
