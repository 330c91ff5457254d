"""What a rule file says: rules, stops and the marks that decide how firm a constraint is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.expression import Expression

ENGLISH, CHINESE = LANGUAGES = ("en", "zh")
#: The group of a pattern that the span begins at.
AT = "at"
#: What stands in place of words that are looked past, in text that is matched.
BLANK = "\x01"


class Extent(StrEnum):
    """How far the constraint of a match goes."""

    CLAUSE = "clause"
    REST = "rest"
    MATCH = "match"


class Asked(StrEnum):
    """What a rule makes of a question that asks for no deed: nothing, a soft or an unchanged constraint."""

    NOTHING = "nothing"
    SOFT = "soft"
    SAME = "same"


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One rule. `words` lead to it; `pattern` must match its clause, or the sentence if `whole` is set.

    `near` and `then` must match behind the word: the first is quick and looked at for all texts.

    A group `at` of the pattern is what the span begins at, in place of the whole match. One of `within`, if
    there are any, must match the sentence, and none of `outside`. A `listed` one is for the items of a list
    that its words head. One with a `head` is for the points of a list under a line that this matches. What
    it `follows` must match what stands not far before the sentence.
    """

    id: str
    kind: Kind
    tier: Tier
    language: str
    negative: bool
    extent: Extent
    asked: Asked
    whole: bool
    words: tuple[str, ...]
    near: str
    then: Expression | None
    pattern: Expression
    within: tuple[Expression, ...]
    outside: tuple[Expression, ...]
    listed: bool = False
    head: Expression | None = None
    follows: Expression | None = None

    @property
    def cuts(self) -> bool:
        """Whether its pattern says where the span begins."""
        return f"(?P<{AT}>" in self.pattern.source


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What a language says beside its rules, each for text in lower case.

    `soft` in a clause makes its constraints wishes, unless `firm` is in the constraint. `question` ends a
    question, `request` begins one that asks for a deed. `silent` is a sentence that states nothing at all.
    `begin` is what may stand before an imperative, `lead` what a clause may begin with that belongs to no
    constraint.
    """

    soft: Expression
    firm: Expression
    question: Expression
    request: Expression
    silent: Expression
    begin: Expression
    lead: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Lead:
    """Rules that a found word leads to, by what must match behind its first `length` characters.

    Where `gate` does not match there, nothing of that does.
    """

    length: int
    gate: Expression | None
    rules: tuple[tuple[Expression | None, tuple[Rule, ...]], ...]


_Match = Callable[[str, int, int], re.Match[str] | None]
#: A lead as it is looked at: length, gate, and what must match for which rules.
Look = tuple[int, _Match | None, tuple[tuple[_Match | None, tuple[Rule, ...]], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """The rules of a language. `scan` finds words that lead to rules, as its last group; `words` says which.

    `looks` fills with the leads of the words that were found so far, ready to be looked at.
    """

    name: str
    marks: Marks
    stops: tuple[Expression, ...]
    rules: tuple[Rule, ...]
    scan: Expression
    words: Mapping[str, Mapping[str, Sequence[Rule]]] = field(repr=False)
    looks: dict[str, tuple[Look, ...]] = field(default_factory=dict[str, tuple[Look, ...]], repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a word stands that leads to rules."""

    start: int
    language: Language
    rules: tuple[Rule, ...]
