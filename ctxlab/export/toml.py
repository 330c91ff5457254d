"""A profile as TOML, which expresses all of it."""

from __future__ import annotations

from ctxlab.model.profile import Profile
from ctxlab.profiles import dumps


def to_toml(profile: Profile, base_text: str | None = None) -> str:
    """The profile as the text of a profile file. Reading it gives an equal profile.

    Of `base_text`, the TOML that it was read from, only what differs changes: comments, order, layout stay.

    Raises:
        ProfileError: `base_text` is no valid profile.
    """
    if base_text is None:
        return dumps(profile)
    # tomlkit is needed for this alone
    from ctxlab.profiles.edit import edited

    return edited(base_text, profile)
