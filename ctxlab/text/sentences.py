"""Where sentences end, in English and Chinese, with one pass of one expression.

A sentence ends at 。 ！ ？ ； (full-width), at …… , at . ! ? before a blank, the end or Chinese text, and
at a line end. A full stop inside a number, version, path, address or mail has no blank after it and so ends
nothing; neither does one after an abbreviation, an initial or the number of a list entry.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.text.expression import Expression

Span = tuple[int, int]

#: Han, kana, and the punctuation that goes with them: text that is written without blanks.
CJK = (
    "\u2e80-\u303f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff0f\uff1a-\uff20"
)
_IS_CJK = Expression(f"[{CJK}]")
_CLOSE = "[\"'”’」』）】》〉)\\]]*"
_AFTER = f"(?=\\s|\\Z|[{CJK}])"
_LINE_ENDS = "\\n\\r\\u2028\\u2029"

# The first class is what the engine scans for; what follows tells the cases apart by the mark just passed.
_END = Expression(
    f"[{_LINE_ENDS}.!?。！？；｡…]"
    f"(?:(?<=[{_LINE_ENDS}])"
    f"|(?<=[。！？；｡])[。！？；｡!?…]*{_CLOSE}"
    f"|(?<=…)(?:…+{_CLOSE}|{_CLOSE}{_AFTER})"
    f"|(?<=[.!?])(?<![.!?].)[.!?]*+{_CLOSE}{_AFTER})"
)
#: Abbreviations that a sentence goes on behind, each between blanks.
_ABBREVIATIONS = (
    " mr mrs ms dr prof st sr jr vs cf eg ie e.g i.e no nos fig figs eq vol ed eds pp p ch sec approx ca dept"
    " est gen gov hon inc ltd co corp lt col sgt capt mt ft al resp incl excl max min tel ext a.m p.m u.s u.k"
    " jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun "
)
# These often stand last in a sentence: a capital after them begins a new one.
_MAY_END = " inc ltd co corp al a.m p.m u.s u.k etc max min no "
_WORD_BEFORE = Expression(r"(?:^|(?<=[\s(\[\"'“‘]))[A-Za-z](?:[A-Za-z]|\.(?=[A-Za-z]))*\Z")
_LIST_NUMBER = Expression(r"(?:^|[\n\r])[ \t>*-]*\d{1,3}\Z")
_BLANKS = " \t\n\r\x0b\x0c\u00a0\u2028\u2029\u3000"
#: How far back an abbreviation or a list number is looked for.
_LOOK_BACK = 16


def is_cjk(char: str) -> bool:
    """Whether a character belongs to text that is written without blanks."""
    return not char.isascii() and _IS_CJK.compiled.match(char) is not None


def ends(text: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    """The positions just behind each sentence or line end in `text[start:end]`, ascending.

    What stands before `start` and behind `end` is seen as context, so that a stop in the middle of a number
    is none.
    """
    stop = len(text) if end is None else end
    # Looking a little past the end shows what follows a stop there, and keeps a scan of one place short.
    for found in _END.compiled.finditer(text, start, min(len(text), stop + _LOOK_BACK)):
        position = found.end()
        if position > stop:
            return
        if text[found.start()] == "." and position - found.start() == 1 and _is_no_end(text, found.start()):
            continue
        yield position


def sentences(text: str) -> list[Span]:
    """The sentences of a text as spans of code points, without blanks around them, in order, never empty."""
    spans: list[Span] = []
    start = 0
    for position in ends(text):
        _add(text, start, position, spans)
        start = position
    _add(text, start, len(text), spans)
    return spans


def _add(text: str, start: int, end: int, spans: list[Span]) -> None:
    while start < end and text[start] in _BLANKS:
        start += 1
    while end > start and text[end - 1] in _BLANKS:
        end -= 1
    if start < end:
        spans.append((start, end))


def _is_no_end(text: str, dot: int) -> bool:
    """Whether the full stop at `dot` belongs to an abbreviation, an initial or a list number."""
    before = text[max(0, dot - _LOOK_BACK) : dot]
    if not before or not before[-1].isalnum():
        return False
    if before[-1].isdigit():
        return _LIST_NUMBER.compiled.search(before) is not None
    found = _WORD_BEFORE.compiled.search(before)
    if found is None:
        return False
    word = found.group()
    if len(word) == 1:
        return word.isupper() and word != "I"
    folded = f" {word.lower()} "
    if folded in _MAY_END:
        following = text[dot + 1 : dot + 3].lstrip()
        return bool(following) and not following[0].isupper()
    return folded in _ABBREVIATIONS
