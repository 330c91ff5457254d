"""What a person says of a session's items, made undoable edits of its marks: pins, must-keeps, key facts."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ctxlab.gui.document import Document
from ctxlab.gui.models.stage_cells import label_of
from ctxlab.gui.text import one_line
from ctxlab.gui.workspace import Workspace
from ctxlab.model import marks_edit
from ctxlab.model.marks import KeyFactMark, Marks, MustKeep

#: Characters of words that the undo menu names.
NAMED = 40


class MarkIntents(QObject):
    """Edits the marks of the active document. `done` names what was done, `refused` why nothing was."""

    done = Signal(str)
    refused = Signal(str)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace

    def toggle_pin(self, item_id: str) -> None:
        """Pins an item, or takes its pin away."""
        document = self._workspace.active
        if document is None or not _has(document, item_id):
            return
        unpinned = marks_edit.without_pin(document.marks, item_id)
        marks = unpinned or marks_edit.with_pin(document.marks, item_id)
        words = (self.tr("unpin {0}") if unpinned else self.tr("pin {0}")).format(_name(document, item_id))
        if marks is not None:
            self._change(document, marks, words)

    def keep_words(self, item_id: str, text: str) -> None:
        """States that some words of an item must be kept."""
        wanted = text.strip()
        document = self._workspace.active
        if document is None:
            return
        if not wanted:
            self.refused.emit(self.tr("Select words in the text of an item first."))
            return
        since = item_id if _has(document, item_id) else ""
        self._add(document, MustKeep("", text=wanted, since=since), wanted)

    def keep_item(self, item_id: str) -> None:
        """States that an item must be kept, whole or derived."""
        document = self._workspace.active
        if document is not None and _has(document, item_id):
            self._add(document, MustKeep("", item=item_id, since=item_id), _name(document, item_id))

    def edit_must_keep(self, key: str, text: str) -> None:
        """Replaces the words of a must-keep that is told by words."""
        document = self._workspace.active
        wanted = text.strip()
        if document is None or not wanted:
            return
        old = marks_edit.must_keep(document.marks, key)
        marks = marks_edit.with_words(document.marks, key, wanted)
        if old is None or marks is None:
            self.refused.emit(self.tr("Only must-keeps of this session that are words can be edited here."))
            return
        words = self.tr("must keep “{0}” → “{1}”").format(_short(old.text), _short(wanted))
        self._change(document, marks, words)

    def remove_must_keep(self, key: str) -> None:
        """Takes a must-keep back."""
        document = self._workspace.active
        if document is None:
            return
        old = marks_edit.must_keep(document.marks, key)
        marks = marks_edit.without_must_keep(document.marks, key)
        if old is None or marks is None:
            self.refused.emit(self.tr("This must-keep stands in the profile; edit it there."))
            return
        words = self.tr("no longer must keep “{0}”").format(_short(old.label))
        self._change(document, marks, words)

    def add_key_fact(self, item_id: str, start: int, end: int) -> None:
        """Puts code points `start` to `end` of an item's text among the key facts."""
        document = self._workspace.active
        if document is None or not _has(document, item_id) or start >= end:
            return
        fact = KeyFactMark(item_id, start, end)
        marks = marks_edit.with_key_fact(document.marks, fact)
        if marks is None:
            self.refused.emit(self.tr("These words are a key fact already."))
            return
        item = next(one for one in document.session.items if one.id == item_id)
        words = self.tr("key fact “{0}”").format(_short(item.text[start:end]))
        self._change(document, marks, words)

    def _add(self, document: Document, wanted: MustKeep, words: str) -> None:
        marks = marks_edit.with_must_keep(document.marks, wanted)
        if marks is None:
            self.refused.emit(self.tr("This is a must-keep already."))
            return
        self._change(document, marks, self.tr("must keep “{0}”").format(_short(words)))

    def _change(self, document: Document, marks: Marks, words: str) -> None:
        document.change(document.profile, marks, words)
        self.done.emit(words)


def _has(document: Document, item_id: str) -> bool:
    return bool(item_id) and any(one.id == item_id for one in document.session.items)


def _short(text: str) -> str:
    return one_line(text, NAMED)


def _name(document: Document, item_id: str) -> str:
    """An item as the undo menu calls it."""
    return _short(label_of(document.run.trace, item_id)) if document.run else item_id
