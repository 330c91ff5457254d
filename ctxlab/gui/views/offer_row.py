"""Steps that can be taken next, a button each in a row that goes on in the next line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ctxlab.gui.models.solve_offers import SolveOffer
from ctxlab.gui.text import tooltip
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.flow import Flow
from ctxlab.gui.views.labels import plain_label


class OfferRow(QWidget):
    """Out of sight without any step. `taken` gives the step of the button that was pressed."""

    taken = Signal(object)

    def __init__(self, name: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(words)
        self._offers: tuple[SolveOffer, ...] = ()
        self._row = Flow(8)
        self.setLayout(self._row)
        self._row.addWidget(plain_label(words, "muted"))

    @property
    def offers(self) -> tuple[SolveOffer, ...]:
        """The steps that are shown."""
        return self._offers

    def show_offers(self, offers: Sequence[SolveOffer]) -> None:
        """Show these steps in place of others."""
        self._offers = tuple(offers)
        while self._row.count() > 1:
            item = self._row.takeAt(1)
            button = item.widget() if item is not None else None
            if button is not None:
                button.hide()
                button.deleteLater()
        for offer in offers:
            self._row.addWidget(self._button(offer))
        self.setVisible(bool(offers))

    def _button(self, offer: SolveOffer) -> QWidget:
        button = push_button(f"offer-{offer.act}", offer.words, lambda: self.taken.emit(offer))
        button.setToolTip(tooltip(offer.told))
        button.setAccessibleDescription(offer.told)
        return button
