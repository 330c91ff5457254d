"""The button that says what stands before, and the list of all that can stand there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QInputDialog, QMenu, QPushButton, QWidget

from ctxlab.gui.models.diff_choices import BeforeChoice, BeforeKind
from ctxlab.gui.text import one_line, tooltip

#: Characters of a choice that the button shows.
SHOWN = 36


class BeforeButton(QPushButton):
    """`before: saved profile`, with a list. `requested` gives the choice that a person made.

    A choice that asks for a number is given with it; one of a profile without a value means a file that is to
    be asked for.
    """

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diffBefore")
        self._choices: tuple[BeforeChoice, ...] = ()
        self._current: BeforeChoice | None = None
        self._menu = QMenu(self)
        self._menu.setObjectName("diffBeforeMenu")
        self._menu.setToolTipsVisible(True)
        self._profiles = QMenu(self.tr("Another profile"), self._menu)
        self._profiles.setObjectName("diffBeforeProfiles")
        self._group = QActionGroup(self)
        self.setMenu(self._menu)
        self._dialog: QInputDialog | None = None
        self._say()

    @property
    def choices(self) -> Sequence[BeforeChoice]:
        """What is offered."""
        return self._choices

    @property
    def current(self) -> BeforeChoice | None:
        """What is in force."""
        return self._current

    def set_choices(self, choices: Sequence[BeforeChoice], current: BeforeChoice | None) -> None:
        """Offer these; `current` is in force, and in the words of the button."""
        if tuple(choices) == self._choices and current == self._current:
            return
        self._choices, self._current = tuple(choices), current
        self._menu.clear()
        self._profiles.clear()
        for action in self._group.actions():
            self._group.removeAction(action)
            action.deleteLater()
        last: BeforeKind | None = None
        for choice in self._choices:
            if choice.kind is BeforeKind.PROFILE:
                self._offer(self._profiles, choice)
                continue
            if last is not None and _part(choice.kind) != _part(last):
                self._menu.addSeparator()
            last = choice.kind
            self._offer(self._menu, choice)
        if not self._profiles.isEmpty():
            self._menu.addSeparator()
            self._menu.addMenu(self._profiles)
        self._say()

    def ask_number(self, choice: BeforeChoice) -> None:
        """Asks for a request's number; the answer comes by `requested`."""
        dialog = QInputDialog(self)
        dialog.setObjectName("diffRequest")
        dialog.setWindowTitle(self.tr("Compare with another request"))
        dialog.setLabelText(self.tr("Request, {0} to {1}:").format(f"{choice.first:,}", f"{choice.last:,}"))
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(choice.first, choice.last)
        dialog.setIntValue(choice.first)

        def take(number: int) -> None:
            self.requested.emit(BeforeChoice(choice.kind, choice.words, str(number)))

        dialog.intValueSelected.connect(take)
        dialog.finished.connect(dialog.deleteLater)
        self._dialog = dialog
        dialog.open()

    def _offer(self, menu: QMenu, choice: BeforeChoice) -> None:
        words = one_line(choice.words, 60).replace("&", "&&")
        if choice.refused:
            words = self.tr("{0}: {1}").format(words, choice.refused)
        action = QAction(words, menu)
        action.setObjectName(f"diffBefore-{choice.kind.value}-{choice.value}")
        action.setEnabled(not choice.refused)
        if choice.value and choice.value != choice.words:
            action.setToolTip(tooltip(choice.value))
        fixed = not choice.last and (choice.kind is not BeforeKind.PROFILE or bool(choice.value))
        action.setCheckable(fixed)
        action.setChecked(fixed and self._current is not None and choice.key == self._current.key)
        action.triggered.connect(lambda _on=False, one=choice: self._take(one))
        self._group.addAction(action)
        menu.addAction(action)

    def _take(self, choice: BeforeChoice) -> None:
        if choice.last:
            self.ask_number(choice)
        else:
            self.requested.emit(choice)
        # the mark follows what is in force, not what was clicked
        for action in self._group.actions():
            action.setChecked(action.isCheckable() and self._is_current(action))

    def _is_current(self, action: QAction) -> bool:
        one = self._current
        return one is not None and action.objectName() == f"diffBefore-{one.kind.value}-{one.value}"

    def _say(self) -> None:
        words = self._current.words if self._current else self.tr("saved profile")
        said = self.tr("before: {0}").format(one_line(words, SHOWN))
        self.setText(said.replace("&", "&&"))
        self.setToolTip(tooltip(words))
        self.setAccessibleName(self.tr("Compare with: {0}").format(words))


def _part(kind: BeforeKind) -> int:
    """Which part of the list a choice belongs to."""
    return {BeforeKind.SAVED: 0, BeforeKind.STATE: 0, BeforeKind.REQUEST: 2, BeforeKind.PROFILE: 3}.get(
        kind, 1
    )
