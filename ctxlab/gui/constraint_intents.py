"""What a person says of constraints that were found, made undoable edits of the session's marks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ctxlab.gui.inquiry import Inquiry
from ctxlab.gui.mark_intents import MarkIntents
from ctxlab.gui.models.constraint_rows import kind_word, tier_word
from ctxlab.gui.text import one_line
from ctxlab.gui.workspace import Workspace
from ctxlab.model import marks_edit
from ctxlab.model.constraint import Kind, Stated, Tier
from ctxlab.model.marks import ConstraintMark, Marks

#: Characters of words that the undo menu names.
NAMED = 40


class ConstraintIntents(QObject):
    """Edits the marks of the active document by constraints of its session; `done` names what was done."""

    done = Signal(str)

    def __init__(
        self, workspace: Workspace, inquiry: Inquiry, marks: MarkIntents, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._inquiry = inquiry
        self._marks = marks

    def keep(self, key: str) -> None:
        """Makes a constraint a must-keep."""
        one = self._stated(key)
        if one is not None:
            self._marks.keep_words(one.item, one.constraint.text)

    def keep_as_fact(self, key: str) -> None:
        """Puts a constraint among the key facts."""
        one = self._stated(key)
        if one is not None:
            self._marks.add_key_fact(one.item, one.constraint.start, one.constraint.end)

    def correct(self, key: str, kind: str, tier: str) -> None:
        """Says that a constraint is of another kind, or more or less firm."""
        one = self._stated(key)
        if one is None:
            return
        found = one.constraint
        mark = ConstraintMark(one.item, found.start, found.end, Kind(kind), Tier(tier))
        what = kind_word(mark.kind) if mark.kind is not found.kind else tier_word(mark.tier)
        self._mark(mark, self.tr("“{0}” is: {1}").format(one_line(found.text, NAMED), what))

    def reject(self, key: str) -> None:
        """Says that nothing is demanded there."""
        one = self._stated(key)
        if one is not None:
            found = one.constraint
            mark = ConstraintMark(one.item, found.start, found.end, found.kind, found.tier, rejected=True)
            self._mark(mark, self.tr("“{0}” is no constraint").format(one_line(found.text, NAMED)))

    def _mark(self, mark: ConstraintMark, words: str) -> None:
        document = self._workspace.active
        marks: Marks | None = marks_edit.with_constraint(document.marks, mark) if document else None
        if document is not None and marks is not None:
            document.change(document.profile, marks, words)
            self.done.emit(words)

    def _stated(self, key: str) -> Stated | None:
        return next((one for one in self._inquiry.stated if one.id == key), None)
