"""The terms of a text, by which texts are searched: words, numbers, names of code.

Latin words are folded (NFKC, lower case), not stemmed. Chinese is parted into words by rjieba, long words
also into the words inside them. A number, a version, a path or a name of code is one term as it stands; a
name made of several words is each of these as well: `maxRetries` and `max_retries` have `max` and `retries`.
Thousands separators are left out, so that 3,000 is 3000.
"""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import cast

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTER = rf"(?:(?![{_HAN}])\w)"
_RUN = re.compile(
    f"[{_HAN}]+"
    # a number with its separators, a version, a time, a date
    rf"|[0-9]+(?:[.,:/-][0-9]+)*(?!{_LETTER})"
    # a word, a name of code, a path, an address
    rf"|{_LETTER}+(?:[.:/\\@#-]+{_LETTER}+)*"
)
_CHINESE = re.compile(f"[{_HAN}]")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
#: The parts of a name of code: words in capitals, words, figures. Of other scripts' names, what stands alone.
_PART = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PIECE = re.compile(r"[^\W_]+")
#: A longer run without blanks is data and no name: it is one term, and none of its parts is.
_LONGEST_NAME = 200


def terms(text: str) -> list[str]:
    """The terms of a text in its order; one that stands there twice comes twice."""
    return list(_terms(text if text.isascii() else unicodedata.normalize("NFKC", text)))


def _terms(text: str) -> Iterator[str]:
    for found in _RUN.finditer(text):
        run = found[0]
        if _CHINESE.match(run):
            yield from _parted()(run)
        elif run.isalpha():
            yield from _word(run)
        elif _THOUSANDS.fullmatch(run):
            yield run.replace(",", "")
        else:
            yield from _name(run)


def _word(run: str) -> Iterator[str]:
    """Letters only: one term, unless capitals inside part it."""
    if run[1:].islower() or run.islower() or run.isupper() or not run.isascii():
        yield run.casefold()
    else:
        yield from _name(run)


def _name(run: str) -> Iterator[str]:
    whole = run.casefold()
    yield whole
    if len(run) <= _LONGEST_NAME and any(char.isalpha() for char in run):
        part_of = _PART if run.isascii() else _PIECE
        parts = [part.casefold() for part in part_of.findall(run)]
        if parts != [whole]:
            yield from parts


@cache
def _parted() -> Callable[[str], list[str]]:
    """Parts a run of Chinese characters into words; its dictionary is loaded when first asked for."""
    module = importlib.import_module("rjieba")
    return cast("Callable[[str], list[str]]", module.cut_for_search)
