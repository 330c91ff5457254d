"""Trying two ways of building a context with a model: what would be sent, the wait, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QWidget

from ctxlab.gui.models.sending import Sending
from ctxlab.gui.models.trial_words import cost_words, paired_words, result_rows, used_words
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.ask_dialog import AskDialog
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.rate_bars import RateBars
from ctxlab.gui.views.trial_fields import TrialFields
from ctxlab.model.trial import AbResult

#: How high it is before and after there is a result (pixels).
_LOW, _HIGH = 420, 640


class TrialDialog(AskDialog):
    """Shows how often each arm held. `fields` are what is asked for; they stand above the endpoint."""

    def __init__(self, look: Look, usual: str, parent: QWidget | None = None) -> None:
        super().__init__("trialDialog", "", look, usual, parent)
        self.setWindowTitle(self.tr("Try with a model"))
        self.list.setAccessibleName(self.tr("What came of it"))
        self.ask.setText(self.tr("Try"))
        self.rates = RateBars(look)
        self._test = plain_label("")
        self._test.setObjectName("trialTest")
        self._test.setWordWrap(True)
        self._outcome = ""
        for at, part in enumerate((self.rates, self._test), 1):
            self.column.insertWidget(at, part)
        self.resize(760, _LOW)
        self.show_nothing()

    def add_first(self, form: QFormLayout) -> None:
        """Add what is asked for, and a line under it."""
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.fields = TrialFields(form, self)
        self.fields.hide()
        line = QFrame()
        line.setProperty("role", "rule")
        line.setFixedHeight(1)
        form.addRow(line)

    def test(self) -> str:
        """What the paired test says."""
        return self._test.text()

    def show_trial(self, sessions: int, sending: Sending, missing: str = "") -> None:
        """Say what would be sent; `missing` is what has to be entered before it can be."""
        self.say_plan(cost_words(sessions, sending))
        self._say(missing or self._outcome)
        self.allow(ask=not missing)

    def show_planning(self) -> None:
        """What would be sent is being worked out."""
        self.say_plan(self.tr("being worked out…"))
        self.allow(ask=False)

    def show_refused(self, text: str) -> None:
        """Say why nothing can be sent."""
        super().show_refused(text)
        self._say("")

    def show_nothing(self) -> None:
        """Nothing was tried yet."""
        self._show_result(there=False)
        self.list.set_placeholder(
            self.tr("The whole contexts are sent there once you press Try, and each answer is judged.")
        )
        self._say("")
        self.allow(ask=False)

    def show_waiting(self, done: int, calls: int) -> None:
        """Calls are under way."""
        super().show_waiting(done, calls)
        self._outcome = ""
        self._show_result(there=False)
        self.list.set_placeholder(self.tr("Waiting for the model: {0} of {1} calls…").format(done, calls))

    def show_result(self, result: AbResult, times: int) -> None:
        """Show how often each arm held, whether that differs, and the answers that broke it."""
        self.end_waiting()
        self.rates.set_rates(result.rates)
        self._test.setText(paired_words(result, times))
        self.list.show_rows(result_rows(result))
        self._show_result(there=True)
        self.resize(self.width(), max(self.height(), _HIGH))
        self._outcome = used_words(result)
        self._say(self._outcome)
        self.allow(ask=True)

    def show_failed(self, text: str) -> None:
        """It came to nothing; an empty text says that the person stopped it."""
        self.end_waiting()
        self.list.set_placeholder("")
        self._outcome = text or self.tr("Stopped; nothing is judged.")
        self._say(self._outcome)
        self.allow(ask=True)

    def allow(self, *, ask: bool, waiting: bool = False) -> None:
        """While calls are under way they are for what was entered."""
        super().allow(ask=ask, waiting=waiting)
        self.fields.allow(on=not waiting)

    def _show_result(self, *, there: bool) -> None:
        for part in (self.rates, self._test):
            part.setVisible(there)
        if not there:
            self.list.show_rows(())

    def _say(self, words: str) -> None:
        self.tell(one_line(words, 300), words)
