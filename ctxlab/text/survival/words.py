"""The words of a sentence, each with what it may mean: phrases and Chinese words by the longest match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxlab.text.survival.lexicon import Cue, Entry, Phrases, lexicon
from ctxlab.text.survival.stems import stem

Span = tuple[int, int]

_RUN = re.compile(r"[A-Za-z0-9_][\w./\\@#+'’&-]*|[\u3400-\u4dbf\u4e00-\u9fff]+", re.ASCII)
_WORD = re.compile(r"[A-Za-z]+(?:['’](?:s|t|d|m|re|ll|ve))?|[0-9]+(?:st|nd|rd|th)?")
#: Names of things in programs, versions and the like: all of it has to be the same.
_CODE = re.compile(
    r"[_\\@#]|[A-Za-z0-9]\.[A-Za-z0-9]|[a-z][A-Z]|[A-Za-z][0-9]|[0-9](?!st|nd|rd|th)[A-Za-z]|^/|\w/\w+[./]|\+\+$"
)
_LETTERS = re.compile("[A-Z]{2,}s?")
_MONTHS = frozenset(("may", "march"))
_BEFORE_MONTH = re.compile(
    r"\b(?:in|by|of|until|till|since|early|late|mid|this|next|last|from|to|before|after|for|during|and|or)"
    "[ -]$",
    re.IGNORECASE,
)
_FREE = re.compile("[-–]free", re.IGNORECASE)
_PLAIN = Entry()
_LEAVE = stem("leave")
_NEAR = 8
#: The most characters between two words of a phrase: a blank with the marks of a path or a name.
_MARKED = 3
_ASKED = Entry(cues=frozenset((Cue.MENTION,)))
_WHETHER = re.compile("(?!可)([\u4e00-\u9fff]{1,2})不\\1")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or phrase: its span, what it is said to be, and what it is compared by where nothing is.

    `exact` marks names and code, `joined` a word that a hyphen ties to the one before.
    """

    start: int
    end: int
    key: str
    entry: Entry = _PLAIN
    exact: bool = False
    joined: bool = False

    @property
    def han(self) -> bool:
        """Whether it is Chinese."""
        return self.key[:1] > "\u2e80"


def pieces(text: str, start: int, end: int) -> Iterator[Piece]:
    """The words of `text[start:end]`, in order; words without meaning of their own come as light cues."""
    stretch: list[Piece] = []
    for run in _RUN.finditer(text, start, end):
        if stretch and not _same_stretch(text, stretch[-1].end, run.start()):
            yield from _phrases(stretch)
            stretch = []
        if run.group()[0] > "\u2e80":
            yield from _phrases(stretch)
            stretch = []
            yield from _chinese(text, run.start(), run.end())
        else:
            stretch += _latin(text, run.start(), run.end())
    yield from _phrases(stretch)


def _same_stretch(text: str, end: int, start: int) -> bool:
    return start - end <= _MARKED and text[end:start].strip("/`\"'") in ("", " ")


def _latin(text: str, start: int, end: int) -> Iterator[Piece]:
    run = (
        text[start:end].rstrip("./\\-'’&+@#")
        if not text[start:end].endswith(("++", "#"))
        else text[start:end]
    )
    if _CODE.search(run):
        yield Piece(start, start + len(run), run.lower(), exact=True)
        return
    for place, word in enumerate(_WORD.finditer(text, start, start + len(run))):
        said = word.group()
        lower = said.lower().replace("’", "'")
        exact = said[0].isdigit() or bool(_LETTERS.fullmatch(said))
        if lower in _MONTHS and said[0].isupper() and _is_month(text, word.start(), word.end()):
            lower = f"{lower}-month" if lower == "may" else lower
        elif lower == "march":
            lower = "marching"
        yield Piece(word.start(), word.end(), lower, exact=exact, joined=place > 0)


def _is_month(text: str, start: int, end: int) -> bool:
    before = _BEFORE_MONTH.search(text, max(0, start - 8), start)
    return before is not None or text[end : end + 2].strip()[:1].isdigit() or text[end : end + 1] in ",."


def _phrases(words: Sequence[Piece]) -> Iterator[Piece]:
    """Joins words that are a phrase: the longest there is; of two as long the cue."""
    known = lexicon()
    at = 0
    while at < len(words):
        word = words[at]
        if word.exact and (word.key in known.concepts or stem(word.key) in known.concepts):
            word = Piece(word.start, word.end, word.key, joined=word.joined)
        stems = [stem(one.key) for one in words[at : at + 6]]
        raw = [one.key for one in words[at : at + 6]]
        concept, entry = _longest(known.concepts, stems)
        cue, cue_entry = _longest(known.cues, raw)
        if cue and cue >= concept:
            yield Piece(
                word.start, words[at + cue - 1].end, " ".join(raw[:cue]), cue_entry, joined=word.joined
            )
            at += cue
        elif word.key == "alone" and any(stem(one.key) == _LEAVE for one in words[max(0, at - _NEAR) : at]):
            # leave the migrations alone
            yield Piece(word.start, word.end, "leave alone", Entry(frozenset(("unchanged",))))
            at += 1
        elif concept:
            key = " ".join(stems[:concept])
            yield Piece(word.start, words[at + concept - 1].end, key, entry, joined=word.joined)
            at += concept
        else:
            yield Piece(word.start, word.end, stems[0], exact=word.exact, joined=word.joined)
            at += 1


def _longest(index: Phrases, words: Sequence[str]) -> tuple[int, Entry]:
    for phrase, entry in index.get(words[0], ()):
        if len(phrase) <= len(words) and all(one == other for one, other in zip(phrase, words, strict=False)):
            return len(phrase), entry
    return 0, _PLAIN


def _chinese(text: str, start: int, end: int) -> Iterator[Piece]:
    """Parts a run of Chinese into known words, and what is between them."""
    asked = _WHETHER.search(text, start, end)
    if asked is not None:
        # 换不换: whether or not.
        yield from _parted(text, start, asked.end(1))
        yield Piece(asked.end(1), asked.end(), asked.group(), _ASKED)
        yield from _parted(text, asked.end(), end)
    else:
        yield from _parted(text, start, end)


def _parted(text: str, start: int, end: int) -> Iterator[Piece]:
    known = lexicon()
    unknown = at = start
    while at < end:
        entry: Entry | None = None
        size = min(known.longest, end - at)
        while size and (entry := known.chinese.get(text[at : at + size])) is None:
            size -= 1
        if entry is None:
            at += 1
            continue
        if size == 1 and not entry.cues and at - unknown == 1:
            # Half of a word that no list has: it may mean what the half does (养猫).
            yield Piece(unknown, at + 1, text[unknown : at + 1], entry)
            at += 1
            unknown = at
            continue
        if unknown < at:
            yield Piece(unknown, at, text[unknown:at])
        yield Piece(at, at + size, text[at : at + size], entry)
        at += size
        unknown = at
    if unknown < end:
        yield Piece(unknown, end, text[unknown:end])
