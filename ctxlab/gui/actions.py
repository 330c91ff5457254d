"""All actions of the window by name, with their words, shortcuts and icons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QUndoGroup

from ctxlab.profiles import builtin_names
from ctxlab.settings import Theme, UiLanguage

_Key = QKeySequence.StandardKey | str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several actions of which one is on: its value and its words."""

    value: str
    words: str


class Actions(QObject):
    """The actions. They do nothing until the window connects them."""

    def __init__(self, undo: QUndoGroup, parent: QObject) -> None:
        super().__init__(parent)
        self._needing: list[QAction] = []
        self._make_file()
        self._make_edit(undo)
        self._make_view()
        self._make_session()
        self._make_profile()
        self._make_help()

    @property
    def all(self) -> Sequence[QAction]:
        """Every action, in the order of the menus."""
        return self.findChildren(QAction)

    def for_document(self, *, there: bool) -> None:
        """Makes the actions that need a session possible or not."""
        for action in self._needing:
            action.setEnabled(there)

    def _make_file(self) -> None:
        keys = QKeySequence.StandardKey
        self.open = self._make("open", self.tr("&Open…"), keys.Open)
        self.open_folder = self._make("openFolder", self.tr("Open a &folder…"), "Ctrl+Shift+O")
        self.paste = self._make("pasteRequest", self.tr("&Paste a request"), "Ctrl+Shift+V")
        self.save = self._need("save", self.tr("&Save"), keys.Save)
        self.save_as = self._need("saveAs", self.tr("Save profile &as…"), "Ctrl+Shift+S")
        self.revert = self._need("revert", self.tr("&Revert to saved"))
        self.export = self._need("export", self.tr("&Export profile…"), "Ctrl+E")
        self.export_run = self._need("exportRun", self.tr("Export this r&un…"))
        self.report = self._need("report", self.tr("Report…"), "Ctrl+R")
        self.ask_model = self._need("askModelFor", self.tr("Ask a model for constraints…"))
        self.summarize = self._need("summarizeWithModel", self.tr("Summarize with a model…"))
        self.save_session = self._need("saveSession", self.tr("Save a copy of the sessio&n…"))
        self.close_session = self._need("closeSession", self.tr("&Close session"), "Ctrl+W")
        self.reopen_session = self._make("reopenSession", self.tr("Reopen c&losed session"), "Ctrl+Shift+T")
        self.stop_opening = self._make("stopOpening", self.tr("Stop openin&g"))
        for action in (self.reopen_session, self.stop_opening):
            action.setEnabled(False)
        self.quit = self._make("quit", self.tr("&Quit"), "Ctrl+Q")

    def _make_edit(self, undo: QUndoGroup) -> None:
        self.undo = undo.createUndoAction(self, self.tr("Undo"))
        self.undo.setObjectName("undo")
        self.undo.setProperty("words", self.tr("Undo"))
        self.undo.setShortcuts(QKeySequence.keyBindings(QKeySequence.StandardKey.Undo))
        self.redo = undo.createRedoAction(self, self.tr("Redo"))
        self.redo.setObjectName("redo")
        self.redo.setProperty("words", self.tr("Redo"))
        self.redo.setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
        self.must_keep = self._need("mustKeep", self.tr("&Must keep the selected words"), "Ctrl+M")
        self.pin = self._need("pin", self.tr("P&in or unpin the item"))
        self.find = self._need("find", self.tr("&Filter the items"), QKeySequence.StandardKey.Find)
        self.palette = self._make("palette", self.tr("Find a &command…"), "Ctrl+K")

    def _make_view(self) -> None:
        self.tune = self._make("pageTune", self.tr("&Tune"), "Ctrl+1")
        self.investigate = self._make("pageInvestigate", self.tr("&Investigate"), "Ctrl+2")
        self.sweep = self._make("pageSweep", self.tr("S&weep"), "Ctrl+3")
        self.runs = self._make("pageRuns", self.tr("R&uns"), "Ctrl+4")
        self.show_diff = self._make("showDiff", self.tr("&Diff"), "Alt+1")
        self.show_messages = self._make("showMessages", self.tr("&Messages"), "Alt+2")
        self.show_sensitivity = self._make("showSensitivity", self.tr("&Sensitivity"), "Alt+3")
        self.show_problems = self._make("showProblems", self.tr("&Problems"), "Alt+4")
        self.compare = self._make("compareSystems", self.tr("Compare &profiles"), "Alt+5")
        self.solve = self._make("solveCaps", self.tr("Sol&ve for the smallest caps"), "Alt+6")
        self.next_area = self._make("nextArea", self.tr("Ne&xt part of the window"), "F6")
        self.previous_area = self._make("previousArea", self.tr("Previous p&art of the window"), "Shift+F6")
        self.edit_caps = self._make("editCaps", self.tr("Go to the &budget"), "Ctrl+B")
        self.reset_layout = self._make("resetLayout", self.tr("&Reset the layout"))
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

    def _make_session(self) -> None:
        self.run_again = self._need("runAgain", self.tr("&Run again"), "F5")
        self.previous_request = self._need("previousRequest", self.tr("&Previous request"), "Alt+Up")
        self.next_request = self._need("nextRequest", self.tr("&Next request"), "Alt+Down")
        first_lost = self.tr("&First request that lacks a must-keep")
        self.first_lost = self._need("firstLost", first_lost, "Alt+Home")
        self.set_before = self._need("setBefore", self.tr("Set as &Before"), "Ctrl+Shift+B")
        self.why = self._need("why", self.tr("&Why: what became of the item"))
        self.broke = self._need("brokeIt", self.tr("&This answer broke a must-keep"), "Ctrl+Shift+K")
        broken = self.tr("F&ind where an answer broke it")
        self.find_violation = self._need("findViolation", broken, "Ctrl+Shift+F")
        self.try_model = self._need("tryWithModelFor", self.tr("Try with a &model…"))
        self.calibrate = self._need("calibrate", self.tr("Ca&librate the counts…"))
        self.next_change = self._need("nextChange", self.tr("Next &change"), "F7")
        self.previous_change = self._need("previousChange", self.tr("Previous c&hange"), "Shift+F7")

    def _make_profile(self) -> None:
        self.gallery = self._need("profileGallery", self.tr("&All profiles…"), "Ctrl+P")
        self.open_profile = self._need("openProfile", self.tr("Open profile &file…"))
        self.history = self._need("profileHistory", self.tr("&Difference and history…"), "Ctrl+Shift+P")
        self.rules = self._need("sourceRules", self.tr("Source r&ules…"))
        self.profiles = QActionGroup(self)
        for name in builtin_names():
            action = QAction(name, self)
            action.setObjectName(f"profile-{name}")
            action.setData(name)
            self.profiles.addAction(action)
            self._needing.append(action)

    def _make_help(self) -> None:
        self.hint = self._make("showHint", self.tr("&What to try"))
        self.keys = self._make("keys", self.tr("&Keys"), QKeySequence.StandardKey.HelpContents)
        self.about = self._make("about", self.tr("&About ctxlab"))

    def _need(self, name: str, words: str, key: _Key = "") -> QAction:
        """An action that needs a session."""
        action = self._make(name, words, key)
        self._needing.append(action)
        return action

    def _make(self, name: str, words: str, key: _Key = "") -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        if isinstance(key, QKeySequence.StandardKey):
            action.setShortcuts(QKeySequence.keyBindings(key))
        elif key:
            action.setShortcut(QKeySequence(key))
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        if shown:
            # the buttons over actions show this; without a key Qt says the words alone
            action.setToolTip(f"{action.toolTip()} ({shown})")
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


def check(group: QActionGroup, value: str) -> None:
    """Marks the action of that value as the one that is on."""
    for action in group.actions():
        action.setChecked(action.data() == value)
