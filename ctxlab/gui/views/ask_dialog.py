"""What dialogs have in common that ask a model: the endpoint, what would be sent there, and the wait."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.sending import Sending, sending_words
from ctxlab.gui.text import dotted, one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.companion import Companion
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.text_list import TextList

#: How high the bar of the calls done is (pixels).
_BAR = 8


class AskDialog(Companion):
    """Nothing is sent before the person presses Ask.

    `edited(address, name)` tells that another endpoint was entered, `ask_requested` and `stop_requested` ask
    to send and to give up. `form`, `column` and `buttons` are where others put what is theirs.
    """

    edited = Signal(str, str)
    ask_requested = Signal()
    stop_requested = Signal()

    def __init__(self, name: str, title: str, look: Look, usual: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setWindowTitle(title)
        self.address = self._field("modelAddress", self.tr("Address"), usual)
        self.name = self._field("modelName", self.tr("Model"), self.tr("as the endpoint knows it"))
        self._key = plain_label("", "muted")
        self._key.setObjectName("modelKey")
        self._key.setWordWrap(True)
        self._key.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
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
        self._progress.setFixedHeight(_BAR)
        self._progress.hide()
        self._told = plain_label("", "muted")
        self._told.setObjectName("modelTold")
        self._told.setWordWrap(True)
        self.ask = push_button("askModel", self.tr("Ask"), self.ask_requested.emit)
        self.stop = push_button("stopModel", self.tr("Stop"), self.stop_requested.emit)
        self.close_button = push_button("closeModel", self.tr("Close"), self.reject)
        self.ask.setProperty("role", "primary")
        self.form = QFormLayout()
        self.column = QVBoxLayout(self)
        self.buttons = QHBoxLayout()
        self.add_first(self.form)
        self._lay_out()
        self.resize(720, 460)

    def add_first(self, form: QFormLayout) -> None:
        """Add the rows that stand above the endpoint: here none."""

    def plan(self) -> str:
        """What would be sent, as it is said."""
        return self._plan.text()

    def told(self) -> str:
        """What came of it, as it is said."""
        return self._told.text()

    def tell(self, text: str, whole: str = "") -> None:
        """Say what came of it; `whole` is the tooltip where the text is not all of it."""
        self._told.setText(text)
        self._told.setToolTip(tooltip(whole) if whole else "")

    def show_endpoint(self, address: str, name: str, key: str, *, has_key: bool) -> None:
        """Show what is set; `key` is the name of the variable that holds the key, or does not."""
        self.address.setText(address)
        self.name.setText(name)
        missing = self.tr(
            "none yet: keep it in the system's keyring (keyring set ctxlab {0}), or set the environment "
            "variable {0} before the start; a server on this machine needs none"
        )
        self._key.setText(key if has_key else missing.format(key))

    def fix(self, address: str, name: str) -> None:
        """Say what decides: a variable of the environment, or the profile; other fields can be edited."""
        self._fix(self.address, address)
        self.fix_name(name)

    def fix_name(self, by: str) -> None:
        """Say what decides on the model; without anything it can be edited."""
        self._fix(self.name, by)

    def _fix(self, field: QLineEdit, by: str) -> None:
        field.setReadOnly(bool(by))
        field.setToolTip(tooltip(self.tr("set by {0}").format(by)) if by else "")

    def show_plan(self, sending: Sending) -> None:
        """Say what would be sent."""
        self.say_plan(dotted(sending_words(sending)))
        self.allow(ask=True)

    def say_plan(self, text: str, whole: str = "") -> None:
        """Say something of what would be sent; `whole` is the tooltip where the text is not all of it."""
        self._plan.setText(text)
        self._plan.setToolTip(tooltip(whole) if whole else "")

    def show_refused(self, text: str) -> None:
        """Say why nothing can be sent."""
        self.say_plan(one_line(text, 300), text)
        self.allow(ask=False)

    def show_waiting(self, done: int, calls: int) -> None:
        """Calls are under way."""
        self._progress.setRange(0, calls)
        self._progress.setValue(done)
        self._progress.show()
        self.list.set_placeholder(self.tr("Waiting for the model…"))
        self.tell("")
        self.allow(ask=False, waiting=True)

    def end_waiting(self) -> None:
        """No call is under way any more."""
        self._progress.hide()

    def allow(self, *, ask: bool, waiting: bool = False) -> None:
        """Which buttons are there, and may be pressed."""
        self.stop.setVisible(waiting)
        self.ask.setVisible(not waiting)
        self.ask.setEnabled(ask)
        for field in (self.address, self.name):
            field.setEnabled(not waiting)
        self.ask.setDefault(True)

    def _field(self, name: str, words: str, usual: str) -> QLineEdit:
        made = QLineEdit()
        made.setObjectName(name)
        made.setAccessibleName(words)
        made.setPlaceholderText(usual)
        made.editingFinished.connect(self._edit)
        return made

    def _edit(self) -> None:
        self.edited.emit(self.address.text().strip(), self.name.text().strip())

    def _lay_out(self) -> None:
        form = self.form
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        form.addRow(plain_label(self.tr("Address"), "muted"), self.address)
        form.addRow(plain_label(self.tr("Model"), "muted"), self.name)
        form.addRow(plain_label(self.tr("Key"), "muted"), self._key)
        form.addRow(plain_label(self.tr("To send"), "muted"), self._plan)
        self.buttons.setSpacing(8)
        self.buttons.addWidget(self._told, 1)
        for button in (self.close_button, self.stop, self.ask):
            self.buttons.addWidget(button)
        column = self.column
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addLayout(form)
        column.addWidget(self.list, 1)
        column.addWidget(self._progress)
        column.addLayout(self.buttons)
