"""Which sentence of a text speaks of a part, told by likeness, and what the gates make of it there.

The encoder only tells where a text speaks of the part: in the sentence that is more like it than the others.
Whether the part still holds there is for the gates, which here have to do with few words: values, stance,
force, what is excepted or supposed, and that no share of the part is left without words that could say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ctxlab.model.constraint import Survived
from ctxlab.text.survival import codes
from ctxlab.text.survival.align import Likeness, Pair
from ctxlab.text.survival.contrasts import contrast
from ctxlab.text.survival.demand import Part
from ctxlab.text.survival.gaps import halved
from ctxlab.text.survival.gates import changed, unsettled, weakened
from ctxlab.text.survival.lexicon import Cue, lexicon
from ctxlab.text.survival.overlay import ESSENTIAL, Finding, Overlay, has_values, lay_alike
from ctxlab.text.survival.quantities import MOMENTS, Fit
from ctxlab.text.survival.reading import Reading, Word
from ctxlab.text.survival.stance import denies, same_stance

#: How alike a sentence has to be to a part at least, with its values and without; how alike their words.
_VALUED, _ALIKE, _SAID = 0.3, 0.38, 0.4
#: What the lead over other sentences and the words count beside it.
_LEAD, _MOST_LEAD, _WORDS = 0.5, 0.4, 0.6
#: The least sum of these: with values that few sentences have, with common ones, and without.
_TELLING, _COMMON, _PLAIN = 0.66, 0.9, 0.9
#: Units of values that many sentences have.
_VAGUE = frozenset(("", "occurrence", "person", "item", "weekday", "step", "option"))
#: How alike words are that may say the same, and those that have others of their kind; what a pair counts.
_SAME_WORD, _SAME_KIND, _WORTH = 0.4, 0.5, 0.6
#: The topic of a sentence that has nearly all words of a part: what it has for the others counts more then.
_NEARLY = 0.6
#: The least share of words without an answer that needs a surer likeness: where it is doubtful, and else.
_SOME_MISSING, _MOST_MISSING = 0.45, 0.6
#: A lead and a likeness that are little, and a likeness that is enough for itself.
_AHEAD, _HARDLY, _SURELY = 0.1, 0.45, 0.62
#: No more sentences of a text than this are encoded for their likeness.
_MOST = 200
#: Sentences whose clauses are compared one by one.
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Spot:
    """The sentence that is the most like some words: its number, how alike, and how much more than others."""

    number: int
    alike: float
    lead: float


def spots(part: Part, whole: str, read: Sequence[tuple[Reading, ...]], likeness: Likeness) -> list[Spot]:
    """The sentences that may speak of a part: of those with its values and of all the one most like it.

    `whole` is the constraint that it is a part of, which may say better what it is about. Of a long text only
    the sentences are compared that have its values or most of its words.
    """
    valued = [
        number
        for number, ways in enumerate(read)
        if part.quantities and any(has_values(part, way) for way in ways)
    ]
    compared = _compared(part, read, valued)
    likes = {
        number: max(likeness(words, read[number][0].text) for words in {part.text, whole})
        for number in compared
    }
    found: list[Spot] = []
    for numbers in (compared & set(valued), compared):
        order = sorted(numbers, key=lambda number: (-likes[number], number))[:_NEAREST]
        for number in order:
            likes[number] = max(likes[number], _clauses(part, whole, read[number][0], likeness))
        order.sort(key=lambda number: -likes[number])
        if order:
            second = likes[order[1]] if len(order) > 1 else 0.0
            found.append(Spot(order[0], likes[order[0]], likes[order[0]] - second))
    return found


def _compared(part: Part, read: Sequence[tuple[Reading, ...]], valued: Sequence[int]) -> set[int]:
    """The sentences that are encoded: all of a short text."""
    told = [number for number, ways in enumerate(read) if ways[0].clauses]
    if len(told) <= _MOST:
        return set(told)

    def shared(number: int) -> int:
        index = read[number][0].index.keys()
        return sum(not index.isdisjoint(reached) for reached in part.reaches)

    return {*valued[:_MOST], *sorted(told, key=shared, reverse=True)[:_MOST]} & set(told)


def _clauses(part: Part, whole: str, reading: Reading, likeness: Likeness) -> float:
    """How alike the clauses of a sentence are at most, where it has several."""
    if len(reading.clauses) < 2:
        return 0.0
    said = [reading.text[clause.start : clause.end].strip() for clause in reading.clauses]
    return max(likeness(words, one) for words in {part.text, whole} for one in said)


def judged(part: Part, found: Reading, at: Spot, likeness: Likeness) -> Finding | None:
    """What the sentence makes of the part; None where it may speak of something else."""
    laid = lay_alike(part, found, likeness)
    hows = [one.how for one in laid.fits]
    valued = bool(hows) and all(_fits(laid, how) for how in hows)
    turned = Fit.TURNED in hows
    if at.alike < (_VALUED if valued else _ALIKE):
        return None
    for gate in (unsettled, weakened) if valued else (changed, unsettled, weakened):
        if (finding := gate(laid)) is not None:
            return finding
    if not valued and (hows or _counted(laid) or _stale(laid)):
        return None
    plain = not part.denies and not laid.denied()
    if _aside(laid) or _named(laid) or (plain and contrast(part.text, found.text)):
        return None
    if _one_of_two(laid) or (not turned and not same_stance(laid)):
        return None
    nearly = not valued and laid.topic >= _NEARLY
    laid, said = _answered(laid, likeness, _SAME_KIND if nearly else _SAME_WORD)
    if nearly and laid.missing:
        return None
    if not valued and _gappy(laid, at):
        return None
    if laid.missing and any(Cue.MENTION in clause.cues for clause in found.clauses):
        return laid.say(Survived.UNSURE, codes.UNSETTLED)
    if any(lexicon().kinds & pair.wanted.concepts for pair in laid.missing) and not valued:
        return None
    if halved(laid) is not None or not _speaks(laid, at, said):
        return None
    return laid.say(Survived.REWORDED, codes.OTHER_WORDS)


def _one_of_two(laid: Overlay) -> bool:
    """Whether one of two denied things is gone: there, a word that is a little alike says nothing."""
    if not laid.part.denies or halved(laid) is None:
        return False
    return any(pair.wanted.linked for pair in laid.missing)


def _speaks(laid: Overlay, at: Spot, said: float) -> bool:
    """Whether the sentence speaks of the part: likeness, lead and words together are enough."""
    together = at.alike + _LEAD * min(at.lead, _MOST_LEAD) + _WORDS * said
    if not laid.fits:
        return said >= _SAID and together >= _PLAIN
    vague = all(one.wanted.value.unit in _VAGUE for one in laid.fits)
    return together >= (_COMMON if vague else _TELLING)


def _gappy(laid: Overlay, at: Spot) -> bool:
    """Whether the sentence has no words for too much of the part, given how alike the two are."""
    if at.alike >= _SURELY:
        return False
    doubtful = at.lead < _AHEAD or at.alike < _HARDLY
    return _share_missing(laid) >= (_SOME_MISSING if doubtful else _MOST_MISSING)


def _share_missing(laid: Overlay) -> float:
    """The share of the words that count for which the sentence has none that could say the same."""
    weight = sum(pair.wanted.weight for pair in laid.pairs if pair.wanted.weight >= ESSENTIAL)
    return sum(pair.wanted.weight for pair in laid.missing) / weight if weight else 0.0


def _fits(laid: Overlay, how: Fit) -> bool:
    """Whether a value does: what must not be over eight may be up to eight."""
    if how is Fit.TURNED:
        return denies(laid.part.cues, laid.part.words) != denies(laid.told(), laid.found.words)
    return how is Fit.SAME


def _stale(laid: Overlay) -> bool:
    """Whether a word of the part is among what holds no longer."""
    return any(pair.found and laid.is_old(pair.found.start) for pair in laid.pairs)


def _counted(laid: Overlay) -> bool:
    """Whether the stating clause has a value where the part has none."""
    return (
        not laid.fits
        and not laid.part.company
        and any(
            one.clause == laid.anchor and (one.value.number != 1 or one.value.unit in MOMENTS)
            for one in laid.found.quantities
        )
    )


def _aside(laid: Overlay) -> bool:
    """Whether one of the two has an exception or a condition that the other has not."""
    told = laid.told()
    if Cue.EXCEPT in told and not laid.part.cues & {Cue.EXCEPT, Cue.ONLY}:
        return True
    missing = [pair.wanted for pair in laid.missing]
    if any(word.excepted for word in missing) and Cue.EXCEPT not in told:
        return True
    return any(word.supposed for word in missing) and Cue.IF not in told and not laid.fits


def _named(laid: Overlay) -> bool:
    """Whether a name is gone, or a thing in whose place the sentence has another of its kind."""
    rivals = lexicon().rivals
    said = frozenset[str]().union(*(word.concepts for word in laid.found.words))
    for pair in laid.pairs:
        word = pair.wanted
        if (word.exact or word.numeral) and pair.strength < 1.0:
            return True
        if pair.strength >= ESSENTIAL:
            continue
        others = frozenset[str]().union(*(rivals.get(concept, frozenset()) for concept in word.concepts))
        if others & said or (word.weight > 1.0 and not word.han and not word.concepts):
            return True
    return False


def _answered(laid: Overlay, likeness: Likeness, same: float) -> tuple[Overlay, float]:
    """The overlay with missing words paired that are a little alike, and how alike all are on average."""
    used = {pair.found.start for pair in laid.met if pair.found}
    reason = laid.reason()
    free = [
        word
        for word in laid.found.words
        if word.start not in used
        and word.start not in reason
        and word.weight >= ESSENTIAL
        and not word.numeral
    ]
    missing = {pair.wanted.start: pair.wanted for pair in laid.missing}
    kinds = lexicon().kinds
    rated = sorted(
        (
            (likeness(word.said, other.said), start, place)
            for start, word in missing.items()
            for place, other in enumerate(free)
            if _may_answer(word, other)
        ),
        reverse=True,
    )
    answers: dict[int, Word] = {}
    taken: set[int] = set()
    best: dict[int, float] = {}
    for like, start, place in rated:
        best.setdefault(start, like)
        short = len(missing[start].said) == 1 or len(free[place].said) == 1
        least = _SAME_KIND if short or kinds & missing[start].concepts else same
        if like >= least and start not in answers and place not in taken:
            answers[start] = free[place]
            taken.add(place)
    pairs = tuple(
        Pair(pair.wanted, answers[pair.wanted.start], _WORTH) if pair.wanted.start in answers else pair
        for pair in laid.pairs
    )
    counted = [pair for pair in laid.pairs if pair.wanted.weight >= ESSENTIAL]
    weight = sum(pair.wanted.weight for pair in counted)
    held = sum(
        pair.held if pair.strength >= ESSENTIAL else pair.wanted.weight * best.get(pair.wanted.start, 0.0)
        for pair in counted
    )
    return replace(laid, pairs=pairs), held / weight if weight else 1.0


def _may_answer(word: Word, other: Word) -> bool:
    """Whether a likeness of two words says anything: not where they exclude each other, nor of names."""
    rivals = lexicon().rivals
    if any(rivals.get(concept, frozenset()) & other.concepts for concept in word.concepts):
        return False
    return not (_is_name(word) or _is_name(other))


def _is_name(word: Word) -> bool:
    """Whether a word is a name: one in capitals or of code."""
    return word.exact or (word.said.isascii() and word.said.isupper())
