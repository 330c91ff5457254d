"""Looking for session files in folders: by the ends of names first, by content when they are opened."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from ctxlab.formats.beside import belonging

#: What the names of session files end in, in any case.
ENDINGS = (
    *(".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".eval", ".traj", ".af"),
    *(".sqlite", ".sqlite3", ".db"),
)

#: What a program calls its sessions: Markdown is looked at under no other name, nor hidden files.
_NAMED = frozenset({".aider.chat.history.md"})

#: No more files than this, and no more bytes, are taken from one folder.
MOST_FILES = 2_000
MOST_BYTES = 1_000_000_000

#: Folders of programs, in which nobody keeps sessions.
_PASSED_OVER = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})
#: What stands beside sessions: marks, models' summaries, and what Claude Code notes of its sub-agents.
_BESIDE = (".marks.json", ".summaries.jsonl", ".meta.json")


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """What may be sessions in a folder, in the order of paths; `left_out` files are beyond the bounds.

    `passed_over` are those that the ends of their names show to be none; what stands beside sessions and
    hidden files are not among them.
    """

    files: tuple[Path, ...]
    left_out: int = 0
    passed_over: tuple[Path, ...] = ()


def session_files_in(
    folder: Path, *, most_files: int = MOST_FILES, most_bytes: int = MOST_BYTES
) -> FolderFiles:
    """The files in a folder and those below it that may be sessions.

    Files of marks and of summaries, hidden files and folders, and those of package managers are passed over,
    and links to folders not followed; so are files that belong to another one of them, with which they are
    read. What cannot be looked into is as if it were not there.
    """
    found: list[Path] = []
    passed_over: list[Path] = []
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[:1] != "." and name not in _PASSED_OVER)
        for name in sorted(names):
            if _may_be_session(name):
                found.append(Path(root, name))
            elif not _is_beside(name):
                passed_over.append(Path(root, name))
    joined = belonging(found)
    files: list[Path] = []
    size = left_out = 0
    for path in found:
        if path in joined:
            continue
        bytes_ = _size(path)
        if len(files) >= most_files or size + bytes_ > most_bytes:
            left_out += 1
            continue
        size += bytes_
        files.append(path)
    return FolderFiles(tuple(files), left_out, tuple(passed_over))


def _may_be_session(name: str) -> bool:
    lower = name.lower()
    if lower in _NAMED:
        return True
    return lower.endswith(ENDINGS) and not _is_beside(lower)


def _is_beside(name: str) -> bool:
    """Whether a file is hidden, or one that a program keeps beside its sessions."""
    return name.startswith(".") or name.lower().endswith(_BESIDE)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
