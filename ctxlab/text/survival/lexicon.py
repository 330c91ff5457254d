"""What the judge knows of words (`resources/rules/synonyms.toml`): concepts, their relations, and cues."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any

from ctxlab.paths import resource
from ctxlab.text.survival.stems import stem


class Cue(Enum):
    """What a word does in its clause; the file says of each what that is."""

    NOT = "neg"
    NOT_BEFORE = "neg_after"
    MUST = "hard"
    WISH = "soft"
    MAY = "may"
    MENTION = "mention"
    HEDGE = "hedge"
    ONLY = "only"
    ALL = "all"
    EXCEPT = "except"
    EXCEPT_BEFORE = "except_after"
    IF = "if"
    BOUND = "bound"
    BREAK = "break"
    LIGHT = "light"
    #: No word has it: nothing goes without something.
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a word or phrase may be: concepts, cues, or both."""

    concepts: frozenset[str] = frozenset()
    cues: frozenset[Cue] = frozenset()


Phrases = dict[str, list[tuple[tuple[str, ...], Entry]]]
Relation = dict[str, frozenset[str]]


@dataclass(slots=True)
class Lexicon:
    """Words by what they mean.

    `english` has, for the first word of each phrase, its other words with what they are, the longest first;
    words of concepts are stems, those of cues stand as they are. `chinese` has whole words. `faint` are the
    concepts that count little, `kinds` those of the tables of rivals, `rivals` those that exclude one,
    `negates`, `complements` and `includes` as the file has them, `words` those of each concept.
    """

    concepts: Phrases = field(default_factory=Phrases)
    cues: Phrases = field(default_factory=Phrases)
    chinese: dict[str, Entry] = field(default_factory=dict[str, Entry])
    longest: int = 1
    faint: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    rivals: Relation = field(default_factory=Relation)
    negates: Relation = field(default_factory=Relation)
    complements: Relation = field(default_factory=Relation)
    includes: Relation = field(default_factory=Relation)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


@cache
def lexicon() -> Lexicon:
    """The lexicon of the file, read once."""
    return _read(tomllib.loads(resource("rules", "synonyms.toml").read_text(encoding="utf-8")))


def _read(data: dict[str, Any]) -> Lexicon:
    relations = data["relations"]
    made = Lexicon()
    english: dict[tuple[str, ...], set[str]] = {}
    cue_words: dict[tuple[str, ...], set[Cue]] = {}
    chinese: dict[str, tuple[set[str], set[Cue]]] = {}
    faint: set[str] = set()
    rivals: dict[str, set[str]] = {}
    for part in ("rival", "alike", "faint"):
        for table in data[part].values():
            for name, line in table.items():
                said = _concept(name, line, english, chinese)
                made.words[name] = said
                if part == "faint":
                    faint.add(name)
            if part == "rival":
                _exclude(rivals, list(table))
    for row in relations["contraries"]:
        _exclude(rivals, row)
    for line in relations["complements"]:
        _exclude(rivals, line.split(" = "))
    for kind, lists in {**data["cue"], "light": data["light"]}.items():
        _cue(Cue(kind), lists, cue_words, chinese)
    made.faint = frozenset(faint)
    made.kinds = frozenset(name for table in data["rival"].values() for name in table)
    made.rivals = {name: frozenset(others) for name, others in rivals.items()}
    made.negates = _pairs(relations["negates"], both=False)
    made.complements = _pairs(relations["complements"], both=True)
    made.includes = _pairs(relations["includes"], both=False)
    _index(made.concepts, {key: Entry(concepts=frozenset(names)) for key, names in english.items()})
    _index(made.cues, {key: Entry(cues=frozenset(kinds)) for key, kinds in cue_words.items()})
    made.chinese = {
        word: Entry(frozenset(names), frozenset(kinds)) for word, (names, kinds) in chinese.items()
    }
    made.longest = max(map(len, made.chinese))
    return made


def _listed(line: str, mark: str | None = ",") -> list[str]:
    return [word for word in (word.strip() for word in line.replace("\n", " ").split(mark)) if word]


def _concept(
    name: str,
    line: str,
    english: dict[tuple[str, ...], set[str]],
    chinese: dict[str, tuple[set[str], set[Cue]]],
) -> tuple[str, ...]:
    """Enters the words of one line."""
    said: list[str] = []
    for half in line.split("|"):
        for word in _listed(half):
            said.append(word)
            if word.isascii() or word[0].isascii():
                key = tuple(stem(part) for part in word.lower().replace("-", " ").split())
                english.setdefault(key, set()).add(name)
            else:
                chinese.setdefault(word, (set(), set()))[0].add(name)
    return tuple(said)


def _cue(
    kind: Cue,
    lists: dict[str, str],
    english: dict[tuple[str, ...], set[Cue]],
    chinese: dict[str, tuple[set[str], set[Cue]]],
) -> None:
    mark = None if kind is Cue.LIGHT else ","
    for word in _listed(lists["en"], mark):
        english.setdefault(tuple(word.lower().replace("-", " ").split()), set()).add(kind)
    for word in _listed(lists["zh"], mark):
        chinese.setdefault(word, (set(), set()))[1].add(kind)


def _exclude(rivals: dict[str, set[str]], names: list[str]) -> None:
    for name in names:
        rivals.setdefault(name, set()).update(other for other in names if other != name)


def _pairs(lines: list[str], *, both: bool) -> dict[str, frozenset[str]]:
    made: dict[str, set[str]] = {}
    for line in lines:
        first, _, rest = line.partition(" = ")
        for other in _listed(rest):
            made.setdefault(first, set()).add(other)
            if both:
                made.setdefault(other, set()).add(first)
    return {name: frozenset(others) for name, others in made.items()}


def _index(index: Phrases, entries: dict[tuple[str, ...], Entry]) -> None:
    for key, entry in entries.items():
        index.setdefault(key[0], []).append((key, entry))
    for phrases in index.values():
        phrases.sort(key=lambda phrase: -len(phrase[0]))
