"""What the command palette offers: entries, how a query is matched to their titles, and the list's lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QObject, Qt

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import listed, one_line, tooltip

#: Lines shown at most: who looks for more types more.
MOST = 60
#: Characters of a title that are matched and shown.
LONGEST = 160

_STARTS = 100
_INSIDE = 60
_SPREAD = 40
_FOUND = 45
_RECENT = 12
_DISABLED = 25


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """Something that can be done or gone to.

    Attributes:
        title: What it is called; the query is matched to this.
        run: Does it.
        note: What else is to be said, such as why it cannot be done now.
        key: Its shortcut as this system writes it.
        enabled: Whether it can be done now.
        group: What sort of thing it is, in a word.
        found: Whether the source has matched it to the query itself, by more than its title.
    """

    title: str
    run: Callable[[], object]
    note: str = ""
    key: str = ""
    enabled: bool = True
    group: str = ""
    found: bool = False

    @property
    def name(self) -> str:
        """What it is remembered by."""
        return f"{self.group}\n{self.title}"


#: Gives the entries for a query; an empty query asks for what is worth listing unasked.
Source = Callable[[str], Iterable[PaletteEntry]]


@dataclass(frozen=True, slots=True)
class PaletteRow:
    """A line: its entry, the title as it is shown, and which letters of it the query matches."""

    entry: PaletteEntry
    title: str
    letters: tuple[int, ...] = ()


def rank(entries: Iterable[PaletteEntry], query: str, recent: Sequence[str] = ()) -> list[PaletteRow]:
    """The entries that a query means, the best first; without one those used lately, then all in their order.

    Args:
        entries: All that the sources gave.
        query: Words, each of which a title must hold, at least as letters in their order.
        recent: Names of entries used before, the latest first.
    """
    words = _lower(query).split()
    lately = {name: at for at, name in enumerate(recent)}
    ranked: list[tuple[float, int, PaletteRow]] = []
    for at, entry in enumerate(entries):
        title = one_line(entry.title, LONGEST)
        used = lately.get(entry.name)
        if not words:
            ranked.append((0 if used is None else used - len(recent), at, PaletteRow(entry, title)))
            continue
        # what a source has found keeps the order in which it was found
        found = (_FOUND, _pieces(words, title)) if entry.found else match(words, title)
        if found is None:
            continue
        score, letters = found
        score += (_RECENT if used is not None else 0) - (0 if entry.enabled else _DISABLED)
        ranked.append((-score, at, PaletteRow(entry, title, letters)))
    ranked.sort(key=lambda one: one[:2])
    return [row for _, _, row in ranked[:MOST]]


def match(words: Sequence[str], title: str) -> tuple[float, tuple[int, ...]] | None:
    """How well lower-case words match a title, and which of its letters they are; None if they do not.

    A word that begins one of the title's is best, then one inside it, then letters spread over it in order.
    """
    low = _lower(title)
    score = 0.0
    letters: set[int] = set()
    for word in words:
        found = _match_word(word, low)
        if found is None:
            return None
        score += found[0]
        letters.update(found[1])
    exact = 30 if low.startswith(" ".join(words)) else 0
    return score / len(words) + exact - len(title) / 20, tuple(sorted(letters))


def _match_word(word: str, low: str) -> tuple[float, range | list[int]] | None:
    at = first = low.find(word)
    while at >= 0:
        if _begins(low, at):
            return _STARTS - at / 10, range(at, at + len(word))
        at = low.find(word, at + 1)
    if first >= 0:
        return _INSIDE - first / 10, range(first, first + len(word))
    if len(word) < 2:
        return None
    spread = _spread(word, low, at_starts=True) or _spread(word, low, at_starts=False)
    if spread is None:
        return None
    breaks = sum(second - one > 1 for one, second in pairwise(spread))
    return _SPREAD - 8 * breaks, spread


def _spread(word: str, low: str, *, at_starts: bool) -> list[int] | None:
    """Places of a word's letters in order; each follows the last or, if so asked, begins a word."""
    places: list[int] = []
    at = 0
    for letter in word:
        at = low.find(letter, at)
        while at_starts and at >= 0 and not (_begins(low, at) or (places and at == places[-1] + 1)):
            at = low.find(letter, at + 1)
        if at < 0:
            return None
        places.append(at)
        at += 1
    return places


def _begins(low: str, at: int) -> bool:
    return at == 0 or not low[at - 1].isalnum() or (low[at - 1].isascii() != low[at].isascii())


def _pieces(words: Sequence[str], title: str) -> tuple[int, ...]:
    """The letters of the title that those words are, as far as they are there."""
    low = _lower(title)
    places: set[int] = set()
    for word in words:
        at = low.find(word)
        places.update(range(at, at + len(word)) if at >= 0 else _spread(word, low, at_starts=False) or ())
    return tuple(sorted(places))


def _lower(text: str) -> str:
    """The text in lower case, letter by letter, so that places stay what they are."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(one if len(one := letter.lower()) == 1 else letter for letter in text)


class PaletteModel(KeyedTableModel):
    """The lines that the palette shows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(1, parent)
        self._lines: dict[str, PaletteRow] = {}

    def set_rows(self, rows: Sequence[PaletteRow]) -> None:
        """Show these lines in this order."""
        fresh: dict[str, PaletteRow] = {}
        for row in rows:
            key, number = row.entry.name, 1
            while key in fresh:
                number += 1
                key = f"{row.entry.name}\n{number}"
            fresh[key] = row
        old, self._lines = self._lines, fresh
        self.patch_keys(list(fresh))
        self.touch([at for at, (key, row) in enumerate(fresh.items()) if key in old and old[key] != row])

    def line(self, row: int) -> PaletteRow | None:
        """The line at a row; None beyond the lines."""
        return self._lines.get(self.key(row))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line for painters; title, tooltip and accessible text."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        entry = line.entry
        if role == Role.CELL:
            return line
        if role == Role.KEY:
            return entry.name
        if role == Qt.ItemDataRole.DisplayRole:
            return line.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return listed(part for part in (line.title, entry.note, entry.group, entry.key) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{entry.title}\n{entry.note}".strip(), 400)
        return None
