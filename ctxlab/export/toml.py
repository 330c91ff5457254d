"""A profile as TOML, which expresses all of it."""

from __future__ import annotations

from ctxlab.model.profile import Profile
from ctxlab.profiles import dumps


def to_toml(profile: Profile) -> str:
    """The profile as the text of a profile file. Reading it gives an equal profile."""
    return dumps(profile)
