"""Taking over what a file that was changed outside holds now, or staying with what the window has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from ctxlab.errors import CtxlabError
from ctxlab.formats.edit_journal import Place
from ctxlab.formats.marks_file import marks_path, read_sidecar
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.model.marks import Marks
from ctxlab.profiles import load_profile

translate = QCoreApplication.translate


def reload_profile(document: Document, path: Path) -> None:
    """Takes over what a profile's file holds now; undoing gives the edits back that were not saved.

    Raises:
        ProfileError: The file cannot be read; nothing is changed.
    """
    profile = load_profile(path)
    document.change(profile, document.marks, translate("Protection", "reload {0}").format(path.name))
    document.mark_saved(path)


def keep_profile(document: Document, path: Path) -> None:
    """Stays with the window's profile, which differs from now on from what its file holds: unsaved edits.

    Raises:
        ProfileError: The file cannot be read; nothing is changed.
    """
    document.take_saved(load_profile(path), document.saved_marks)


def marks_now(place: Place) -> Marks:
    """The marks that a document's sidecar holds now; none where there is no sidecar.

    Raises:
        FormatError: It cannot be read.
    """
    if place.file is None:
        return Marks()
    return read_sidecar(marks_path(place.file)).marks.get(place.place, Marks())


def reload_marks(document: Document, place: Place) -> None:
    """Takes over the marks that lie beside the session now; undoing gives the old ones back.

    Raises:
        FormatError: They cannot be read; nothing is changed.
    """
    document.change(document.profile, marks_now(place), translate("Protection", "reload the marks"))
    document.marks_saved()


def keep_marks(document: Document, place: Place) -> None:
    """Stays with the window's marks, which are unsaved from now on.

    Raises:
        FormatError: The marks beside the session cannot be read; nothing is changed.
    """
    document.take_saved(document.saved, marks_now(place))


def differs(documents: Sequence[Document], path: Path) -> tuple[bool, str]:
    """Whether a profile's file says something else than documents take for saved, and how it is broken."""
    try:
        profile = load_profile(path)
    except CtxlabError as error:
        return True, error_text(error)
    return any(document.saved != profile for document in documents), ""
