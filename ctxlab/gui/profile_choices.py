"""Which profiles can be set side by side: that of the session, those of others, built-in ones, files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.compare_choices import own_name, profile_of, system_choices
from ctxlab.gui.document import Document
from ctxlab.gui.models.system_choices import OWN, UNMANAGED, SystemChoice
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile

translate = QCoreApplication.translate

#: The key of the saved profile of a document that has edits, and how keys of other documents' begin.
SAVED, OTHER = "saved", "document:"

#: The key of a profile from a file that is not listed.
FILE = "file"


def profile_choices(workspace: Workspace, document: Document, recent: Iterable[str]) -> list[SystemChoice]:
    """All that can be chosen for a document; `recent` are files of profiles used lately."""
    own, *rest = (one for one in system_choices(document, recent) if one.key != UNMANAGED)
    found = [own]
    if document.profile_changed:
        name = translate("Compare", "{0}, as saved").format(own_name(document).removesuffix(" ●"))
        found.append(SystemChoice(SAVED, name, own.group))
    found += _others(workspace, document)
    taken = {document.profile_source, *(one.tip for one in found if one.key.startswith(OTHER))}
    found += [one for one in rest if one.key not in taken]
    return [*found, SystemChoice(FILE, translate("Compare", "From a file…"), translate("Compare", "Others"))]


def chosen_profile(workspace: Workspace, document: Document, key: str) -> Profile:
    """The profile of a choice's key.

    Raises:
        ProfileError: It cannot be read.
    """
    if key == SAVED or (key == OWN and not document.profile_changed):
        # the saved one tells how it came about up to its last save
        return document.saved
    other = workspace.document(key.removeprefix(OTHER)) if key.startswith(OTHER) else None
    return profile_of(document, key) if other is None else other.profile


def _others(workspace: Workspace, document: Document) -> Iterator[SystemChoice]:
    """The profiles of other open sessions, each once."""
    seen = {document.profile_source}
    for other in workspace.documents:
        source = other.profile_source
        # one that has neither file nor name is that of its session alone
        if other is document or (source and source in seen):
            continue
        seen.add(source)
        group = translate("Compare", "Other sessions")
        yield SystemChoice(f"{OTHER}{workspace.key(other)}", own_name(other), group, source)
