"""Shows the start card while no session is open, and does what its buttons say."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from ctxlab import paths
from ctxlab.gui.parts import Parts
from ctxlab.gui.workspace import Workspace

#: What is opened when no file is named, and the profile under which it has something to show.
SAMPLE = "trip-hangzhou.ctx.json"
SAMPLE_PROFILE = "travel-agent.toml"


class StartDesk(QObject):
    """The card is out of sight while a file is being opened: then a session is to come."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        work, card = parts.workspace, parts.pages.start
        card.open_requested.connect(parts.files.open_sessions)
        card.paste_requested.connect(parts.files.paste)
        card.sample_requested.connect(lambda: open_sample(work))
        work.activated.connect(self._look)
        work.loading.connect(self._look)
        work.all_read.connect(self._look)
        # the files that a window is started on are asked for first
        later = QTimer(self, singleShot=True, interval=0)
        later.timeout.connect(self._look)
        later.start()
        parts.views.must_keeps.add.setEnabled(False)

    def _look(self, *_told: object) -> None:
        work = self._parts.workspace
        there = work.active is not None
        self._parts.views.must_keeps.add.setEnabled(there)
        self._parts.pages.show_start(not there and not work.busy)


def open_sample(workspace: Workspace, profile: str = "", request: int | None = None) -> None:
    """Opens the sample that ships with ctxlab, under its own profile where none is named."""
    stated = profile or str(paths.sample_sessions(SAMPLE_PROFILE))
    workspace.open(paths.sample_sessions(SAMPLE), stated, request)
