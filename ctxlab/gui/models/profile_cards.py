"""The profiles of the gallery: what each is, and by what it differs from the one in use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import listed, one_line, tooltip


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """A profile that can be used.

    Attributes:
        name: What it calls itself.
        path: Its file; empty for a built-in one, which goes by its name.
        description: Its own words about itself.
        differences: By what it differs from the profile in use, a line each.
        group: Where it comes from, in a word or two: built-in, recent, sample.
        current: Whether it is the one in use.
        problem: Why it cannot be used, or empty.
    """

    name: str
    path: str = ""
    description: str = ""
    differences: tuple[str, ...] = ()
    group: str = ""
    current: bool = False
    problem: str = ""

    @property
    def target(self) -> str:
        """What it is opened by: the file, or the name of a built-in one."""
        return self.path or self.name

    def holds(self, words: Sequence[str]) -> bool:
        """Whether all lower-case words stand in what the card says."""
        said = "\n".join((self.name, self.path, self.description, self.group, *self.differences)).lower()
        return all(word in said for word in words)


def difference_note(card: ProfileCard) -> str:
    """How much a profile differs from the one in use, in a few words."""
    if card.problem:
        return QCoreApplication.translate("ProfileCards", "cannot be read")
    if card.current:
        return QCoreApplication.translate("ProfileCards", "in use")
    count = len(card.differences)
    if not count:
        return QCoreApplication.translate("ProfileCards", "the same settings")
    if count == 1:
        return QCoreApplication.translate("ProfileCards", "1 difference")
    return QCoreApplication.translate("ProfileCards", "{0} differences").format(count)


class CardsModel(KeyedTableModel):
    """The cards that pass the search, in the order given."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(1, parent)
        self._cards: dict[str, ProfileCard] = {}

    def set_cards(self, cards: Sequence[ProfileCard]) -> None:
        """Show these; of two that are opened by the same name the first."""
        old = self._cards
        self._cards = {}
        for card in cards:
            self._cards.setdefault(card.target, card)
        self.patch_keys(list(self._cards))
        self.touch([at for at, (key, card) in enumerate(self._cards.items()) if old.get(key, card) != card])

    def card(self, row: int) -> ProfileCard | None:
        """The card at a row; None beyond the rows."""
        return self._cards.get(self.key(row))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The card for painters; name, tooltip and accessible text."""
        card = self.card(index.row()) if index.isValid() else None
        if card is None:
            return None
        if role == Role.CELL:
            return card
        if role == Role.KEY:
            return card.target
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(card.name, 80)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (
                one_line(card.name, 80),
                card.group,
                difference_note(card),
                one_line(card.description, 200),
            )
            return listed(part for part in parts if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip("\n".join(part for part in (card.path, card.description) if part), 600)
        return None
