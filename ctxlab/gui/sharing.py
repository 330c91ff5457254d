"""One saved profile is one state, in however many sessions it is looked at.

Whoever tunes a profile wants to see it hold for all sessions. So documents under the same saved profile form
a group: an edit in one of them is what all of them are judged under, and a document takes the edited profile
over, undoably, when it is looked at. Saving in one of them saves for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from ctxlab.gui.document import Document
from ctxlab.model.profile import Profile


@dataclass(eq=False)
class _Group:
    """Documents under one saved profile, and the profile as it was edited last in any of them."""

    path: Path | None
    saved: Profile
    profile: Profile
    members: list[Document] = field(default_factory=list[Document])

    def holds(self, document: Document) -> bool:
        """Whether a document is under this saved profile."""
        if self.path != document.profile_path:
            return False
        return self.saved is document.saved or self.saved == document.saved


class Sharing(QObject):
    """Knows which documents share a profile, and what it is as edited."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: dict[Document, _Group] = {}
        self._all: list[_Group] = []
        self._following = False

    def add(self, document: Document) -> None:
        """Takes a document in, which from then on follows the others under its saved profile."""
        self._join(document)
        document.state_changed.connect(partial(self._edited, document))
        document.saved_changed.connect(partial(self._saved, document))

    def remove(self, document: Document) -> None:
        """Forgets a document. What was edited of its profile stays with another that shares it."""
        group = self._groups.pop(document, None)
        if group is None:
            return
        self._leave(group, document)

    def profile(self, document: Document) -> Profile:
        """What a document is judged under: its profile as it was edited last, in whichever session."""
        group = self._groups.get(document)
        return document.profile if group is None else group.profile

    def others(self, document: Document) -> Sequence[Document]:
        """The other documents under the same saved profile."""
        group = self._groups.get(document)
        return [] if group is None else [one for one in group.members if one is not document]

    def follow(self, document: Document) -> None:
        """Brings a document up to what its profile was edited to elsewhere, as a step that can be undone."""
        profile = self.profile(document)
        if profile is not document.profile:
            document.change(profile, document.marks, self.tr("profile as edited elsewhere"))

    def _leave(self, group: _Group, document: Document) -> None:
        """Takes a document out of its group. The edits of all stay with one that a journal protects."""
        group.members.remove(document)
        if group.members and all(one.profile != group.profile for one in group.members):
            self.follow(group.members[0])

    def _join(self, document: Document) -> _Group:
        self._all = [one for one in self._all if one.members]
        group = next((one for one in self._all if one.holds(document)), None)
        if group is None:
            group = _Group(document.profile_path, document.saved, document.profile)
            self._all.append(group)
        group.members.append(document)
        self._groups[document] = group
        return group

    def _edited(self, document: Document, _revision: int) -> None:
        group = self._groups.get(document)
        if group is None or self._following:
            return
        if not group.holds(document):
            # another saved profile was chosen for this session; if it is edited elsewhere, it stays so
            self._leave(group, document)
            self._join(document)
            return
        group.profile = document.profile

    def _saved(self, document: Document) -> None:
        group = self._groups.get(document)
        if group is None or self._following or group.holds(document):
            return
        group.path, group.saved, group.profile = document.profile_path, document.saved, document.profile
        self._following = True
        try:
            for other in self.others(document):
                self.follow(other)
                other.profile_path = group.path
                other.take_saved(group.saved, other.saved_marks)
        finally:
            self._following = False
