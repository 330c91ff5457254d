"""The main window: header, pages, docks and status bar put together; it decides nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenuBar

from ctxlab.export.fields import PUBLISHED_NAMES
from ctxlab.gui import action_icons, restart, view_state
from ctxlab.gui.actions import Actions
from ctxlab.gui.areas import areas_of
from ctxlab.gui.casework import Casework
from ctxlab.gui.dialogs import Dialogs
from ctxlab.gui.docks import Docks
from ctxlab.gui.document import Document
from ctxlab.gui.exports import Exports
from ctxlab.gui.files import Files
from ctxlab.gui.gallery import Gallery
from ctxlab.gui.header import Header
from ctxlab.gui.i18n import language_of
from ctxlab.gui.intents import Intents, published
from ctxlab.gui.later import Later
from ctxlab.gui.lint_desk import LintDesk
from ctxlab.gui.mark_intents import MarkIntents
from ctxlab.gui.menus import Menus
from ctxlab.gui.news import News
from ctxlab.gui.pages import Pages
from ctxlab.gui.palette import PaletteSources
from ctxlab.gui.parts import Parts
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.presenter import Presenter, Target
from ctxlab.gui.protection import Protection
from ctxlab.gui.sessions import Sessions
from ctxlab.gui.start_desk import StartDesk
from ctxlab.gui.status import StatusBar
from ctxlab.gui.tab_order import arrange
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.toolbar import ToolBar
from ctxlab.gui.triggers import Triggers
from ctxlab.gui.ui_state import UiState
from ctxlab.gui.verdicts import Verdicts
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.command_palette import CommandPalette
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Counters, Lab
from ctxlab.model.decision import Stage

SIZE = QSize(1440, 900)


class MainWindow(QMainWindow):
    """The window over one workspace; closing it stops all threads, once unsaved edits are settled.

    Without `ui_state` sizes are neither restored nor remembered. `ask_before_quit` False gives unsaved
    edits up; without `protect` no journal of them is kept, and no other window is told.
    """

    def __init__(
        self,
        look: Look,
        preferences: Preferences,
        counters: Counters | None = None,
        *,
        ui_state: UiState | None = None,
        ask_before_quit: bool = True,
        protect: bool = True,
    ) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.language = language_of(preferences.settings.language, os.environ)
        self.preferences = preferences
        self._ui_state = ui_state
        self._ask = ask_before_quit
        self._protect = protect
        self._closed = False
        self._anew = False
        self.start_anew: Callable[[list[str]], object] = restart.start
        self._on_paint: list[Callable[[], None]] = []
        self.workspace = Workspace(counters or Counters(), self)
        self.verdicts = Verdicts(self.workspace, self)
        self.protection = Protection(self.workspace.open, lambda: self.workspace.active, self.language, self)
        self.commands = Actions(self.workspace.undo, self)
        action_icons.dress(self.commands, look)
        self.views = Views(look, self.language)
        self.pages = Pages(self.views)
        self.page, self.investigate_page = self.pages.tune, self.pages.investigate
        self.status = StatusBar()
        self._make_services(look)
        bar = QMenuBar()
        self.menus = Menus(bar, self.commands)
        self.tools = ToolBar(self.commands, self.workspace.undo, self.menus.profiles)
        self.header = Header(bar, self.tools, self.views)
        self.setMenuWidget(self.header)
        self.setCentralWidget(self.pages)
        self.setStatusBar(self.status)
        self.docks = Docks(self, self.views)
        self.menus.panels.addActions(self.docks.toggles())
        arrange(self.header, self.views)
        self.palette_box = CommandPalette(look, self)
        self.areas = areas_of(self.views)
        parts = self._parts()
        self._connections = (Triggers(parts), News(parts), PaletteSources(parts), StartDesk(parts))
        self._connect()
        self.commands.for_document(there=False)
        self.show_title()
        self.resize(SIZE)
        self._shown = False
        self._remembered = ui_state is not None and ui_state.restore(self)

    def _make_services(self, look: Look) -> None:
        """What works between the documents and the views."""
        work, views, language = self.workspace, self.views, self.language
        self.files = Files(work, self.preferences, Dialogs(self), language, self)
        self.exports = Exports(work, self.files.dialogs, self)
        self.gallery = Gallery(work, self.files, self.preferences, look, self)
        target = Target(views, self.status, language)
        self.presenter = Presenter(target, work, lambda: self.preferences.settings.recent_profiles, self)
        self.intents = Intents(views, work, language, self)
        self.marks = MarkIntents(work, self)
        self.casework = Casework(
            views, work, self.presenter, self.marks, self.exports, self.preferences, look, language, self
        )
        self.advisor = self.casework.advisor
        self.lint = LintDesk(views, work, self.presenter, language, self.status.tell, self)
        self.sessions = Sessions(views.sessions, work, self.verdicts, self)

    def _connect(self) -> None:
        work = self.workspace
        work.all_read.connect(self.protection.opening_ended)
        self.protection.restored.connect(work.activate)
        work.added.connect(self._added)
        work.closed.connect(self.protection.forget)
        work.activated.connect(self._activated)
        for signal in (work.undo.cleanChanged, work.undo.indexChanged):
            signal.connect(self.show_title)
        self.verdicts.stats_changed.connect(self.views.budget.set_stats)
        self.views.budget.set_published_names(PUBLISHED_NAMES)
        self.views.budget.set_published(published)
        self.views.panes.set_strategies(Later(Stage, lambda: Lab(store=False).strategies()))

    def open(self, file: str | Path, profile: str = "", request: int | None = None) -> None:
        """Opens a session file, under a profile (built-in name or path) and at a request if given."""
        self.workspace.open(file, profile, request)

    def after_paint(self, call: Callable[[], None]) -> None:
        """Calls something once, after the window was painted next."""
        self._on_paint.append(call)
        self.update()

    def turn_to(self, page: str) -> None:
        """Turns to a page: `tune`, `investigate`, `sweep` or `runs`."""
        self.tools.pages.choose(page)
        self.pages.turn_to(page)
        if page == "investigate":
            self.casework.look()

    def restart(self) -> None:
        """Closes the window, once unsaved edits are settled, and starts the program anew on what is open."""
        self._anew = True
        self.close()
        self._anew = False

    def reset_layout(self) -> None:
        """Gives all parts the places and sizes that they come with, and forgets what was remembered."""
        if self._ui_state is not None:
            self._ui_state.forget()
        self.docks.reset()
        self.pages.reset_sizes()

    def show_title(self) -> None:
        """Names session and profile, with a dot after that of which anything is not saved."""
        document = self.workspace.active
        if document is None:
            self.setWindowTitle("ctxlab")
            self.header.show_title("")
            self.tools.show_profile("", changed=False)
            return
        profile = document.profile_path.name if document.profile_path else document.profile.name
        marks, edits = (" ●" if is_so else "" for is_so in (document.marks_changed, document.profile_changed))
        title = one_line(f"{self.workspace.name(document)}{marks} · {profile}{edits}")
        self.header.show_title(title)
        self.setWindowTitle(f"{title} - ctxlab")
        self.tools.show_profile(document.profile.name, changed=document.profile_changed)
        self.commands.revert.setEnabled(document.profile_changed)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the parts their sizes, now that there is room, and the keys to the panes."""
        super().showEvent(event)
        if self._shown:
            return
        self._shown = True
        self.docks.resize()
        self.page.reset_sizes()
        if self._ui_state is not None and self._remembered:
            self._ui_state.restore_parts(self)
            self.docks.fold_anew()
            view_state.restore(self._ui_state, self.views, self.palette_box)
        self.views.panes.tables[0].setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell that the window is on the screen."""
        super().paintEvent(event)
        calls, self._on_paint = self._on_paint, []
        for call in calls:
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
        command = restart.arguments(self.workspace) if self._anew else []
        if self._ui_state is not None:
            view_state.save(self._ui_state, self.views, self.palette_box)
            self.docks.unfold()
            self._ui_state.save(self)
        self.protection.close()
        # the step that a thread is in may take a while: nobody has to look at a window that stands still
        self.hide()
        self.casework.close()
        self.workspace.close()
        event.accept()
        if command:
            # not before: a window that is still open would be told of as a second one
            self.start_anew(command)

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
            self.preferences.follow_system()
        elif event.type() is QEvent.Type.ActivationChange and self.isActiveWindow() and self._protect:
            self.protection.look_again()

    def _added(self, document: Document) -> None:
        work = self.workspace
        document.saved_changed.connect(self.show_title)
        if self._protect:
            file, place = work.file(document), work.place(document)
            self.protection.watch_document(document, file, place, work.title(document))

    def _activated(self, document: Document | None) -> None:
        self.views.messages.clear("run")
        self.commands.for_document(there=document is not None)
        self.show_title()

    def _parts(self) -> Parts:
        return Parts(
            window=self,
            workspace=self.workspace,
            preferences=self.preferences,
            commands=self.commands,
            menus=self.menus,
            tools=self.tools,
            views=self.views,
            pages=self.pages,
            page=self.page,
            docks=self.docks,
            areas=self.areas,
            status=self.status,
            files=self.files,
            exports=self.exports,
            gallery=self.gallery,
            protection=self.protection,
            presenter=self.presenter,
            advisor=self.advisor,
            casework=self.casework,
            intents=self.intents,
            marks=self.marks,
            palette=self.palette_box,
            language=self.language,
            reset_layout=self.reset_layout,
            restart=self.restart,
            turn_to=self.turn_to,
        )
