"""Which models count by which encoding, where that is known."""

from __future__ import annotations

import re

from ctxlab.model.profile import Encoding, Profile, TokenSettings

# A name goes on with a version, a date or a variant, never with more of the same word: o1-mini, not o100.
_O200K = re.compile(r"(?:chatgpt-4o|gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|o1|o3|o4)(?![a-z0-9])")
_CL100K = re.compile(r"(?:gpt-4|gpt-3\.5-turbo)(?![a-z0-9.])")

_PROVIDER = "openai"

#: All that `encoding_of` may answer.
OWN_ENCODINGS = (Encoding.O200K, Encoding.CL100K)


def encoding_of(model: str) -> Encoding | None:
    """The encoding that is known to be the model's own, or None: counts for it are then those of a stand-in.

    Takes names as they stand in logs: `gpt-4o-2024-08-06`, `openai/gpt-5-mini`, `ft:gpt-4o:team::id`. A
    deployment's name under another provider tells nothing.
    """
    *providers, name = model.strip().lower().split("/")
    if providers and providers[-1] != _PROVIDER:
        return None
    name = name.removeprefix("ft:")
    if _O200K.match(name):
        return Encoding.O200K
    return Encoding.CL100K if _CL100K.match(name) else None


def encoding_for(profile: Profile, model: str = "") -> Encoding:
    """How a run of a session of this model is counted.

    What the profile states comes first; then the encoding of its window's model, or without one of the
    session's; `o200k_base` stands in for models whose own is not known.
    """
    return profile.tokens.encoding or encoding_of(profile.window.model or model) or Encoding.O200K


def counting_for(profile: Profile, model: str = "") -> TokenSettings:
    """The same as settings that state the encoding, with the profile's factor."""
    tokens = profile.tokens
    return TokenSettings(encoding=encoding_for(profile, model), factor=tokens.factor)
