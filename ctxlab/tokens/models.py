"""Which models count by which encoding, where that is known."""

from __future__ import annotations

import re

from ctxlab.model.profile import Encoding

# A name goes on with a version, a date or a variant, never with more of the same word: o1-mini, not o100.
_O200K = re.compile(r"(?:chatgpt-4o|gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|o1|o3|o4)(?![a-z0-9])")
_CL100K = re.compile(r"(?:gpt-4|gpt-3\.5-turbo)(?![a-z0-9.])")

_PROVIDER = "openai"


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
