"""Profile files: reading them with all their mistakes told, writing them, and the profiles that ship.

Reading: `load`, then `check` with the lines that `locate` finds. Writing: `dump` a new text, `edit` one
that is there (in `blocks`), `save` to a file. What a profile may state is in
`model.profile_parts`.
"""

from __future__ import annotations

from ctxlab.profiles.dump import dumps, profile_sha256, stated_settings
from ctxlab.profiles.load import builtin, builtin_names, find_profile, load_profile, parse
from ctxlab.profiles.save import save_profile

__all__ = [
    "builtin",
    "builtin_names",
    "dumps",
    "find_profile",
    "load_profile",
    "parse",
    "profile_sha256",
    "save_profile",
    "stated_settings",
]
