"""Files that belong to a session and stand beside its own: of sub-agents, and of single events.

A Claude Code session has its sub-agents' files. Of an OpenHands conversation each event has a file of its
own, and the session's own file is that of the state, or of the first event where there is none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from pathlib import Path

from ctxlab.errors import FormatError, Where
from ctxlab.formats.archive import MAX_UNPACKED
from ctxlab.formats.claude_code.side_files import folder_of, is_side_name, session_in, side_names
from ctxlab.formats.openhands.events import is_event
from ctxlab.formats.openhands.folder import STATE_FILE, conversations
from ctxlab.formats.protocol import Archive
from ctxlab.formats.values import ParseError, parse

#: So many files of sub-agents are joined to one session, and so many bytes; those beyond stand by themselves.
MOST_SIDE_FILES = 1_000
MOST_SIDE_BYTES = 300_000_000

#: So much is read of a file to see what it is.
_HEAD = 1 << 18
_MOST_OF_EVENT = 1 << 24
_EVENTS = "events"


class FolderBeside:
    """The files that belong to a session's file in a folder; looked for when they are asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._base = path.parent
        self._prefix = ""
        if path.name == STATE_FILE or path.parent.name == _EVENTS:
            self._base = path.parent if path.name == STATE_FILE else path.parent.parent
            self._prefix = f"{self._base.absolute().name}/"

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Where they are, in the order in which they are to be read; without the file itself."""
        if self._prefix:
            return tuple(self._events())
        return tuple(_bounded(self._sides))

    @property
    def left_out(self) -> int:
        """How many files of sub-agents are beyond the bounds."""
        return 0 if self._prefix else len(self._sides) - len(self.paths)

    @cached_property
    def _sides(self) -> list[Path]:
        return _sub_agents(self._path)

    @property
    def names(self) -> tuple[str, ...]:
        """Their paths from the folder of the session; of a conversation's, that folder's name included."""
        return tuple(self._named(path) for path in self.paths)

    @property
    def own(self) -> str:
        """The session's own file, named in the same way."""
        return self._named(self._path)

    def read(self, name: str) -> bytes:
        """The bytes of one of them, or of a file that it has beside it."""
        try:
            path = self._base / name.removeprefix(self._prefix)
            if path.stat().st_size > MAX_UNPACKED:
                raise FormatError("it is too large", where=Where(name))
            return path.read_bytes()
        except OSError as error:
            raise FormatError(f"it cannot be read: {error.strerror}", where=Where(name)) from error

    def _named(self, path: Path) -> str:
        return self._prefix + path.relative_to(self._base).as_posix()

    def _events(self) -> Iterator[Path]:
        """The events of the conversation, if this is the file to open it by."""
        own = self._path.relative_to(self._base).as_posix()
        opened, events = _conversation(str(self._base), _changed(self._base / _EVENTS))
        if own == opened:
            yield from (self._base / name for name in events if name != own)


class MemberBeside:
    """The same of a file inside a ZIP file: those of a Claude Code session's sub-agents."""

    def __init__(self, archive: Archive, own: str, session_of: Callable[[str], str]) -> None:
        self._archive = archive
        self.own = own
        found = side_names(own, archive.names, session_of)
        self.names = tuple(found[:MOST_SIDE_FILES])
        self.left_out = len(found) - len(self.names)

    def read(self, name: str) -> bytes:
        """The unpacked bytes of a member."""
        return self._archive.read(name)


def members_beside(archive: Archive) -> dict[str, MemberBeside]:
    """The files inside a ZIP file that have others which belong to them, by their names."""
    if not any(map(is_side_name, archive.names)):
        return {}

    @cache
    def session_of(name: str) -> str:
        try:
            return session_in(archive.read(name)[:_HEAD])
        except FormatError:
            return ""

    found = {own: MemberBeside(archive, own, session_of) for own in archive.names if folder_of(own)}
    return {own: one for own, one in found.items() if one.names}


def opened_by(folder: Path) -> Path | None:
    """The file to open by what a folder holds, where that is one conversation; else None."""
    name, _ = _conversation(str(folder), _changed(folder / _EVENTS))
    return folder / name if name else None


def belonging(paths: Iterable[Path]) -> set[Path]:
    """Of the files of folders those that belong to another one of them, with which they are read."""
    known = set(paths)
    return {one for path in known if _may_have(path) for one in FolderBeside(path).paths} & known


def _may_have(path: Path) -> bool:
    name = path.name
    return name.endswith(".jsonl") or name == STATE_FILE or path.parent.name == _EVENTS


def _sub_agents(path: Path) -> list[Path]:
    """The files of a session's sub-agents: in its own folder, and beside it those that name it."""
    inside = folder_of(path.name)
    if not inside:
        return []
    base = path.parent
    found = [os.path.relpath(one, base).replace(os.sep, "/") for one in _walked(base / inside)]
    states = _states(str(base), _changed(base))
    return [base / name for name in side_names(path.name, [*found, *states], _session_of(base, states))]


def _session_of(base: Path, states: dict[str, str]) -> Callable[[str], str]:
    return lambda name: states[name] if name in states else _stated(base / name)


@lru_cache(maxsize=8)
def _conversation(folder: str, changed: int) -> tuple[str, tuple[str, ...]]:
    """The file to open the conversation in a folder by, and its events; `changed` as in `_states`."""
    del changed
    base = Path(folder)
    events = conversations(f"{_EVENTS}/{name}" for name in _listed(base / _EVENTS)).get("", [])
    if not events or not _is_event_file(base / events[0]):
        return "", ()
    return (STATE_FILE if (base / STATE_FILE).is_file() else events[0]), tuple(events)


def _walked(folder: Path) -> Iterator[str]:
    for root, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(root, name) for name in sorted(names) if is_side_name(name))


def _changed(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=8)
def _states(folder: str, changed: int) -> dict[str, str]:
    """The session that each sub-agent's file in a folder states; `changed` is when files came or went.

    A folder may hold hundreds of both, so none is looked into again for each session.
    """
    del changed
    return {name: _stated(Path(folder, name)) for name in _listed(Path(folder)) if is_side_name(name)}


def _stated(path: Path) -> str:
    return session_in(_head(path))


def _head(path: Path, most: int = _HEAD) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError:
        return b""


def _listed(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _is_event_file(path: Path) -> bool:
    try:
        return is_event(parse(_head(path, _MOST_OF_EVENT).decode("utf-8", "replace")))
    except ParseError:
        return False


def _bounded(paths: list[Path]) -> list[Path]:
    sizes = accumulate(path.stat().st_size if path.is_file() else 0 for path in paths)
    within = sum(1 for size in sizes if size <= MOST_SIDE_BYTES)
    return paths[: min(within, MOST_SIDE_FILES)]
