"""Profiles by the names that lists, dialogs and command lines have for them."""

from __future__ import annotations

from pathlib import Path

from ctxlab.errors import ProfileError
from ctxlab.export import importer
from ctxlab.model.profile import Profile
from ctxlab.profiles import builtin_names, find_profile, parse
from ctxlab.profiles.load import source_text

#: How the name of a program's source ends.
SOURCE = ".py"


def is_source(name: str) -> bool:
    """Whether a name is that of a program's source, which holds published figures of a profile."""
    return name.lower().endswith(SOURCE)


def profile_named(name: str) -> Profile:
    """The profile of a built-in name or a file, or that of the published figures in a program's source.

    Raises:
        ProfileError: It cannot be read, or is none.
    """
    return importer.load(name) if is_source(name) else find_profile(name)


def name_of(saved: Profile, file: Path | None) -> str:
    """The name by which a saved profile can be loaded: its file's whole path, or that of a built-in one.

    Empty where there is neither, as for one that was made of published figures.
    """
    if file is not None:
        return str(file.absolute())
    return saved.name if saved.name in builtin_names() else ""


def text_of(saved: Profile, file: Path | None) -> str | None:
    """The text that a saved profile was read from, whose comments another one may keep; None without one."""
    name = name_of(saved, file)
    try:
        text = source_text(name) if name else ""
        parse(text)
    except ProfileError:
        # changed outside meanwhile, or gone
        return None
    return text or None
