"""One expression that finds the few places of a text where a rule may find something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from ctxlab.text.constraints.rules import CHINESE, ENGLISH, Language, Lead, Look, Place, Rule
from ctxlab.text.expression import Expression

_LETTER = Expression("[a-z0-9]")
_BEFORE = {ENGLISH: "\n", CHINESE: ""}
#: How many first letters of Chinese words are tried one after another.
_GROUP = 50
#: How far behind a word (code points) is looked whether its rules have a chance.
_FAR = 500
#: The letters of a word, the word as its rules have it, and what they want to see near it.
_Word = tuple[str, str, set[str]]


def places(text: str, spoken: Language) -> list[Place]:
    """Where words of a language's rules stand in a text in lower case, with the rules that they lead to."""
    found: list[Place] = []
    looks = spoken.looks
    # An English word is found at what stands before it, so that there has to be something before the first.
    for match in spoken.scan.compiled.finditer(_BEFORE[spoken.name] + text):
        word = match[match.lastindex or 0]
        look = looks.get(word)
        if look is None:
            look = looks[word] = tuple(map(_look, leads(word, spoken)))
        start = match.start()
        rules: tuple[Rule, ...] = ()
        for length, gate, choices in look:
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
    """The source of that expression: it matches nothing before a word of a rule, which is its last group.

    Words are tried letter by letter, so that nearly every place fails at once, and the longest of them is
    taken. What is matched takes no room, so that words that overlap are all found.
    """
    nears: dict[str, set[str]] = {}
    for rule in rules:
        for word in rule.words:
            nears.setdefault(word, set()).add(rule.near)
    begun: dict[str, list[_Word]] = {}
    for word in sorted(nears):
        begun.setdefault(word[0], []).append((_plain(word), word, nears[word]))
    # A class that takes its letter is what the engine scans for fastest.
    if language == ENGLISH:
        return f"[^a-z0-9_](?={_any_of(begun)})(?=({_tree(list(chain(*begun.values())), 0, language)}))"
    # Alternatives that begin with a class are passed over at once; most others fail at the second letter.
    singles = [letter for letter in begun if letter in nears]
    others = [letter for letter in begun if letter not in nears]
    groups = [singles, *(others[at : at + _GROUP] for at in range(0, len(others), _GROUP))]
    made = "|".join(_group([*chain(*map(begun.__getitem__, letters))]) for letters in groups if letters)
    return f"{_any_of(begun)}(?<=(?:{made}))"


def _group(words: Sequence[_Word]) -> str:
    """What takes the first letter of one of these Chinese words where that word stands."""
    seconds = {plain[1:2] for plain, _, _ in words}
    ahead = "" if "" in seconds else f"(?={_any_of(seconds)})"
    return f"{_any_of(plain[0] for plain, _, _ in words)}{ahead}(?<=(?=({_tree(words, 0, CHINESE)})).)"


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


def _tree(words: Sequence[_Word], depth: int, language: str) -> str:
    """Alternatives of words that share their first `depth` letters, grouped by the next one.

    With each goes what its rules want to see near it.
    """
    groups: dict[str, list[_Word]] = {}
    for word in words:
        groups.setdefault(word[0][depth : depth + 1], []).append(word)
    made: list[str] = []
    # The longest first: what ends here comes last.
    for letter in sorted(groups, reverse=True):
        group = groups[letter]
        if not letter:
            made.append(_end(group, language))
        elif len(group) == 1:
            made.append(re.escape(group[0][0][depth:]) + _end(group, language))
        else:
            made.append(re.escape(letter) + _tree(group, depth + 1, language))
    return made[0] if len(made) == 1 and depth else f"(?:{'|'.join(made)})"


def _end(words: Sequence[_Word], language: str) -> str:
    """What must follow the letters of a word that is there once, or with an open end, too."""
    whole = language == ENGLISH and all(_LETTER.compiled.match(word[-1]) for _, word, _ in words)
    nears = {near for _, _, own in words for near in own}
    near = "" if "" in nears else f"(?={'|'.join(sorted(nears))})"
    return ("\\b" if whole else "") + near
