"""What the views ask for, made edits of the active document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from ctxlab.errors import ProfileError
from ctxlab.gui.document import Document
from ctxlab.gui.edit_words import budget_edit
from ctxlab.gui.models.stage_cells import label
from ctxlab.gui.page import TunePage
from ctxlab.gui.text import one_line
from ctxlab.gui.workspace import Workspace
from ctxlab.model.items import Row


class Intents(QObject):
    """Takes the views' signals. What the profile cannot take is said at its cell; nothing is changed then."""

    done = Signal(str)

    def __init__(
        self, page: TunePage, workspace: Workspace, language: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._workspace = workspace
        self._language = language
        self._held: int | None = None
        self._dragged: Document | None = None
        budget = page.budget
        budget.edit_requested.connect(self._edit)
        budget.drag_started.connect(self._start_drag)
        budget.dragged.connect(self._drag)
        budget.drag_finished.connect(self._finish_drag)
        budget.drag_cancelled.connect(self._cancel_drag)
        page.request_bar.request_chosen.connect(self._look_at)
        workspace.activated.connect(self._leave_drag)

    def toggle_pin(self, item_id: str) -> None:
        """Pins an item, or takes its pin away."""
        document = self._workspace.active
        if document is None or not item_id or item_id not in {item.id for item in document.session.items}:
            return
        pins = document.marks.pins
        pinned = item_id in pins
        kept = tuple(pin for pin in pins if pin != item_id) if pinned else (*pins, item_id)
        words = (self.tr("unpin {0}") if pinned else self.tr("pin {0}")).format(_name(document, item_id))
        document.change(document.profile, replace(document.marks, pins=kept), words)
        self.done.emit(words)

    def step_request(self, step: int) -> None:
        """Looks at the request so many further on, if there is one."""
        document = self._workspace.active
        if document is None:
            return
        chain = document.session.chain()
        at = chain.index(document.snapshot.request) + step
        if 0 <= at < len(chain):
            document.look_at(chain[at].index)

    def _edit(self, row: str, field: str, value: Any) -> None:
        document = self._workspace.active
        if document is None:
            return
        before = getattr(document.profile.row(Row(row)), field)
        key = f"budget.{row}.{field}"
        try:
            changed = document.profile.set(key, value)
        except ProfileError as error:
            self._page.budget.budget.refused.emit(row, error.message)
            return
        after = getattr(changed.row(Row(row)), field)
        document.change(changed, document.marks, budget_edit(Row(row), field, before, after, self._language))

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

    def _leave_drag(self, document: Document) -> None:
        """Another document came under a drag: the one that is held keeps what it has."""
        if self._dragged is not None and self._dragged is not document:
            self._dragged.end_gesture()
            self._dragged = None
            self._page.budget.let_go()

    def _look_at(self, request: int) -> None:
        document = self._workspace.active
        if document is not None:
            document.look_at(request)


def _name(document: Document, item_id: str) -> str:
    """An item as the undo menu calls it."""
    run = document.run
    position = run.trace.position(item_id) if run else None
    return item_id if run is None or position is None else one_line(label(run.trace, position), 40)
