"""Asking a model for constraints: what would be sent where, the wait, and what it found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ctxlab.gui.models.text_rows import TextRow
from ctxlab.gui.text import clauses, one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.ask_dialog import AskDialog
from ctxlab.gui.views.buttons import push_button


class ModelDialog(AskDialog):
    """Shows the constraints that a model found; `mark_requested` asks to take them over."""

    mark_requested = Signal()

    def __init__(self, look: Look, usual: str, parent: QWidget | None = None) -> None:
        super().__init__("modelDialog", "", look, usual, parent)
        self.setWindowTitle(self.tr("Ask a model for constraints"))
        self._found = 0
        self.mark = push_button("markFound", "", self.mark_requested.emit)
        self.mark.setProperty("role", "primary")
        self.buttons.addWidget(self.mark)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Nothing was asked yet."""
        self._found = 0
        self.list.show_rows(())
        self.list.set_placeholder(
            self.tr(
                "A model looks for constraints that the rules did not find. What users, system prompts, "
                "notes and rules files say is sent there once you press Ask."
            )
        )
        self.tell("")
        self.allow(ask=False)

    def show_found(self, rows: Sequence[TextRow], known: int, doubted: int, failed: Sequence[str]) -> None:
        """Show what was not known before; say how much was, what was not believed, and which calls failed."""
        self.end_waiting()
        self._found = len(rows)
        self.list.show_rows(rows)
        self.list.set_placeholder(self.tr("The model found nothing that was not known."))
        said = [self.tr("{0} known already").format(known)] if known else []
        if doubted:
            said.append(self.tr("{0} not taken, as nobody said it").format(doubted))
        said += [self.tr("a call failed: {0}").format(one_line(one, 200)) for one in failed]
        self.tell(clauses(said), "\n".join(failed))
        self.allow(ask=True)

    def show_failed(self, text: str) -> None:
        """It came to nothing; an empty text says that the person stopped it."""
        self.end_waiting()
        self.tell(one_line(text, 300) or self.tr("Stopped; nothing was taken."), text)
        self.list.set_placeholder("")
        self.allow(ask=True)

    def allow(self, *, ask: bool, waiting: bool = False) -> None:
        """What was found can be marked in place of another question."""
        super().allow(ask=ask, waiting=waiting)
        self.mark.setVisible(self._found > 0)
        one = self._found == 1
        words = self.tr("Mark 1 constraint") if one else self.tr("Mark {0} constraints").format(self._found)
        self.mark.setText(words)
        if self._found:
            self.ask.hide()
            self.mark.setDefault(True)
