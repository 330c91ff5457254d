"""Problems as lines: a head for each step of the investigation, each problem, beneath it what cures it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from ctxlab.explain import problems as words
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.text import one_line, tooltip
from ctxlab.model.lint import SPLIT, STEPS, Problem, Severity

translate = QCoreApplication.translate

#: How a problem of each severity looks.
SIGNS = {Severity.ERROR: Sign.BAD, Severity.WARNING: Sign.WARNING, Severity.NOTE: Sign.NEUTRAL}
#: Characters of a problem that are shown; the tooltip has all of them.
LONGEST = 400
_ROW = "budget."
#: The notice that a model can help with.
MISSING = "summary_missing"


class Kind(Enum):
    """What a line is."""

    STEP = "step"
    PROBLEM = "problem"
    CURE = "cure"


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """One line: `text` behind the sign in `pill`; `told` says the sign in a word.

    `item` is an item's id, `row` a row of the budget, `cure` what names the cure that the line applies; each
    may be empty. `asks` says that the line leads to a model that is asked for summaries. `note` says where it
    is and what else can be done, for the tooltip.
    """

    key: str
    kind: Kind
    text: str
    pill: str = ""
    sign: Sign = Sign.NEUTRAL
    told: str = ""
    item: str = ""
    row: str = ""
    cure: str = ""
    note: str = ""
    asks: bool = False

    @property
    def said(self) -> str:
        """The line as it is read out."""
        return f"{self.told}: {self.text}" if self.told else self.text


@dataclass(frozen=True, slots=True)
class Offer:
    """A cure of a problem: what names it, and its words."""

    key: str
    words: str


def offers(key: str, one: Problem, language: str) -> tuple[Offer, ...]:
    """The cures of the problem under a key (see `model.lint.keyed`), the best first."""
    return tuple(Offer(f"{key} #{at}", words.cure(cure, language)) for at, cure in enumerate(one.cures))


def problem_lines(
    problems: Mapping[str, Problem], language: str, label_of: Callable[[str], str] | None = None
) -> Iterator[ProblemLine]:
    """The lines of problems by their keys: step by step, the best cure beneath each that has one."""
    for step in STEPS:
        found = {key: one for key, one in problems.items() if one.step == step}
        if found:
            yield ProblemLine(f"step {step}", Kind.STEP, words.step(step, language))
        for key, one in found.items():
            yield ProblemLine(
                key=key,
                kind=Kind.PROBLEM,
                text=_text(one, language, label_of),
                pill=words.SIGNS[one.severity],
                sign=SIGNS[one.severity],
                told=words.severity(one.severity, language),
                item=one.item,
                row=_row(one),
                note=_note(one, language, label_of),
            )
            if one.code == MISSING:
                yield _asking(key)
            for offer in offers(key, one, language)[:1]:
                yield ProblemLine(
                    key=offer.key,
                    kind=Kind.CURE,
                    text=offer.words,
                    pill=translate("Problems", "Apply"),
                    told=translate("Problems", "Apply"),
                    cure=offer.key,
                )


def _asking(key: str) -> ProblemLine:
    text, pill = translate("Problems", "Summarize with a model…"), translate("Problems", "Ask")
    return ProblemLine(f"{key} asks", Kind.CURE, text, pill, told=pill, asks=True)


def _text(one: Problem, language: str, label_of: Callable[[str], str] | None) -> str:
    text = words.problem(one, language, label_of=label_of)
    line = dict(one.numbers).get("line")
    return translate("Problems", "line {0}: {1}").format(f"{line:,}", text) if line else text


def _row(one: Problem) -> str:
    """The row of the budget that a problem is about, empty where it is rather about an item."""
    if not one.key.startswith(_ROW) or (one.item and one.step != SPLIT):
        return ""
    return one.key.removeprefix(_ROW).partition(".")[0]


def _note(one: Problem, language: str, label_of: Callable[[str], str] | None) -> str:
    where = (label_of(one.item) if label_of else one.item) if one.item else one.key
    return "\n".join(part for part in (where, words.advice(one, language)) if part)


class ProblemRowsModel(KeyedTableModel):
    """The lines of a list of problems; the whole text is in the tooltip."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(1, parent)
        self._lines: dict[str, ProblemLine] = {}

    def set_lines(self, lines: Sequence[ProblemLine]) -> None:
        """Show these lines; keys are unique, and lines that stay are patched."""
        old, self._lines = self._lines, {line.key: line for line in lines}
        self.patch_keys(list(self._lines))
        self.touch(
            [i for i, line in enumerate(self._lines.values()) if line.key in old and old[line.key] != line]
        )

    def line(self, row: int) -> ProblemLine | None:
        """The line at a row; None beyond the lines."""
        return self._lines.get(self.key(row))

    def lines(self) -> Sequence[ProblemLine]:
        """All lines, in order."""
        return list(self._lines.values())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line for painters; text, tooltip and accessible text."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        if role == Role.CELL:
            return line
        if role == Role.KEY:
            return line.key
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(line.text, LONGEST)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one_line(line.said, LONGEST)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{line.said}\n{line.note}" if line.note else line.said)
        return None
