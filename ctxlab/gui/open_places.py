"""The sessions that are open, as places of a corpus."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.gui.document import Document
from ctxlab.gui.workspace import Workspace
from ctxlab.model.sweep import Place


def built_documents(workspace: Workspace) -> list[Document]:
    """The open documents that there is anything to build of, in their order."""
    return [one for one in workspace.documents if one.session.items]


def open_places(workspace: Workspace) -> tuple[Place, ...]:
    """Where those are read. What is read there are the marks that are saved."""
    return tuple(place_of(workspace, one) for one in built_documents(workspace))


def place_of(workspace: Workspace, document: Document) -> Place:
    """Where a document's session is read."""
    return Place(
        str(workspace.file(document).absolute()),
        workspace.place(document),
        workspace.title(document),
        document.session.origin.sha256,
    )


def unsaved_marks(documents: Sequence[Document]) -> bool:
    """Whether any of them has must-keeps or pins that are not saved, which nobody else reads."""
    return any(one.marks_changed for one in documents)
