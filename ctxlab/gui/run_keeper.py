"""Records the runs of the window, each once it has come to rest."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from ctxlab.analysis.recorder import Build, Recorder
from ctxlab.gui.background import Topic
from ctxlab.gui.document import Document
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.runs import Run
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab

#: A run is recorded when no other came for so long (ms): not each step of a drag.
REST_MS = 1000


class RunKeeper(QObject):
    """Records the newest run that is shown, beside the work, where the preferences have it so.

    What a session was last recorded with is not recorded again. `recorded` gives the number of a build,
    `failed` what keeps builds from being recorded, once.
    """

    recorded = Signal(int)
    failed = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        presenter: Presenter,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._preferences = preferences
        self._told = ""
        self._last: Run | None = None
        self._recorder: Recorder | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._record)
        presenter.shown.connect(self._wait)
        presenter.emptied.connect(self._rest.stop)
        workspace.closed.connect(self._forget)

    def _wait(self, _run: Run) -> None:
        if self._preferences.records:
            self._rest.start()

    def _record(self) -> None:
        document = self._workspace.active
        run = None if document is None else document.run
        if document is None or run is None or run is self._last:
            return
        if document.in_gesture:
            # what is dragged comes to rest later
            self._rest.start()
            return
        if not document.is_current:
            # of a state that is not built yet, or on counts that are not final, a run is to come
            return
        self._last = run
        build = _build(self._workspace, document, run)
        # it knows what it made of a session as long as that is built again
        recorder = self._recorder = self._recorder or Recorder(keep=self._preferences.settings.runs.keep)

        def work(_lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
            try:
                number = recorder.record(build, repeats=False)
            finally:
                # the thread may end at any time; the file is opened again when it is needed
                recorder.close()
            yield number, "; ".join(recorder.problems())

        self._workspace.background.ask(Topic.RECORD, work, self._take)

    def _forget(self, _document: Document) -> None:
        """A session was closed: nothing of it is held."""
        self._last = self._recorder = None

    def _take(self, answer: tuple[int | None, str]) -> None:
        number, problem = answer
        if number is not None:
            self.recorded.emit(number)
        if problem and problem != self._told:
            self._told = problem
            self.failed.emit(self.tr("Builds are not recorded: {0}").format(problem))


def _build(workspace: Workspace, document: Document, run: Run) -> Build:
    asked = run.request
    return Build(
        asked.snapshot,
        asked.profile,
        asked.marks,
        run.trace,
        run.milliseconds,
        workspace.file(document),
        workspace.place(document),
    )
