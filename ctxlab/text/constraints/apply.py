"""The rules at work in one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ctxlab.model.constraint import Tier
from ctxlab.text.clauses import Clause, clauses
from ctxlab.text.constraints.hits import Hit
from ctxlab.text.constraints.rules import AT, BLANK, Asked, Extent, Language, Place, Rule
from ctxlab.text.expression import Expression

#: A clause no longer than this that says "if possible" speaks of the clause before it.
_ASIDE = 30
#: Unless it says more than this beside that: ", preferably with a lid" is a wish of its own.
_BESIDE = 8
#: How far before a sentence (code points) is looked for what it has to follow.
_BACK = 600
_TRAIL = " \t\r\n.!?。！？；;,，:：…"
Span = tuple[int, int]


def hits(text: str, span: Span, places: Sequence[Place]) -> list[Hit]:
    """What the rules find in the sentence at `span` of a text in lower case, given its places."""
    parts = clauses(text, *span)
    found: list[Hit] = []
    for spoken in {place.language: None for place in places}:
        sentence = _Sentence(text, span, parts, spoken)
        for at, clause in enumerate(parts):
            rules: dict[Rule, None] = {}
            # What parts it from the clause before, such as 否则, belongs to it.
            behind = parts[at - 1].end if at else span[0]
            for place in places:
                if behind <= place.start < clause.end and place.language is spoken:
                    rules.update(dict.fromkeys(place.rules))
            if rules:
                found += sentence.hits(at, tuple(rules))
    return found


class _Words:
    """Words of a sentence or clause, and the same with what stands before an imperative blanked out."""

    def __init__(self, words: str, begin: Expression) -> None:
        self.words = words
        self._begin = begin
        self._blanked: str | None = None

    def _begun(self) -> str:
        """Empty if nothing stands before."""
        if self._blanked is None:
            found = self._begin.compiled.match(self.words)
            before = found.end() if found else 0
            self._blanked = BLANK * before + self.words[before:] if before else ""
        return self._blanked

    def search(self, expression: Expression) -> re.Match[str] | None:
        """Where an expression matches; one that asks for the beginning may have it behind such words, too."""
        found = expression.search(self.words)
        if found is None and expression.begins and (begun := self._begun()):
            return expression.search(begun)
        return found

    def every(self, expression: Expression) -> Iterator[re.Match[str]]:
        """All places where an expression matches, in the words by which `search` finds the first."""
        found = expression.search(self.words)
        if found is not None:
            yield from expression.compiled.finditer(self.words)
        elif expression.begins and (begun := self._begun()):
            yield from expression.compiled.finditer(begun)


class _Sentence:
    """A sentence in one language."""

    def __init__(self, text: str, span: Span, parts: Sequence[Clause], spoken: Language) -> None:
        self._text = text
        self._span = span
        self._parts = parts
        self._spoken = spoken
        self._words = _Words(text[slice(*span)], spoken.marks.begin)
        self._held: dict[Expression, bool] = {}
        self._done: set[Rule] = set()

    def _asks(self) -> bool:
        """Whether it is a question that asks for no deed."""
        marks = self._spoken.marks
        return self._holds(marks.question) and not self._holds(marks.request)

    def _holds(self, expression: Expression) -> bool:
        """Whether an expression matches the sentence; rules share some of them."""
        held = self._held.get(expression)
        if held is None:
            held = self._held[expression] = self._words.search(expression) is not None
        return held

    def hits(self, at: int, rules: Sequence[Rule]) -> Iterator[Hit]:
        """What these rules find in a clause."""
        clause = self._parts[at]
        said = _Words(self._text[clause.said_from : clause.end], self._spoken.marks.begin)
        left: _Words | None = None
        for rule in rules:
            if rule in self._done:
                continue
            if (self._words if rule.whole else said).search(rule.pattern) is None or not self._allows(rule):
                continue
            if left is None:
                left = self._without_stops(said)
            base = clause.said_from
            words = left
            if rule.whole:
                base = self._span[0]
                words = self._words if left is said else self._whole_with(clause, left)
                if left is said and rule.extent is Extent.MATCH:
                    # All of its matches in the sentence are found now.
                    self._done.add(rule)
            for match in islice(words.every(rule.pattern), None if rule.extent is Extent.MATCH else 1):
                start = match.start(AT) if rule.cuts else -1
                yield self._hit(rule, (base + max(start, match.start()), base + match.end()), at)

    def _allows(self, rule: Rule) -> bool:
        """Whether a rule holds in a sentence such as this."""
        if rule.asked is Asked.NOTHING and self._asks():
            return False
        if rule.within and not any(map(self._holds, rule.within)):
            return False
        if rule.follows is not None:
            first = self._span[0]
            if rule.follows.compiled.search(self._text, max(0, first - _BACK), first) is None:
                return False
        # What few sentences are is asked last: that looks at most of their words.
        return not any(map(self._holds, rule.outside)) and not self._holds(self._spoken.marks.silent)

    def _without_stops(self, said: _Words) -> _Words:
        """A clause with what only looks like a constraint blanked out; itself if nothing does."""
        left = said.words
        for stop in self._spoken.stops:
            left = stop.compiled.sub(_blank_out, left)
        return said if left == said.words else _Words(left, self._spoken.marks.begin)

    def _whole_with(self, clause: Clause, left: _Words) -> _Words:
        """The sentence with what is left of a clause."""
        first = self._span[0]
        words = self._words.words
        joined = words[: clause.said_from - first] + left.words + words[clause.end - first :]
        return _Words(joined, self._spoken.marks.begin)

    def _hit(self, rule: Rule, match: Span, at: int) -> Hit:
        clause = self._parts[at]
        start, end = match
        said_from = start
        if rule.extent is Extent.CLAUSE:
            begin = self._behind_lead(clause)
            if start <= begin or not rule.cuts:
                said_from, start = begin, begin if clause.start == clause.said_from else clause.start
            end = clause.end
        elif rule.extent is Extent.REST:
            end = max(end, clause.end)
        while end > start + 1 and self._text[end - 1] in _TRAIL:
            end -= 1
        return Hit(start, end, said_from, self._tier(rule, at, start, end), rule)

    def _behind_lead(self, clause: Clause) -> int:
        lead = self._spoken.marks.lead.compiled.match(self._text[clause.said_from : clause.end])
        return clause.said_from + (lead.end() if lead and lead.end() < clause.end - clause.said_from else 0)

    def _tier(self, rule: Rule, at: int, start: int, end: int) -> Tier:
        if rule.tier is Tier.SOFT or (self._asks() and rule.asked is Asked.SOFT):
            return Tier.SOFT
        marks, clause = self._spoken.marks, self._parts[at]
        said = self._text[clause.start : max(end, clause.end)]
        if at + 1 < len(self._parts):
            aside = self._parts[at + 1]
            words = self._text[aside.said_from : aside.end]
            wish = marks.soft.search(words) if len(words) <= _ASIDE else None
            if wish and len(words) - len(wish.group()) <= _BESIDE:
                said += "\n" + words
        if marks.soft.search(said) and not marks.firm.search(self._text[start:end]):
            return Tier.SOFT
        return Tier.HARD


def _blank_out(found: re.Match[str]) -> str:
    """What is left of a stop: all of it goes, or what its group says."""
    said = found.group()
    kept = found.start(AT) - found.start() if found.groupdict().get(AT) else 0
    return said[:kept] + "\x00" * (len(said) - kept)
