"""The row under the menu: pages, open, profile, save, the last edit to take back, and what goes out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent, QUndoGroup
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from ctxlab.gui.actions import Actions
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.views.segments import Segments

#: Characters of an edit that its button shows.
LONGEST = 36
HEIGHT = 28
#: How narrow the button is at least that names the last edit (pixels).
UNDO_LEAST = 44


class ToolBar(QFrame):
    """Buttons over the actions of the menu, with the names that they stand for now.

    Where there is no room for all of them some go into a menu behind them; the names of pages are never cut.
    """

    def __init__(
        self, actions: Actions, undo: QUndoGroup, profile: QMenu, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("toolBar")
        self.setProperty("role", "bar")
        pages = [
            ("tune", self.tr("Tune")),
            ("investigate", self.tr("Investigate")),
            ("sweep", self.tr("Sweep")),
            ("runs", self.tr("Runs")),
        ]
        self.pages = Segments("pages", self.tr("Page"), pages)
        self.pages.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.profile = QPushButton()
        self.profile.setObjectName("profilePicker")
        self.profile.setMenu(profile)
        self.profile.setFixedHeight(HEIGHT)
        self.undo = self._button(actions.undo, "undoButton")
        # where room is scarce the name of the edit is cut first; the tooltip has it whole
        self.undo.setMinimumWidth(UNDO_LEAST)
        self.redo = self._button(actions.redo, "redoButton")
        export = self._button(actions.export, "exportButton", self.tr("Export profile…"))
        export.setProperty("role", "primary")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.setSpacing(8)
        layout.addWidget(self.pages)
        layout.addSpacing(4)
        layout.addWidget(self._button(actions.open, "openButton", self.tr("Open…")))
        layout.addWidget(self.profile)
        layout.addWidget(self._button(actions.save, "saveButton", self.tr("Save")))
        revert = self._button(actions.revert, "revertButton", self.tr("Revert"))
        layout.addWidget(revert)
        layout.addWidget(self.undo)
        layout.addWidget(self.redo)
        layout.addStretch(1)
        before = self._button(actions.set_before, "beforeButton", self.tr("Set as Before"))
        report = self._button(actions.report, "reportButton", self.tr("Report…"))
        self._first_to_go = (before, report, self.redo, revert)
        self.more = self._more_button()
        for button in (before, report, self.more, export):
            layout.addWidget(button)
        undo.undoTextChanged.connect(self._show_undo)
        undo.redoTextChanged.connect(self._show_redo)
        actions.undo.changed.connect(lambda: self._show_undo(undo.undoText()))
        actions.redo.changed.connect(lambda: self._show_redo(undo.redoText()))
        self._show_undo("")
        self._show_redo("")
        self.show_profile("", changed=False)

    def show_profile(self, name: str, *, changed: bool) -> None:
        """Names the profile; a dot says that it has unsaved edits."""
        shown = one_line(name, LONGEST).replace("&", "&&") or self.tr("none")
        dot = " ●" if changed else ""
        self.profile.setText(self.tr("Profile: {0}{1}").format(shown, dot))
        said = self.tr("Profile {0}, with unsaved edits") if changed else self.tr("Profile {0}")
        self.profile.setAccessibleName(said.format(name))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many buttons as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        layout = self.layout()
        assert layout is not None
        gone = [one for one in self._first_to_go if one.isHidden()]
        needed = layout.totalMinimumSize().width() + sum(self._room(one) for one in gone)
        more = self._room(self.more)
        needed -= 0 if self.more.isHidden() else more
        scarce = needed > self.width()
        needed += more if scarce else 0
        for button in self._first_to_go:
            button.setVisible(needed <= self.width())
            needed -= self._room(button) if button.isHidden() else 0
        self.more.setVisible(scarce)

    def _more_button(self) -> QToolButton:
        """The button of the menu that has what there is no room for."""
        button = QToolButton()
        button.setObjectName("moreButton")
        button.setText("⋯")
        button.setAccessibleName(self.tr("More"))
        button.setToolTip(self.tr("More"))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setFixedHeight(HEIGHT)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.setObjectName("moreMenu")
        menu.aboutToShow.connect(lambda: self._fill(menu))
        button.setMenu(menu)
        button.hide()
        return button

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        for button in self._first_to_go:
            if button.isHidden():
                menu.addAction(button.defaultAction())

    def _room(self, button: QToolButton) -> int:
        layout = self.layout()
        assert layout is not None
        return button.sizeHint().width() + layout.spacing()

    def _show_undo(self, text: str) -> None:
        _show(self.undo, "↶", text, self.tr("Undo"))

    def _show_redo(self, text: str) -> None:
        _show(self.redo, "↷", "", self.tr("Redo"), text)

    def _button(self, action: QAction, name: str, words: str = "") -> QToolButton:
        """A button for an action; without words of its own it shows the action's."""
        button = QToolButton()
        button.setObjectName(name)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setFixedHeight(HEIGHT)
        if words:
            button.setText(words)
            button.setAccessibleName(words.removesuffix("…"))
            action.changed.connect(lambda: button.setText(words))
        return button


def _show(button: QToolButton, sign: str, text: str, what: str, told: str = "") -> None:
    shown = one_line(text, LONGEST).replace("&", "&&")
    button.setText(f"{sign} {shown}".strip())
    whole = f"{what} {text or told}".strip()
    button.setAccessibleName(whole)
    # the action's own tooltip would be taken for HTML where an item's text looks like it
    button.setToolTip(tooltip(whole))
