"""What the views ask for, made edits of the active document's profile, and the request that is looked at."""

from __future__ import annotations

from functools import cache
from typing import Any

from PySide6.QtCore import QObject, Signal

from ctxlab.errors import CtxlabError, ProfileError
from ctxlab.gui.document import Document
from ctxlab.gui.edit_words import budget_edit, differences
from ctxlab.gui.error_text import error_message, error_text
from ctxlab.gui.view_set import Views
from ctxlab.gui.workspace import Workspace
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.profiles import builtin

#: The row under which the budget table asks for edits of the window.
WINDOW = "window"

#: The built-in profile with the published figures; both languages have the same.
PUBLISHED = "gssc-published-en"


class Intents(QObject):
    """Takes the views' signals. What the profile cannot take is said at its cell; nothing is changed then."""

    done = Signal(str)
    failed = Signal(str)

    def __init__(
        self, views: Views, workspace: Workspace, language: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._views = views
        self._workspace = workspace
        self._language = language
        self._held: int | None = None
        self._dragged: Document | None = None
        budget = views.budget
        budget.edit_requested.connect(self._edit)
        budget.reset_requested.connect(self._reset)
        budget.drag_started.connect(self._start_drag)
        budget.dragged.connect(self._drag)
        budget.drag_finished.connect(self._finish_drag)
        budget.drag_cancelled.connect(self._cancel_drag)
        views.sensitivity.cap_requested.connect(self._set_cap)
        views.panes.setting_requested.connect(self.set_setting)
        views.wire.setting_requested.connect(self.set_setting)
        views.request_bar.request_chosen.connect(self.look_at)
        views.request_bar.chain_chosen.connect(self._look_at_chain)
        views.request_bar.branch_chosen.connect(self._look_at_branch)
        workspace.activated.connect(self._leave_drag)

    def set_setting(self, key: str, value: Any) -> None:
        """Changes one setting. Why the profile cannot take it is said at its field, else by `failed`."""
        document = self._workspace.active
        if document is None:
            return
        try:
            changed = document.profile.set(key, value)
        except ProfileError as error:
            if not self._views.panes.show_setting_error(key, error_message(error)):
                self.failed.emit(error_message(error))
            return
        self.change(changed)

    def change(self, profile: Profile) -> None:
        """Looks under another state of the profile, undoably; the undo menu names what differs."""
        document = self._workspace.active
        if document is not None:
            words = differences(document.profile, profile, self._language)
            document.change(profile, document.marks, words)

    def step_request(self, step: int) -> None:
        """Looks at the request so many further on, if there is one."""
        document = self._workspace.active
        if document is None:
            return
        at = document.way.index(document.snapshot.request) + step
        if 0 <= at < len(document.way):
            self.look_at(document.way[at].index)

    def look_at(self, request: int, *, chain: str | None = None) -> None:
        """Looks at another request of a chain, by default of the one that is looked at."""
        self._look_at(request, None, chain)

    def look_at_turn(self, turn: int, *, chain: str | None = None) -> None:
        """Looks at the last request of a turn of a chain, by default of the one that is looked at."""
        self._look_at(None, turn, chain)

    def _look_at_chain(self, chain: str) -> None:
        self._look_at(None, None, chain)

    def _look_at_branch(self, branch: int) -> None:
        document = self._workspace.active
        if document is not None:
            document.look_at_branch(branch)

    def _look_at(self, request: int | None, turn: int | None, chain: str | None) -> None:
        document = self._workspace.active
        if document is None:
            return
        wanted = document.snapshot.request.chain if chain is None else chain
        try:
            document.look_at(request, turn=turn, chain=wanted)
        except CtxlabError as error:
            self.failed.emit(error_text(error))

    def _set_cap(self, row: str, cap: int) -> None:
        self._edit(row, "cap", cap)

    def _edit(self, row: str, field: str, value: Any) -> None:
        document = self._workspace.active
        if document is None:
            return
        key = f"window.{field}" if row == WINDOW else f"budget.{row}.{field}"
        try:
            changed = document.profile.set(key, value)
        except ProfileError as error:
            self._views.budget.budget.refused.emit(row, error_message(error))
            return
        if row == WINDOW:
            self.change(changed)
            return
        before, after = (getattr(one.row(Row(row)), field) for one in (document.profile, changed))
        document.change(changed, document.marks, budget_edit(Row(row), field, before, after, self._language))

    def _reset(self, row: str, to: str) -> None:
        """Gives a row what the saved profile, or the published one, says of it."""
        document = self._workspace.active
        if document is None:
            return
        source = document.saved if to == "saved" else published()
        self.change(document.profile.set(f"budget.{row}", source.row(Row(row))))

    def _start_drag(self, row: str) -> None:
        document = self._dragged = self._workspace.active
        if document is not None:
            self._held = document.profile.row(Row(row)).cap
            document.begin_gesture()

    def _drag(self, row: str, cap: int) -> None:
        """One step of a drag; the undo menu names the whole of it."""
        document = self._dragged
        if document is not None:
            words = budget_edit(Row(row), "cap", self._held, cap, self._language)
            document.edit(f"budget.{row}.cap", cap, words)

    def _finish_drag(self, row: str, cap: int) -> None:
        document = self._dragged
        if document is not None:
            self._drag(row, cap)
            document.end_gesture()
            self._dragged = None

    def _cancel_drag(self, row: str) -> None:
        document = self._dragged
        if document is not None:
            document.edit(f"budget.{row}.cap", self._held, "")
            document.end_gesture()
            self._dragged = None

    def _leave_drag(self, document: Document | None) -> None:
        """Another document came under a drag: the one that is held keeps what it has."""
        if self._dragged is not None and self._dragged is not document:
            self._dragged.end_gesture()
            self._dragged = None
            self._views.budget.let_go()


@cache
def published() -> Profile:
    """The profile with the published figures, to which single rows are reset."""
    return builtin(PUBLISHED)
