"""Verdicts on must-keeps as the window shows them: a sign, a word, and all of a cell in one sentence."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.explain import forensic
from ctxlab.gui.text import clauses
from ctxlab.model.constraint import Survived
from ctxlab.model.forensic import How
from ctxlab.model.matrix import Cell

translate = QCoreApplication.translate

#: The sign of each verdict; none says that all is as it was said.
SIGNS = {
    Survived.VERBATIM: "",
    Survived.REWORDED: "≈",
    Survived.UNSURE: "?",
    Survived.WEAKENED: "≲",
    Survived.CHANGED: "≠",
    Survived.LOST: "−",
}


def word(verdict: Survived) -> str:
    """A verdict in one word."""
    return {
        Survived.VERBATIM: translate("Survived", "verbatim"),
        Survived.REWORDED: translate("Survived", "reworded"),
        Survived.UNSURE: translate("Survived", "unsure"),
        Survived.WEAKENED: translate("Survived", "weakened"),
        Survived.CHANGED: translate("Survived", "changed"),
        Survived.LOST: translate("Survived", "lost"),
    }[verdict]


def signed(verdict: Survived) -> str:
    """Sign and word, as a pill shows them."""
    return f"{SIGNS[verdict]} {word(verdict)}".strip()


def brief(verdict: Survived) -> str:
    """The sign alone, for lists without room; what is as it was said has one too."""
    return SIGNS[verdict] or "✓"


def told(cell: Cell, language: str) -> str:
    """All that a cell says: the verdict, what differs, the stage, how deep it stands."""
    if cell.verdict is None:
        return translate("Survived", "not judged here")
    said = [word(cell.verdict)]
    if cell.since is not None:
        said = [translate("Survived", "{0} at request {1}").format(said[0], f"{cell.since:,}")]
    if cell.was or cell.now:
        said.append(translate("Survived", "{0} became {1}").format(cell.was or "—", cell.now or "—"))
    if cell.told is not None and not (cell.told.how is How.VALUES and (cell.was or cell.now)):
        said.append(translate("Survived", "its item: {0}").format(forensic.item_fate(cell.told, language)))
    elif cell.stage is not None and not cell.verdict.kept:
        said.append(translate("Survived", "lost in {0}").format(explain.stage(cell.stage, language)))
    if cell.deep:
        share = round(cell.follows * 100)
        said.append(translate("Survived", "deep: {0} % of the context follows it").format(share))
    return clauses(said)
