"""Where the palette's entries come from: actions, named things, requests, items by their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence

from ctxlab.gui.models.palette_rows import PaletteEntry, Source
from ctxlab.gui.models.stage_cells import label
from ctxlab.gui.text import menu_words, one_line
from ctxlab.model.session import Session
from ctxlab.model.trace import Pool, Trace

translate = QCoreApplication.translate

#: Items offered for a query, and how much of each text is looked at (code points).
MOST_ITEMS = 8
LOOKED_AT = 400
#: Items whose beginnings are taken up with one query.
BATCH = 5_000

_NUMBER = re.compile(r"\d{1,6}")


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a name: a session, a file, a profile, a must-keep. `value` is what it is gone to by."""

    value: str
    title: str
    note: str = ""


def title(action: QAction) -> str:
    """What a menu calls an action, without the mark of its letter."""
    return menu_words(action.text())


def actions(
    listed: Callable[[], Iterable[QAction]],
    why_not: Callable[[QAction], str] = lambda _action: "",
    title_of: Callable[[QAction], str] = title,
) -> Source:
    """The actions of the window, with their keys; those that cannot be done now say why not."""

    def entries(_query: str) -> Iterator[PaletteEntry]:
        for action in listed():
            if action.isSeparator() or not action.isVisible() or not action.text():
                continue
            enabled = action.isEnabled()
            key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            on = translate("Palette", "on") if action.isCheckable() and action.isChecked() else ""
            note = on if enabled else why_not(action)
            yield PaletteEntry(
                title_of(action), action.trigger, note, key, enabled, translate("Palette", "command")
            )

    return entries


def named(group: str, listed: Callable[[], Iterable[Named]], run: Callable[[str], object]) -> Source:
    """Things with names, of one group; `run` is given the value of the one that was chosen."""

    def entries(_query: str) -> Iterator[PaletteEntry]:
        for one in listed():
            yield PaletteEntry(one.title, partial(run, one.value), one.note, group=group)

    return entries


def requests(
    session_of: Callable[[], Session | None],
    look_at: Callable[[int], object],
    look_at_turn: Callable[[int], object],
) -> Source:
    """The request and the turn of a number that the query names; a number beyond the last one says so."""

    def entries(query: str) -> Iterator[PaletteEntry]:
        session = session_of()
        typed = _NUMBER.search(query)
        if session is None or typed is None:
            return
        number = int(typed.group())
        chain = session.chain()
        indexes = {one.index for one in chain}
        turns = {one.turn for one in chain}
        for words, there, last, go in (
            (
                translate("Palette", "request {0}"),
                indexes,
                translate("Palette", "the last request is {0}"),
                look_at,
            ),
            (
                translate("Palette", "turn {0}"),
                turns,
                translate("Palette", "the last turn is {0}"),
                look_at_turn,
            ),
        ):
            known = number in there
            note = "" if known or not there else last.format(max(there))
            group = translate("Palette", "go to")
            yield PaletteEntry(words.format(number), partial(go, number), note, "", known, group)

    return entries


class ItemSearch:
    """Finds items by words of their beginnings, names and ids; the first few, in the session's order.

    The beginnings are put in lower case once for a pool of items, `BATCH` more of them with each query, the
    empty one too: so the first query after another session was opened takes no longer than a key press may.
    """

    def __init__(self, trace_of: Callable[[], Trace | None], go: Callable[[str], object]) -> None:
        self._trace_of = trace_of
        self._go = go
        self._pool: Pool | None = None
        self._beginnings: list[str] = []

    def __call__(self, query: str) -> Iterator[PaletteEntry]:
        """The items that hold all words of the query."""
        trace = self._trace_of()
        if trace is None:
            return
        known = self._known(trace.pool)
        words = query.lower().split()
        # one letter says nothing, one Chinese character may say all
        if not words or (len(query.strip()) < 2 and query.isascii()):
            return
        first, *others = words
        holders = (at for at, beginning in enumerate(known) if first in beginning)
        found = (at for at in holders if all(word in known[at] for word in others))
        for position in islice(found, MOST_ITEMS):
            yield self._entry(trace, position, words)

    def _known(self, pool: Pool) -> list[str]:
        if pool is not self._pool:
            self._pool = pool
            self._beginnings = []
        at = len(self._beginnings)
        self._beginnings += [
            f"{item.id} {item.name} {item.text[:LOOKED_AT]}".lower() for item in pool.items[at : at + BATCH]
        ]
        return self._beginnings

    def _entry(self, trace: Trace, position: int, words: list[str]) -> PaletteEntry:
        item = trace.item(position)
        text = item.text[:LOOKED_AT]
        low = text.lower()
        at = next((place for word in words if (place := low.find(word)) >= 0), 0)
        shown = ("…" if at > 30 else "") + one_line(text[max(0, at - 20) if at > 30 else 0 :], 90)
        words_of = f"{one_line(label(trace, position), 40)}  {shown}"
        return PaletteEntry(
            words_of, partial(self._go, item.id), item.id, group=translate("Palette", "item"), found=True
        )
