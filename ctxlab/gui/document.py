"""One open session under one profile: the state that is edited, its undo stack, and the last good run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QUndoStack

from ctxlab.gui.commands import SwapState
from ctxlab.gui.counter_runner import CounterRunner
from ctxlab.gui.profile_names import name_of
from ctxlab.gui.requests import request_tokens
from ctxlab.gui.runner import Runner
from ctxlab.gui.runs import SAVED, Before, BeforeKind, Failure, Run, RunRequest
from ctxlab.lab import texts_of
from ctxlab.model.branches import branch_with, branches_of
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile, TokenSettings
from ctxlab.model.session import Request, Session, Snapshot
from ctxlab.model.state import State
from ctxlab.tokens.models import counting_for, encoding_for
from ctxlab.tokens.scaled import scaled

#: A run is shown as pending only after this long (ms), so that quick ones do not flicker.
PENDING_AFTER_MS = 150

#: While counting, a provisional run is made again at most this often (ms).
RECOUNT_MS = 400


class Document(QObject):
    """Holds the profile and marks as edited; every change, undo too, gives the state a new revision.

    Views never change it; they emit intents that end in its methods. `run_ready` delivers runs that are
    newer than the one shown; `pending` says that the shown run is older than the state; `requests_counted`
    says that `request_tokens` changed, `before_changed` that runs are compared with something else. Several
    documents may share a runner and a counter; each takes only what it asked for.

    Raises:
        RequestError: The session has no request that could be looked at.
    """

    state_changed = Signal(int)
    run_ready = Signal(object)
    pending = Signal(bool)
    failed = Signal(object)
    request_changed = Signal(int)
    saved_changed = Signal()
    before_changed = Signal()
    counting = Signal(int, int)
    requests_counted = Signal()
    gesture_ended = Signal()

    def __init__(
        self,
        session: Session,
        profile: Profile,
        runner: Runner,
        counting: CounterRunner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.profile_path: Path | None = None
        self.saved = profile
        self.saved_marks = session.marks
        self.undo = QUndoStack(self)
        self.run: Run | None = None
        self._state = State(profile, session.marks)
        self._before = SAVED
        self._snapshot = session.at()
        self.branches = branches_of(session)
        self._branch = len(self.branches) - 1
        self._revision = 0
        self._generation = 0
        self._counted: dict[TokenSettings, dict[int, int]] = {}
        self._counting = TokenSettings()
        self._gesture = 0
        self._gestures = 0
        self._job = 0
        self._awake = False
        self._runner = runner
        self._counter = counting
        self._late = QTimer(self, singleShot=True, interval=PENDING_AFTER_MS)
        self._late.timeout.connect(self._is_late)
        self._recount = QTimer(self, singleShot=True, interval=RECOUNT_MS)
        self._recount.timeout.connect(self._count_moved_on)
        runner.finished.connect(self._take_run)
        runner.failed.connect(self._take_failure)
        counting.progressed.connect(self._on_progress)
        counting.finished.connect(self._on_counted)
        counting.failed.connect(self._on_count_failed)

    @property
    def profile(self) -> Profile:
        """The profile as edited."""
        return self._state.profile

    @property
    def profile_source(self) -> str:
        """The saved profile as an argument: its file, a built-in name, or nothing where neither is there."""
        return name_of(self.saved, self.profile_path)

    @property
    def marks(self) -> Marks:
        """The marks as edited."""
        return self._state.marks

    @property
    def snapshot(self) -> Snapshot:
        """The request that is looked at."""
        return self._snapshot

    @property
    def branch(self) -> int:
        """Where in `branches` the one stands that is looked at, or was before a side chain."""
        return self._branch

    @property
    def way(self) -> tuple[Request, ...]:
        """The requests of that branch, or of the side chain that is looked at."""
        chain = self._snapshot.request.chain
        return self.session.chain(chain) if chain else self.branches[self._branch].requests

    @property
    def before(self) -> Before:
        """What runs are compared with: the saved profile's run, until something else was set."""
        return self._before

    @property
    def encoding(self) -> str:
        """What the session is counted by under the profile."""
        return encoding_for(self.profile, self.session.model).value

    @property
    def _tokens(self) -> TokenSettings:
        return counting_for(self.profile, self.session.model)

    @property
    def request_tokens(self) -> Mapping[int, int]:
        """Tokens before each request, by its index; empty until all is counted as the profile counts."""
        return self._counted.get(self._tokens, {})

    @property
    def revision(self) -> int:
        """Rises with every change of the state, of the request or of what runs are compared with."""
        return self._revision

    @property
    def is_current(self) -> bool:
        """Whether the run that is shown is that of the state, on final counts."""
        return self.run is not None and self.run.request.counted and self._answers(self.run.request)

    @property
    def profile_changed(self) -> bool:
        """Whether the profile differs from the saved one."""
        return self._state.profile is not self.saved and self._state.profile != self.saved

    @property
    def marks_changed(self) -> bool:
        """Whether the marks differ from the saved ones."""
        return self._state.marks is not self.saved_marks and self._state.marks != self.saved_marks

    @property
    def changed(self) -> bool:
        """Whether anything would be lost without saving."""
        return self.profile_changed or self.marks_changed

    def start(self) -> None:
        """Asks for a run, on estimates where counts are missing, and starts counting those."""
        self._awake = True
        self._submit()
        self._start_counting()

    def rest(self) -> None:
        """Asks for nothing until the next start: a runner answers the document that is looked at."""
        self._awake = False
        self._late.stop()
        self._recount.stop()

    def stop(self) -> None:
        """Gives up counting, for a document that is closed."""
        self._counter.stop(self._job)

    def run_again(self) -> None:
        """Makes the run anew, as after a failure."""
        self._revision += 1
        self.start()

    def begin_gesture(self) -> None:
        """The edits until `end_gesture` are undone as one."""
        self._gestures += 1
        self._gesture = self._gestures

    def end_gesture(self) -> None:
        """Ends the gesture."""
        self._gesture = 0
        self.gesture_ended.emit()

    @property
    def in_gesture(self) -> bool:
        """Whether the edits that come now belong to one that is not at its end."""
        return bool(self._gesture)

    def edit(self, key: str, value: Any, text: str) -> None:
        """Changes one setting of the profile, undoably; `text` names it in the undo menu.

        Raises:
            ProfileError: The profile cannot take the value; nothing is changed.
        """
        self.change(self.profile.set(key, value), self.marks, text)

    def change(self, profile: Profile, marks: Marks, text: str) -> None:
        """Replaces the state, undoably."""
        after = State(profile, marks)
        if after != self._state:
            self.undo.push(SwapState(self._state, after, self._apply, text, self._gesture))

    def use_profile(self, profile: Profile, path: Path | None) -> None:
        """Looks at the session under another saved profile; what was edited of the old one is given up."""
        self.profile_path = path
        self.saved = profile
        self.undo.clear()
        self._apply(State(profile, self.marks))
        self.saved_changed.emit()

    def look_at(self, request: int | None, *, turn: int | None = None, chain: str = "") -> None:
        """Looks at another request (1-based), or a turn's last. That is no edit and cannot be undone.

        Raises:
            RequestError: The session has no such request.
        """
        self._look(self.session.at(request, turn=turn, chain=chain))

    def look_at_branch(self, branch: int) -> None:
        """Looks at the last request of a branch, by its position in `branches`."""
        self._branch = branch
        last = self.branches[branch].requests[-1]
        self._look(self.session.at(last.index))

    def _look(self, snapshot: Snapshot) -> None:
        if snapshot.request is self._snapshot.request:
            return
        self._snapshot = snapshot
        if not snapshot.request.chain and snapshot.request not in self.branches[self._branch].requests:
            self._branch = branch_with(self.branches, snapshot.request)
        self._revision += 1
        self.request_changed.emit(snapshot.request.index)
        self._submit()

    def set_before(self, before: Before) -> None:
        """Compares with something else from now on. That is no edit and cannot be undone."""
        if before.same(self._before) and before.name == self._before.name:
            return
        self._before = before
        self._revision += 1
        self.before_changed.emit()
        self._submit()

    def mark_saved(self, path: Path | None, saved: Profile | None = None) -> None:
        """The profile as it stands is now the saved one, at that path.

        `saved` is an equal one as it was written, which tells more of how it came about.
        """
        self.profile_path = path
        self.saved = saved or self.profile
        self.undo.setClean()
        self._revision += 1
        self._submit()
        self.saved_changed.emit()

    def marks_saved(self) -> None:
        """The marks as they stand are now the saved ones."""
        self.saved_marks = self.marks
        self.saved_changed.emit()

    def take_saved(self, profile: Profile, marks: Marks) -> None:
        """Others are now the saved ones, as when their files were changed outside; the state stays.

        Runs are compared with that profile from now on.
        """
        self.saved = profile
        self.saved_marks = marks
        if self.profile_changed:
            self.undo.resetClean()
        else:
            self.undo.setClean()
        self._revision += 1
        self._submit()
        self.saved_changed.emit()

    def _apply(self, state: State) -> None:
        recount = state.profile.tokens != self._state.profile.tokens
        self._state = state
        self._revision += 1
        self.state_changed.emit(self._revision)
        self._submit()
        if recount:
            self._start_counting()
            self.requests_counted.emit()

    def _answers(self, request: RunRequest) -> bool:
        """Whether a request asks for what is wanted now."""
        return (request.revision, request.generation) == (self._revision, self._generation)

    def _submit(self) -> None:
        if not self._awake:
            return
        if not self._late.isActive():
            self._late.start()
        self._runner.submit(
            RunRequest(
                self._revision,
                self._generation,
                self._tokens in self._counted,
                self._snapshot,
                self.profile,
                self.marks,
                self._compared(),
            )
        )

    def _compared(self) -> Before:
        """What a run is compared with, with the saved profile where that is asked for."""
        before = self._before
        return replace(before, profile=self.saved) if before.kind is BeforeKind.SAVED else before

    def _start_counting(self) -> None:
        """Counts the whole conversation once, so that any request of it can be looked at without counting."""
        tokens = self._tokens
        if tokens in self._counted:
            return
        session, whole = self.session, self.session.at()
        self._counting = tokens
        self._job = self._counter.count(
            self.encoding,
            lambda: texts_of(whole),
            lambda counter: request_tokens(session, scaled(counter, tokens.factor).count),
        )

    def _is_late(self) -> None:
        self.pending.emit(True)

    @Slot(object)
    def _take_run(self, run: Run) -> None:
        asked = run.request
        if asked.snapshot.session is not self.session:
            return
        shown = self.run.request if self.run else None
        if shown and (asked.revision, asked.generation) < (shown.revision, shown.generation):
            return
        self.run = run
        current = self._answers(asked)
        if current:
            self._late.stop()
        self.run_ready.emit(run)
        if current:
            self.pending.emit(False)

    @Slot(object)
    def _take_failure(self, failure: Failure) -> None:
        asked = failure.request
        if asked.snapshot.session is self.session and asked.revision == self._revision:
            self._late.stop()
            self.pending.emit(False)
            self.failed.emit(failure.error)

    @Slot(int, int, int)
    def _on_progress(self, job: int, done: int, total: int) -> None:
        if job == self._job:
            self.counting.emit(done, total)
            if self._awake and not self._recount.isActive():
                self._recount.start()

    def _count_moved_on(self) -> None:
        if self._tokens not in self._counted:
            self._generation += 1
            self._submit()

    @Slot(int, object)
    def _on_counted(self, job: int, tokens: dict[int, int]) -> None:
        if job != self._job:
            return
        self._recount.stop()
        self._counted[self._counting] = tokens
        self.requests_counted.emit()
        self._generation += 1
        self.counting.emit(0, 0)
        self._submit()

    @Slot(int, object)
    def _on_count_failed(self, job: int, error: object) -> None:
        if job == self._job:
            self._recount.stop()
            self.counting.emit(0, 0)
            self.failed.emit(error)
