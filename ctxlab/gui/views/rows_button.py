"""The button over a list of budget rows of which several are on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from ctxlab.gui.views.profiles_button import StayingMenu


class RowsButton(QPushButton):
    """`Rows (4)`, with a list; `chosen` follows when a person turned one on or off."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("solveRows")
        self._menu = StayingMenu(self)
        self._menu.setObjectName("solveRowsMenu")
        self.setMenu(self._menu)
        self._off: set[str] = set()
        self._say()

    def set_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Offer these, pairs of a key and words; those that were turned off stay so."""
        known = [(str(one.data()), one.text()) for one in self._menu.actions()]
        if known != list(rows):
            self._menu.clear()
            for key, words in rows:
                action = self._menu.addAction(words)
                action.setObjectName(f"solve-{key}")
                action.setData(key)
                action.setCheckable(True)
                action.setChecked(key not in self._off)
                action.triggered.connect(self._turn)
        self._say()

    def rows(self) -> list[str]:
        """The keys of those that are on."""
        return [str(one.data()) for one in self._menu.actions() if one.isChecked()]

    def off(self) -> bool:
        """Whether any is off."""
        return any(not one.isChecked() for one in self._menu.actions())

    def turn_all_on(self) -> None:
        """Turn on those that are off."""
        for one in self._menu.actions():
            if not one.isChecked():
                one.trigger()

    def turn_off(self, keys: Collection[str]) -> None:
        """Turn these off."""
        for one in self._menu.actions():
            if one.isChecked() and str(one.data()) in keys:
                one.trigger()

    def _turn(self, _on: bool) -> None:
        self._off = {str(one.data()) for one in self._menu.actions() if not one.isChecked()}
        self._say()
        self.chosen.emit()

    def _say(self) -> None:
        self.setText(self.tr("Rows ({0})").format(len(self.rows())))
