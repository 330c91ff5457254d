"""What the stages and the store need to know of counting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol


class Counter(Protocol):
    """Counts the tokens of texts. Never raises on any text, never calls the network.

    `encoding` is one of the names that a profile may state. `vocabulary` is the sha256 of the rank file, or
    the formula's name for estimates: with it a stored count stays valid for ever.
    """

    @property
    def encoding(self) -> str:
        """The encoding's name, such as `o200k_base` or `chars/3`."""
        ...

    @property
    def vocabulary(self) -> str:
        """What stored counts are keyed by."""
        ...

    def count(self, text: str) -> int:
        """Tokens of one text; special tokens count as text, lone surrogates as U+FFFD."""
        ...

    def count_all(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, in order."""
        ...

    def prefix(self, text: str, limit: int) -> int:
        """The largest n (code points) for which `text[:n]` counts at most `limit` tokens.

        To within a few of it.

        The result never counts more than `limit`.
        """
        ...


class CountStore(Protocol):
    """Keeps counts between sessions, by vocabulary and the sha256 of the text's UTF-8 bytes."""

    def load(self, vocabulary: str, digests: Sequence[bytes]) -> dict[bytes, int]:
        """The known counts among those asked for."""
        ...

    def save(self, vocabulary: str, counts: Iterable[tuple[bytes, int]]) -> None:
        """Keeps counts. Never raises: a store that cannot be written is said once and then left alone."""
        ...
