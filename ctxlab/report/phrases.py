"""Making phrases: ctxlab's own words, the session's, and sentences that hold both."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ctxlab.model.report import Look, Mark, Passage, Phrase

#: Private code points stand in a sentence for what comes from the session, until it is worded.
_FIRST_SLOT, _LAST_SLOT = 0xF0000, 0xFFFFD
_SLOT = re.compile(f"[{chr(_FIRST_SLOT)}-{chr(_LAST_SLOT)}]")


def own(text: str) -> Phrase:
    """Words of ctxlab's."""
    return (Passage(text),) if text else ()


def strong(text: str) -> Phrase:
    """Words of ctxlab's that stand out."""
    return (Passage(text, marks=(Mark(0, len(text), Look.STRONG),)),)


def code(text: str) -> Phrase:
    """Something that is written so in a file or on the command line."""
    return (Passage(text, marks=(Mark(0, len(text), Look.CODE),)),)


def said(text: str, *, kept: bool = False) -> Phrase:
    """Words of the session or of a file; `kept` where they are a must-keep's."""
    return (Passage(text, session=True, kept=((0, len(text)),) if kept else ()),) if text else ()


def joined(phrases: Iterable[Phrase], between: str) -> Phrase:
    """The phrases in a row, with words of ctxlab's between them; empty ones are left out."""
    out: Phrase = ()
    for phrase in phrases:
        if phrase:
            out = (*out, *own(between), *phrase) if out else phrase
    return out


class Slots:
    """Places in sentences that others word, held open for phrases."""

    def __init__(self) -> None:
        self._held: dict[str, Phrase] = {}

    def put(self, phrase: Phrase) -> str:
        """One character that stands for the phrase; empty for an empty one."""
        if not phrase:
            return ""
        slot = chr(_FIRST_SLOT + len(self._held))
        self._held[slot] = phrase
        return slot

    def phrase(self, sentence: str) -> Phrase:
        """The sentence with what was put in its places."""
        out: Phrase = ()
        at = 0
        for found in _SLOT.finditer(sentence):
            out = (*out, *own(sentence[at : found.start()]), *self._held.get(found.group(), ()))
            at = found.end()
        return (*out, *own(sentence[at:]))
