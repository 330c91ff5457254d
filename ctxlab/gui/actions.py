"""All actions of the window with their shortcuts, and the menus that hold them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QUndoGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from ctxlab.gui.text import one_line
from ctxlab.profiles import builtin_names
from ctxlab.settings import Theme, UiLanguage


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several actions of which one is on: its value and its words."""

    value: str
    words: str


class Actions(QObject):
    """The actions by name. They do nothing until the window connects them."""

    def __init__(self, undo: QUndoGroup, parent: QObject) -> None:
        super().__init__(parent)
        keys = QKeySequence.StandardKey
        self.open = self._make("open", self.tr("&Open…"), keys.Open)
        self.save = self._make("save", self.tr("&Save"), keys.Save)
        self.save_as = self._make("saveAs", self.tr("Save profile &as…"), "Ctrl+Shift+S")
        self.revert = self._make("revert", self.tr("&Revert to saved"))
        self.open_profile = self._make("openProfile", self.tr("Open profile &file…"))
        self.quit = self._make("quit", self.tr("&Quit"), "Ctrl+Q")
        self.undo = undo.createUndoAction(self, self.tr("Undo"))
        self.undo.setObjectName("undo")
        self.undo.setProperty("words", self.tr("Undo"))
        self.undo.setShortcuts(QKeySequence.keyBindings(keys.Undo))
        self.redo = undo.createRedoAction(self, self.tr("Redo"))
        self.redo.setObjectName("redo")
        self.redo.setProperty("words", self.tr("Redo"))
        self.redo.setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
        self.run_again = self._make("runAgain", self.tr("&Run again"), "F5")
        self.previous_request = self._make("previousRequest", self.tr("&Previous request"), "Alt+Up")
        self.next_request = self._make("nextRequest", self.tr("&Next request"), "Alt+Down")
        self.find = self._make("find", self.tr("&Filter the items"), keys.Find)
        self.why = self._make("why", self.tr("&Why: what became of the item"))
        self.pin = self._make("pin", self.tr("P&in or unpin the item"))
        self.next_change = self._make("nextChange", self.tr("Next &change"), "F7")
        self.previous_change = self._make("previousChange", self.tr("Previous c&hange"), "Shift+F7")
        self.next_area = self._make("nextArea", self.tr("Next &part of the window"), "F6")
        self.previous_area = self._make("previousArea", self.tr("Previous p&art of the window"), "Shift+F6")
        self.edit_caps = self._make("editCaps", self.tr("Go to the &budget"), "Ctrl+B")
        self.reset_layout = self._make("resetLayout", self.tr("&Reset the layout"))
        self.keys = self._make("keys", self.tr("&Keys"), keys.HelpContents)
        self.about = self._make("about", self.tr("&About ctxlab"))
        self.themes = self._choices(
            "theme",
            Choice(Theme.SYSTEM.value, self.tr("As the system")),
            Choice(Theme.LIGHT.value, self.tr("Light")),
            Choice(Theme.DARK.value, self.tr("Dark")),
        )
        self.languages = self._choices(
            "language",
            Choice(UiLanguage.SYSTEM.value, self.tr("As the system")),
            Choice(UiLanguage.ENGLISH.value, "English"),
            Choice(UiLanguage.CHINESE.value, "中文"),
        )
        self.profiles = QActionGroup(self)
        for name in builtin_names():
            action = QAction(name, self)
            action.setObjectName(f"profile-{name}")
            action.setData(name)
            self.profiles.addAction(action)

    def fill(self, bar: QMenuBar, recent: QMenu, profile: QMenu) -> None:
        """Puts all actions into menus; `recent` and `profile` are filled by others too."""
        file = self._menu(bar, self.tr("&File"), [self.open])
        file.addMenu(recent)
        file.addSeparator()
        file.addActions([self.save, self.save_as, self.revert])
        file.addSeparator()
        file.addAction(self.quit)
        self._menu(bar, self.tr("&Edit"), [self.undo, self.redo, None, self.pin, None, self.find])
        view = self._menu(bar, self.tr("&View"), [self.why, self.next_change, self.previous_change, None])
        view.addActions([self.next_area, self.previous_area, self.edit_caps])
        view.addSeparator()
        themes = view.addMenu(self.tr("&Theme"))
        themes.addActions(self.themes.actions())
        languages = view.addMenu(self.tr("&Language"))
        languages.addActions(self.languages.actions())
        view.addSeparator()
        view.addAction(self.reset_layout)
        session = [self.run_again, None, self.previous_request, self.next_request]
        self._menu(bar, self.tr("&Session"), session)
        profile.setTitle(self.tr("&Profile"))
        profile.addActions(self.profiles.actions())
        profile.addSeparator()
        profile.addActions([self.open_profile])
        bar.addMenu(profile)
        self._menu(bar, self.tr("&Help"), [self.keys, self.about])

    def for_document(self, *, there: bool) -> None:
        """Makes the actions that need a session possible or not."""
        needing = (
            *(self.save, self.save_as, self.revert, self.open_profile, self.run_again, self.why, self.pin),
            *(self.previous_request, self.next_request, self.find, self.next_change, self.previous_change),
            *self.profiles.actions(),
        )
        for action in needing:
            action.setEnabled(there)

    def _make(self, name: str, words: str, key: QKeySequence.StandardKey | str = "") -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        if isinstance(key, QKeySequence.StandardKey):
            action.setShortcuts(QKeySequence.keyBindings(key))
        elif key:
            action.setShortcut(QKeySequence(key))
        return action

    def _choices(self, name: str, *choices: Choice) -> QActionGroup:
        group = QActionGroup(self)
        for choice in choices:
            action = QAction(choice.words, self)
            action.setObjectName(f"{name}-{choice.value}")
            action.setData(choice.value)
            action.setCheckable(True)
            group.addAction(action)
        return group

    def _menu(self, bar: QMenuBar, title: str, actions: list[QAction | None]) -> QMenu:
        menu = bar.addMenu(title)
        for action in actions:
            if action is None:
                menu.addSeparator()
            else:
                menu.addAction(action)
        return menu


def check(group: QActionGroup, value: str) -> None:
    """Marks the action of that value as the one that is on."""
    for action in group.actions():
        action.setChecked(action.data() == value)


def fill_recent(menu: QMenu, files: tuple[str, ...], open_file: Callable[[str], None]) -> None:
    """Lists files that were opened lately; ampersands in names are no shortcuts."""
    menu.clear()
    for file in files:
        action = menu.addAction(one_line(file).replace("&", "&&"))
        action.setData(file)
        action.triggered.connect(lambda _on=False, path=file: open_file(path))
    menu.setEnabled(bool(files))
