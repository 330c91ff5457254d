"""Recovery: edits that a window which is gone had not saved are put back into an open one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ctxlab.formats.edit_journal import Basis
from ctxlab.formats.recovery import Recovered, saved_now
from ctxlab.gui.document import Document
from ctxlab.gui.edit_words import differences


def restore(recovered: Recovered, document: Document) -> None:
    """Puts edits back into a document of that session, undoably, on top of what is saved now.

    A document with profile edits of its own keeps its profile's file; undoing gives them back. The edits can
    be discarded once the document's own journal has them, which is so when this returns.
    """
    basis, state = recovered.basis, recovered.last.state
    if not document.profile_changed and not _is_under(document, basis):
        document.use_profile(saved_now(basis) or basis.profile, basis.profile_file)
    document.change(state.profile, state.marks, _restored())


def restore_profile(recovered: Recovered, document: Document) -> None:
    """Puts only the profile's edits back, on another session: marks name items that it does not have."""
    document.change(recovered.last.state.profile, document.marks, _restored())


def _restored() -> str:
    return QCoreApplication.translate("Protection", "restored edits")


def _is_under(document: Document, basis: Basis) -> bool:
    """Whether a document is looked at under the profile that edits were made of."""
    if document.profile_path is None or basis.profile_file is None:
        return document.profile_path is basis.profile_file and document.saved.name == basis.profile.name
    return document.profile_path.absolute() == basis.profile_file


def last_words(recovered: Recovered, language: str) -> str:
    """The last edit in words: as the undo menu had it, or by what the profile differs from the saved one."""
    return recovered.last.words or differences(
        recovered.basis.profile, recovered.last.state.profile, language
    )
