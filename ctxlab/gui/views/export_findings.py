"""Below the preview of an export: what the form leaves unsaid, and what its library keeps of the sessions."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ctxlab.gui.models.export_rows import gap_rows, kept_rows
from ctxlab.gui.text import dotted, one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.progress_line import ProgressLine
from ctxlab.gui.views.segments import Segments
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.settings_export import Exported, Form, Verified

GAPS, KEPT = "gaps", "kept"


class ExportFindings(QWidget):
    """Two lists, one of which is seen.

    `verify_requested` asks to run the library over the sessions, `stop_requested` to end that.
    `session_chosen` gives the place in `Verified.sessions` of a line that was opened.
    """

    verify_requested = Signal()
    stop_requested = Signal()
    session_chosen = Signal(int)

    def __init__(self, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = language
        self._form: Form | None = None
        self._sessions = 0
        self.tabs = Segments(
            "exportFindings",
            self.tr("Findings"),
            [(GAPS, self.tr("Not expressed")), (KEPT, self.tr("On the sessions"))],
            tabs=True,
        )
        self.tabs.chosen.connect(self.turn_to)
        self.verify = push_button("verifyExport", "", self.verify_requested.emit)
        self.stop = push_button("stopVerifying", self.tr("Stop"), self.stop_requested.emit)
        self.progress = ProgressLine("verifyProgress", self.tr("Sessions done"), look)
        self.gaps = self._list("exportGaps", self.tr("Settings that the form cannot express"), look)
        self.kept = self._list("exportKept", self.tr("What the library keeps of each session"), look)
        self.kept.activated.connect(self._open)
        self._detail = plain_label("", "muted")
        self._detail.setObjectName("exportDetail")
        self._detail.setWordWrap(True)
        self._lay_out()
        self._show_idle()

    def detail(self) -> str:
        """The whole of the line that is looked at."""
        return self._detail.text()

    def turn_to(self, tab: str) -> None:
        """Show one of the lists."""
        self.tabs.choose(tab)
        self._pages.setCurrentWidget(self.gaps if tab == GAPS else self.kept)
        self._show_detail()

    def show_form(self, form: Form, exported: Exported, sessions: int) -> None:
        """Another form, or another profile in it; nothing was run of it. So many sessions are open."""
        self._form, self._sessions = form, sessions
        count = len(exported.gaps)
        self.tabs.name(GAPS, self.tr("Not expressed ({0})").format(count))
        self.gaps.show_rows(gap_rows(exported.gaps, self._language))
        self.gaps.set_placeholder(self.tr("This form says all that the profile says."))
        self.tabs.name(KEPT, self.tr("On the sessions"))
        self.kept.show_rows(())
        self.kept.set_placeholder(self._unrun(form))
        self.progress.say("")
        self._show_idle()
        self._show_detail()

    def show_running(self, done: int, count: int) -> None:
        """The library is run; so many sessions are done."""
        self.progress.show_progress(done, count, self.tr("{0} of {1} sessions").format(done, count))
        self.kept.set_placeholder(self.tr("The library is being run over the sessions…"))
        self._show_buttons(running=True)

    def show_verified(self, found: Verified) -> None:
        """What the library kept of each session."""
        self.tabs.name(KEPT, self.tr("On the sessions ({0} of {1} same)").format(found.same, found.judged))
        self.kept.show_rows(kept_rows(found, self._language))
        self.progress.say(f"{found.library} {found.version}")
        self._show_idle()
        self._show_detail()

    def show_failed(self, text: str) -> None:
        """It could not be run; an empty text says that a person stopped it."""
        stopped = self.tr("Stopped before its end: nothing is known.")
        self.kept.set_placeholder(text or stopped)
        self.progress.say("")
        self._show_idle()

    def _unrun(self, form: Form) -> str:
        if not form.library:
            return self.tr("No library reads this form but ctxlab or your own code: there is nothing to run.")
        return self.tr(
            "“Verify” runs the code of {0} over the open sessions and compares the must-keeps that survive "
            "there with those that survive here. Nothing leaves this machine."
        ).format(form.library)

    def _show_idle(self) -> None:
        may = self._form is not None and bool(self._form.library) and self._sessions > 0
        if self._sessions == 1:
            self.verify.setText(self.tr("Verify on 1 session"))
        else:
            self.verify.setText(self.tr("Verify on {0} sessions").format(self._sessions))
        self.verify.setEnabled(may)
        self.verify.setToolTip("" if may else tooltip(self._unverified()))
        self._show_buttons(running=False)

    def _unverified(self) -> str:
        """Why nothing can be verified."""
        if not self._sessions:
            return self.tr("Open a session first: it is run over the open sessions.")
        return "" if self._form is None else self._unrun(self._form)

    def _show_buttons(self, *, running: bool) -> None:
        self.stop.setVisible(running)
        self.verify.setVisible(not running)

    def _open(self, index: QModelIndex) -> None:
        self.session_chosen.emit(index.row())

    def _show_detail(self, *_places: object) -> None:
        shown = self.gaps if self.tabs.current == GAPS else self.kept
        line = shown.rows.line(shown.currentIndex().row())
        self._detail.setText("" if line is None else one_line(dotted([line.said, line.note]), 400))

    def _list(self, name: str, words: str, look: Look) -> TextList:
        made = TextList(look)
        made.setObjectName(name)
        made.setAccessibleName(words)
        made.selectionModel().currentChanged.connect(self._show_detail)
        return made

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.tabs)
        head.addWidget(self.progress, 1)
        head.addWidget(self.stop)
        head.addWidget(self.verify)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.gaps)
        self._pages.addWidget(self.kept)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._pages, 1)
        column.addWidget(self._detail)
