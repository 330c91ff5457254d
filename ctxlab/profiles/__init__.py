"""Profile files: reading them with all their mistakes told, writing them, and the profiles that ship."""

from __future__ import annotations

from ctxlab.profiles.dump import dumps, profile_sha256
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
]
