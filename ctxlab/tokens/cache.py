"""Counts that are made once: in memory by the text itself, between sessions by its sha256."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from threading import Lock

from ctxlab.tokens.protocols import Counter, CountStore

#: Counts made one by one are handed to the store in batches of this size.
_BATCH = 500

#: Code points of a text that is counted faster than the store is asked for it.
_SHORT = 400


def digest_of(text: str) -> bytes:
    """What a stored count is keyed by: the sha256 of the text's UTF-8, lone surrogates as three bytes."""
    return sha256(text.encode("utf-8", errors="surrogatepass")).digest()


class CachedCounter:
    """A counter that asks its memory, then its store, and counts only what neither knows.

    The memory keeps every text that was counted; texts of a session are shared with it, not copied. Should it
    need a bound, `_remember` and `_ask` add the entries and could push out the oldest. Any thread may count:
    the worst that can happen is that two count the same text.
    """

    def __init__(self, inner: Counter, store: CountStore | None = None) -> None:
        """Wraps a counter.

        Args:
            inner: Makes the counts.
            store: Keeps them; None keeps them for this session only.
        """
        self._inner = inner
        self._store = store
        self._counts: dict[str, int] = {}
        self._absent: dict[str, bytes] = {}  # digests of texts that the store was asked for in vain
        self._unsaved: list[tuple[bytes, int]] = []
        self._lock = Lock()

    @property
    def encoding(self) -> str:
        """The inner counter's encoding."""
        return self._inner.encoding

    @property
    def vocabulary(self) -> str:
        """The inner counter's vocabulary."""
        return self._inner.vocabulary

    def is_exact(self, text: str) -> bool:
        """Whether the count of this text is exact under the encoding: as the inner counter says."""
        return is_exact(self._inner, text)

    def known(self, text: str) -> int | None:
        """The count if it is in memory, else None; neither counts nor asks the store."""
        return self._counts.get(text)

    def missing(self, texts: Iterable[str]) -> list[str]:
        """Those among the texts, each once and in order, that would have to be counted.

        Asks the store once for all, and remembers what it knows.
        """
        counts = self._counts
        unknown, digests = self._ask([text for text in texts if text not in counts])
        self._absent.update(zip(unknown, digests, strict=False))
        return unknown

    def count(self, text: str) -> int:
        """Tokens of one text. A new count reaches the store with the next batch or `flush`."""
        known = self._counts.get(text)
        if known is None:
            # Until the vocabulary is loaded, asking spares that.
            if len(text) <= _SHORT and getattr(self._inner, "is_loaded", True):
                known = self._inner.count(text)
                self._remember([text], [known], [] if self._store is None else [digest_of(text)])
            else:
                known = self._learn([text])[text]
            if len(self._unsaved) >= _BATCH:
                self.flush()
        return known

    def count_all(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, in order: one question to the store, one count of each new text, one save."""
        counts = self._counts
        unknown = [text for text in texts if text not in counts]
        if unknown:
            self._learn(unknown)
            self.flush()
        return [counts[text] for text in texts]

    def prefix(self, text: str, limit: int) -> int:
        """The inner counter's prefix; the whole text where its count is known to fit."""
        known = self._counts.get(text)
        return len(text) if known is not None and known <= limit else self._inner.prefix(text, limit)

    def head(self, text: str, limit: int) -> str:
        """The first tokens as the inner counter decodes them; the whole text where it is known to fit."""
        known = self._counts.get(text)
        return text if known is not None and known <= limit else first_tokens(self._inner, text, limit)

    def flush(self) -> None:
        """Hands all new counts to the store."""
        with self._lock:
            unsaved, self._unsaved = self._unsaved, []
        if self._store is not None and unsaved:
            self._store.save(self.vocabulary, unsaved)

    def _ask(self, texts: list[str]) -> tuple[list[str], list[bytes]]:
        """Takes over what the store knows; returns the texts that nobody knows, once each, and their digests.

        The texts are not in memory. Without a store there are no digests.
        """
        unknown = list(dict.fromkeys(texts))
        if self._store is None or not unknown:
            return unknown, []
        absent = self._absent
        if absent:
            digests = [absent.get(text) or digest_of(text) for text in unknown]
            asked = [digest for text, digest in zip(unknown, digests, strict=True) if text not in absent]
        else:
            digests = asked = [digest_of(text) for text in unknown]
        found = self._store.load(self.vocabulary, asked) if asked else {}
        if not found:
            return unknown, digests
        pairs = list(zip(unknown, digests, strict=True))
        self._counts.update((text, found[digest]) for text, digest in pairs if digest in found)
        pairs = [pair for pair in pairs if pair[1] not in found]
        return [text for text, _ in pairs], [digest for _, digest in pairs]

    def _learn(self, texts: list[str]) -> dict[str, int]:
        """Finds out the counts of these texts, and returns all that are known."""
        unknown, digests = self._ask(texts)
        if unknown:
            self._remember(unknown, self._inner.count_all(unknown), digests)
        return self._counts

    def _remember(self, texts: list[str], counts: list[int], digests: list[bytes]) -> None:
        """Takes over new counts, and sets them aside for the store where there are digests."""
        self._counts.update(zip(texts, counts, strict=True))
        if digests:
            with self._lock:
                self._unsaved.extend(zip(digests, counts, strict=True))
        for text in texts if self._absent else ():
            self._absent.pop(text, None)


class ProvisionalCounter:
    """Known counts where there are any, else an estimate: fit for a first view while counting goes on.

    It never counts exactly itself, so it answers at once, and its counts must not be stored.
    """

    #: A run with these counts is never called exact.
    provisional = True

    def __init__(self, known: CachedCounter, estimate: Counter, generation: int = 0) -> None:
        """Wraps what is known.

        Args:
            known: The counter whose memory is asked.
            estimate: Answers for everything else.
            generation: Tells results made with fewer known counts from later ones.
        """
        self._known = known
        self._estimate = estimate
        self.generation = generation

    @property
    def encoding(self) -> str:
        """The encoding that the known counts are in."""
        return self._known.encoding

    @property
    def vocabulary(self) -> str:
        """A name of its own, so that nothing that is keyed by it is taken for exact."""
        return f"{self._known.vocabulary}~{self._estimate.vocabulary}"

    def is_known(self, text: str) -> bool:
        """Whether the count of this text is a known one. An empty text is always known."""
        return not text or self._known.known(text) is not None

    def is_exact(self, text: str) -> bool:
        """Whether the count of this text is known, and exact by the counter that made it."""
        return self.is_known(text) and self._known.is_exact(text)

    def count(self, text: str) -> int:
        """The known count or the estimate."""
        known = self._known.known(text)
        return self._estimate.count(text) if known is None else known

    def count_all(self, texts: Sequence[str]) -> list[int]:
        """The known count or the estimate of each text, in order."""
        return [self.count(text) for text in texts]

    def prefix(self, text: str, limit: int) -> int:
        """An n for which `text[:n]` is estimated to fit, scaled by the whole text's count where known."""
        whole, rough = self.count(text), self._estimate.count(text)
        if whole <= limit:
            return len(text)
        end = self._estimate.prefix(text, min(limit, limit * rough // whole))
        while end and self.count(text[:end]) > limit:
            end = end * 15 // 16
        return end


def is_exact(counter: Counter, text: str) -> bool:
    """Whether a counter says that its count of this text is exact; one that does not say so is not."""
    says = getattr(counter, "is_exact", None)
    return bool(says is not None and says(text))


def first_tokens(counter: Counter, text: str, limit: int) -> str:
    """The first `limit` tokens of a text, decoded; its prefix where the counter has no tokens to decode."""
    decodes = getattr(counter, "head", None)
    if decodes is None:
        return text[: counter.prefix(text, limit)]
    head: str = decodes(text, limit)
    return head
