"""Which profiles a document can be compared under: its own, none at all, built-in ones, files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from ctxlab import paths
from ctxlab.gui.document import Document
from ctxlab.gui.models.system_choices import OWN, UNMANAGED, SystemChoice
from ctxlab.gui.models.systems_answers import SystemColumn
from ctxlab.gui.profile_names import profile_named
from ctxlab.lab import unmanaged_profile
from ctxlab.model.profile import Profile
from ctxlab.profiles import builtin_names

translate = QCoreApplication.translate

#: So many profiles that were used lately are offered.
MOST_RECENT = 8


def system_choices(document: Document, recent: Iterable[str]) -> list[SystemChoice]:
    """All that a document can be compared under. `recent` are files of profiles used lately.

    What its own profile is anyway is not offered a second time, unless that was edited.
    """
    same = "" if document.profile_changed else document.profile_source
    own = translate("Compare", "This session")
    found = [
        SystemChoice(UNMANAGED, translate("Compare", "unmanaged"), own, _unmanaged()),
        SystemChoice(OWN, own_name(document), own, document.profile.description),
    ]
    for group, names in _groups(recent):
        known = {choice.key for choice in found}
        found += [
            SystemChoice(name, Path(name).stem, group, "" if name in builtin_names() else name)
            for name in names
            if name != same and name not in known
        ]
    return found


def own_name(document: Document) -> str:
    """What the profile that a document is under is called; a dot says that it has unsaved edits."""
    name = document.profile_path.stem if document.profile_path else document.profile.name
    return f"{name} ●" if document.profile_changed else name


def profile_of(document: Document, key: str) -> Profile:
    """The profile of a choice's key.

    Raises:
        ProfileError: It cannot be read.
    """
    if key == OWN:
        return document.profile
    return unmanaged_profile() if key == UNMANAGED else profile_named(key)


def columns_of(
    document: Document, choices: Sequence[SystemChoice], keys: Sequence[str]
) -> list[SystemColumn]:
    """What stands over the columns of those choices."""
    return [_column(document, choice) for choice in choices if choice.key in keys]


def _column(document: Document, choice: SystemChoice) -> SystemColumn:
    if choice.key == OWN:
        edited, plain = translate("Compare", "in use, edited"), translate("Compare", "in use")
        note = edited if document.profile_changed else plain
        return SystemColumn(choice.key, choice.name, note, choice.tip, own=True)
    if choice.key == UNMANAGED:
        return SystemColumn(choice.key, choice.name, translate("Compare", "no profile"), choice.tip)
    built_in, file = translate("Compare", "built in"), translate("Compare", "file")
    note = built_in if choice.key in builtin_names() else file
    return SystemColumn(choice.key, choice.name, note, choice.tip)


def _groups(recent: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    yield translate("Compare", "Built in"), list(builtin_names())
    yield translate("Compare", "Used lately"), list(recent)[:MOST_RECENT]
    samples = sorted(paths.sample_sessions().glob("*.toml"))
    yield translate("Compare", "Samples"), [str(one.absolute()) for one in samples]


def _unmanaged() -> str:
    return translate("Compare", "All that was recorded before the request, with nothing left out")
