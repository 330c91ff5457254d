"""What the lines of a diff show: numbers, who speaks, the words at the start or at the first change, why."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.explain import forensic
from ctxlab.gui.models.diff_details import Detail, Piece
from ctxlab.gui.text import one_line, shown_text, token_text
from ctxlab.model.decision import Decision, Fate
from ctxlab.model.diff import NO_CHANGE, DiffBlock, DiffKind, InlineChange, TextSpan
from ctxlab.model.forensic import Basis
from ctxlab.text.graphemes import border_before

translate = QCoreApplication.translate

#: A first difference beyond so many characters is brought to the start of the line, so far from it.
FAR, LEAD = 60, 28
#: So many characters of a message are shown on its line.
WORDS = 240
#: A text that is longer, or has several lines, does not fit on its line.
FITS = 90

_BLANK = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class DiffSide:
    """A message on one side: its number, its tokens, and its words with the spans (UTF-16) that differ."""

    number: str
    words: str
    tokens: str = ""
    spans: tuple[TextSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class DiffCell:
    """What a painter needs of a line.

    A side where the message is not is None. `old` says that it is the line of the text before or of a message
    that is gone. `why` is the reason with its numbers, `short` without. `opened` tells whether the message is
    open, None where there is nothing to open. A fold has `words` only; a line of an opened text has no label.
    """

    kind: DiffKind
    before: DiffSide | None = None
    after: DiffSide | None = None
    label: str = ""
    old: bool = False
    fold: bool = False
    detail: bool = False
    words: str = ""
    why: str = ""
    short: str = ""
    opened: bool | None = None

    @property
    def mark(self) -> str:
        """The sign that stands beside the colour."""
        return "" if self.detail else self.kind.mark

    @property
    def side(self) -> DiffSide | None:
        """The side that is shown where there is room for one."""
        return self.before if self.old or self.after is None else self.after


def fold_cell(count: int) -> DiffCell:
    """A fold of so many equal messages."""
    return DiffCell(
        DiffKind.EQUAL, fold=True, words=translate("DiffCells", "… {0} equal messages …").format(f"{count:,}")
    )


def detail_cell(kind: DiffKind, detail: Detail, *, old: bool) -> DiffCell:
    """A line of an opened text."""
    if detail.equal:
        words = translate("DiffCells", "… {0} equal lines …").format(f"{detail.equal:,}")
        return DiffCell(kind, fold=True, detail=True, words=words)
    if detail.rest:
        words = translate("DiffCells", "… the rest is in Messages; Ctrl+C copies all of it")
        return DiffCell(kind, fold=True, detail=True, words=words)
    if kind is DiffKind.CHANGED and detail.before == detail.after:
        # an equal line of a text that differs elsewhere
        kind = DiffKind.EQUAL
    gone = old or kind is DiffKind.REMOVED
    return DiffCell(kind, _piece(detail.before), _piece(detail.after), old=gone, detail=True)


def message_cell(
    block: DiffBlock, change: InlineChange, language: str, *, exact: bool, opened: bool, one: bool, old: bool
) -> DiffCell:
    """The line of a message. `one` says that a changed one has two lines, of which this is `old` or not."""
    start = _start(block, change)
    if change.is_whole(block.before_text, block.after_text):
        # nothing stands out where all is different; the ground of the line says so
        change, start = NO_CHANGE, 0
    after = _words(block.after_text, change.added, start)
    same = block.kind in (DiffKind.EQUAL, DiffKind.MOVED)
    before = after if same else _words(block.before_text, change.removed, start)
    left = right = None
    if block.before is not None and (old or not (one and block.kind is DiffKind.CHANGED)):
        left = DiffSide(f"#{block.before}", before[0], token_text(block.tokens_before, exact), before[1])
    if block.after is not None and not old:
        right = DiffSide(f"#{block.after}", after[0], token_text(block.tokens_after, exact), after[1])
    why, short = ("", "") if old else _why(block, language)
    long = block.kind is DiffKind.CHANGED or _is_long(block.before_text) or _is_long(block.after_text)
    return DiffCell(
        kind=block.kind,
        before=left,
        after=right,
        label=one_line(block.label or block.role, 60),
        old=old or block.kind is DiffKind.REMOVED,
        why=why,
        short=short,
        opened=opened if long or opened else None,
    )


def kind_word(kind: DiffKind) -> str:
    """What happened to a message, in one word."""
    return {
        DiffKind.EQUAL: translate("DiffCells", "equal"),
        DiffKind.REMOVED: translate("DiffCells", "removed"),
        DiffKind.ADDED: translate("DiffCells", "added"),
        DiffKind.CHANGED: translate("DiffCells", "changed"),
        DiffKind.MOVED: translate("DiffCells", "moved"),
    }[kind]


def _why(block: DiffBlock, language: str) -> tuple[str, str]:
    """Stage and reason, with the decision's numbers and without."""
    if block.kind is DiffKind.MOVED and block.before is not None:
        was = translate("DiffCells", "was #{0}").format(block.before)
        return was, was
    if block.told is not None:
        # what was found in what was sent says more than any stage of ours
        by = translate("DiffCells", "sent: {0}")
        if block.told_by is Basis.RECORD:
            by = translate("DiffCells", "recorder: {0}")
        short = forensic.told(block.told, language, brief=True)
        return by.format(forensic.told(block.told, language)), by.format(short)
    if block.stage is None or block.reason is None:
        return "", ""
    stage = explain.stage(block.stage, language)
    decision = Decision(block.stage, Fate.DROPPED, block.reason, block.numbers, 0)
    both = translate("DiffCells", "{0} · {1}")
    if block.kind is DiffKind.ADDED:
        both = translate("DiffCells", "before: {0} · {1}")
    return (
        both.format(stage, explain.decision(decision, language)),
        both.format(stage, explain.reason(block.reason, language)),
    )


def _start(block: DiffBlock, change: InlineChange) -> int:
    """Where the words of a changed message begin: before its first difference, in both texts the same."""
    firsts = [spans[0][0] for spans in (change.removed, change.added) if spans]
    if not firsts or min(firsts) <= FAR:
        return 0
    text, first = block.before_text, min(firsts)
    # from the start of a word where one is near
    word = text.find(" ", first - LEAD, first - LEAD // 2) + 1
    return word or border_before(text, first - LEAD)


def _words(text: str, spans: tuple[TextSpan, ...], start: int) -> tuple[str, tuple[TextSpan, ...]]:
    """The words of a line, with spans in UTF-16 units."""
    if not spans and not start:
        return one_line(text, WORDS), ()
    part = text[start : start + WORDS]
    head = "…" if start else ""
    # blanks are told as blanks, one for one, so that spans stay where they are
    line = head + _BLANK.sub(" ", part) + ("…" if start + WORDS < len(text) else "")
    own = tuple(
        (one - start + len(head), min(other, start + WORDS) - start + len(head))
        for one, other in spans
        if one < start + WORDS
    )
    shown = shown_text(line, own)
    return shown.text, shown.spans


def _is_long(text: str) -> bool:
    return len(text) > FITS or "\n" in text


def _piece(piece: Piece | None) -> DiffSide | None:
    return None if piece is None else DiffSide("", piece.text, spans=piece.spans)
