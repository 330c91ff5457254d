"""Cards side by side, each a figure in large letters with its title and notes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ctxlab.gui.models.monitor_cards import FigureCard
from ctxlab.gui.text import listed, tooltip
from ctxlab.gui.theme.style import Look, color, ui_font
from ctxlab.gui.views.labels import ElidedLabel, plain_label

#: The size of the figure (pixels).
_LARGE = 18
#: A card is no narrower than this (pixels).
_LEAST = 96
#: Lines of notes below the figure.
_NOTES = 2


class _Card(QFrame):
    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        # the row shares the room out, not the lengths of the texts
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(_LEAST)
        self._look = look
        self._bad = False
        self.title = ElidedLabel(look)
        self.figure = plain_label("")
        self.figure.setFont(ui_font(_LARGE, bold=True))
        self.figure.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.notes = tuple(ElidedLabel(look) for _ in range(_NOTES))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(9, 8, 9, 9)
        layout.setSpacing(2)
        layout.addWidget(self.title)
        layout.addWidget(self.figure)
        for note in self.notes:
            layout.addWidget(note)
        look.changed.connect(self._ink)

    def show_card(self, card: FigureCard) -> None:
        self.title.setText(card.title)
        self.figure.setText(card.figure)
        for label, note in zip_longest(self.notes, card.notes[:_NOTES], fillvalue=""):
            assert isinstance(label, ElidedLabel)
            label.setText(note)
        self.setToolTip(tooltip("\n".join((f"{card.title}: {card.figure}", *card.notes, card.told))))
        self._bad = card.bad
        self._ink()
        self.setAccessibleName(listed((f"{card.title}: {card.figure}", *card.notes)))
        self.setAccessibleDescription(card.told)

    def _ink(self) -> None:
        theme = self._look.theme
        ink = color(theme.failed.ink if self._bad else theme.text).name()
        self.figure.setStyleSheet(f"font-size: {_LARGE}px; font-weight: 600; color: {ink};")


class FigureCards(QWidget):
    """A row of cards; their number stays as it was first shown."""

    def __init__(
        self, name: str, words: str, shares: Sequence[int], look: Look, parent: QWidget | None = None
    ) -> None:
        """A card for each share of the width."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.cards = [_Card(look) for _ in shares]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for card, share in zip(self.cards, shares, strict=True):
            row.addWidget(card, share)

    def show_cards(self, cards: Sequence[FigureCard]) -> None:
        """Show the figures."""
        for view, card in zip(self.cards, cards, strict=True):
            view.show_card(card)

    def texts(self) -> list[tuple[str, str, str]]:
        """Title, figure and notes of each card."""
        return [
            (card.title.text(), card.figure.text(), "\n".join(note.text() for note in card.notes))
            for card in self.cards
        ]
