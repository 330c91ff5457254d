"""The open sessions as lines, under the folder or file that holds several, with a verdict each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Qt

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import listed, one_line, tooltip

_FOLDER = "folder:"
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class SessionVerdict:
    """How many must-keeps a session loses, of how many judged; `problem` is what kept it from being run."""

    lost: int = 0
    judged: int = 0
    problem: str = ""


#: The verdict on a session of which nothing is asked.
UNJUDGED = SessionVerdict()


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """An open session: what it is called, where its file is, its format for people, whether it has edits.

    `folder` is the path of the folder that was opened with it in it, or of a file that holds others, too;
    or empty.
    """

    key: str
    name: str
    path: str
    folder: str = ""
    format: str = ""
    edited: bool = False


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A line to paint. `count` is the number of sessions of a folder, 0 on a session's own line.

    `verdict` is None while it is judged. `indent` says that the line stands under a folder.
    """

    name: str
    verdict: SessionVerdict | None = None
    format: str = ""
    edited: bool = False
    active: bool = False
    indent: bool = False
    count: int = 0
    open: bool = True
    lost: int = 0


class SessionRowsModel(KeyedTableModel):
    """Sessions in the order given, those of a folder under it; patched by key when anything changes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(1, parent)
        self._entries: dict[str, SessionEntry] = {}
        self._verdicts: dict[str, SessionVerdict | None] = {}
        self._names: dict[str, str] = {}
        self._shown: dict[str, list[str]] = {}
        self._folded: set[str] = set()
        self._active = ""
        self._wanted: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """How many sessions are open, shown or not."""
        return len(self._entries)

    @property
    def active(self) -> str:
        """The key of the session that is looked at, or an empty text."""
        return self._active

    def set_entries(self, entries: Sequence[SessionEntry]) -> None:
        """Show these sessions; keys are unique, verdicts of those that stay are kept."""
        old, self._entries = self._entries, {entry.key: entry for entry in entries}
        self._verdicts = {key: self._verdicts.get(key) for key in self._entries}
        names, self._names = self._names, _names(entries)
        self._arrange()
        self._touch(
            key
            for key, entry in self._entries.items()
            if key in old and (old[key] != entry or names[key] != self._names[key])
        )

    def set_verdict(self, key: str, verdict: SessionVerdict | None) -> None:
        """Show another verdict, None while it is judged."""
        if key in self._verdicts and self._verdicts[key] != verdict:
            self._verdicts[key] = verdict
            self._touch([key, _FOLDER + self._entries[key].folder])

    def set_edited(self, key: str, edited: bool) -> None:
        """Show whether a session has edits that are not saved."""
        entry = self._entries.get(key)
        if entry is not None and entry.edited != edited:
            self._entries[key] = replace(entry, edited=edited)
            self._touch([key])

    def set_active(self, key: str) -> None:
        """Show which session is looked at; an empty key for none."""
        if key != self._active:
            old, self._active = self._active, key
            self._touch([old, key])

    def set_filter(self, text: str) -> None:
        """Show the sessions whose name, path or format has all the words in it, in any case."""
        wanted = tuple(text.casefold().split())
        if wanted != self._wanted:
            self._wanted = wanted
            self._arrange()

    def fold(self, key: str, folded: bool | None = None) -> None:
        """Fold a folder's sessions away or show them; None turns it round."""
        folder = key.removeprefix(_FOLDER)
        if key == folder or folded == (folder in self._folded):
            return
        self._folded ^= {folder}
        self._arrange()
        self._touch([key])

    def entry(self, key: str) -> SessionEntry | None:
        """The session of that key; None for a folder."""
        return self._entries.get(key)

    def line(self, row: int) -> SessionLine | None:
        """What a row shows; None beyond the rows."""
        key = self.key(row)
        entry = self._entries.get(key)
        if entry is not None:
            return SessionLine(
                self._names[key],
                self._verdicts[key],
                entry.format,
                entry.edited,
                key == self._active,
                indent=bool(entry.folder),
            )
        if not key:
            return None
        folder = key.removeprefix(_FOLDER)
        members = self._shown.get(folder, [])
        known = [self._verdicts.get(one) for one in members]
        return SessionLine(
            _base(folder),
            count=len(members),
            open=folder not in self._folded or bool(self._wanted),
            lost=sum(verdict is not None and verdict.lost > 0 for verdict in known),
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line for painters; name, tooltip and accessible text."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        key = self.key(index.row())
        if role == Role.CELL:
            return line
        if role == Role.KEY:
            return key
        if role == Qt.ItemDataRole.DisplayRole:
            return line.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(line)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._told(key, line))
        return None

    def words(self, verdict: SessionVerdict | None) -> str:
        """A verdict in words."""
        if verdict is None:
            return self.tr("being judged")
        if verdict.problem:
            return self.tr("cannot be run: {0}").format(verdict.problem)
        if verdict.lost:
            return self.tr("{0} of {1} must-keeps lost").format(verdict.lost, verdict.judged)
        if verdict.judged:
            return self.tr("all {0} must-keeps kept").format(verdict.judged)
        return self.tr("no must-keep to judge by")

    def _spoken(self, line: SessionLine) -> str:
        if line.count:
            state = self.tr("open") if line.open else self.tr("folded")
            return self.tr("{0}, {1} sessions, {2}").format(line.name, line.count, state)
        parts = [line.name, self.words(line.verdict), line.format]
        if line.edited:
            parts.append(self.tr("edited"))
        if line.active:
            parts.append(self.tr("shown"))
        return listed(part for part in parts if part)

    def _told(self, key: str, line: SessionLine) -> str:
        entry = self._entries.get(key)
        if entry is None:
            return key.removeprefix(_FOLDER)
        edited = self.tr("edited, not saved") if entry.edited else ""
        told = [entry.name, self.words(line.verdict), entry.format, edited, entry.path]
        return "\n".join(part for part in told if part)

    def _arrange(self) -> None:
        """The keys of all lines: each folder before its sessions, at the place of the first of them."""
        groups: dict[str, list[str]] = {}
        for key, entry in self._entries.items():
            if self._passes(entry):
                # a session opened by itself is a group of its own
                groups.setdefault(_FOLDER + entry.folder if entry.folder else key, []).append(key)
        heads = {head: group for head, group in groups.items() if head not in self._entries}
        self._shown = {head.removeprefix(_FOLDER): group for head, group in heads.items()}
        keys: list[str] = []
        for head, group in groups.items():
            keys.append(head)
            if head in heads and (self._wanted or head.removeprefix(_FOLDER) not in self._folded):
                keys += group
        self.patch_keys(keys)
        self._touch(heads)

    def _passes(self, entry: SessionEntry) -> bool:
        if not self._wanted:
            return True
        # of the path only what the folder that was opened does not share; of several in a file its name
        place = (entry.path.removeprefix(entry.folder) or _base(entry.path)) if entry.folder else ""
        text = f"{entry.name} {place} {entry.format}".casefold()
        return all(word in text for word in self._wanted)

    def _touch(self, keys: Iterable[str]) -> None:
        self.touch(sorted(row for row in map(self.row_of, keys) if row >= 0))


def _names(entries: Sequence[SessionEntry]) -> dict[str, str]:
    """What each session is called: its name, with its file's folder before it where others have the same."""
    found = Counter(entry.name for entry in entries)
    return {
        entry.key: one_line(
            entry.name if found[entry.name] == 1 else f"{_base(_parent(entry.path))}/{entry.name}", _LONGEST
        )
        for entry in entries
    }


def _parent(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[0]


def _base(path: str) -> str:
    """The last name of a path, of either kind."""
    return one_line(path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path, _LONGEST)
