"""The program started anew on what this window shows: what takes hold with a start takes one click."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from PySide6.QtCore import QProcess

from ctxlab.gui.workspace import Workspace


def arguments(workspace: Workspace) -> list[str]:
    """The command line that opens the same session files, the one looked at first, as it is looked at.

    Its profile is given where it is a file or a built-in one, and its request. Without sessions it is the
    bare program.
    """
    command = [sys.executable, "-m", "ctxlab"]
    active = workspace.active
    if active is None:
        return command
    documents = (active, *workspace.documents)
    files = dict.fromkeys(str(workspace.file(document).absolute()) for document in documents)
    profile = active.profile_source
    stated = ["--profile", profile] if profile else []
    return [*command, *files, *stated, "--request", str(active.snapshot.request.index)]


def start(command: Sequence[str]) -> bool:
    """Starts a command line that goes on when this process ends; whether it could be started."""
    program, *words = command
    started, _process = QProcess.startDetached(program, words)
    return bool(started)
