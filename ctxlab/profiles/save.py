"""Saving a profile to a file."""

from __future__ import annotations

import os
from pathlib import Path

from ctxlab import paths
from ctxlab.errors import ProfileError
from ctxlab.model.profile import Profile
from ctxlab.profiles.dump import dumps
from ctxlab.profiles.load import decode, parse, refuse_foreign


def save_profile(
    profile: Profile, path: str | os.PathLike[str], *, base_text: str | None = None, by: str = ""
) -> str:
    """Writes a profile to a file, whole or not at all.

    Only what differs from the text that is there changes: comments, order and layout stay. A file there that
    is no valid profile is never overwritten: it is kept beside as `NAME.bad`.

    Args:
        profile: What the file is to state.
        path: The file.
        base_text: The text to change instead of that on disk, such as that from which the profile was read.
        by: What changed it, such as `model.provenance.EDIT`: then the file goes on with the provenance of the
            text that is changed, and tells what changed. An empty text saves the profile as it is.

    Returns:
        The text that was written.

    Raises:
        ProfileError: The file's name says that it is no TOML, or `base_text` is no valid profile.
        SaveError: It could not be written; what was there before is intact.
    """
    target = Path(path)
    refuse_foreign(target)
    on_disk, damaged = _on_disk(target)
    base = on_disk if base_text is None else base_text
    if base is None:
        text = dumps(profile)
    else:
        # tomlkit is needed for this alone
        from ctxlab.profiles.edit import edited

        if by:
            from ctxlab.profiles.provenance import continued

            profile = continued(profile, parse(base), by=by)
        text = edited(base, profile)
    if damaged:
        paths.set_aside(target)
    paths.write_atomic(target, text)
    return text


def _on_disk(target: Path) -> tuple[str | None, bool]:
    """The valid text that a file holds, or None; and whether it holds something else."""
    try:
        data = target.read_bytes()
    except OSError:
        return None, False
    try:
        text = decode(data, target.name)
        parse(text, target.name)
    except ProfileError:
        return None, True
    return text, False
