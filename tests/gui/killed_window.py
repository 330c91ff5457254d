"""A window that edits at random until it is killed, and says on standard output what it accepted.

Run as `killed_window.py SESSION PROFILE SEED` it writes a line before each state is taken, `try HASH`, and
once an edit is accepted, `done HASH`: whatever kills it, what is recovered has to be the last accepted state
or one that was tried after it.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from ctxlab.formats.marks_file import marks_to
from ctxlab.gui.document import Document
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile

ROWS = ("recent", "history", "tool_result", "retrieved_doc")


def state_hash(profile: Profile, marks: Marks) -> str:
    """A name for a state."""
    return hashlib.sha256(f"{profile.model_dump_json()}{marks_to(marks)}".encode()).hexdigest()[:16]


def say(word: str, profile: Profile, marks: Marks) -> None:
    """Writes a line that is out when this returns."""
    os.write(1, f"{word} {state_hash(profile, marks)}\n".encode())


class Editor:
    """Edits a document at random, as a person does: caps, pins, drags, undo, redo, now and then a save."""

    def __init__(self, document: Document, seed: int, save: Callable[[], object]) -> None:
        self._document = document
        self._random = random.Random(seed)
        self._save = save
        # the states along the undo stack
        self._states = {0: (document.profile, document.marks)}

    def edit(self) -> None:
        """Makes one edit and says that it is accepted."""
        document, chance = self._document, self._random.random()
        if chance < 0.45:
            self._set_cap()
        elif chance < 0.6:
            marks = replace(document.marks, pins=(f"i{self._random.randrange(1, 9)}",))
            say("try", document.profile, marks)
            document.change(document.profile, marks, "pin")
        elif chance < 0.75:
            self._step(-1, document.undo.undo)
        elif chance < 0.85:
            self._step(1, document.undo.redo)
        elif chance < 0.95:
            document.begin_gesture()
            for _ in range(self._random.randrange(2, 12)):
                self._set_cap()
            document.end_gesture()
        else:
            self._save()
        self._states[document.undo.index()] = (document.profile, document.marks)
        say("done", document.profile, document.marks)

    def _set_cap(self) -> None:
        key, cap = f"budget.{self._random.choice(ROWS)}.cap", self._random.randrange(1, 3000)
        say("try", self._document.profile.set(key, cap), self._document.marks)
        self._document.edit(key, cap, f"cap {cap}")

    def _step(self, by: int, step: Callable[[], None]) -> None:
        stack = self._document.undo
        if 0 <= stack.index() + by <= stack.count():
            say("try", *self._states[stack.index() + by])
            step()


def main(session: str, profile: str, seed: str) -> None:
    """Opens the window and edits until the end."""
    from gui.gui_helpers import PATIENCE_MS, make_window
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    app = QApplication(sys.argv[:1])
    window = make_window()
    timer = QTimer(window, interval=0)
    QTimer.singleShot(PATIENCE_MS, partial(os._exit, 3))

    def begin(document: Document | None) -> None:
        if document is not None:
            editor = Editor(document, int(seed), window.files.save)
            # the connection alone would not keep the editor
            timer.timeout.connect(lambda: editor.edit())
            say("done", document.profile, document.marks)
            timer.start()

    window.workspace.activated.connect(begin)
    window.show()
    window.open(session, profile)
    app.exec()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    main(*sys.argv[1:4])
