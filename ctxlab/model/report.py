"""The frozen content of a report, redacted or not: sections of blocks, down to passages of text.

A passage tells whether its words come from the session. Only those are looked at for secrets: what ctxlab
counted, named and worded stays true.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.diff import TextSpan


class Tone(StrEnum):
    """What a cell or a line means; it has a colour and, where that would stand alone, a sign."""

    PLAIN = "plain"
    QUIET = "quiet"
    VERBATIM = "verbatim"
    REWORDED = "reworded"
    UNSURE = "unsure"
    WEAKENED = "weakened"
    CHANGED = "changed"
    LOST = "lost"


class Look(StrEnum):
    """How a part of a passage stands out: words of the must-keep, what is gone, what is new, a stand-in."""

    KEPT = "kept"
    GONE = "gone"
    NEW = "new"
    HIDDEN = "hidden"
    STRONG = "strong"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a passage, `start` to `end` (code points of its text), that stands out."""

    start: int
    end: int
    look: Look


@dataclass(frozen=True, slots=True)
class Passage:
    """Some text, with what of it is shown.

    `session` says that it is somebody's words, not ctxlab's. `shown` are the stretches that are shown,
    ascending and apart, with an ellipsis for what is left out between and around them; None shows all.
    `marks` may overlap. `kept` are the words of must-keeps in it, which a redaction leaves alone unless the
    user decides otherwise, `fixed` names and figures of ctxlab's, which are never taken for secrets. All
    spans are code points of the whole text, which is what secrets are looked for in: one that is shown in
    part is seen whole.
    """

    text: str
    session: bool = False
    shown: tuple[TextSpan, ...] | None = None
    marks: tuple[Mark, ...] = ()
    kept: tuple[TextSpan, ...] = ()
    fixed: tuple[TextSpan, ...] = ()

    @property
    def stretches(self) -> tuple[TextSpan, ...]:
        """The stretches that are shown."""
        return ((0, len(self.text)),) if self.shown is None else self.shown


#: Passages that follow one another in one line or paragraph.
Phrase = tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    `sign` stands before the phrase, and alone where there is no phrase; `hint` says in words what a cell with
    a sign alone means. `number` sets it to the right. `deep` and `first` mark, in a matrix, a must-keep with
    much of the context after it, and the first request at which one is missing.
    """

    phrase: Phrase = ()
    tone: Tone = Tone.PLAIN
    sign: str = ""
    hint: Phrase = ()
    note: Phrase = ()
    number: bool = False
    deep: bool = False
    first: bool = False


Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; a quiet one explains."""

    phrase: Phrase
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `caption` says what it holds. The first cell of each row heads it."""

    caption: str
    head: Cells
    rows: tuple[Cells, ...]


@dataclass(frozen=True, slots=True)
class MatrixBlock:
    """Must-keeps x requests: the first cell of a row names its must-keep, one cell a column follows.

    `columns` are what stands over the columns, `chosen` the column that the report is about, -1 for none.
    `legend` explains the signs in it.
    """

    caption: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[Cells, ...]
    chosen: int
    legend: Cells


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One message of two contexts side by side, or a note on those that are left out.

    `sign` is that of its kind (`−`, `+`, `~`, `→`), empty where both sides are equal. A side that does not
    have the message has no head; what stands there instead, such as the reason, is in `why`. A row with
    `fold` alone stands for messages that are not shown.
    """

    sign: str = ""
    before_head: Phrase = ()
    before: Phrase = ()
    after_head: Phrase = ()
    after: Phrase = ()
    why: Phrase = ()
    fold: str = ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of two contexts side by side."""

    before_title: Phrase
    after_title: Phrase
    rows: tuple[DiffRow, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A file, line by line; `language` is what its lines are written in."""

    language: str
    phrase: Phrase


Block = Paragraph | Table | MatrixBlock | Excerpt | Listing


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report under a heading. `id` is the same in all languages."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer: a sign and a word, a sentence, and under what it holds."""

    tone: Tone
    sign: str
    word: str
    phrase: Phrase
    under: Phrase


@dataclass(frozen=True, slots=True)
class Report:
    """A report: `language` is `en` or `zh`; `lines` stand below the title."""

    language: str
    title: Phrase
    lines: tuple[Phrase, ...]
    verdict: Verdict
    sections: tuple[Section, ...]
