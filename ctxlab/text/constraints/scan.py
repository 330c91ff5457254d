"""One expression that finds the few places of a text where a rule may find something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt

from ctxlab.text.constraints.rules import CHINESE, ENGLISH, Language, Lead, Look, Place, Rule
from ctxlab.text.expression import Expression

_LETTER = Expression("[a-z0-9]")
_BEFORE = {ENGLISH: "\n", CHINESE: ""}
#: More alternatives than this are grouped.
_MANY = 16
#: How far behind a word (code points) is looked whether its rules have a chance.
_FAR = 500


def places(text: str, spoken: Language) -> list[Place]:
    """Where words of a language's rules stand in a text in lower case, with the rules that they lead to."""
    found: list[Place] = []
    looks = spoken.looks
    # An English word is found at what stands before it, so that there has to be something before the first.
    for match in spoken.scan.compiled.finditer(_BEFORE[spoken.name] + text):
        word = match[1]
        if word not in looks:
            looks[word] = tuple(map(_look, leads(word, spoken)))
        start = match.start()
        rules: tuple[Rule, ...] = ()
        for length, gate, choices in looks[word]:
            behind = start + length
            far = behind + _FAR
            if gate is None or gate(text, behind, far):
                for then, of_it in choices:
                    if then is None or then(text, behind, far):
                        rules += of_it
        if rules:
            found.append(Place(start, spoken, rules))
    return found


def _look(lead: Lead) -> Look:
    """A lead with its expressions compiled, for the loop that all texts go through."""
    gate = lead.gate.compiled.match if lead.gate else None
    return (
        lead.length,
        gate,
        tuple((then.compiled.match if then else None, rules) for then, rules in lead.rules),
    )


def scan_source(language: str, rules: Iterable[Rule]) -> str:
    """The source of that expression: it matches nothing before a word of a rule, which is its group 1.

    Words are tried letter by letter, so that nearly every place fails at once, and the longest of them is
    taken. What is matched takes no room, so that words that overlap are all found.
    """
    words: dict[str, set[str]] = {}
    for rule in rules:
        for word in rule.words:
            words.setdefault(word, set()).add(rule.near)
    firsts = _any_of(word[0] for word in words)
    tree = _tree(sorted(words.items()), 0, language)
    # A class that takes its letter is what the engine scans for fastest.
    if language == ENGLISH:
        return f"[^a-z0-9_](?={firsts})(?=({tree}))"
    # Most places fail at the second letter.
    singles = _any_of(word for word in words if len(word) == 1)
    seconds = _any_of(word[1] for word in words if len(word) > 1)
    return f"{firsts}(?:(?<={singles})|(?={seconds}))(?<=(?=({tree})).)"


def _any_of(letters: Iterable[str]) -> str:
    """A class of the letters."""
    return f"[{re.escape(''.join(sorted(set(letters))))}]"


def words_of(rules: Iterable[Rule]) -> Mapping[str, Mapping[str, Sequence[Rule]]]:
    """The rules of each word, by the letters that are found of it: those of words with an open end, too."""
    own: dict[str, dict[str, list[Rule]]] = {}
    for rule in rules:
        for word in rule.words:
            own.setdefault(_plain(word), {}).setdefault(word, []).append(rule)
    return own


def leads(found: str, spoken: Language) -> Iterator[Lead]:
    """To which rules a found word leads: to its own, and to those of words that it begins with."""
    for end in range(1, len(found) + 1):
        for word, rules in spoken.words.get(found[:end], {}).items():
            if _begins(found, word, spoken.name):
                yield _lead(end, rules)


def _lead(length: int, rules: Sequence[Rule]) -> Lead:
    """Rules of one word, those that want to see the same behind it together."""
    same: dict[str, list[Rule]] = {}
    for rule in rules:
        same.setdefault(rule.then.source if rule.then else "", []).append(rule)
    # Where all of them want to see something, one look tells that nothing of it is there.
    gate = Expression("|".join(same)) if len(same) > 1 and "" not in same else None
    return Lead(length, gate, tuple((alike[0].then, tuple(alike)) for alike in same.values()))


def _begins(found: str, word: str, language: str) -> bool:
    """Whether a word stands at the beginning of the found one, as a whole word if it has to be one."""
    end = len(_plain(word))
    inside = (
        end < len(found) and _LETTER.compiled.match(found, end - 1) and _LETTER.compiled.match(found, end)
    )
    return language != ENGLISH or word.endswith("*") or not inside


def _plain(word: str) -> str:
    return word.removesuffix("*")


def _tree(words: Sequence[tuple[str, set[str]]], depth: int, language: str) -> str:
    """Alternatives of words that share their first `depth` letters, grouped by the next one.

    With each goes what its rules want to see near it.
    """
    groups: dict[str, list[tuple[str, set[str]]]] = {}
    for word, nears in words:
        groups.setdefault(_plain(word)[depth : depth + 1], []).append((word, nears))
    made: dict[str, str] = {}
    for letter, group in sorted(groups.items(), reverse=True):
        if not letter:
            made[letter] = _end(group, language)
        elif len(group) == 1:
            made[letter] = re.escape(_plain(group[0][0])[depth:]) + _end(group, language)
        else:
            made[letter] = re.escape(letter) + _tree(group, depth + 1, language)
    return next(iter(made.values())) if len(made) == 1 and depth else f"(?:{'|'.join(_grouped(made))})"


def _grouped(made: Mapping[str, str]) -> Iterable[str]:
    """Alternatives by their letters; many of them in groups, as they are tried one after another."""
    if len(made) <= _MANY:
        return made.values()
    letters = [letter for letter in made if letter]
    size = isqrt(len(letters))
    groups = [letters[at : at + size] for at in range(0, len(letters), size)]
    pieces = [f"(?={_any_of(group)})(?:{'|'.join(made[letter] for letter in group)})" for group in groups]
    return [*pieces, made[""]] if "" in made else pieces


def _end(words: Sequence[tuple[str, set[str]]], language: str) -> str:
    """What must follow the letters of a word that is there once, or with an open end, too."""
    whole = language == ENGLISH and all(_LETTER.compiled.match(word[-1]) for word, _ in words)
    nears = {near for _, all_of_it in words for near in all_of_it}
    near = "" if "" in nears else f"(?={'|'.join(sorted(nears))})"
    return ("\\b" if whole else "") + near
