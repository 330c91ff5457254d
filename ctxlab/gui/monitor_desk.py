"""Fills the monitor with what is recorded, and does what is asked of a recorded build."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from ctxlab.analysis.monitor import summary
from ctxlab.analysis.recorder import Restored, restore
from ctxlab.errors import CtxlabError, SaveError
from ctxlab.formats.writers.native import dumps_session
from ctxlab.gui.background import Topic
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.exports import Exports
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.build_diff import BuildDiff
from ctxlab.gui.views.monitor_view import Monitored, MonitorView
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.diff import ContextDiff
from ctxlab.model.marks import Marks
from ctxlab.model.recorded import RecordedBuild
from ctxlab.paths import data_dir, same_file, write_atomic
from ctxlab.store.runs import RunStore

_Answer = Generator[Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Opening:
    """A build whose session is being opened: from which file, and at which place of it."""

    found: Restored
    file: Path
    place: int


class MonitorDesk(QObject):
    """Reads the store beside the work, and only while the monitor is in sight.

    `failed` and `done` say in words what went wrong and what was done.
    """

    failed = Signal(str)
    done = Signal(str)

    def __init__(
        self,
        view: MonitorView,
        workspace: Workspace,
        exports: Exports,
        preferences: Preferences,
        look: Look,
        language: str,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._view = view
        self._workspace = workspace
        self._exports = exports
        self._preferences = preferences
        self._look = look
        self._language = language
        self._window = window
        self._session = self._profile = ""
        self._opening: _Opening | None = None
        view.shown.connect(self.look_again)
        view.session_requested.connect(self._choose_session)
        view.profile_requested.connect(self._choose_profile)
        view.open_requested.connect(self._open)
        view.compare_requested.connect(self._compare)
        view.restore_requested.connect(self._restore)
        view.export_requested.connect(self._export)
        view.delete_requested.connect(self._delete)
        workspace.activated.connect(self._activated)
        workspace.opened.connect(self._opened)
        workspace.refused.connect(self._refused)
        self._say_empty()

    def look_again(self, *_told: object) -> None:
        """Reads what is recorded, where anybody looks at it."""
        if not self._view.isVisible():
            return
        self._say_empty()
        session, profile = self._session, self._profile

        def work(_lab: Lab, _unwanted: Callable[[], bool]) -> _Answer:
            with closing(RunStore()) as store:
                every = store.builds()
                if store.problem is not None:
                    raise SaveError(str(store.problem))
            yield _monitored(every, session, profile)

        self._workspace.background.ask(Topic.BUILDS, work, self._show, self._tell)

    def _show(self, monitored: Monitored) -> None:
        self._session, self._profile = monitored.session, monitored.profile
        self._view.show_monitored(monitored)

    def _tell(self, error: CtxlabError | None) -> None:
        if error is not None:
            self._view.say_empty(error_text(error))
            self._view.show_monitored(None)

    def _say_empty(self) -> None:
        told = self.tr(
            "No build is recorded yet.\n\nEach run of this window is recorded a second after it has come "
            "to rest, as are those of “ctxlab run” and of Lab(record=True). They stay on this machine."
        )
        if not self._preferences.settings.runs.record:
            told = self.tr(
                "No build is recorded, and recording is off: [runs] record = false stands in settings.toml."
            )
        self._view.say_empty(told)

    def _choose_session(self, session: str) -> None:
        self._session = session
        self.look_again()

    def _choose_profile(self, profile: str) -> None:
        self._profile = profile
        self.look_again()

    def _activated(self, document: Document | None) -> None:
        self._view.set_active("" if document is None else document.session.id)

    def _act(self, number: int, work: Callable[[Lab, Restored], Any], take: Callable[[Any], None]) -> None:
        """Works on what a build was made from, beside the work, and takes the answer."""

        def steps(lab: Lab, _unwanted: Callable[[], bool]) -> _Answer:
            with closing(RunStore()) as store:
                found = restore(store, number)
            yield work(lab, found)

        self._workspace.background.ask(Topic.BUILD, steps, take, self._end)

    def _end(self, error: CtxlabError | None) -> None:
        if error is not None:
            self.failed.emit(error_text(error))

    def _open(self, number: int) -> None:
        self._act(number, lambda _lab, found: _opening(found), self._open_session)

    def _open_session(self, opening: _Opening) -> None:
        self._opening = opening
        self._workspace.open_one(opening.file, opening.place)

    def _opened(self, file: str) -> None:
        opening = self._opening
        if opening is None or not same_file(file, opening.file):
            return
        self._opening = None
        work = self._workspace
        for document in work.documents:
            if work.place(document) == opening.place and same_file(work.file(document), opening.file):
                work.activate(document)
                self._apply(document, opening.found, look=True)
                return

    def _refused(self, _name: str, _error: CtxlabError) -> None:
        self._opening = None

    def _restore(self, number: int) -> None:
        self._act(number, lambda _lab, found: found, self._restore_here)

    def _restore_here(self, found: Restored) -> None:
        document = self._workspace.active
        if document is not None and document.session.id == found.build.figures.session:
            self._apply(document, found, look=False)

    def _apply(self, document: Document, found: Restored, *, look: bool) -> None:
        """Takes over profile and marks as one edit, which can be undone, and looks at the build's request."""
        if look:
            document.look_at(found.build.figures.request, chain=found.build.origin.chain)
        before = (document.profile, document.marks)
        document.change(found.profile, found.marks, self.tr("restore build {0}").format(found.build.id))
        if (document.profile, document.marks) == before:
            told = self.tr("Profile and marks are those of build {0} already.")
        else:
            told = self.tr("Profile and marks are those of build {0} now; Ctrl+Z takes that back.")
        told = told.format(found.build.id)
        if found.hidden:
            told += " " + self.tr("Keys and passwords of the session are hidden.")
        self.done.emit(told)

    def _compare(self, number: int) -> None:
        document = self._workspace.active
        run = document.run if document is not None else None
        if document is None or run is None:
            self.failed.emit(self.tr("There is no run yet."))
            return
        shown = run.trace
        titles = (
            self.tr("build {0}, {1}"),
            self.tr("shown, {0}").format(shown.profile),
        )

        def work(lab: Lab, found: Restored) -> ContextDiff:
            trace = lab.build(found.snapshot, found.profile, marks=found.marks)
            title = titles[0].format(found.build.id, found.build.figures.profile)
            return replace(lab.compare(trace, shown), before_title=title, after_title=titles[1])

        self._act(number, work, self._show_difference)

    def _show_difference(self, diff: ContextDiff) -> None:
        title = f"{diff.before_title} → {diff.after_title}"
        dialog = BuildDiff(title, diff, self._look, self._window, language=self._language)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def _export(self, number: int) -> None:
        forms = [("trace", self.tr("Trace: every decision (*.json)"))]
        suggested = Path.cwd() / f"build-{number}.json"
        chosen = self._exports.dialogs.file_to_export(self.tr("Export this build"), suggested, forms)
        if chosen is None:
            return
        path = chosen[0]

        def work(lab: Lab, found: Restored) -> str:
            trace = lab.build(found.snapshot, found.profile, marks=found.marks)
            return trace.to_json(indent=2) + "\n"

        def write(text: str) -> None:
            if problem := self._exports.write(path, lambda: text):
                self.failed.emit(problem)

        self._act(number, work, write)

    def _delete(self, numbers: list[int]) -> None:
        if not self._exports.dialogs.delete_builds(len(numbers)):
            return

        def work(_lab: Lab, _unwanted: Callable[[], bool]) -> _Answer:
            with closing(RunStore()) as store:
                yield store.delete(numbers)

        self._workspace.background.ask(Topic.BUILD, work, self.look_again, self._end)


def _monitored(every: tuple[RecordedBuild, ...], session: str, profile: str) -> Monitored:
    """What is shown of all builds, or of those of one session or profile; of one that is gone, of all."""
    titles: dict[str, str] = {}
    for one in every:
        titles.setdefault(one.figures.session, one.origin.title)
    chosen = session if session in titles else ""
    builds = tuple(one for one in every if one.figures.session == chosen) if chosen else every
    profiles = tuple(sorted({one.figures.profile for one in builds}))
    under = profile if profile in profiles else ""
    builds = tuple(one for one in builds if one.figures.profile == under) if under else builds
    return Monitored(builds, summary(builds), tuple(titles.items()), chosen, profiles, under)


def _opening(found: Restored) -> _Opening:
    """The file to open for a build: its own, or a copy among the user's data that is made for it.

    Raises:
        SaveError: The copy cannot be written.
    """
    origin = found.build.origin
    if found.from_file:
        return _Opening(found, Path(origin.file), origin.place)
    name = Path(origin.file).name.removesuffix(".json").removesuffix(".jsonl").removesuffix(".ctx")
    file = data_dir() / "restored" / f"build-{found.build.id}" / f"{name or 'session'}.ctx.json"
    text = dumps_session(found.session.with_marks(Marks()))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        known = file.read_text(encoding="utf-8") if file.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise SaveError(f"{file.name} cannot be made: {error}") from error
    if known != text:
        write_atomic(file, text)
    return _Opening(found, file, 0)
