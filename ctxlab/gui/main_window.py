"""The main window: menus, toolbar, page and status bar put together and connected; it decides nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QMessageBox, QVBoxLayout, QWidget

from ctxlab import __version__
from ctxlab.errors import CtxlabError
from ctxlab.gui.actions import Actions, check, fill_recent
from ctxlab.gui.dialogs import Dialogs
from ctxlab.gui.document import Document
from ctxlab.gui.files import Files
from ctxlab.gui.i18n import language_of
from ctxlab.gui.intents import Intents
from ctxlab.gui.keys import KeysDialog
from ctxlab.gui.messages import Kind
from ctxlab.gui.page import TunePage, rule
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.status import StatusBar
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.toolbar import ToolBar
from ctxlab.gui.ui_state import UiState
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Counters

SIZE = QSize(1440, 900)


class MainWindow(QMainWindow):
    """The window over one workspace; closing it stops all threads, once unsaved edits are settled.

    Without `ui_state` sizes are neither restored nor remembered. `ask_before_quit` False gives unsaved
    edits up.
    """

    def __init__(
        self,
        look: Look,
        preferences: Preferences,
        counters: Counters | None = None,
        *,
        ui_state: UiState | None = None,
        ask_before_quit: bool = True,
    ) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.language = language_of(preferences.settings.language, os.environ)
        self._ui_state = ui_state
        self._preferences = preferences
        self._ask = ask_before_quit
        self._closed = False
        self._on_paint: Callable[[], None] | None = None
        self.workspace = Workspace(counters or Counters(), self)
        self.commands = Actions(self.workspace.undo, self)
        self.page = TunePage(look, self.language)
        self.status = StatusBar()
        self.files = Files(self.workspace, Dialogs(self), self)
        self.presenter = Presenter(self.page, self.status, self.workspace, self.language, self)
        self.intents = Intents(self.page, self.workspace, self.language, self)
        self._recent = QMenu(self.tr("Open &recent"), self)
        profiles = QMenu(self)
        self.tools = ToolBar(self.commands, self.workspace.undo, profiles)
        self._title = plain_label("", "muted")
        self._title.setObjectName("titleLabel")
        self._title.setContentsMargins(0, 4, 12, 0)
        self.commands.fill(self.menuBar(), self._recent, profiles)
        self.menuBar().setCornerWidget(self._title, Qt.Corner.TopRightCorner)
        self.setCentralWidget(self._stacked(self.tools, rule(), self.page))
        self.setStatusBar(self.status)
        self._connect_actions()
        self._connect_workspace()
        self._connect_preferences()
        self.commands.for_document(there=False)
        self._show_title()
        self.resize(SIZE)
        self._sized = ui_state is not None and ui_state.restore(self)

    def open(self, file: str | Path, profile: str = "", request: int | None = None) -> None:
        """Opens a session file, under a profile (built-in name or path) and at a request if given."""
        self.workspace.open(file, profile, request)

    def after_paint(self, call: Callable[[], None]) -> None:
        """Calls something once, after the window was painted next."""
        self._on_paint = call
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        """Give the columns their sizes, now that there is room, and the keys to the panes."""
        super().showEvent(event)
        if not self._sized:
            self._sized = True
            self.page.reset_sizes()
            self.page.panes.tables[0].setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell that the window is on the screen."""
        super().paintEvent(event)
        call, self._on_paint = self._on_paint, None
        if call is not None:
            call()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Settle unsaved edits, then stop all threads."""
        if self._closed:
            event.accept()
            return
        if self._ask and not self.files.settle_all():
            event.ignore()
            return
        self._closed = True
        if self._ui_state is not None:
            self._ui_state.save(self)
        self.workspace.close()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the files that were dropped."""
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.files.open_files(files)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's change between light and dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ThemeChange:
            self._preferences.follow_system()

    def _connect_actions(self) -> None:
        act, page = self.commands, self.page
        act.open.triggered.connect(self.files.open_sessions)
        act.save.triggered.connect(self.files.save)
        act.save_as.triggered.connect(self.files.save_as)
        act.revert.triggered.connect(self.files.revert)
        act.open_profile.triggered.connect(self.files.open_profile)
        act.quit.triggered.connect(self.close)
        act.run_again.triggered.connect(self._run_again)
        act.previous_request.triggered.connect(lambda: self.intents.step_request(-1))
        act.next_request.triggered.connect(lambda: self.intents.step_request(1))
        act.find.triggered.connect(self._find)
        act.why.triggered.connect(lambda: page.inspector.text.setFocus(Qt.FocusReason.ShortcutFocusReason))
        act.pin.triggered.connect(lambda: self.intents.toggle_pin(self.presenter.chosen))
        act.next_change.triggered.connect(lambda: page.diff.next_change(1))
        act.previous_change.triggered.connect(lambda: page.diff.next_change(-1))
        act.reset_layout.triggered.connect(self._reset_layout)
        act.next_area.triggered.connect(lambda: page.next_area(1))
        act.previous_area.triggered.connect(lambda: page.next_area(-1))
        act.edit_caps.triggered.connect(lambda: page.budget.setFocus(Qt.FocusReason.ShortcutFocusReason))
        act.keys.triggered.connect(lambda: KeysDialog(act, self).show())
        act.about.triggered.connect(self._about)
        act.profiles.triggered.connect(self._use_builtin)
        for action, key in ((act.why, Qt.Key.Key_W), (act.pin, Qt.Key.Key_Space)):
            # letters and blanks are typed elsewhere: these hold while a list has the focus
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for view in (page.panes, page.diff, page.must_keeps, page.problems):
                view.addAction(action)
        for view in (page.must_keeps, page.problems, page.diff):
            view.item_chosen.connect(self.presenter.choose)
        page.inspector.link_chosen.connect(self.presenter.choose)

    def _connect_workspace(self) -> None:
        work, messages = self.workspace, self.page.messages
        work.activated.connect(self._activated)
        work.refused.connect(self._refused)
        work.loading.connect(self._loading)
        work.opened.connect(self._opened)
        work.undo.cleanChanged.connect(self._show_title)
        work.undo.indexChanged.connect(self._show_title)
        self.presenter.failed.connect(self._run_failed)
        self.presenter.recovered.connect(lambda: messages.clear("run"))
        self.files.failed.connect(partial(messages.tell, topic="file"))
        for source in (self.files.done, self.intents.done):
            source.connect(self.status.tell)
        self.page.budget.refused.connect(self._refuse_edit)

    def _connect_preferences(self) -> None:
        preferences, act = self._preferences, self.commands
        check(act.themes, preferences.settings.theme.value)
        check(act.languages, preferences.settings.language.value)
        act.themes.triggered.connect(self._set_theme)
        act.languages.triggered.connect(self._set_language)
        preferences.failed.connect(partial(self.page.messages.tell, topic="settings"))
        preferences.recent_changed.connect(self._list_recent)
        self._list_recent()
        for problem in preferences.problems:
            self.page.messages.tell(problem, "settings")

    def _activated(self, document: Document) -> None:
        document.saved_changed.connect(self._show_title, Qt.ConnectionType.UniqueConnection)
        self.page.messages.clear("run")
        self.commands.for_document(there=True)
        self._show_title()

    def _opened(self, file: str) -> None:
        self.page.messages.clear("file")
        self._preferences.remember(file)

    def _refused(self, name: str, error: CtxlabError) -> None:
        text = str(error)
        self.page.messages.tell(text if name in text else f"{name}: {text}", "file")

    def _loading(self, name: str) -> None:
        if name:
            self.status.tell(self.tr("opening {0}…").format(name))
        else:
            self.status.clearMessage()

    def _run_failed(self, error: CtxlabError) -> None:
        self.page.messages.tell(
            self.tr("This run could not be made; the last good one is shown. {0}").format(str(error)), "run"
        )

    def _run_again(self) -> None:
        if self.workspace.active is not None:
            self.workspace.active.run_again()

    def _find(self) -> None:
        field = self.page.panes.filter_bar.field
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    def _refuse_edit(self, _row: str, reason: str) -> None:
        self.status.tell(reason)

    def _use_builtin(self, action: QAction) -> None:
        self.files.use_profile(str(action.data()))

    def _set_theme(self, action: QAction) -> None:
        self._preferences.set_theme(str(action.data()))

    def _set_language(self, action: QAction) -> None:
        self._preferences.set_language(str(action.data()))
        self.page.messages.tell(self.tr("The language changes with the next start."), "language", Kind.NOTE)

    def _list_recent(self) -> None:
        fill_recent(self._recent, self._preferences.settings.recent_files, self.open)

    def _reset_layout(self) -> None:
        if self._ui_state is not None:
            self._ui_state.forget()
        self.page.reset_sizes()

    def _about(self) -> None:
        text = self.tr("ctxlab {0}: a debugger for the context of LLM agents. MIT licence.")
        QMessageBox.about(self, self.tr("About ctxlab"), text.format(__version__))

    def _show_title(self) -> None:
        document = self.workspace.active
        if document is None:
            self.setWindowTitle("ctxlab")
            self._title.setText("")
            self.tools.show_profile("", changed=False)
            return
        profile = document.profile_path.name if document.profile_path else document.profile.name
        dot = " ●" if document.changed else ""
        title = one_line(f"{self.workspace.name(document)} · {profile}{dot}")
        if title != self._title.text():
            self._title.setText(title)
            # a menu bar gives a corner the room that it asked for when it was put there
            self.menuBar().setCornerWidget(self._title, Qt.Corner.TopRightCorner)
            self.setWindowTitle(f"{title} - ctxlab")
        self.tools.show_profile(document.profile.name, changed=document.profile_changed)
        self.commands.revert.setEnabled(document.profile_changed)

    def _stacked(self, *parts: QWidget) -> QWidget:
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in parts:
            layout.addWidget(part, 1 if part is self.page else 0)
        return whole
