"""The button over a list of profiles of which several are on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from ctxlab.gui.models.system_choices import SystemChoice
from ctxlab.gui.text import one_line, tooltip


class StayingMenu(QMenu):
    """A menu that stays open while entries are turned on and off."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Turn an entry on or off."""
        if not self._toggle(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and the blank turn an entry on or off."""
        turns = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if not (turns and self._toggle(self.activeAction())):
            super().keyPressEvent(event)

    def _toggle(self, action: QAction | None) -> bool:
        if action is None or not action.isCheckable() or not action.isEnabled():
            return False
        action.trigger()
        return True


class ProfilesButton(QPushButton):
    """`Profiles (4)`, with a list. `chosen` gives the keys of those that are on, in the order of the list."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compareProfiles")
        self._choices: tuple[SystemChoice, ...] = ()
        self._on: tuple[str, ...] = ()
        self._menu = StayingMenu(self)
        self._menu.setObjectName("compareProfilesMenu")
        self._menu.setToolTipsVisible(True)
        self.setMenu(self._menu)
        self._say()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of those that are on."""
        return self._on

    def set_choices(self, choices: Sequence[SystemChoice], on: Collection[str]) -> None:
        """Offer these; those of the keys `on` are on."""
        keys = tuple(choice.key for choice in choices if choice.key in on)
        if tuple(choices) == self._choices:
            if keys != self._on:
                self._on = keys
                for action in self._menu.actions():
                    action.setChecked(str(action.data()) in keys)
                self._say()
            return
        self._choices, self._on = tuple(choices), keys
        self._menu.clear()
        group = ""
        for choice in self._choices:
            if choice.group != group:
                if group:
                    self._menu.addSeparator()
                group = choice.group
                # a section of Qt's own shows no words in this style
                self._menu.addAction(group).setEnabled(False)
            action = self._menu.addAction(one_line(choice.name, 60).replace("&", "&&"))
            action.setObjectName(f"compare-{choice.key}")
            action.setData(choice.key)
            action.setCheckable(True)
            action.setChecked(choice.key in keys)
            action.setToolTip(tooltip(choice.tip or choice.name))
            action.triggered.connect(self._turn)
        self._say()

    def _turn(self, _on: bool) -> None:
        turned = {str(one.data()) for one in self._menu.actions() if one.isCheckable() and one.isChecked()}
        self._on = tuple(choice.key for choice in self._choices if choice.key in turned)
        self._say()
        self.chosen.emit(self._on)

    def _say(self) -> None:
        self.setText(self.tr("Profiles ({0})").format(len(self._on)))
