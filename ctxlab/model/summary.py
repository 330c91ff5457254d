"""Summaries that a model makes: what is asked for, the key under which the answer is kept, and the answer."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ctxlab.model.profile import Language

#: Changes with the words that stand around every instruction, so that answers to the old ones are not taken.
FORM = "1"
_KEPT_KEYS, _KEPT_TEXTS = 1024, 50_000


@dataclass(frozen=True)
class SummaryAsk:
    """One text, or several (role, text) pairs with the oldest first, that are to become one summary.

    `limit` is in tokens. `model` is what the profile names, empty for whatever model the endpoint has. `task`
    is given along where the instruction asks for what bears on it, else empty.
    """

    texts: tuple[tuple[str, str], ...]
    instruction: str
    limit: int
    model: str = ""
    language: Language = Language.ENGLISH
    task: str = ""

    @property
    def content(self) -> str:
        """The sha256 of what is summarised, the task included."""
        return self._digests[0]

    @property
    def version(self) -> str:
        """The version of the instruction: it follows from its words, and from those around it."""
        return self._digests[1]

    @property
    def key(self) -> str:
        """By what the answer is kept: content, instruction version, model and limit."""
        return self._digests[2]

    @cached_property
    def _digests(self) -> tuple[str, str, str]:
        return _digests(self)


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """A model's answer as it is kept.

    `key` and `version` are those of the `SummaryAsk`, `source` is its content's sha256. `model` is the one
    that answered. Tokens are as the endpoint states them, None where it does not.
    """

    key: str
    text: str
    source: str
    version: str
    model: str = ""
    limit: int = 0
    tokens_in: int | None = None
    tokens_out: int | None = None


@lru_cache(maxsize=_KEPT_KEYS)
def _digests(ask: SummaryAsk) -> tuple[str, str, str]:
    said = hashlib.sha256(b"".join(map(_digest, ask.texts)))
    content = _sha256([said.hexdigest(), ask.task])
    version = _sha256([FORM, ask.language.value, ask.instruction])[:16]
    return content, version, _sha256([content, version, ask.model, ask.limit])


@lru_cache(maxsize=_KEPT_TEXTS)
def _digest(pair: tuple[str, str]) -> bytes:
    """Long conversations differ in a few messages from edit to edit: each of them is digested once."""
    return hashlib.sha256(json.dumps(pair).encode("ascii")).digest()


def _sha256(value: object) -> str:
    # escaped, since a recorded text may hold half a character, which UTF-8 cannot
    return hashlib.sha256(json.dumps(value).encode("ascii")).hexdigest()
