"""Buttons of dialogs."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton


def push_button(name: str, words: str, act: object = None, *, role: str = "") -> QPushButton:
    """A button that Enter presses only while it has the focus; `act` is called when it is pressed.

    `role` is the style sheet's: primary, link.
    """
    made = QPushButton(words)
    made.setObjectName(name)
    made.setAutoDefault(False)
    if role:
        made.setProperty("role", role)
    if act is not None:
        made.clicked.connect(act)
    return made
