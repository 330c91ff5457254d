"""The variant that is chosen: its figures, the sessions that lose something, and what to do with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.flow import Flow
from ctxlab.gui.views.labels import ElidedLabel, plain_label

#: So many sessions are named; the grid shows the others.
MOST_NAMED = 4
_LONGEST = 36


class VariantFoot(QFrame):
    """`session_opened` gives the place of a session to be looked at under the variant.

    `apply_requested` and `save_requested` ask for the variant's profile; `grid_wanted` for all sessions.
    """

    session_opened = Signal(int)
    apply_requested = Signal()
    save_requested = Signal()
    grid_wanted = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sweepVariant")
        self.setProperty("role", "bar")
        self.setAccessibleName(self.tr("The variant that is chosen"))
        self.name = plain_label("", "title")
        self.name.setObjectName("sweepVariantName")
        self.name.setMinimumWidth(20)
        self._figures = ElidedLabel(look)
        self.apply = QPushButton(self.tr("Apply"))
        self.apply.setObjectName("sweepApply")
        self.apply.setProperty("role", "primary")
        self.save = QPushButton(self.tr("Save as profile…"))
        self.save.setObjectName("sweepSave")
        self._losers = QWidget()
        self._flow = Flow(12)
        self._losers.setLayout(self._flow)
        # what stands above keeps its place when another variant is chosen
        self._losers.setMinimumHeight(look.text.metrics.height() + 4)
        self._buttons: list[QWidget] = []
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name, 1)
        head.addWidget(self.save)
        head.addWidget(self.apply)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self._figures)
        layout.addWidget(self._losers)
        self.apply.clicked.connect(self.apply_requested)
        self.save.clicked.connect(self.save_requested)

    def show_variant(self, name: str, figures: str, *, apply: bool, why: str = "") -> None:
        """Name a variant and its figures; without `apply` `why` says why it cannot be applied."""
        self.name.setText(one_line(name, 90))
        self.name.setToolTip(tooltip(name))
        self._figures.setText(figures)
        self.apply.setEnabled(apply)
        self.apply.setToolTip(tooltip(why))
        self.save.setEnabled(bool(name))

    def said(self) -> str:
        """The figures in words."""
        return self._figures.text()

    def show_losers(self, losers: Sequence[tuple[int, str, str]]) -> None:
        """The sessions that do not hold, as place, title, and what they lose."""
        for button in self._buttons:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        if losers:
            self._put(plain_label(self.tr("does not hold in"), "muted"))
        for place, title, told in losers[:MOST_NAMED]:
            button = self._link(f"sweepLoser-{place}", one_line(title, _LONGEST))
            button.setToolTip(tooltip(f"{title}\n{told}"))
            button.setAccessibleName(self.tr("Open {0} under this variant: {1}").format(title, told))
            button.clicked.connect(partial(self._open, place))
        if len(losers) > MOST_NAMED:
            more = self._link("sweepMoreLosers", self.tr("and {0} more").format(len(losers) - MOST_NAMED))
            more.clicked.connect(self.grid_wanted)

    def _open(self, place: int, _on: bool = False) -> None:
        self.session_opened.emit(place)

    def _link(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words.replace("&", "&&"))
        button.setObjectName(name)
        button.setProperty("role", "link")
        self._put(button)
        return button

    def _put(self, widget: QWidget) -> None:
        self._flow.addWidget(widget)
        widget.show()
        self._buttons.append(widget)
