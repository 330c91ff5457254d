"""Estimates: the published divisions, and a stand-in while exact counts are still being made."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.errors import CountError


class DivisionCounter:
    """Code points divided by 3 or 4, rounded down: `chars/3` and `chars/4`, exactly as published.

    It undercounts Chinese by half and more; it is there so that published profiles run as their users know
    them.
    """

    def __init__(self, divisor: int) -> None:
        if divisor not in (3, 4):
            raise CountError(f"there is no estimate by division by {divisor}", hint="known: chars/3, chars/4")
        self._divisor = divisor

    @property
    def encoding(self) -> str:
        """`chars/3` or `chars/4`."""
        return f"chars/{self._divisor}"

    @property
    def vocabulary(self) -> str:
        """The formula's name; such counts need no store."""
        return self.encoding

    def is_exact(self, _text: str) -> bool:
        """Never: it is an estimate."""
        return False

    def count(self, text: str) -> int:
        """Code points over the divisor, rounded down; 0 for one or two."""
        return len(text) // self._divisor

    def count_all(self, texts: Sequence[str]) -> list[int]:
        """The estimate of each text, in order."""
        divisor = self._divisor
        return [len(text) // divisor for text in texts]

    def prefix(self, text: str, limit: int) -> int:
        """The largest n for which `text[:n]` counts at most `limit`."""
        return min(len(text), max(0, limit) * self._divisor + self._divisor - 1) if limit >= 0 else 0


class FallbackCounter:
    """A quick estimate for English and Chinese alike, fit to be shown until the exact count is there.

    An ASCII character is a quarter of a token. Any other is 3/8 of a token for each byte of its UTF-8 after
    the first: 3/4 for a Chinese character, 3/8 for a Cyrillic letter, 9/8 for most emoji. The sum is rounded
    up.
    """

    @property
    def encoding(self) -> str:
        """The formula's name."""
        return "estimate"

    @property
    def vocabulary(self) -> str:
        """The formula's name with its version; such counts need no store."""
        return "estimate/1"

    def is_exact(self, _text: str) -> bool:
        """Never: it is an estimate."""
        return False

    def count(self, text: str) -> int:
        """The estimate; at least 1 for a text that is not empty."""
        if text.isascii():
            return (len(text) + 3) // 4
        # Taking only the sizes of encoded copies keeps the work out of Python loops.
        ascii_characters = len(text.encode("ascii", errors="ignore"))
        further_bytes = len(text.encode("utf-8", errors="surrogatepass")) - len(text)
        return (2 * ascii_characters + 3 * further_bytes + 7) // 8

    def count_all(self, texts: Sequence[str]) -> list[int]:
        """The estimate of each text, in order."""
        return [self.count(text) for text in texts]

    def prefix(self, text: str, limit: int) -> int:
        """The largest n for which `text[:n]` counts at most `limit`."""
        fits, over = 0, min(len(text), max(0, limit) * 4) + 1  # no character is less than a quarter
        while over - fits > 1:
            middle = (fits + over) // 2
            if self.count(text[:middle]) <= limit:
                fits = middle
            else:
                over = middle
        return fits
