"""Python source that counts tokens as a profile does, for files that stand on their own."""

from __future__ import annotations

from ctxlab.model.profile import Encoding, Profile
from ctxlab.tokens.models import encoding_for

#: What the published cookbook counts for each chat message beside its texts.
FRAMING = 3
#: A picture of which nothing is known, by the most common rule: 1,024 pixels square.
PICTURE = 765

#: Settings that the source of `tokens_source` follows.
SETTINGS = ("tokens.encoding", "tokens.factor")


def imports(profile: Profile) -> tuple[str, ...]:
    """The import that the source needs, if any."""
    exact = encoding_for(profile) in (Encoding.O200K, Encoding.CL100K)
    return ("import tiktoken",) if exact else ()


def cached(profile: Profile) -> tuple[str, ...]:
    """The import of what remembers counts."""
    return ("from functools import lru_cache",) if imports(profile) else ()


def packages(profile: Profile) -> tuple[str, ...]:
    """The package that the source needs, as one installs it."""
    return ("tiktoken",) if imports(profile) else ()


def settings(profile: Profile) -> list[str]:
    """The encoding that the source reads, if any."""
    encoding = encoding_for(profile).value
    return [f'ENCODING = tiktoken.get_encoding("{encoding}")'] if imports(profile) else []


def tokens_source(profile: Profile) -> list[str]:
    """A function `tokens(text)`, counting as `[tokens]` of the profile says."""
    encoding, factor = encoding_for(profile), profile.tokens.factor
    divisor = {Encoding.CHARS_3: 3, Encoding.CHARS_4: 4}.get(encoding)
    if divisor:
        counted, words = f"len(text) // {divisor}", f"{divisor} characters for one"
    else:
        counted, words = "len(ENCODING.encode(text, disallowed_special=()))", encoding.value
    words += "" if factor == 100 else f", times {factor} %"
    return [
        *(() if divisor else ("@lru_cache(maxsize=100_000)",)),
        "def tokens(text: str) -> int:",
        f'    """Tokens of a text: {words}."""',
        f"    return {counted if factor == 100 else f'-(-({counted}) * {factor} // 100)'}",
    ]
