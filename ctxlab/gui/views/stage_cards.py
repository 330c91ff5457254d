"""An item's way through the four stages, as cards side by side; the one that lost it stands out.

Stages that it never reached have no card: one line below names them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from ctxlab.gui.models.case_file import Card
from ctxlab.gui.models.item_story import Passage
from ctxlab.gui.text import listed, one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.pill import Pill
from ctxlab.model.decision import STAGES

#: Characters of a sentence that a card shows; the inspector has it whole.
LONGEST = 400

_SIDE = 12


class StageCard(QFrame):
    """One stage: its name, how the item came through, why, and what displaced it."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        # the row of cards shares the room out, not the lengths of their texts
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(104)
        self.name = plain_label("", "title")
        self.pill = Pill(look)
        self.sentence = _wrapped()
        self.displaced = _wrapped("muted")
        self.left = _wrapped("muted")
        self._head = QHBoxLayout()
        self._head.addWidget(self.name, 1)
        self._head.addWidget(self.pill)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_SIDE, 8, _SIDE, 10)
        layout.setSpacing(6)
        layout.addLayout(self._head)
        layout.addWidget(self.sentence)
        layout.addWidget(self.displaced)
        layout.addWidget(self.left)
        layout.addStretch(1)

    def cramped(self) -> bool:
        """Whether there is no room for name and pill side by side."""
        room = self.contentsRect().width() - 2 * _SIDE
        pill = self._head.spacing() + self.pill.sizeHint().width() if not self.pill.isHidden() else 0
        return self.name.sizeHint().width() + pill > room

    def stack(self, stacked: bool) -> None:
        """Put the pill below the name, or beside it."""
        ways = QBoxLayout.Direction
        self._head.setDirection(ways.TopToBottom if stacked else ways.LeftToRight)
        self._head.setAlignment(self.pill, Qt.AlignmentFlag.AlignLeft if stacked else Qt.AlignmentFlag(0))

    def show_card(self, card: Card) -> None:
        """Show a stage."""
        step = card.step
        self.name.setText(step.stage)
        self.pill.show_step(step)
        self.sentence.setText(one_line(step.sentence, LONGEST))
        self.displaced.setText(one_line(card.displaced, LONGEST))
        self.displaced.setVisible(bool(card.displaced))
        left = self.tr("Of the must-keep: {0}").format(card.left) if card.left else ""
        self.left.setText(left)
        self.left.setVisible(bool(left))
        _role(self, "failed-card" if card.failed_here else "card")
        told = (step.stage, step.pill, step.sentence, card.displaced, left)
        self.setAccessibleName(listed(part for part in told if part))


class StageCards(QWidget):
    """The four cards."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stageCards")
        self.setAccessibleName(self.tr("What became of it, stage by stage"))
        self.cards = [StageCard(look) for _ in STAGES]
        self.never = plain_label("", "muted")
        self._row = QHBoxLayout()
        self._row.setSpacing(10)
        for card in self.cards:
            self._row.addWidget(card)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(6)
        layout.addLayout(self._row)
        layout.addWidget(self.never)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The heads of all cards are alike: where one has no room, all are stacked."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._row.activate()
        stacked = any(card.cramped() for card in self.cards if not card.isHidden())
        for card in self.cards:
            card.stack(stacked)

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Show an item's way; without cards there is nothing to show."""
        self.setVisible(bool(cards))
        for at, (view, card) in enumerate(zip(self.cards, cards, strict=False)):
            view.show_card(card)
            view.setVisible(card.step.passage is not Passage.NEVER)
            # the one that says most gets the room of those that say least
            self._row.setStretch(at, 2 if card.failed_here else 1)
        never = [card.step for card in cards if card.step.passage is Passage.NEVER]
        self.never.setVisible(bool(never))
        if never:
            names = listed(step.stage for step in never)
            self.never.setText(self.tr("{0}: {1}").format(names, never[0].sentence))
        self._arrange()


def _wrapped(role: str = "") -> QLabel:
    label = plain_label("", role)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setMinimumWidth(60)
    return label


def _role(widget: QWidget, role: str) -> None:
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().polish(widget)
