"""Profiles of sweeps and solutions: which can be swept, and what becomes of one that is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from ctxlab.export.toml import to_toml
from ctxlab.gui.compare_choices import own_name, profile_of, system_choices
from ctxlab.gui.document import Document
from ctxlab.gui.exports import Exports
from ctxlab.gui.models.system_choices import OWN, UNMANAGED, SystemChoice
from ctxlab.gui.profile_names import profile_named, text_of
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile
from ctxlab.profiles import builtin, builtin_names

translate = QCoreApplication.translate

#: What is swept without any session in the window.
FIRST = "gssc"


def base_profile(document: Document | None) -> Profile:
    """The profile that a sweep or a search starts from: that of the document, edits included."""
    return document.profile if document is not None else builtin(FIRST)


def sweep_choices(workspace: Workspace, recent: Iterable[str]) -> list[SystemChoice]:
    """What can be swept: the profile of the session looked at, those of others, built-in ones, files."""
    document = workspace.active
    if document is None:
        group = translate("Sweep", "Built in")
        return [SystemChoice(name, name, group) for name in builtin_names()]
    found = [one for one in system_choices(document, recent) if one.key != UNMANAGED]
    known = {one.key for one in found} | {document.profile_source}
    others = translate("Sweep", "Other open sessions")
    for other in workspace.documents:
        name = other.profile_source
        if name and name not in known:
            known.add(name)
            found.insert(1, SystemChoice(name, Path(name).stem, others, name))
    return found


def first_choice(document: Document | None) -> tuple[str, ...]:
    """What is swept at first."""
    return (FIRST,) if document is None else (OWN,)


def profiles_of(document: Document | None, keys: Sequence[str]) -> tuple[Profile, ...]:
    """The profiles of choices.

    Raises:
        ProfileError: One of them cannot be read.
    """
    return tuple(profile_named(key) if document is None else profile_of(document, key) for key in keys)


def base_name(document: Document | None) -> str:
    """What the profile that it starts from is called."""
    return FIRST if document is None else own_name(document)


def save_as(profile: Profile, workspace: Workspace, exports: Exports) -> Path | None:
    """Asks where to, and writes a profile as a file; its path, or None where it was not written."""
    path = exports.dialogs.profile_to_save(exports.folder(workspace.active) / f"{profile.name}.toml")
    if path is None:
        return None
    document = workspace.active
    base = None if document is None else text_of(document.saved, document.profile_path)
    if problem := exports.write(path, lambda: to_toml(profile, base)):
        exports.failed.emit(problem)
        return None
    return path
