"""Asking a model for constraints: what would be sent where, the wait, and what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.text_rows import TextRow
from ctxlab.gui.text import clauses, dotted, one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.text_list import TextList


@dataclass(frozen=True, slots=True)
class Sending:
    """What would be sent: tokens there and back, and what they cost, None where that is not known."""

    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    currency: str


class ModelDialog(QDialog):
    """Nothing is sent before the person presses Ask.

    `edited(address, name)` tells that another endpoint was entered, `ask_requested` and `stop_requested` ask
    to send and to give up, `mark_requested` to take over what was found.
    """

    edited = Signal(str, str)
    ask_requested = Signal()
    stop_requested = Signal()
    mark_requested = Signal()

    def __init__(self, look: Look, usual: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modelDialog")
        self.setWindowTitle(self.tr("Ask a model for constraints"))
        self._found = 0
        self.address = self._field("modelAddress", self.tr("Address"), usual)
        self.name = self._field("modelName", self.tr("Model"), self.tr("as the endpoint knows it"))
        self._key = plain_label("", "muted")
        self._key.setObjectName("modelKey")
        self._plan = plain_label("")
        self._plan.setObjectName("modelPlan")
        self._plan.setWordWrap(True)
        self.list = TextList(look)
        self.list.setObjectName("modelFound")
        self.list.setAccessibleName(self.tr("What the model found"))
        self._progress = QProgressBar()
        self._progress.setObjectName("modelProgress")
        self._progress.setAccessibleName(self.tr("Calls done"))
        self._progress.setTextVisible(False)
        self._progress.hide()
        self._told = plain_label("", "muted")
        self._told.setObjectName("modelTold")
        self._told.setWordWrap(True)
        self.ask = self._button("askModel", self.tr("Ask"), self.ask_requested.emit)
        self.stop = self._button("stopModel", self.tr("Stop"), self.stop_requested.emit)
        self.mark = self._button("markFound", "", self.mark_requested.emit)
        self.close_button = self._button("closeModel", self.tr("Close"), self.reject)
        for button in (self.ask, self.mark):
            button.setProperty("role", "primary")
        self._lay_out()
        self.resize(720, 460)
        self.show_nothing()

    def plan(self) -> str:
        """What would be sent, as it is said."""
        return self._plan.text()

    def told(self) -> str:
        """What came of it, as it is said."""
        return self._told.text()

    def show_endpoint(self, address: str, name: str, key: str, *, has_key: bool) -> None:
        """Show what is set; `key` is the name of the variable that holds the key, or does not."""
        self.address.setText(address)
        self.name.setText(name)
        self._key.setText(key if has_key else self.tr("{0}, which is not set").format(key))

    def fix(self, address: str, name: str) -> None:
        """Say which variables of the environment decide; a field that none decides can be edited."""
        for field, variable in ((self.address, address), (self.name, name)):
            field.setReadOnly(bool(variable))
            field.setToolTip(tooltip(self.tr("set by {0}").format(variable)) if variable else "")

    def show_plan(self, sending: Sending) -> None:
        """Say what would be sent."""
        calls = self.tr("1 call") if sending.calls == 1 else self.tr("{0} calls").format(sending.calls)
        there = self.tr("≈ {0} tokens there").format(f"{sending.tokens_in:,}")
        back = self.tr("about {0} back").format(f"{sending.tokens_out:,}")
        if sending.cost is None:
            cost = self.tr("cost unknown: no prices are set")
        else:
            cost = self.tr("≈ {0} {1}").format(f"{sending.cost:.4f}", sending.currency)
        self._plan.setText(dotted([calls, there, back, cost]))
        self._plan.setProperty("role", "")
        self._allow(ask=True)

    def show_refused(self, text: str) -> None:
        """Say why nothing can be sent."""
        self._plan.setText(one_line(text, 300))
        self._plan.setToolTip(tooltip(text))
        self._allow(ask=False)

    def show_nothing(self) -> None:
        """Nothing was asked yet."""
        self._found = 0
        self.list.show_rows(())
        self.list.set_placeholder(
            self.tr("What users, system prompts, notes and rules files say is sent there once you press Ask.")
        )
        self._told.setText("")
        self._allow(ask=False)

    def show_waiting(self, done: int, calls: int) -> None:
        """Calls are under way."""
        self._progress.setRange(0, calls)
        self._progress.setValue(done)
        self._progress.show()
        self.list.set_placeholder(self.tr("Waiting for the model…"))
        self._told.setText("")
        self._allow(ask=False, waiting=True)

    def show_found(self, rows: Sequence[TextRow], known: int, doubted: int, failed: Sequence[str]) -> None:
        """Show what was not known before; say how much was, what was not believed, and which calls failed."""
        self._progress.hide()
        self._found = len(rows)
        self.list.show_rows(rows)
        self.list.set_placeholder(self.tr("The model found nothing that was not known."))
        said = [self.tr("{0} known already").format(known)] if known else []
        if doubted:
            said.append(self.tr("{0} not taken, as nobody said it").format(doubted))
        said += [self.tr("a call failed: {0}").format(one_line(one, 200)) for one in failed]
        self._told.setText(clauses(said))
        self._told.setToolTip(tooltip("\n".join(failed)))
        self._allow(ask=True)

    def show_failed(self, text: str) -> None:
        """It came to nothing; an empty text says that the person stopped it."""
        self._progress.hide()
        self._told.setText(one_line(text, 300) or self.tr("Stopped; nothing was taken."))
        self._told.setToolTip(tooltip(text))
        self.list.set_placeholder("")
        self._allow(ask=True)

    def _allow(self, *, ask: bool, waiting: bool = False) -> None:
        """Which buttons are there, and may be pressed."""
        self.stop.setVisible(waiting)
        self.mark.setVisible(self._found > 0)
        one = self._found == 1
        words = self.tr("Mark 1 constraint") if one else self.tr("Mark {0} constraints").format(self._found)
        self.mark.setText(words)
        self.ask.setVisible(not waiting and not self._found)
        self.ask.setEnabled(ask)
        for field in (self.address, self.name):
            field.setEnabled(not waiting)
        (self.mark if self._found else self.ask).setDefault(True)

    def _field(self, name: str, words: str, usual: str) -> QLineEdit:
        made = QLineEdit()
        made.setObjectName(name)
        made.setAccessibleName(words)
        made.setPlaceholderText(usual)
        made.editingFinished.connect(self._edit)
        return made

    def _edit(self) -> None:
        self.edited.emit(self.address.text().strip(), self.name.text().strip())

    def _button(self, name: str, words: str, act: object) -> QPushButton:
        made = QPushButton(words)
        made.setObjectName(name)
        made.setAutoDefault(False)
        made.clicked.connect(act)
        return made

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        form.addRow(plain_label(self.tr("Address"), "muted"), self.address)
        form.addRow(plain_label(self.tr("Model"), "muted"), self.name)
        form.addRow(plain_label(self.tr("Key"), "muted"), self._key)
        form.addRow(plain_label(self.tr("To send"), "muted"), self._plan)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._told, 1)
        for button in (self.close_button, self.stop, self.ask, self.mark):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 14, 14, 14)
        layout.setSpacing(10)
        layout.addLayout(form)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._progress)
        layout.addLayout(buttons)
