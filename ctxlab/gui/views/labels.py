"""Labels that never interpret what they show."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


def plain_label(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """A label of plain text; `role` is the style sheet's: title, muted, refused."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    if role:
        label.setProperty("role", role)
    return label
