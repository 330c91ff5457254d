"""Asking a model for summaries: for which requests, what would be sent where, the wait, and what came."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ctxlab.gui.models.text_rows import TextRow
from ctxlab.gui.text import clauses, one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.ask_dialog import AskDialog
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import plain_label


class SummaryDialog(AskDialog):
    """Shows the summaries that came; `scope_changed` tells that other requests are meant (`every`)."""

    scope_changed = Signal()

    def __init__(self, look: Look, usual: str, parent: QWidget | None = None) -> None:
        super().__init__("summaryDialog", "", look, usual, parent)
        self.setWindowTitle(self.tr("Summarize with a model"))
        self.list.setAccessibleName(self.tr("Summaries that came"))
        self.scope = ChoiceBox()
        self.scope.setObjectName("summaryScope")
        self.scope.setAccessibleName(self.tr("For"))
        self.scope.addItems([self.tr("the request shown"), self.tr("all requests")])
        self.scope.currentIndexChanged.connect(self._change_scope)
        self.form.insertRow(3, plain_label(self.tr("For"), "muted"), self.scope)
        self.show_nothing()

    def _change_scope(self, _at: int) -> None:
        self.scope_changed.emit()

    @property
    def every(self) -> bool:
        """Whether all requests are meant."""
        return self.scope.currentIndex() == 1

    def show_nothing(self) -> None:
        """Nothing was asked yet."""
        self.list.show_rows(())
        self.list.set_placeholder(
            self.tr(
                "The texts to be summarized are sent there once you press Ask. What comes is kept: runs use "
                "it and ask nothing."
            )
        )
        self.tell("")
        self.allow(ask=False)

    def show_complete(self) -> None:
        """No summary is missing."""
        self.show_refused(self.tr("No summary is missing: there is nothing to send."))

    def show_came(self, rows: Sequence[TextRow], failed: Sequence[str]) -> None:
        """Show the summaries that are kept now, and say which were asked for in vain."""
        self.end_waiting()
        self.list.show_rows(rows)
        self.list.set_placeholder(self.tr("No summary came."))
        kept = (
            self.tr("1 summary kept") if len(rows) == 1 else self.tr("{0} summaries kept").format(len(rows))
        )
        said = [kept, *(one_line(one, 200) for one in failed[:2])]
        if len(failed) > 2:
            said.append(self.tr("{0} more").format(len(failed) - 2))
        self.tell(clauses(said), "\n".join(failed))
        self.allow(ask=False)

    def show_failed(self, text: str, kept: int) -> None:
        """It ended early; an empty text says that the person stopped it. What came is kept."""
        self.end_waiting()
        self.list.set_placeholder("")
        ended = one_line(text, 300) or self.tr("Stopped")
        count = self.tr("1 summary kept") if kept == 1 else self.tr("{0} summaries kept").format(kept)
        self.tell(clauses([ended, count]) if kept else ended, text)
        self.allow(ask=True)

    def allow(self, *, ask: bool, waiting: bool = False) -> None:
        """While calls are under way they are for the requests that were chosen."""
        super().allow(ask=ask, waiting=waiting)
        self.scope.setEnabled(not waiting)
