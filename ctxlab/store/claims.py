"""Who has a file open: each window says what it works on, so that two windows on one file can tell.

Each window adds lines to a file of its own in a folder of ctxlab's, never beside the user's files. What a
dead process left is taken away by whoever comes upon it.
"""

from __future__ import annotations

import hashlib
import os
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from ctxlab.paths import data_dir
from ctxlab.store.held_file import HeldFile

_SUFFIX = ".held"


@dataclass(frozen=True, slots=True, order=True)
class Owner:
    """Another window that has a file open, and since when (seconds since 1970)."""

    since: float


class Claims:
    """The files that one window has open. Claims are counted: the last release of a file gives it up."""

    def __init__(self, root: Path | None = None) -> None:
        """Names the folder, by default one in the data folder; it is made with the first claim."""
        self._root = root or data_dir() / "open"
        self._token = uuid.uuid4().hex
        self._held: HeldFile | None = None
        self._counts: dict[str, int] = {}
        self._paths: dict[Path, str] = {}

    def claim(self, path: Path) -> Owner | None:
        """Says that this window has a file open, and tells who has it open too, the first of several.

        Two windows that claim at the same time may both hear of each other; never does neither.

        Raises:
            OSError: The claim cannot be written; nothing is claimed.
        """
        key = _key(path)
        if key not in self._counts:
            if self._held is None:
                self._held = HeldFile.create(
                    self._root / f"{self._token}{_SUFFIX}", f"{os.getpid()}\n".encode()
                )
            self._held.append(f"+{key} {time.time()}\n".encode())
        self._counts[key] = self._counts.get(key, 0) + 1
        self._paths[path] = key
        return next(iter(self.others(path)), None)

    def others(self, path: Path) -> tuple[Owner, ...]:
        """The other windows that have a file open now, the longest first."""
        key = _key(path)
        return tuple(sorted(claims[key] for claims in self._windows() if key in claims))

    def shared(self) -> dict[Path, Owner]:
        """The files of this window that another one has open too, and the one that has it the longest."""
        windows = self._windows()
        found: dict[Path, Owner] = {}
        for path, key in self._paths.items():
            owners = [claims[key] for claims in windows if key in claims]
            if owners:
                found[path] = min(owners)
        return found

    def _windows(self) -> list[dict[str, Owner]]:
        """What each other window claims, by key; what dead ones left is taken away."""
        found: list[dict[str, Owner]] = []
        for file in self._root.glob(f"*{_SUFFIX}"):
            if self._held is not None and file == self._held.path:
                continue
            dead = HeldFile.adopt(file)
            if dead is not None:
                dead.release(remove=True)
            else:
                found.append(_claims_in(file))
        return found

    def release(self, path: Path) -> None:
        """Takes one claim of a file back.

        Raises:
            OSError: That cannot be written; others go on to see the claim while this window is open.
        """
        key = _key(path)
        left = self._counts.get(key, 0) - 1
        if left > 0:
            self._counts[key] = left
            return
        self._paths = {one: of for one, of in self._paths.items() if of != key}
        if self._counts.pop(key, None) is not None and self._held is not None:
            self._held.append(f"-{key}\n".encode())

    def close(self) -> None:
        """Takes all claims back."""
        if self._held is not None:
            self._held.release(remove=True)
            self._held = None
        self._counts.clear()
        self._paths.clear()


def _key(path: Path) -> str:
    """One name for a file, however it is reached: links are followed."""
    place = os.path.normcase(os.path.realpath(path))
    return hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _claims_in(file: Path) -> dict[str, Owner]:
    """What a window's file claims, by key; a line that is being written does not count yet."""
    found: dict[str, Owner] = {}
    try:
        lines = file.read_text("ascii", "replace").split("\n")[:-1]
    except OSError:
        return found
    # the first line is the process, for a person who looks into the folder
    for line in lines[1:]:
        key, _, since = line[1:].partition(" ")
        if line.startswith("+"):
            found[key] = Owner(_number(since))
        else:
            found.pop(key, None)
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
