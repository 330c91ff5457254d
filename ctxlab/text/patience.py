"""Searching with a pattern that a user wrote, which may need more time than there is."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import regex

from ctxlab.errors import ProfileError
from ctxlab.model.patterns import too_large

#: A pattern that takes longer than this on one text (seconds) is not tried again.
PATIENCE = 0.5
#: Nor is one whose slow searches (longer than `_SLOW` each) took longer than this in all since `begin`.
PATIENCE_IN_ALL = 2.0
_SLOW = 0.05


class PatientPattern:
    """A regular expression that is held to a time limit.

    `too_slow` turns true when it ran out of time; from then on it finds nothing.

    Raises:
        ProfileError: It repeats too much, or is no regular expression.
    """

    def __init__(self, pattern: str) -> None:
        self.too_slow = False
        self._left = PATIENCE_IN_ALL
        if too_large(pattern):
            raise ProfileError(f"the pattern {pattern[:60]!r} repeats too much")
        try:
            self._pattern = regex.compile(pattern)
        except (regex.error, RecursionError, OverflowError) as error:
            raise ProfileError(f"the pattern {pattern!r} cannot be read: {error}") from error

    def begin(self) -> None:
        """A new round of searches begins, with all the time that one has."""
        self._left = PATIENCE_IN_ALL

    def found(self, text: str) -> bool:
        """Whether the pattern matches anywhere in the text, be it an empty match."""
        if self.too_slow:
            return False
        began = perf_counter()
        try:
            return self._pattern.search(text, timeout=min(PATIENCE, self._left)) is not None
        except TimeoutError:
            self.too_slow = True
            return False
        finally:
            self._spent(perf_counter() - began)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """The matches that are not empty, ascending, in code points."""
        if self.too_slow:
            return
        began = perf_counter()
        try:
            for match in self._pattern.finditer(text, timeout=min(PATIENCE, self._left)):
                if match.start() < match.end():
                    yield match.span()
        except TimeoutError:
            self.too_slow = True
        finally:
            self._spent(perf_counter() - began)

    def _spent(self, seconds: float) -> None:
        if seconds > _SLOW:
            self._left -= seconds
        if self._left <= 0:
            self.too_slow = True
