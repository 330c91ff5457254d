"""The menu bar: which action stands where."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from ctxlab.gui.actions import Actions
from ctxlab.gui.text import one_line


class Menus(QObject):
    """Fills a menu bar. `recent`, `profiles` and `panels` are filled by others too."""

    def __init__(self, bar: QMenuBar, actions: Actions) -> None:
        super().__init__(bar)
        self.recent = QMenu(self.tr("Open recen&t"), bar)
        self.recent.setObjectName("recentMenu")
        self.panels = QMenu(self.tr("Pa&nels"), bar)
        self.profiles = QMenu(self.tr("&Profile"), bar)
        act = actions
        file = _menu(bar, self.tr("&File"), [act.open, act.open_folder, act.paste])
        file.addMenu(self.recent)
        _add(file, [act.stop_opening, None, act.save, act.save_as, act.revert, None])
        _add(file, [act.export, act.export_run, act.report, act.save_session, None])
        _add(file, [act.close_session, act.reopen_session, act.quit])
        edit = [act.undo, act.redo, None, act.must_keep, act.pin, None, act.find, act.palette]
        _menu(bar, self.tr("&Edit"), edit)
        self._fill_view(bar, act)
        session = [act.run_again, None, act.previous_request, act.next_request, act.first_lost]
        _menu(bar, self.tr("&Session"), session)
        _add(self.profiles, [*act.profiles.actions(), None, act.gallery, act.open_profile, act.history])
        _add(self.profiles, [None, act.rules])
        bar.addMenu(self.profiles)
        asking = [act.why, act.broke, act.find_violation, act.ask_model, act.summarize, None]
        comparing = [
            act.show_sensitivity,
            act.compare,
            act.solve,
            act.try_model,
            act.calibrate,
            None,
            act.set_before,
            act.next_change,
            act.previous_change,
        ]
        _menu(bar, self.tr("&Analyze"), [*asking, *comparing])
        _menu(bar, self.tr("&Help"), [act.keys, act.hint, None, act.about])

    def _fill_view(self, bar: QMenuBar, act: Actions) -> None:
        pages = [act.tune, act.investigate, act.sweep, act.runs, None]
        tabs = [act.show_diff, act.show_messages, act.show_problems, None]
        view = _menu(bar, self.tr("&View"), [*pages, *tabs, act.edit_caps, act.next_area, act.previous_area])
        view.addSeparator()
        view.addMenu(self.panels)
        view.addMenu(self.tr("Th&eme")).addActions(act.themes.actions())
        view.addMenu(self.tr("&Language")).addActions(act.languages.actions())
        _add(view, [None, act.reset_layout])

    def list_recent(self, files: Sequence[str], open_file: Callable[[str], None]) -> None:
        """Lists files that were opened lately; ampersands in names are no shortcuts."""
        self.recent.clear()
        for file in files:
            action = self.recent.addAction(one_line(file).replace("&", "&&"))
            action.setData(file)
            action.triggered.connect(lambda _on=False, path=file: open_file(path))
        self.recent.setEnabled(bool(files))


def _menu(bar: QMenuBar, title: str, actions: Sequence[QAction | None]) -> QMenu:
    menu = bar.addMenu(title)
    _add(menu, actions)
    return menu


def _add(menu: QMenu, actions: Sequence[QAction | None]) -> None:
    """Adds actions; None is a separator."""
    for action in actions:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)
