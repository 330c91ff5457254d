"""Exact counts, by the model's own encoding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from ctxlab.paths import resource
from ctxlab.tokens.pieces import PIECE, split
from ctxlab.tokens.vocabulary import Ranks, Vocabulary, build, build_blanks, read_ranks, vocabulary_of

if TYPE_CHECKING:
    import tiktoken

#: A high surrogate before a low one: two code points here that spell one character in every file and request.
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


@dataclass(frozen=True, slots=True)
class _Loaded:
    encoding: tiktoken.Encoding
    ranks: Ranks


class ExactCounter:
    """Counts with `o200k_base` or `cl100k_base`, from the shipped rank file. Always exact.

    The file is read on the first count, or by `load`; any thread may count. Each long text is counted in
    pieces, so that no call holds the interpreter long. One instance takes about 80 MB once loaded: share it.
    """

    def __init__(self, encoding: str, *, folder: Path | None = None) -> None:
        """Names the encoding; reads nothing yet.

        Args:
            encoding: `o200k_base` or `cl100k_base`.
            folder: Where the rank file lies, if not among the shipped resources.

        Raises:
            CountError: There is no such encoding.
        """
        self._vocabulary: Vocabulary = vocabulary_of(encoding)
        self._folder = folder
        self._lock = Lock()
        self._loaded: _Loaded | None = None
        self._blanks: tiktoken.Encoding | None = None

    @property
    def encoding(self) -> str:
        """The encoding's name."""
        return self._vocabulary.name

    @property
    def vocabulary(self) -> str:
        """The sha256 of the rank file."""
        return self._vocabulary.sha256

    @property
    def is_loaded(self) -> bool:
        """Whether the rank file has been read."""
        return self._loaded is not None

    def load(self) -> None:
        """Reads the rank file now (a quarter of a second) rather than on the first count.

        Raises:
            CountError: The file is missing or damaged.
        """
        self._load()

    def is_exact(self, _text: str) -> bool:
        """Whether the count of this text is exact: it always is."""
        return True

    def count(self, text: str) -> int:
        """Tokens of one text; special tokens count as text, lone surrogates as U+FFFD.

        Raises:
            CountError: The rank file is missing or damaged. No text raises.
        """
        encode = self._load().encoding.encode_ordinary
        return len(encode(text)) if len(text) <= PIECE else sum(map(len, self._encoded(text)))

    def count_all(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, in order.

        Raises:
            CountError: The rank file is missing or damaged. No text raises.
        """
        encode = self._load().encoding.encode_ordinary
        return [
            len(encode(text)) if len(text) <= PIECE else sum(map(len, self._encoded(text))) for text in texts
        ]

    def prefix(self, text: str, limit: int) -> int:
        """The largest n for which `text[:n]` counts at most `limit`, to within a few code points.

        Surrogate pairs are kept whole. Reads only as much of the text as the limit can hold.

        Raises:
            CountError: The rank file is missing or damaged. No text raises.
        """
        if limit <= 0:
            return 0
        size = 8 * limit + 64
        ids = self._encode(text[:size])
        while len(ids) <= limit and size < len(text):
            size *= 4
            ids = self._encode(text[:size])
        if len(ids) <= limit:
            return len(text)
        for kept in range(limit, 0, -1):
            end = self._end(text[:size], ids[:kept])
            # A shorter text may split otherwise at its end: only a count of it tells that it fits.
            if self.count(text[:end]) <= limit:
                return end
        return 0

    def head(self, text: str, limit: int) -> str:
        """The first `limit` tokens of the text, decoded: a character that they split becomes U+FFFD.

        Raises:
            CountError: The rank file is missing or damaged. No text raises.
        """
        ids = self._encode(text)
        return text if len(ids) <= limit else self._load().encoding.decode(ids[: max(0, limit)])

    def _end(self, text: str, ids: list[int]) -> int:
        """How many whole code points of the text those first tokens hold."""
        head = self._load().encoding.decode_bytes(ids)
        end = len(head.decode("utf-8", errors="ignore"))
        for pair in _PAIR.finditer(text, 0):
            if pair.start() >= end:
                break
            end += 1
        return end

    def _encode(self, text: str) -> list[int]:
        return [token for part in self._encoded(text) for token in part]

    def _encoded(self, text: str) -> Iterator[list[int]]:
        encode = self._load().encoding.encode_ordinary
        if len(text) <= PIECE:
            yield encode(text)
            return
        for piece in split(text, final=self._vocabulary.final_blanks_alone):
            yield self._load_blanks().encode_ordinary(piece.text) if piece.blank else encode(piece.text)

    def _load(self) -> _Loaded:
        if self._loaded is None:
            with self._lock:
                if self._loaded is None:
                    ranks = read_ranks(self._vocabulary, self._folder or resource("tokenizers"))
                    self._loaded = _Loaded(build(self._vocabulary, ranks), ranks)
        return self._loaded

    def _load_blanks(self) -> tiktoken.Encoding:
        loaded = self._load()
        with self._lock:
            if self._blanks is None:
                self._blanks = build_blanks(self._vocabulary, loaded.ranks)
            return self._blanks
