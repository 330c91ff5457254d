"""Trying two ways of building a context with a model: what would be sent, the wait, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.trial_words import TrialCost, cost_words, paired_words, result_rows, used_words
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.rate_bars import RateBars
from ctxlab.gui.views.text_list import TextList
from ctxlab.gui.views.trial_fields import TrialFields
from ctxlab.model.trial import AbResult

#: How high it is before and after there is a result (pixels).
_LOW, _HIGH = 420, 640


class TrialDialog(QDialog):
    """Nothing is sent before the person presses Try.

    `edited` follows each change of a field, `endpoint_edited(address, name)` that of the endpoint;
    `try_requested` and `stop_requested` ask to send and to give up.
    """

    edited = Signal()
    endpoint_edited = Signal(str, str)
    try_requested = Signal()
    stop_requested = Signal()

    def __init__(self, look: Look, usual: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("trialDialog")
        self.setWindowTitle(self.tr("Try with a model"))
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(7)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.fields = TrialFields(form, self)
        self.fields.hide()
        self.fields.edited.connect(self.edited)
        self.address = self._field("trialAddress", self.tr("Address"), usual)
        self.name = self._field("trialModel", self.tr("Model"), self.tr("as the endpoint knows it"))
        self._key = plain_label("", "muted")
        self._plan = plain_label("")
        self._plan.setObjectName("trialPlan")
        self._plan.setWordWrap(True)
        self.rates = RateBars(look)
        self._test = plain_label("")
        self._test.setObjectName("trialTest")
        self._test.setWordWrap(True)
        self.list = TextList(look)
        self.list.setObjectName("trialResult")
        self.list.setAccessibleName(self.tr("What came of it"))
        self._progress = QProgressBar()
        self._progress.setObjectName("trialProgress")
        self._progress.setAccessibleName(self.tr("Calls done"))
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(8)
        self._progress.hide()
        self._told = plain_label("", "muted")
        self._told.setObjectName("trialTold")
        self._told.setWordWrap(True)
        self.go = self._button("tryModel", self.tr("Try"), self.try_requested.emit)
        self.go.setProperty("role", "primary")
        self.stop = self._button("stopTrial", self.tr("Stop"), self.stop_requested.emit)
        self.close_button = self._button("closeTrial", self.tr("Close"), self.reject)
        self._lay_out(form)
        self._outcome = ""
        self.resize(760, _LOW)
        self.show_nothing()

    def plan(self) -> str:
        """What would be sent, as it is said."""
        return self._plan.text()

    def told(self) -> str:
        """What came of it, or is missing, as it is said."""
        return self._told.text()

    def test(self) -> str:
        """What the paired test says."""
        return self._test.text()

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

    def show_plan(self, cost: TrialCost, missing: str = "") -> None:
        """Say what would be sent; `missing` is what has to be entered before it can be."""
        self._plan.setText(cost_words(cost))
        self._plan.setToolTip("")
        self._say(missing or self._outcome)
        self._allow(go=not missing)

    def show_planning(self) -> None:
        """What would be sent is being worked out."""
        self._plan.setText(self.tr("being worked out…"))
        self._plan.setToolTip("")
        self._allow(go=False)

    def show_refused(self, text: str) -> None:
        """Say why nothing can be sent."""
        self._plan.setText(one_line(text, 300))
        self._plan.setToolTip(tooltip(text))
        self._say("")
        self._allow(go=False)

    def show_nothing(self) -> None:
        """Nothing was tried yet."""
        self._show_result(there=False)
        self.list.set_placeholder(
            self.tr("The whole contexts are sent there once you press Try, and each answer is judged.")
        )
        self._say("")
        self._allow(go=False)

    def show_waiting(self, done: int, calls: int) -> None:
        """Calls are under way."""
        self._progress.setRange(0, calls)
        self._progress.setValue(done)
        self._progress.show()
        self._outcome = ""
        self._show_result(there=False)
        self.list.set_placeholder(self.tr("Waiting for the model: {0} of {1} calls…").format(done, calls))
        self._say("")
        self._allow(go=False, waiting=True)

    def show_result(self, result: AbResult, times: int) -> None:
        """Show how often each arm held, whether that differs, and the answers that broke it."""
        self._progress.hide()
        self.rates.set_rates(result.rates)
        self._test.setText(paired_words(result, times))
        self.list.show_rows(result_rows(result))
        self._show_result(there=True)
        self.resize(self.width(), max(self.height(), _HIGH))
        self._outcome = used_words(result)
        self._say(self._outcome)
        self._allow(go=True)

    def show_failed(self, text: str) -> None:
        """It came to nothing; an empty text says that the person stopped it."""
        self._progress.hide()
        self.list.set_placeholder("")
        self._outcome = text or self.tr("Stopped; nothing is judged.")
        self._say(self._outcome)
        self._allow(go=True)

    def _show_result(self, *, there: bool) -> None:
        for part in (self.rates, self._test):
            part.setVisible(there)
        if not there:
            self.list.show_rows(())

    def _say(self, words: str) -> None:
        self._told.setText(one_line(words, 300))
        self._told.setToolTip(tooltip(words))

    def _allow(self, *, go: bool, waiting: bool = False) -> None:
        """Which buttons are there, and may be pressed."""
        self.stop.setVisible(waiting)
        self.go.setVisible(not waiting)
        self.go.setEnabled(go)
        self.go.setDefault(True)
        self.fields.allow(on=not waiting)
        for field in (self.address, self.name):
            field.setEnabled(not waiting)

    def _field(self, name: str, words: str, usual: str) -> QLineEdit:
        made = QLineEdit()
        made.setObjectName(name)
        made.setAccessibleName(words)
        made.setPlaceholderText(usual)
        made.editingFinished.connect(self._edit_endpoint)
        return made

    def _edit_endpoint(self) -> None:
        self.endpoint_edited.emit(self.address.text().strip(), self.name.text().strip())

    def _button(self, name: str, words: str, act: object) -> QPushButton:
        made = QPushButton(words)
        made.setObjectName(name)
        made.setAutoDefault(False)
        made.clicked.connect(act)
        return made

    def _lay_out(self, form: QFormLayout) -> None:
        line = QFrame()
        line.setProperty("role", "rule")
        line.setFixedHeight(1)
        form.addRow(line)
        form.addRow(plain_label(self.tr("Address"), "muted"), self.address)
        form.addRow(plain_label(self.tr("Model"), "muted"), self.name)
        form.addRow(plain_label(self.tr("Key"), "muted"), self._key)
        form.addRow(plain_label(self.tr("To send"), "muted"), self._plan)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._told, 1)
        for button in (self.close_button, self.stop, self.go):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 14, 14, 14)
        layout.setSpacing(10)
        layout.addLayout(form)
        for part in (self.rates, self._test, self._progress):
            layout.addWidget(part)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)
