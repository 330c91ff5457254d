"""Who is to do something, or by what something is done: "by the bot", 由人工."""

from __future__ import annotations

import re

from ctxlab.text.survival.reading import readings

_BY = re.compile(
    r"\bby (?:(?:a|an|the|our|my|your|his|her|their|its) )?"
    r"(?P<who>[a-z-]+"
    r"(?: (?!(?:by|in|on|at|with|before|after|and|or|for|to|the|if|when|from|until)\b)[a-z-]+)?)"
    "|由(?P<han>[\u4e00-\u9fff]{1,4})",
    re.IGNORECASE,
)
#: What follows "by" and is nobody and no way.
_NO_ONE = re.compile(
    r"(?:default|design|law|accident|now|then|far|noon|midnight|end|means|and large|no|at least|\w+ing|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    "|于|此|来|我们|你|咱们|自己",
    re.IGNORECASE,
)

#: The doer himself, whoever that is.
_SELF = re.compile(
    r"\bby (?:us|me|you|yourself|ourselves|itself|themselves|himself|herself)\b"
    r"|\b(?:itself|ourselves|yourself)\b"
    "|由(?:我们|你|咱们)?自己|亲自",
    re.IGNORECASE,
)


def agents(text: str) -> tuple[str, ...]:
    """Who does it or by what it is done, in the words of a text."""
    found = (one["who"] or one["han"] for one in _BY.finditer(text))
    return tuple(who for who in found if not _NO_ONE.match(who) and not _SELF.match(f"by {who}"))


def other_agent(wanted: str, told: str, *, languages: bool) -> tuple[str, str] | None:
    """The agents of two texts where both name one and the two have nothing in common.

    Names are compared within a language; that one says "itself" and the other a name is told in any.
    """
    ours, theirs = agents(wanted), agents(told)
    mine, yours = _SELF.search(wanted), _SELF.search(told)
    if mine and theirs and not yours:
        return mine.group(), theirs[0]
    if yours and ours and not mine:
        return ours[0], yours.group()
    if languages or mine or not ours or not theirs:
        return None
    one, other = _concepts(ours), _concepts(theirs)
    return (ours[0], theirs[0]) if one and other and not one & other else None


def _concepts(names: tuple[str, ...]) -> frozenset[str]:
    words = [word for name in names for word in readings(name)[0].words]
    return frozenset[str]().union(*(word.concepts or {"=" + word.key} for word in words))
