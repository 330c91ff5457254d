"""The parts of one window, by name, for whoever connects them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow

from ctxlab.gui.actions import Actions
from ctxlab.gui.advisor import Advisor
from ctxlab.gui.areas import Areas
from ctxlab.gui.casework import Casework
from ctxlab.gui.docks import Docks
from ctxlab.gui.exports import Exports
from ctxlab.gui.files import Files
from ctxlab.gui.gallery import Gallery
from ctxlab.gui.intents import Intents
from ctxlab.gui.mark_intents import MarkIntents
from ctxlab.gui.menus import Menus
from ctxlab.gui.page import TunePage
from ctxlab.gui.pages import Pages
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.protection import Protection
from ctxlab.gui.status import StatusBar
from ctxlab.gui.toolbar import ToolBar
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.command_palette import CommandPalette
from ctxlab.gui.workspace import Workspace


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Everything that a window is put together from."""

    window: QMainWindow
    workspace: Workspace
    preferences: Preferences
    commands: Actions
    menus: Menus
    tools: ToolBar
    views: Views
    pages: Pages
    page: TunePage
    docks: Docks
    areas: Areas
    status: StatusBar
    files: Files
    exports: Exports
    gallery: Gallery
    protection: Protection
    presenter: Presenter
    advisor: Advisor
    casework: Casework
    intents: Intents
    marks: MarkIntents
    palette: CommandPalette
    language: str
    reset_layout: Callable[[], None]
    restart: Callable[[], None]
    turn_to: Callable[[str], None]
