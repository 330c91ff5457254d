"""Regular expressions that are compiled when first asked for: most texts need few of them."""

from __future__ import annotations

import re


class Expression:
    """A regular expression that is compiled when first asked for.

    `begins` says that it asks for the beginning of what is said, by a look at what stands before.
    """

    __slots__ = ("_compiled", "_flags", "begins", "source")

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source = source
        self.begins = r"\x01" in source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        """The expression itself."""
        if self._compiled is None:
            self._compiled = re.compile(self.source, self._flags)
        return self._compiled

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        return self.compiled.search(text)
