"""The published encoding with its special tokens, as published code uses it: `encode` raises on them."""

from __future__ import annotations

from functools import cache

import tiktoken

from ctxlab.paths import resource
from ctxlab.tokens.vocabulary import CL100K, build, read_ranks


@cache
def encoding() -> tiktoken.Encoding:
    """cl100k_base from the shipped rank file."""
    return build(CL100K, read_ranks(CL100K, resource("tokenizers")))
