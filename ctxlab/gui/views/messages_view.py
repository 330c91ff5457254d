"""The built context as messages: to be read, as the JSON that goes out, and whether an API would take it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ctxlab.explain.findings import finding as finding_words
from ctxlab.explain.findings import wire_name
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import ElidedLabel
from ctxlab.gui.views.message_bar import MessageControls
from ctxlab.gui.views.message_find import pattern_of, steps
from ctxlab.gui.views.message_tables import MessageTable, RawTable
from ctxlab.gui.views.slices import Slices
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.items import Part
from ctxlab.model.profile import Profile, Wire
from ctxlab.model.trace import Message, Trace
from ctxlab.model.wire_view import Finding, WireView, built_view, json_text, message_value

#: Pixels of the list of what is not valid, and how long resizing waits before wrapping anew (ms).
_FINDINGS_WIDTH = 280
_SETTLE_MS = 40
_HEAD = 32


class MessagesView(QFrame):
    """Shows a `WireView`.

    `view_requested(trace, wire)` asks for the messages of a trace in a wire format with what is wrong with
    them; `set_wire_view` takes the answer. `item_chosen` gives the first item of a message that a person
    chose. `setting_requested(key, value)` asks for another setting of the profile.
    """

    view_requested = Signal(object, str)
    item_chosen = Signal(str)
    setting_requested = Signal(str, str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("messagesView")
        self.setAccessibleName(self.tr("Messages of the context"))
        self._language = language
        self._trace: Trace | None = None
        self._profile: Profile | None = None
        self._media_tokens: Callable[[Part], int] | None = None
        self._view: WireView | None = None
        self._filling = False
        self._shown: Trace | None = None
        self._stale = False
        self.controls = MessageControls(look)
        self.pretty = MessageTable(look, language=language)
        self.raw = RawTable(look)
        self.findings = TextList(look)
        self._note = ElidedLabel(look)
        self._build = QPushButton()
        self._slices = Slices(self)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self.pretty.fit)
        self._name()
        self._place()
        self._connect()
        self._show_view(None)

    @property
    def table(self) -> MessageTable | RawTable:
        """The table that is in sight."""
        return self.pretty if self._stack.currentWidget() is self.pretty else self.raw

    @property
    def wire_view(self) -> WireView | None:
        """What is shown."""
        return self._view

    def set_context(
        self,
        trace: Trace | None,
        profile: Profile | None,
        media_tokens: Callable[[Part], int] | None = None,
    ) -> None:
        """Show the context of a run; while the view is out of sight nothing of it is made.

        `media_tokens` estimates what an image takes; without it, that is not said.
        """
        self._trace, self._profile, self._media_tokens = trace, profile, media_tokens
        self._stale = True
        if trace is None:
            self._say(self.tr("no run yet: open a session to see the messages that are built"))
        if self.isVisible():
            self._refresh()

    def wait(self) -> None:
        """Show nothing until the first run of a session that is open."""
        self.set_context(None, None)
        self._say(self.tr("no run yet"))

    def set_wire_view(self, trace: Trace, view: WireView) -> None:
        """Take an answer to `view_requested`; one to an older question is left aside."""
        if trace is self._trace and view.wire == (self.controls.wire or trace.wire):
            self._show_view(view)

    def choose(self, item_id: str) -> None:
        """Bring the message that holds an item into sight, without telling anybody."""
        if self._stale and self.isVisible():
            self._refresh()
        position = None if self._trace is None else self._trace.position(item_id)
        if position is None or self._view is None:
            return
        for number, message in enumerate(self._view.messages, 1):
            if position in message.positions:
                self._go_to_number(number)
                return
        if self.table is self.pretty and (section := self.pretty.rows.section_of_item(position)) >= 0:
            self.pretty.go_to(self.pretty.rows.first_row(section))

    def _name(self) -> None:
        self.pretty.setObjectName("messageLines")
        self.pretty.setAccessibleName(self.tr("Messages"))
        self.raw.setObjectName("rawLines")
        self.raw.setAccessibleName(self.tr("The request as JSON"))
        self.findings.setObjectName("messageFindings")
        self.findings.setAccessibleName(self.tr("What is not valid"))
        self._build.setObjectName("buildForWire")
        self._say(self.tr("no run yet: open a session to see the messages that are built"))

    def _say(self, words: str) -> None:
        """What stands where messages would."""
        for table in (self.pretty, self.raw):
            table.set_placeholder(words)

    def _place(self) -> None:
        self.controls.setFixedHeight(_HEAD)
        self._strip = QFrame()
        self._strip.setProperty("role", "bar")
        strip = QHBoxLayout(self._strip)
        strip.setContentsMargins(10, 2, 6, 4)
        strip.addWidget(self._note, 1)
        strip.addWidget(self._build)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.pretty)
        self._stack.addWidget(self.raw)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setObjectName("messageSplit")
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self._split.addWidget(self._stack)
        self._split.addWidget(self.findings)
        self._split.setStretchFactor(0, 1)
        self._split.setSizes([3 * _FINDINGS_WIDTH, _FINDINGS_WIDTH])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.controls)
        layout.addWidget(self._strip)
        layout.addWidget(self._split, 1)

    def _connect(self) -> None:
        bar = self.controls
        bar.form_chosen.connect(self._show_form)
        bar.wire_chosen.connect(self._refresh)
        bar.findings_wanted.connect(self.findings.setVisible)
        bar.copy_all_wanted.connect(self._copy_all)
        bar.find_wanted.connect(self._find)
        bar.needle_changed.connect(self._mark)
        self._build.clicked.connect(self._ask_for_build)
        self.findings.chosen.connect(self._go_to_finding)
        self._split.splitterMoved.connect(self._wrap_soon)
        for table in (self.pretty, self.raw):
            table.section_moved.connect(self._tell)
            table.copy_wanted.connect(self._copy)
        for keys, direction in (
            (QKeySequence.StandardKey.FindNext, 1),
            (QKeySequence.StandardKey.FindPrevious, -1),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda which=direction: self._find(which))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap for the new width once it stays."""
        super().resizeEvent(event)
        self._wrap_soon()

    def _wrap_soon(self) -> None:
        self._settle.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what came while the view was out of sight."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def _refresh(self) -> None:
        """Show the run in the wire that is chosen, or ask for it."""
        self._stale = False
        trace = self._trace
        if trace is None:
            self.controls.set_built("")
            self._show_view(None)
            return
        self.controls.set_built(trace.wire)
        wire = self.controls.wire or trace.wire
        if wire == trace.wire:
            self._show_view(built_view(trace))
        self.view_requested.emit(trace, wire)

    def _show_view(self, view: WireView | None) -> None:
        shown, same = self._view, self._shown is self._trace
        self._view, self._shown = view, self._trace
        if same and view is not None and shown is not None and shown.messages is view.messages:
            self.pretty.rows.set_findings(view.findings or ())
        else:
            self._slices.stop()
            self._fill(view)
        self._show_findings(view)
        rewritten = view is not None and not view.as_built
        self._strip.setVisible(rewritten)
        if view is not None and rewritten:
            self._show_note(view)

    def _fill(self, view: WireView | None) -> None:
        """The table that is in sight is filled; the other when it comes into sight.

        Where the current row moves meanwhile nobody came to anything, and rows and messages do not agree yet.
        """
        self._filling = True
        if self.table is self.pretty:
            self.pretty.fit()
            self.pretty.rows.set_context(self._trace, view, self._media_tokens)
        else:
            self.raw.rows.set_view(view)
        self._filling = False

    def _show_note(self, view: WireView) -> None:
        names = (wire_name(view.built), wire_name(view.wire))
        self._note.setText(
            self.tr("built for {0}, written here for {1}: counts are estimates").format(*names)
        )
        profile = self._profile
        asked = profile is not None and profile.construct.wire == view.wire
        self._build.setText(self.tr("Build for {0}").format(names[1]))
        self._build.setAccessibleName(self._build.text())
        self._build.setEnabled(not asked)
        self._build.setVisible(view.wire in tuple(Wire))
        self._build.setToolTip(self.tr("this Construct builds for one wire only") if asked else "")

    def _show_findings(self, view: WireView | None) -> None:
        findings = () if view is None or view.findings is None else view.findings
        self.controls.set_verdict(view)
        counted: dict[tuple[Finding, str], int] = {}
        rows: list[TextRow] = []
        for one in findings:
            text = finding_words(one, self._language)
            count = counted[one, text] = counted.get((one, text), 0) + 1
            bad = one.severity == "error"
            place = f"#{one.message}" if one.message else ""
            key = f"{one.message} {one.code} {text} {count}"
            sign = Sign.BAD if bad else Sign.WARNING
            told = self.tr("not valid") if bad else self.tr("not everywhere valid")
            rows.append(TextRow(key, "!" if bad else "?", text, sign, told=told, lead=place))
        self.findings.show_rows(rows)
        self.findings.setVisible(bool(rows) and self.controls.findings_shown)

    def _show_form(self, form: str) -> None:
        """Pretty or raw; the message that is current stays so."""
        number = self._number()
        self._slices.stop()
        self._stack.setCurrentWidget(self.raw if form == "raw" else self.pretty)
        self._fill(self._view)
        if number:
            self._go_to_number(number)

    def _number(self) -> int:
        """The 1-based number of the current message, or 0."""
        table = self.table
        number = (
            table.rows.number(table.section)
            if isinstance(table, MessageTable)
            else table.rows.message_number(table.section)
        )
        return max(0, number) if table.section >= 0 else 0

    def _go_to_number(self, number: int) -> None:
        table = self.table
        section = (
            table.rows.section_of_number(number)
            if isinstance(table, MessageTable)
            else table.rows.message_section(number)
        )
        table.go_to(table.rows.first_row(section))

    def _go_to_finding(self, row: int) -> None:
        findings = () if self._view is None else self._view.findings or ()
        if 0 <= row < len(findings) and findings[row].message:
            self._go_to_number(findings[row].message)

    def _tell(self, _section: int) -> None:
        """Say which item a person came to."""
        trace, number, view = self._trace, self._number(), self._view
        if self._filling or trace is None or view is None or not number:
            return
        positions = view.messages[number - 1].positions
        if positions:
            self.item_chosen.emit(trace.id(positions[0]))

    def _ask_for_build(self) -> None:
        if self._view is not None:
            self.setting_requested.emit("construct.wire", self._view.wire)

    def _mark(self, needle: str) -> None:
        self._slices.stop()
        for table in (self.pretty, self.raw):
            table.painter_.wanted = pattern_of(needle)
            table.viewport().update()

    def _find(self, direction: int) -> None:
        table, wanted = self.table, pattern_of(self.controls.needle)
        if wanted is None or not table.rows.keys:
            return
        row = table.currentIndex().row()
        start = row if row >= 0 or direction > 0 else table.rows.rowCount()

        def found(row: int | None) -> None:
            self.controls.set_found(row is not None)
            if row is not None:
                table.go_to(row, quiet=False)
            if row is not None and table is self.raw:
                self.raw.reveal(wanted)

        self._slices.start(steps(table.rows, wanted, start, direction, found))

    def _copy(self) -> None:
        """The current message as JSON, or what is current beside the messages."""
        number, view = self._number(), self._view
        if view is None:
            return
        if number:
            text = json_text(message_value(view.messages[number - 1]))
        else:
            carrier = self.pretty.rows.carrier(self.pretty.section) if self.table is self.pretty else None
            if carrier is None or isinstance(carrier, Message):
                return
            text = json_text({carrier.field: carrier.value})
        QGuiApplication.clipboard().setText(text)
        self.controls.set_copied(f"#{number}" if number else "")

    def _copy_all(self) -> None:
        if self._view is not None:
            self._slices.start(self._copying(self._view))

    def _copying(self, view: WireView) -> Iterator[None]:
        """The whole body as JSON, a message a step."""
        self.raw.rows.set_view(view)
        lines: list[str] = []
        for section in range(len(self.raw.rows.keys)):
            lines += self.raw.rows.lines(section)
            yield
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.controls.set_copied(self.tr("all"))
