"""A report before it is written: what will be replaced in it, where that stands, and how it will read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.secret_rows import masked
from ctxlab.gui.models.text_rows import TextRow
from ctxlab.gui.text import dotted, one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.companion import Companion
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.pattern_field import PatternField
from ctxlab.gui.views.report_preview import ReportPreview
from ctxlab.gui.views.secret_table import SecretTable
from ctxlab.gui.views.segments import Segments
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.redaction import Review, Secret

#: How long it is said that something was copied (ms).
SAID_MS = 2_000
#: Places of one secret that are listed at most.
MOST_PLACES = 200

_SPECIAL = re.compile(r"([\\`*_~\[\]<>|])")


class _Phase(Enum):
    """What a report waits for: to be built, to be looked through, for a right pattern, or for a person."""

    BUILDING = auto()
    LOOKING = auto()
    WRONG = auto()
    READY = auto()


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is on: a must-keep (None: the first that is lost), and the state it is of."""

    must_keep: str | None
    request: int
    requests: int
    turn: int
    chain: str
    profile: str


class ReportDialog(Companion):
    """Being built, then looked through; the rest of the window can be used meanwhile.

    `decided` says that other secrets are to be replaced (`hidden`), `searched(patterns, addresses)` that the
    report is to be looked through with these patterns, and for IP addresses or not. `anew_requested` asks for
    the report of the state as it is by now, `save_requested(form)` to write it as `html` or `md`, and
    `copy_requested` for its Markdown.
    """

    decided = Signal()
    searched = Signal(object, bool)
    anew_requested = Signal()
    save_requested = Signal(str)
    copy_requested = Signal()

    def __init__(self, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__("reportDialog", parent)
        self.setWindowTitle(self.tr("Report"))
        self._seconds = 0
        self._phase = _Phase.BUILDING
        self._make_head()
        self._make_list(look, language)
        self.own = PatternField()
        self.own.changed.connect(self._wait)
        self.own.searched.connect(self._search)
        self._make_buttons()
        self.preview = ReportPreview(look)
        self._waiting = plain_label("", "muted")
        self._waiting.setObjectName("reportWaiting")
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._waiting.setWordWrap(True)
        self._clock = QTimer(self, interval=1_000)
        self._clock.timeout.connect(self._tick)
        self._said = QTimer(self, singleShot=True, interval=SAID_MS)
        self._said.timeout.connect(self._name_copy)
        self._lay_out()
        self.resize(1080, 680)
        self._allow()

    @property
    def hidden(self) -> frozenset[str]:
        """The stand-ins of the secrets that are to be replaced."""
        return self.table.rows.hidden

    def told(self) -> str:
        """How much will be replaced, as it is said."""
        return self._note.text()

    def problem(self) -> str:
        """What is wrong with the patterns, as it is said; empty where nothing is."""
        return self.own.wrong()

    def state(self) -> str:
        """What state the report is of, as it is said."""
        return self._state.text()

    def failure(self) -> str:
        """What kept the report from being built or written, as it is said."""
        return self._failure.text()

    def show_building(self, subject: Subject) -> None:
        """The report on something is being built."""
        words = subject.must_keep
        if words is None:
            self._title.setText(self.tr("The first must-keep that is not kept"))
        else:
            self._title.setText(self.tr("“{0}”").format(one_line(words, 90)))
            self._title.setToolTip(tooltip(words))
        moment = self.tr("request {0} of {1}").format(subject.request, subject.requests)
        chain = self.tr("side chain {0}").format(one_line(subject.chain, 30)) if subject.chain else ""
        turn = self.tr("turn {0}").format(subject.turn)
        profile = self.tr("under {0}").format(one_line(subject.profile, 40))
        self._state.setText(dotted([moment, turn, chain, profile]))
        self._failure.setText("")
        self.show_edited(False)
        self._phase = _Phase.BUILDING
        self._seconds = -1
        self._tick()
        self._clock.start()
        self._pages.setCurrentIndex(0)
        self._allow()

    def show_failed(self, text: str) -> None:
        """The report could not be built."""
        self._clock.stop()
        self._waiting.setText(self.tr("There is no report."))
        self.show_failure(text)

    def show_failure(self, text: str) -> None:
        """Something could not be done; an empty text says that it was."""
        self._failure.setText(one_line(text, 300))
        self._failure.setToolTip(tooltip(text))
        self._failure.setVisible(bool(text))

    def show_edited(self, edited: bool) -> None:
        """Whether the state was edited since the one that the report is of."""
        self._edited.setVisible(edited)
        self._anew.setVisible(edited)

    def show_review(self, review: Review) -> None:
        """Show what was found; what was decided before holds.

        A report that was just built was looked through without patterns: it is with those that are there.
        """
        first = self._pages.currentIndex() == 0
        self._clock.stop()
        self._pages.setCurrentIndex(1)
        self.table.rows.set_review(review)
        self.places.set_placeholder(self.tr("Choose a line to see this.") if review.secrets else "")
        # a heading over nothing
        for part in (self._where, self.places):
            part.setVisible(bool(review.secrets))
        if review.secrets and not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        self.own.show_wrong("")
        self._phase = _Phase.LOOKING if self.own.typing else _Phase.READY
        if first:
            (self.table if review.secrets else self.preview).setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_note()
        self._show_places()
        if first and self.own.asks:
            self.own.search()

    def show_wrong(self, text: str) -> None:
        """A pattern cannot be used: what was found before stays, and nothing is written until it is right."""
        if not self.own.typing:
            self._phase = _Phase.WRONG
        self.own.show_wrong(text)
        self._show_note()

    def show_preview(self, text: str) -> None:
        """Show the report as it would be written, as Markdown."""
        self.preview.show_text(text)
        self._mark()

    def show_copied(self) -> None:
        """Say for a moment that the report was copied."""
        self.copy.setText(self.tr("Copied"))
        self._said.start()

    def done(self, result: int) -> None:
        """Nothing is waited for any more."""
        self._clock.stop()
        self._said.stop()
        self.own.stop()
        super().done(result)

    def _make_head(self) -> None:
        self._title = plain_label("", "title")
        self._title.setObjectName("reportTitle")
        self._state = plain_label("", "muted")
        self._state.setObjectName("reportState")
        self._edited = plain_label(self.tr("Edited since: this report is of the state before."))
        self._edited.setObjectName("reportEdited")
        self._anew = push_button(
            "buildReportAnew", self.tr("Build it anew"), self.anew_requested, role="link"
        )
        self._form = plain_label("", "muted")
        self._form.setObjectName("previewForm")
        self.forms = Segments(
            "reportForm",
            self.tr("Format"),
            [("html", self.tr("HTML page")), ("md", self.tr("Markdown text"))],
        )
        self.forms.chosen.connect(self._name_form)
        self._name_form()

    def _make_list(self, look: Look, language: str) -> None:
        self.table = SecretTable(look, language)
        self.table.set_placeholder(self.tr("Nothing was found that looks like a secret."))
        self.table.rows.decided.connect(self._decide)
        self.table.looked_at.connect(self._show_places)
        self.table.looked_at.connect(self._mark)
        self._note = plain_label("", "muted")
        self._note.setObjectName("reportNote")
        self.places = TextList(look)
        self.places.setObjectName("secretPlaces")
        self.places.setAccessibleName(self.tr("Where it stands in the report"))

    def _make_buttons(self) -> None:
        self._failure = plain_label("", "refused")
        self._failure.setObjectName("reportFailure")
        self._failure.setWordWrap(True)
        self._failure.hide()
        self.save = push_button("saveReport", self.tr("Save…"), self._save, role="primary")
        self.save.setDefault(True)
        self.copy = push_button("copyReport", "", self.copy_requested.emit)
        self._name_copy()
        self.cancel = push_button("cancelReport", self.tr("Cancel"), self.reject)

    def _lay_out(self) -> None:
        named = QVBoxLayout()
        named.setSpacing(3)
        named.addWidget(self._title)
        state = QHBoxLayout()
        state.setSpacing(12)
        for part in (self._state, self._edited, self._anew):
            state.addWidget(part)
        state.addStretch(1)
        named.addLayout(state)
        head = QHBoxLayout()
        head.addLayout(named, 1)
        head.addWidget(self.forms, 0, Qt.AlignmentFlag.AlignTop)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._waiting)
        self._pages.addWidget(self._sides())
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._failure, 1)
        buttons.addStretch(0)
        for button in (self.cancel, self.copy, self.save):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 14, 14, 14)
        layout.setSpacing(12)
        layout.addLayout(head)
        layout.addWidget(self._pages, 1)
        layout.addLayout(buttons)

    def _sides(self) -> QWidget:
        left, right = QWidget(), QWidget()
        found = QVBoxLayout(left)
        found.setContentsMargins(0, 0, 12, 0)
        found.setSpacing(6)
        found.addLayout(_headed(self.tr("What will be replaced"), self._note))
        found.addWidget(self.table, 3)
        found.addSpacing(6)
        self._where = plain_label(self.tr("Where it stands"), "title")
        found.addWidget(self._where)
        found.addWidget(self.places, 2)
        found.addSpacing(6)
        found.addWidget(self.own)
        shown = QVBoxLayout(right)
        shown.setContentsMargins(12, 0, 0, 0)
        shown.setSpacing(6)
        shown.addLayout(_headed(self.tr("Preview"), self._form))
        shown.addWidget(self.preview, 1)
        sides = QSplitter(Qt.Orientation.Horizontal)
        sides.setChildrenCollapsible(False)
        sides.addWidget(left)
        sides.addWidget(right)
        sides.setSizes([540, 500])
        return sides

    def _tick(self) -> None:
        self._seconds += 1
        words = self.tr("The report is being built: requests are judged, and what would keep it is tried.")
        seconds = self.tr("{0} s").format(self._seconds)
        self._waiting.setText(f"{words}\n{seconds}")

    def _decide(self) -> None:
        self._show_note()
        self.decided.emit()

    def _wait(self) -> None:
        self._phase = _Phase.LOOKING
        self._show_note()

    def _search(self, patterns: tuple[str, ...], addresses: bool) -> None:
        self._wait()
        self.searched.emit(patterns, addresses)

    def _save(self) -> None:
        self.save_requested.emit(self.forms.current)

    def _show_note(self) -> None:
        """How much will be replaced; while patterns are not looked for yet, that."""
        self._allow()
        if self._phase is not _Phase.READY:
            wrong = self._phase is _Phase.WRONG
            self._note.setText(self.tr("a pattern is wrong") if wrong else self.tr("looking…"))
            return
        secrets = self.table.rows.secrets
        hidden = [one for one in secrets.values() if one.stand_in in self.hidden]
        places = sum(len(one.sightings) for one in hidden)
        if not hidden:
            told = self.tr("nothing is replaced")
        elif places == 1:
            told = self.tr("{0} of {1} will be replaced, in 1 place").format(len(hidden), len(secrets))
        else:
            words = self.tr("{0} of {1} will be replaced, in {2} places")
            told = words.format(len(hidden), len(secrets), places)
        self._note.setText(told)

    def _show_places(self) -> None:
        found = self.table.current()
        places = found.sightings[:MOST_PLACES] if found else ()
        shown = masked(found) if found else ""
        rows = [
            TextRow(str(at), "", f"{one.before}{shown}{one.after}", lead=one.where)
            for at, one in enumerate(places)
        ]
        self.places.show_rows(rows)

    def _mark(self) -> None:
        """What is looked at is marked in the preview, as it stands there."""
        found = self.table.current()
        self.preview.mark(_written(found, hidden=self.table.rows.is_hidden(found)) if found else ())

    def _allow(self) -> None:
        """Nothing goes out before it was looked through as the person asked."""
        for button in (self.save, self.copy):
            button.setEnabled(self._phase is _Phase.READY)

    def _name_form(self, _key: str = "") -> None:
        """The preview shows words and what is replaced, not how a page looks."""
        page = self.tr("the words of the page, as Markdown")
        text = self.tr("as Markdown, as it will be written")
        self._form.setText(page if self.forms.current == "html" else text)

    def _name_copy(self) -> None:
        self.copy.setText(self.tr("Copy Markdown"))


def _headed(words: str, beside: QLabel) -> QHBoxLayout:
    """A head with something at the other end of its line."""
    row = QHBoxLayout()
    row.addWidget(plain_label(words, "title"))
    row.addStretch(1)
    row.addWidget(beside)
    return row


def _written(secret: Secret, *, hidden: bool) -> Sequence[str]:
    """How a secret may stand in Markdown, whose signs are escaped where they would mean something."""
    words = secret.stand_in if hidden else one_line(secret.text, len(secret.text))
    return tuple(dict.fromkeys((words, _SPECIAL.sub(r"\\\1", words))))
