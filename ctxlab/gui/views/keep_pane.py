"""What must be kept: the must-keeps that are stated, and the constraints that rules found."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from ctxlab.gui.text import tooltip
from ctxlab.gui.views.constraint_list import ConstraintList
from ctxlab.gui.views.must_keep_list import MustKeepList
from ctxlab.gui.views.segments import Segments

STATED, FOUND = "stated", "found"


class KeepPane(QFrame):
    """Shows one of the two lists; their numbers stand in the tabs.

    `ask_requested` asks to have a model look for more constraints.
    """

    ask_requested = Signal()

    def __init__(self, stated: MustKeepList, found: ConstraintList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("keepPane")
        self.setAccessibleName(self.tr("Must keep"))
        self._found = found
        self._lists = {STATED: stated.table.rows, FOUND: found.table.rows}
        self.tabs = Segments("keepTabs", self.tr("Must keep"), ((STATED, ""), (FOUND, "")), tabs=True)
        self.tabs.button(FOUND).setToolTip(
            tooltip(
                self.tr(
                    "Constraints that rules find. A hard one is judged beside the must-keeps, unless one of "
                    "them covers it or an earlier one says the same; a soft one is only listed."
                )
            )
        )
        self._stack = QStackedWidget()
        # the lists scroll: a low window takes from them before it grows
        self._stack.setMinimumHeight(64)
        self._stack.addWidget(stated)
        self._stack.addWidget(found)
        self.tabs.chosen.connect(self.show_list)
        for rows in self._lists.values():
            for changed in (rows.rowsInserted, rows.rowsRemoved, rows.modelReset):
                changed.connect(self._count)
        found.known_changed.connect(self._count)
        self._ask = QPushButton(self.tr("Ask…"))
        self._ask.setObjectName("askForConstraints")
        self._ask.setAccessibleName(self.tr("Have a model look for constraints that the rules missed"))
        self._ask.setProperty("role", "link")
        self._ask.setToolTip(tooltip(self.tr("Have a model look for constraints that the rules missed")))
        self._ask.clicked.connect(self.ask_requested)
        self._ask.hide()
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 8, 2)
        head.addWidget(self.tabs)
        head.addStretch(1)
        below = QHBoxLayout()
        below.setContentsMargins(9, 0, 8, 4)
        below.addWidget(self._ask)
        below.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self._stack, 1)
        layout.addLayout(below)
        # as a stop of its own it can be put in order, with all in it
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFocusProxy(self.tabs)
        self._count()

    def show_list(self, key: str) -> None:
        """Show `stated` or `found`."""
        self.tabs.choose(key)
        self._stack.setCurrentIndex(0 if key == STATED else 1)
        self._ask.setVisible(key == FOUND)

    def _count(self, *_told: object) -> None:
        names = {STATED: self.tr("Stated {0}"), FOUND: self.tr("Found {0}")}
        for key, rows in self._lists.items():
            known = key == STATED or self._found.known
            self.tabs.name(key, names[key].format(rows.rowCount() if known else "…"))
