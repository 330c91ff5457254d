"""What would keep an item: a line a remedy, each with what it costs and a button that applies it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ctxlab.gui.models.remedies import Remedy
from ctxlab.gui.text import clauses, listed, one_line, tooltip
from ctxlab.gui.views.labels import plain_label

#: Remedies shown at most: they come best first.
MOST = 8


class RemedyList(QWidget):
    """Shows remedies, that they are looked for, or why there is none. `applied` gives a remedy's key."""

    applied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("remedies")
        self.setAccessibleName(self.tr("What would keep it"))
        self._lines: list[_Line] = []
        self._shown: tuple[Remedy, ...] = ()
        self._said = plain_label("", "muted")
        self._said.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._said)
        layout.addLayout(self._grid)

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """Those that are shown."""
        return self._shown

    def show_remedies(self, remedies: Sequence[Remedy]) -> None:
        """Show what would keep the item, the best first; without any, that nothing was found."""
        if not remedies:
            self.show_none(self.tr("no single change keeps it"))
            return
        self._show(tuple(remedies[:MOST]), "")

    def show_pending(self) -> None:
        """Say that an answer is to come."""
        self._show((), self.tr("looking for what would keep it…"))

    def show_none(self, reason: str) -> None:
        """Say why there is nothing to apply."""
        self._show((), reason)

    def said(self) -> str:
        """What is said in place of remedies, or an empty text."""
        return self._said.text()

    def _show(self, remedies: tuple[Remedy, ...], said: str) -> None:
        self._shown = remedies
        self._said.setText(said)
        self._said.setVisible(bool(said))
        while len(self._lines) < len(remedies):
            self._lines.append(self._line(len(self._lines)))
        first = next((remedy for remedy in remedies if remedy.enabled), None)
        for at, line in enumerate(self._lines):
            remedy = remedies[at] if at < len(remedies) else None
            line.show(remedy, primary=remedy is first and first is not None)
        self.setAccessibleDescription(said or clauses(_told(remedy) for remedy in remedies))

    def _line(self, at: int) -> _Line:
        line = _Line(self._grid, at, self.tr("Apply"), self.tr("Apply: {0}"))
        line.button.clicked.connect(partial(_apply, self, at))
        return line

    def apply(self, at: int) -> None:
        """Ask for the remedy of a line."""
        if at < len(self._shown) and self._shown[at].enabled:
            self.applied.emit(self._shown[at].key)


class _Line:
    """The widgets of one remedy: words over a note, cost, button."""

    def __init__(self, grid: QGridLayout, at: int, apply: str, said: str) -> None:
        top = Qt.AlignmentFlag.AlignTop
        self._words: QLabel = plain_label("")
        self._words.setWordWrap(True)
        self._note: QLabel = plain_label("", "muted")
        self._note.setWordWrap(True)
        self._cost: QLabel = plain_label("")
        self.button = QPushButton(apply)
        self.button.setObjectName(f"applyRemedy{at + 1}")
        self._said = said
        for label in (self._words, self._cost):
            # as high as the button, so that the first lines stand beside each other
            label.setMinimumHeight(self.button.sizeHint().height())
        grid.addWidget(self._words, 2 * at, 0)
        grid.addWidget(self._cost, 2 * at, 1, top | Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.button, 2 * at, 2, top)
        grid.addWidget(self._note, 2 * at + 1, 0, 1, 3)

    def show(self, remedy: Remedy | None, *, primary: bool) -> None:
        """Show another remedy, or none."""
        for widget in (self._words, self._cost, self.button):
            widget.setVisible(remedy is not None)
        self._note.setVisible(remedy is not None and bool(remedy.note))
        if remedy is None:
            return
        self._words.setText(one_line(remedy.words, 200))
        self._words.setToolTip(tooltip(remedy.words))
        self._cost.setText(remedy.cost)
        self._note.setText(one_line(remedy.note, 300))
        self._note.setToolTip(tooltip(remedy.note))
        self.button.setEnabled(remedy.enabled)
        self.button.setAccessibleName(self._said.format(_told(remedy)))
        role = "primary" if primary else ""
        if self.button.property("role") != role:
            self.button.setProperty("role", role)
            self.button.style().polish(self.button)


def _apply(owner: RemedyList, at: int, _checked: bool = False) -> None:
    owner.apply(at)


def _told(remedy: Remedy) -> str:
    return listed(part for part in (remedy.words, remedy.cost, remedy.note) if part)
