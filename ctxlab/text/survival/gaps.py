"""What a sentence leaves out of a part of a constraint, and whether that matters."""

from __future__ import annotations

import re

from ctxlab.model.constraint import Survived
from ctxlab.text.survival import codes
from ctxlab.text.survival.align import Pair
from ctxlab.text.survival.demand import Part
from ctxlab.text.survival.gates import denied, named_otherwise
from ctxlab.text.survival.lexicon import Cue, lexicon
from ctxlab.text.survival.overlay import ESSENTIAL, OWN, Finding, Overlay
from ctxlab.text.survival.quantities import MOMENTS, Fit
from ctxlab.text.survival.reading import MINUS, OPEN
from ctxlab.text.survival.stance import made_up

#: The least topic that makes a sentence speak of the same thing; where it only mentions it; for all it says.
_TOPIC, _MENTIONED, _WHOLE = 0.4, 0.25, 0.72
#: The least cover where one word is missing that its value or silence makes up for, and for a permission.
_NEARLY, _PERMISSION = 0.62, 0.45
#: The least cover of a part that is gone only in part, and the topic of one without its exception.
_IN_PART, _HALF = 0.55, 0.5
_LEAST = 0.01
_LABEL = re.compile("[:：]")
#: What is chosen is to be had: "the floor will be oak, that is what we chose" demands it as "must" does.
_CHOSEN = re.compile(
    r"\b(?:chose|chosen|picked|selected|opted for|settled on|decided on)\b"
    r"|[选挑][用定了]?(?!项|择[题困])|改用|换成",
    re.IGNORECASE,
)
#: What makes a demand of a sentence.
_DEMANDING = frozenset((Cue.MUST, Cue.ONLY, Cue.WISH, Cue.ALL, Cue.NOT, Cue.NOT_BEFORE, Cue.MAY))


def least_cover(part: Part, *, semantic: bool) -> float:
    """The cover below which no sentence keeps a part."""
    if semantic:
        return _LEAST
    return _PERMISSION if part.permits or part.denies else _NEARLY


def unrelated(laid: Overlay) -> Finding | None:
    """The sentence speaks of something else."""
    if len(laid.fits) > 1 and laid.valued:
        return None
    if laid.topic >= (_MENTIONED if Cue.MENTION in laid.cues() else _TOPIC) or named_otherwise(laid):
        return None
    reason = codes.TOPIC_ONLY if laid.topic > 0 else codes.NOT_STATED
    return Finding(Survived.LOST, reason, cover=laid.cover)


def gaps(laid: Overlay) -> Finding | None:
    """Words or values of the part that the sentence does not have."""
    found = _without_value(laid) or _without_condition(laid) or halved(laid)
    if found is not None:
        return found
    names = [
        pair for pair in laid.pairs if (pair.wanted.exact or pair.wanted.numeral) and pair.strength < 1.0
    ]
    if names:
        return laid.say(Survived.WEAKENED, codes.PART_LOST, names[0].wanted.said)
    if _denied_wholly(laid):
        return None
    if laid.cover < _needed(laid):
        gone = laid.missing[0].wanted.said if laid.missing else ""
        if laid.cover >= _IN_PART:
            return laid.say(Survived.WEAKENED, codes.PART_LOST, gone)
        return laid.say(Survived.UNSURE, codes.TOPIC_ONLY, gone)
    if not laid.part.denies and not laid.fits and _denies_more(laid):
        return laid.say(Survived.UNSURE, codes.TOPIC_ONLY)
    if _thin(laid):
        return laid.say(Survived.UNSURE, codes.TOPIC_ONLY)
    held = any(
        ((denied(pair) or pair.turned) and not pair.opposed) or (pair.opposed and made_up(laid, pair))
        for pair in laid.met
    )
    return laid.say(Survived.UNSURE, codes.TOPIC_ONLY) if laid.part.denies and not held else None


def _thin(laid: Overlay) -> bool:
    """Whether one word is all that the two share, and the sentence says more of it but demands nothing."""
    essential = [pair for pair in laid.pairs if pair.wanted.weight >= ESSENTIAL]
    if len(essential) != 1 or laid.fits or laid.part.denies or any(pair.turned for pair in laid.met):
        return False
    clause = laid.found.clauses[laid.anchor]
    chosen = _CHOSEN.search(laid.found.text, clause.start, clause.end)
    return bool(laid.extra()) and not chosen and not laid.all_cues() & _DEMANDING


def _denies_more(laid: Overlay) -> bool:
    """Whether the sentence only says what is not of the things that the part speaks of."""
    signs = {pair.found.sign for pair in laid.met if pair.found and pair.wanted.weight >= ESSENTIAL}
    return signs == {OPEN}


def _without_value(laid: Overlay) -> Finding | None:
    for one in laid.fits:
        if one.how is Fit.NONE:
            verdict = Survived.WEAKENED if laid.topic >= _WHOLE else Survived.LOST
            return laid.say(verdict, codes.VALUE_LOST, one.wanted.said)
    return None


def _without_condition(laid: Overlay) -> Finding | None:
    """Its exception or its condition is gone."""
    valued = {one.wanted.clause for one in laid.fits if one.how is Fit.SAME}
    aside = [
        pair.wanted
        for pair in laid.missing
        if pair.wanted.excepted or (pair.wanted.supposed and pair.wanted.clause not in valued)
    ]
    if not aside or laid.topic < _HALF:
        return None
    code = codes.EXCEPTION_LOST if aside[0].excepted else codes.CONDITION_LOST
    return laid.say(Survived.WEAKENED, code, aside[0].said)


def halved(laid: Overlay) -> Finding | None:
    """One of two things is gone that a comma, an "and" or an "or" joins."""
    missing = laid.missing
    for said in _joined(laid):
        if all(pair in missing for pair in said):
            return laid.say(Survived.WEAKENED, codes.PART_LOST, said[0].wanted.said)
    for one, other in zip(laid.pairs, laid.pairs[1:], strict=False):
        lost = [pair for pair in (one, other) if pair in missing]
        if other.wanted.linked and len(lost) == 1:
            return laid.say(Survived.WEAKENED, codes.PART_LOST, lost[0].wanted.said)
    return None


def _joined(laid: Overlay) -> list[list[Pair]]:
    """The words that count in each of several things that commas, "and" or "or" join, but not in a label."""
    counted = [pair for pair in laid.pairs if pair.wanted.weight >= ESSENTIAL]
    groups: list[list[Pair]] = []
    for pair in counted:
        if groups and not pair.wanted.linked and pair.wanted.clause == groups[-1][-1].wanted.clause:
            groups[-1].append(pair)
        else:
            groups.append([pair])
    label = counted[0].wanted.clause if counted and _LABEL.search(laid.part.text) else None
    valued = {one.wanted.clause for one in laid.fits} | {label}
    return [group for group in groups if group[0].wanted.clause not in valued] if len(groups) > 1 else []


def _denied_wholly(laid: Overlay) -> bool:
    """Whether the sentence denies more than the part does: without gas there are no gas appliances."""
    if not laid.part.denies or laid.fits or laid.topic < OWN:
        return False
    denying = any(pair.found and pair.found.sign is MINUS for pair in laid.pairs)
    return denying and not laid.extra() and all(pair.wanted.sign is MINUS for pair in laid.missing)


def _needed(laid: Overlay) -> float:
    """The cover that a part needs."""
    if laid.part.permits:
        return _PERMISSION
    missing = [pair.wanted for pair in laid.missing]
    if len(missing) != 1 or missing[0].weight > 1.0 or lexicon().rivals.keys() & missing[0].concepts:
        return _WHOLE
    # A time or a date says less of what it is about than a sum or a length.
    telling = laid.topic > _HALF or any(one.wanted.value.unit not in MOMENTS for one in laid.fits)
    return _NEARLY if (laid.valued and telling) or not laid.extra() else _WHOLE
