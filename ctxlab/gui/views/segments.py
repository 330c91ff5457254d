"""A segmented control: a few choices side by side of which exactly one is on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QToolButton, QWidget


class Segments(QFrame):
    """Buttons in one frame; `chosen` gives the key of the one that a person chose.

    The whole control is one stop of the Tab key; the arrow keys go from choice to choice.
    """

    chosen = Signal(str)

    def __init__(
        self,
        name: str,
        words: str,
        choices: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
        *,
        tabs: bool = False,
    ) -> None:
        """`choices` are pairs of a key and its words; the first is on. `tabs` looks like a row of tabs."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.setProperty("role", "tabs" if tabs else "segments")
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for at, (key, said) in enumerate(choices):
            button = QToolButton()
            button.setObjectName(f"{name}-{key}")
            button.setProperty("role", "tab" if tabs else "segment")
            button.setProperty("end", "first" if at == 0 else "last" if at == len(choices) - 1 else "")
            button.setCheckable(True)
            button.clicked.connect(lambda _on=False, which=key: self.chosen.emit(which))
            self._group.addButton(button)
            self._buttons[key] = button
            self.name(key, said)
            layout.addWidget(button)
        if choices:
            self.choose(choices[0][0])

    @property
    def current(self) -> str:
        """The key of the choice that is on."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def choose(self, key: str) -> None:
        """Turns a choice on without telling anybody."""
        for one, button in self._buttons.items():
            button.setChecked(one == key)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if one == key else Qt.FocusPolicy.ClickFocus)
        if key in self._buttons:
            self.setFocusProxy(self._buttons[key])

    def name(self, key: str, said: str) -> None:
        """Gives a choice other words."""
        button = self._buttons[key]
        button.setText(said)
        button.setAccessibleName(f"{self.accessibleName()}: {said}" if said else self.accessibleName())

    def button(self, key: str) -> QToolButton:
        """The button of a choice."""
        return self._buttons[key]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys choose the neighbour."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        keys = list(self._buttons)
        at = keys.index(self.current) + step if step and self.current else -1
        if not 0 <= at < len(keys):
            super().keyPressEvent(event)
            return
        self.choose(keys[at])
        self._buttons[keys[at]].setFocus(Qt.FocusReason.OtherFocusReason)
        self.chosen.emit(keys[at])
