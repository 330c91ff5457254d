"""What the provider counted against what is counted here, request by request, and what a profile can take."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ctxlab.explain.calibration import calibration_lines
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.calibration_lesson import CalibrationLesson
from ctxlab.gui.views.companion import Companion
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.calibration import Calibration, CountRow

translate = QCoreApplication.translate


class CalibrationDialog(Companion):
    """Shows a calibration as it comes; `apply_requested` asks to take factor and constant over.

    `request_chosen` names the request of a line that was activated.
    """

    apply_requested = Signal()
    request_chosen = Signal(int)

    def __init__(
        self, look: Look, language: str, needed: tuple[int, int], parent: QWidget | None = None
    ) -> None:
        """`needed` are the requests, and the tokens of growth, from which on it can be relied on."""
        super().__init__("calibrationDialog", parent)
        self.setWindowTitle(self.tr("Calibrate the counts"))
        self._language = language
        self._rows: tuple[CountRow, ...] = ()
        self.list = TextList(look)
        self.list.setObjectName("calibrationRows")
        self.list.setAccessibleName(self.tr("Counts of each request"))
        self.list.chosen.connect(self._choose)
        self.lesson = CalibrationLesson(*needed)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.lesson)
        self._said = plain_label("")
        self._said.setObjectName("calibrationSaid")
        self._said.setWordWrap(True)
        self.apply = push_button("applyCalibration", self.tr("Apply"))
        self.apply.setProperty("role", "primary")
        self.apply.clicked.connect(self.apply_requested)
        close = push_button("closeCalibration", self.tr("Close"), self.reject)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        foot.addWidget(self.apply)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addWidget(self._pages, 1)
        column.addWidget(self._said)
        column.addLayout(foot)
        self.resize(680, 480)
        self.show_waiting()

    def said(self) -> str:
        """What the counts come to, as it is said."""
        return self._said.text()

    def show_waiting(self) -> None:
        """Nothing was compared yet."""
        self._rows = ()
        self._pages.setCurrentWidget(self.list)
        self.list.show_rows(())
        self.list.set_placeholder(self.tr("Comparing…"))
        self._said.setText("")
        self.apply.setEnabled(False)

    def show_found(self, found: Calibration, *, whole: bool, applied: bool) -> None:
        """Show the requests compared so far, and when all were what follows; `applied`: it is in use."""
        self._rows = found.rows
        self.list.show_rows([_row(row, found, whole=whole) for row in found.rows])
        if not whole:
            return
        self.list.set_placeholder("")
        if not found.rows:
            self._pages.setCurrentWidget(self.lesson)
        self._said.setText("\n".join(calibration_lines(found, self._language)))
        something = found.factor is not None or found.unknown_tokens is not None
        doubtful = something and not found.sure
        self.apply.setText(self.tr("Apply all the same") if doubtful else self.tr("Apply"))
        self.apply.setEnabled(something and not applied)

    def show_failed(self, words: str) -> None:
        """Say why nothing came of it."""
        self._said.setText(one_line(words, 300))

    def _choose(self, at: int) -> None:
        if 0 <= at < len(self._rows):
            self.request_chosen.emit(self._rows[at].request)


def _row(row: CountRow, found: Calibration, *, whole: bool) -> TextRow:
    expected = found.expected(row) if whole else None
    text = translate("CalibrationDialog", "provider {0}, here ≈{1}, difference {2}").format(
        f"{row.provider:,}", f"{row.ours:,}", f"{row.difference:+,}"
    )
    note = ""
    if expected is not None:
        note = translate("CalibrationDialog", "{0} left").format(f"{row.provider - expected:+,}")
    lead = translate("CalibrationDialog", "request {0}").format(row.request)
    return TextRow(str(row.request), "", text, Sign.NEUTRAL, lead=lead, note=note)
