"""English words that are only spoken about: translate "...", the error "...", correct this: ... .

They demand nothing themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.text.expression import Expression

Span = tuple[int, int]

_SHORTEST, _LONGEST = 5, 2000
_QUOTES = {'"': '"', "“": "”"}
_OPEN = Expression('["“](?=\\w)')
_ABOUT = Expression(
    r"\b(?:translat\w+|rewrit\w+|rephras\w+|paraphras\w+|correct|proofread|fix|edit|summari[sz]e|analy[sz]e|explain"
    r"|sa(?:y|ys|id|ying)|called|titled|named|sentences?|phrases?|text|paragraph|passage|quotes?|lyrics|lines?"
    r"|message|errors?|warning|words?|mean|means|meaning|reads?|gets?|getting|got|see|seeing|prints?|printed|shows?"
    r"|repl(?:y|ied)|wrote|tells? me|told me|labell?ed|titles?|headlines?|poem|song|e-?mail|statement|proverb"
    r"|saw|like)(?: \w+){0,3}[:,]?\s*\Z"
)
_BEFORE = 40
# What hands the rest of its paragraph over as data, and the words that it cannot do without.
_HANDS_OVER = Expression(
    r"(?:^|[.?!\n][ \t]*)(?:please |can you |could you )?(?:translate|correct|proofread|paraphrase"
    r"|summari[sz]e|rewrite|rephrase|edit|fix the grammar|complete)\b[^:\n]{0,60}:\s+"
)
_HANDING = (
    "translate",
    "correct",
    "proofread",
    "paraphrase",
    "summari",
    "rewrite",
    "rephrase",
    "edit",
    "fix the grammar",
    "complete",
)
_PARAGRAPH_END = Expression(r"\n[ \t]*\n|\Z")


def cited(text: str) -> list[Span]:
    """The spans of such words in a text in lower case, ascending; they may overlap."""
    quotes = '"' in text or "“" in text
    if not quotes and ": " not in text:
        return []
    return sorted([*(_quotations(text) if quotes else ()), *_handed_over(text)])


def _handed_over(text: str) -> Iterator[Span]:
    if not any(word in text for word in _HANDING):
        return
    done = 0
    for found in _HANDS_OVER.compiled.finditer(text):
        if found.end() >= done:
            end = _PARAGRAPH_END.compiled.search(text, found.end())
            done = end.start() if end else len(text)
            yield found.end(), done


def _quotations(text: str) -> Iterator[Span]:
    done = 0
    for mark in _OPEN.compiled.finditer(text):
        start = mark.end()
        if start < done:
            continue
        end = text.find(_QUOTES[mark.group()], start, start + _LONGEST)
        if end < 0:
            continue
        done = end + 1
        if end - start >= _SHORTEST and _ABOUT.compiled.search(
            text, max(0, mark.start() - _BEFORE), mark.start()
        ):
            yield start, end
