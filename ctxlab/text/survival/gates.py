"""The gates: what a sentence that speaks of the same thing may say otherwise, whatever its words are like."""

from __future__ import annotations

import re

from ctxlab.model.constraint import Comparator, Survived
from ctxlab.text.survival import codes
from ctxlab.text.survival.agents import other_agent
from ctxlab.text.survival.align import Pair
from ctxlab.text.survival.contrasts import contrast
from ctxlab.text.survival.lexicon import Cue, lexicon
from ctxlab.text.survival.overlay import ESSENTIAL, Finding, Overlay
from ctxlab.text.survival.quantities import Fit
from ctxlab.text.survival.reading import MINUS, OPEN
from ctxlab.text.survival.stance import made_up

#: The least topic for another value, and for the opposite, to be about the same thing.
_SAME_THING, _SURELY_SAME = 0.5, 0.6
#: The least topic for what is permitted to be forbidden: the other words may go without saying.
_PERMITTED = 0.3
_MOST = re.compile(r"(?<!\bat )(?<!\bthe )(?<!\bfor )\bmost (?=\w+s\b)", re.IGNORECASE)
_NUMBER = re.compile(r"v?[0-9]+(?:\.[0-9]+)*")
#: What shuts others out, or demands enough to do so.
_SHUTTING = frozenset((Cue.ONLY, Cue.MUST, Cue.NOT, Cue.NOT_BEFORE, Cue.ALL, Cue.BOUND))
_WHILE = re.compile(
    r"\b(?:during|while|when|at (?:night|meals|work|weekends))\b|期间|时候|[的餐课]时", re.IGNORECASE
)
#: Bounds shut out what is beyond them.
_BOUNDS = (Comparator.AT_MOST, Comparator.BELOW, Comparator.AT_LEAST, Comparator.ABOVE)
_VALUE_CODES = {
    Fit.NUMBER: codes.NUMBER,
    Fit.UNIT: codes.UNIT,
    Fit.CURRENCY: codes.CURRENCY,
    Fit.TURNED: codes.BOUND_TURNED,
}


def changed(laid: Overlay) -> Finding | None:
    """A value, a name or the polarity is another, or the user replaced it."""
    return (
        _replaced(laid)
        or _other_value(laid)
        or _opposed(laid)
        or _other_order(laid)
        or _other_name(laid)
        or _by_another(laid)
        or _contrasted(laid)
    )


def _replaced(laid: Overlay) -> Finding | None:
    """What the sentence itself says holds no longer."""
    if not laid.old:
        return None
    values = [one.found for one in laid.fits if one.found and one.how <= Fit.LOOSER]
    old = [value for value in values if laid.is_old(value.value.start)]
    if old:
        return laid.say(Survived.CHANGED, codes.SUPERSEDED, old[0].said)
    gone = [
        pair
        for pair in laid.pairs
        if pair.found and pair.wanted.weight >= ESSENTIAL and laid.is_old(pair.found.start)
    ]
    return laid.say(Survived.CHANGED, codes.SUPERSEDED, gone[0].wanted.said) if gone and not values else None


def _other_value(laid: Overlay) -> Finding | None:
    if laid.own < _SAME_THING:
        return None
    for one in laid.fits:
        if one.found is not None and one.how in _VALUE_CODES:
            return laid.say(Survived.CHANGED, _VALUE_CODES[one.how], one.wanted.said, one.found.said)
    return None


def _opposed(laid: Overlay) -> Finding | None:
    """What is asked for is denied, or what is denied is not."""
    least = _PERMITTED if laid.part.permits else _SURELY_SAME
    if laid.own < least or Cue.MENTION in laid.cues():
        return None
    against = [
        pair for pair in laid.met if pair.opposed and not _excepted(pair, laid) and not made_up(laid, pair)
    ]
    turned = [pair for pair in laid.met if pair.turned and pair.wanted.weight >= ESSENTIAL]
    strongest = max(against, key=lambda pair: (pair.turned, pair.wanted.weight), default=None)
    agreed = any(denied(pair) and not pair.opposed for pair in laid.met)
    if not turned and not (laid.part.denies and agreed):
        for one in laid.fits:
            plain = one.wanted.value.comparator is Comparator.EQUAL
            if one.found and one.how is Fit.SAME and plain and one.wanted.sign * one.found.sign < 0:
                return laid.say(Survived.CHANGED, codes.POLARITY, one.wanted.said, one.found.said)
    if strongest is None or strongest.found is None:
        return None
    if not strongest.turned and (turned or not _outweighs(laid, against)):
        return None
    return laid.say(Survived.CHANGED, codes.POLARITY, strongest.wanted.said, strongest.found.said)


def _excepted(pair: Pair, laid: Overlay) -> bool:
    """Whether a word is excepted on both sides, or only permitted on one and excepted on the other."""
    return pair.found is not None and pair.found.excepted and (pair.wanted.excepted or laid.part.permits)


def _outweighs(laid: Overlay, against: list[Pair]) -> bool:
    """Whether the words of opposite polarity count more than those of the same."""
    weight = sum(pair.wanted.weight for pair in against)
    agreeing = [pair for pair in laid.met if not pair.opposed]
    if laid.part.denies:
        return weight > sum(pair.wanted.weight for pair in agreeing if denied(pair))
    return 2 * weight >= sum(pair.wanted.weight for pair in agreeing)


def _by_another(laid: Overlay) -> Finding | None:
    """Somebody else is to do it, or it goes by something else."""
    clause = laid.found.clauses[laid.anchor]
    if laid.own < _SAME_THING or laid.part.denies or laid.denied():
        return None
    languages = laid.part.chinese != any(char > "\u2e80" for char in laid.found.text)
    found = other_agent(laid.part.text, laid.found.text[clause.start : clause.end], languages=languages)
    return laid.say(Survived.CHANGED, codes.NAMED_VALUE, *found) if found else None


def _contrasted(laid: Overlay) -> Finding | None:
    """Somebody else is named, the order is another, or more became less."""
    if laid.own < _SAME_THING or laid.part.denies or laid.denied():
        return None
    found = contrast(laid.part.text, laid.found.text)
    return laid.say(Survived.CHANGED, codes.NAMED_VALUE, *found) if found else None


def denied(pair: Pair) -> bool:
    """Whether a word of a part that denies is denied: it may stand before what the denial says of it."""
    both = pair.wanted.sign <= OPEN and pair.found is not None and pair.found.sign is MINUS
    return pair.wanted.sign is MINUS or both


def _other_order(laid: Overlay) -> Finding | None:
    """What has to be before something is after it, or the other way round."""
    for pair in laid.met:
        if pair.found is None or laid.own < _SAME_THING:
            continue
        if pair.wanted.when * pair.found.when < 0 <= pair.wanted.sign * pair.found.sign:
            return laid.say(Survived.CHANGED, codes.BOUND_TURNED)
    return None


def _other_name(laid: Overlay) -> Finding | None:
    """Something is named in place of what the part names: another day, colour, meat, version."""
    for pair in laid.missing:
        rival = _rival(laid, pair) or _other_number(laid, pair)
        if rival:
            return laid.say(Survived.CHANGED, codes.NAMED_VALUE, pair.wanted.said, rival)
    return None


def named_otherwise(laid: Overlay) -> bool:
    """Whether the values are the same, but of something else of the same kind: beef and chicken on Sunday."""
    return laid.valued and any(_rival(laid, pair) for pair in laid.missing)


def _rival(laid: Overlay, pair: Pair) -> str:
    table = lexicon().rivals
    rivals = frozenset[str]().union(*(table.get(one, frozenset()) for one in pair.wanted.concepts))
    if not rivals:
        return ""
    wanted = frozenset[str]().union(*(word.concepts for word in laid.part.words))
    used = {other.found.start for other in laid.pairs if other.found}
    for word in laid.found.words:
        beside = word.concepts & rivals and not word.concepts & wanted and word.start not in used
        if beside and (word.clause == laid.anchor or len(laid.found.clauses) == 1):
            return word.said
    return ""


def _other_number(laid: Overlay, pair: Pair) -> str:
    """The number that a name has in the sentence in place of the one wanted: version 16."""
    if not _NUMBER.fullmatch(pair.wanted.key):
        return ""
    wanted = {word.key for word in laid.part.words}
    others = (word for word in laid.found.words if _NUMBER.fullmatch(word.key) and word.key not in wanted)
    return next((word.said for word in others), "")


def unsettled(laid: Overlay) -> Finding | None:
    """It is spoken of, but not settled; or a sum without its currency."""
    demanded = laid.all_cues() & {Cue.TWICE, Cue.MUST, Cue.ONLY, Cue.NOT, Cue.IF, Cue.ALL, Cue.BREAK}
    if Cue.TWICE in laid.part.cues and not demanded:
        return laid.say(Survived.UNSURE, codes.UNSETTLED)
    if laid.part.grants and not any(Cue.MAY in clause.cues for clause in laid.found.clauses):
        return laid.say(Survived.UNSURE, codes.UNSETTLED)
    if laid.mentions() and Cue.MENTION not in laid.part.cues:
        return laid.say(Survived.UNSURE, codes.UNSETTLED)
    for one in laid.fits:
        if one.how is Fit.NO_CURRENCY and one.found:
            return laid.say(Survived.UNSURE, codes.CURRENCY_MISSING, one.wanted.said, one.found.said)
    return None


def weakened(laid: Overlay) -> Finding | None:
    """It has less force, or holds in fewer cases."""
    for one in laid.fits:
        if one.how in (Fit.LOOSER, Fit.BOUNDED) and one.found:
            code = codes.BOUND_LOST if one.how is Fit.LOOSER else codes.BOUND_ADDED
            return laid.say(Survived.WEAKENED, code, one.wanted.said, one.found.said)
    return _less_force(laid) or _added(laid) or _fewer_cases(laid)


def _less_force(laid: Overlay) -> Finding | None:
    part, cues = laid.part, laid.told()
    if Cue.WISH in cues and Cue.WISH not in part.cues:
        return laid.say(Survived.WEAKENED, codes.FORCE)
    if Cue.HEDGE in cues and Cue.HEDGE not in part.cues:
        return laid.say(Survived.WEAKENED, codes.LIMITED)
    turned = any(pair.turned for pair in laid.pairs)
    alone = any(Cue.ONLY in clause.cues for clause in laid.found.clauses)
    bound = laid.valued and any(one.found and one.found.value.comparator in _BOUNDS for one in laid.fits)
    shut = turned or alone or bound or _rival_denied(laid)
    if Cue.ONLY in part.cues and not shut and not laid.all_cues() & _SHUTTING:
        return laid.say(Survived.WEAKENED, codes.ONLY_LOST)
    return None


def _rival_denied(laid: Overlay) -> bool:
    """Whether the sentence denies another of the kind that the part asks for: no cards, but cash."""
    table = lexicon().rivals
    rivals = frozenset[str]().union(
        *(table.get(one, frozenset()) for pair in laid.met for one in pair.wanted.concepts)
    )
    return any(word.sign is MINUS and word.concepts & rivals for word in laid.found.words)


def _added(laid: Overlay) -> Finding | None:
    """An exception or a condition that the constraint does not know."""
    used = {pair.found.start for pair in laid.pairs if pair.found}
    part = laid.part
    valued = {one.found.clause for one in laid.fits if one.found and one.how is Fit.SAME}
    for word in laid.found.words:
        if word.weight < ESSENTIAL or word.start in used or abs(word.clause - laid.anchor) > 1:
            continue
        if any(word.concepts & other.concepts or word.key == other.key for other in part.beside):
            continue
        if word.excepted and Cue.ONLY not in part.cues and not any(one.excepted for one in part.words):
            return laid.say(Survived.WEAKENED, codes.EXCEPTION_ADDED, now=word.said)
        if word.supposed and word.clause not in valued and not any(one.supposed for one in part.words):
            return laid.say(Survived.WEAKENED, codes.CONDITION_ADDED, now=word.said)
    return None


def _in_some_cases(laid: Overlay) -> bool:
    """Whether the sentence says a time or a share in which it holds that the part does not say."""
    if any(Cue.HEDGE in clause.cues for clause in laid.found.clauses) or _MOST.search(laid.found.text):
        return True
    if any(one.value.unit == "%" and one.clause == laid.anchor for one in laid.found.quantities):
        return not laid.fits
    return _WHILE.search(laid.found.text) is not None and _WHILE.search(laid.part.text) is None


def _permitted(laid: Overlay) -> bool:
    """Whether something that the part asks for is only permitted."""
    if Cue.MAY in laid.part.cues:
        return False
    stated = {pair.found.clause for pair in laid.met if pair.found and pair.wanted.weight >= ESSENTIAL}
    valued = {one.found.clause for one in laid.fits if one.found}
    for number in stated - valued:
        cues = laid.found.clauses[number].cues
        if Cue.MAY in cues and not cues & {Cue.ONLY, Cue.MUST, Cue.NOT, Cue.BOUND}:
            return True
    return False


def _only_some(laid: Overlay) -> bool:
    """Whether what is asked of all is said of some only: all members, the board only."""
    part, told = laid.part, laid.told()
    if part.denies or Cue.ALL not in part.cues or Cue.ONLY in part.cues or not laid.missing:
        return False
    return Cue.ONLY in told and not {Cue.ALL, Cue.NOT} & told


def _fewer_cases(laid: Overlay) -> Finding | None:
    part, cues = laid.part, laid.cues()
    if Cue.ALL in part.cues and Cue.ALL not in cues and _in_some_cases(laid):
        return laid.say(Survived.WEAKENED, codes.NARROWER, now=laid.extra())
    if _only_some(laid):
        return laid.say(Survived.WEAKENED, codes.NARROWER, now=laid.extra())
    if part.denies and not laid.valued and laid.narrowed():
        return laid.say(Survived.WEAKENED, codes.NARROWER, now=laid.narrowed())
    narrower = [pair for pair in laid.pairs if pair.narrower]
    if narrower:
        return laid.say(Survived.WEAKENED, codes.NARROWER, narrower[0].wanted.said)
    return laid.say(Survived.WEAKENED, codes.PERMITTED) if _permitted(laid) else None
