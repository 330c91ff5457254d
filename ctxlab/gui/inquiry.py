"""What the person asks about: a must-keep, or the item in focus."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from ctxlab.analysis.asked import must_keep_named, stated_by
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import RequestError
from ctxlab.gui.document import Document
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.workspace import Workspace
from ctxlab.model.constraint import Stated
from ctxlab.model.marks import MustKeep


class Inquiry(QObject):
    """Follows the focus. An item that states must-keeps stands for the first of them that is lost.

    `changed` says that something else is asked about, or the same in other words.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, presenter: Presenter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._presenter = presenter
        self._stated: dict[Document, tuple[Stated, ...]] = {}
        self._asked: dict[Document, str] = {}
        self._said: tuple[tuple[object, ...], list[MustKeep]] | None = None
        self._asking = False
        presenter.chosen_changed.connect(self._follow)
        workspace.closed.connect(self._forget)

    @property
    def key(self) -> str:
        """The id of the must-keep that was asked about by name, or empty."""
        document = self._workspace.active
        return self._asked.get(document, "") if document else ""

    @property
    def one(self) -> MustKeep | None:
        """What is asked about; None where nothing is in focus."""
        document, item = self._workspace.active, self._presenter.chosen
        if document is None:
            return None
        if self.key:
            return self._named(document, self.key)
        if not item:
            return None
        stated = self._stated_by(document, item)
        lost = document.run.trace.lost if document.run else ()
        first = next((one for one in stated if one.id in lost), None)
        return first or next(iter(stated), None) or MustKeep(item, item=item)

    def _stated_by(self, document: Document, name: str) -> list[MustKeep]:
        """The must-keeps that an item states; looked for once in a state."""
        key = (id(document.session.items), document.profile.must_keep, document.marks.must_keeps, name)
        if self._said is None or self._said[0] != key:
            item = next((one for one in document.session.items if one.id == name), None)
            own = must_keeps(document.profile, document.marks)
            self._said = (key, [] if item is None else list(stated_by(item, own)))
        return self._said[1]

    @property
    def stated(self) -> Sequence[Stated]:
        """The constraints that the session states, as far as they are known."""
        document = self._workspace.active
        return self._stated.get(document, ()) if document else ()

    def know(self, document: Document, stated: Sequence[Stated]) -> None:
        """Takes the constraints that a session states."""
        self._stated[document] = tuple(stated)

    def ask(self, key: str) -> None:
        """Asks about a must-keep or a found constraint, by its id; the item that states it follows."""
        document = self._workspace.active
        one = None if document is None else self._named(document, key)
        if document is None or one is None:
            return
        self._asked[document] = key
        item = one.since or one.item
        self._asking = True
        if item and item != self._presenter.chosen:
            self._presenter.choose(item)
        self._asking = False
        self.changed.emit()

    def _named(self, document: Document, key: str) -> MustKeep | None:
        try:
            return must_keep_named(
                key, document.session, document.profile, document.marks, self._stated.get(document, ())
            )
        except RequestError:
            # it was taken back meanwhile
            return None

    def _follow(self, _item: str) -> None:
        if self._asking:
            return
        document = self._workspace.active
        if document is not None:
            self._asked.pop(document, None)
        self.changed.emit()

    def _forget(self, document: Document) -> None:
        self._stated.pop(document, None)
        self._asked.pop(document, None)
