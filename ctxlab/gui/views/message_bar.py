"""The controls above the messages: form, wire format, verdict, finding and copying."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from ctxlab.explain.findings import wire_name
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.segments import Segments
from ctxlab.model.wire_view import MESSAGES, WireView

#: How long it is said that something was copied (ms).
_SAID_MS = 1_500
_FIND_WIDTH = 150
_FIND_LEAST = 52
#: What a box has beside its longest name: frame, padding and arrow (px).
_BOX_SIDES = 40


class FindField(QLineEdit):
    """Enter looks for the next place, Shift+Enter for the one before, Esc forgets what was looked for."""

    wanted = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in either direction; Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.wanted.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class MessageControls(QFrame):
    """Emits what a person wants; shows what the view tells it."""

    form_chosen = Signal(str)
    wire_chosen = Signal()
    findings_wanted = Signal(bool)
    find_wanted = Signal(int)
    needle_changed = Signal(str)
    copy_all_wanted = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self._look = look
        self._forms = Segments(
            "messageForm",
            self.tr("How messages are shown"),
            (("pretty", self.tr("Pretty")), ("raw", self.tr("Raw"))),
        )
        self._wires = ChoiceBox()
        self._verdict = QToolButton()
        self._field = FindField()
        self._before = QToolButton()
        self._next = QToolButton()
        self._copy = QToolButton()
        self._listed = True
        self._said = QTimer(self)
        self._said.setSingleShot(True)
        self._said.setInterval(_SAID_MS)
        self._name()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 3, 8, 3)
        layout.setSpacing(6)
        left: tuple[QWidget, ...] = (self._forms, self._wires, self._verdict)
        right: tuple[QWidget, ...] = (self._field, self._before, self._next, self._copy)
        for widget in left:
            layout.addWidget(widget)
        layout.addStretch(1)
        for widget in right:
            layout.addWidget(widget)
        self._forms.chosen.connect(self.form_chosen)
        self._wires.activated.connect(self._choose_wire)
        self._verdict.clicked.connect(self._list)
        self._field.textChanged.connect(self._changed)
        self._field.wanted.connect(self.find_wanted)
        self._next.clicked.connect(lambda: self.find_wanted.emit(1))
        self._before.clicked.connect(lambda: self.find_wanted.emit(-1))
        self._copy.clicked.connect(self.copy_all_wanted)
        self._said.timeout.connect(lambda: self._copy.setText(self.tr("Copy all")))
        self.set_verdict(None)

    @property
    def wire(self) -> str:
        """The wire format that is chosen; empty is that of the run."""
        return str(self._wires.currentData() or "")

    @property
    def needle(self) -> str:
        """What is looked for."""
        return self._field.text()

    @property
    def findings_shown(self) -> bool:
        """Whether what is not valid is to be listed."""
        return self._listed

    def set_built(self, wire: str) -> None:
        """Name the wire that the run was built in; an empty text where there is no run."""
        text = self.tr("as built: {0}").format(wire_name(wire)) if wire else self.tr("as built")
        if self._wires.itemText(0) != text:
            self._wires.setItemText(0, text)

    def set_verdict(self, view: WireView | None) -> None:
        """Say whether an API would take the request."""
        button = self._verdict
        button.setVisible(view is not None)
        if view is None:
            return
        name, findings = wire_name(view.wire), view.findings
        errors = sum(one.severity == "error" for one in findings or ())
        if findings is None:
            text = self.tr("checking…")
        elif errors:
            text = self.tr("! {0} not valid").format(f"{errors:,}")
        elif findings:
            text = self.tr("✓ valid · {0} notes").format(f"{len(findings):,}")
        else:
            text = self.tr("✓ valid")
        told = self.tr("valid for {0}") if not errors else self.tr("not valid for {0}")
        button.setText(text)
        button.setEnabled(bool(findings))
        button.setChecked(bool(findings) and self._listed)
        button.setAccessibleName(f"{told.format(name)}: {text}" if findings is not None else text)
        button.setToolTip(told.format(name) if findings is not None else "")

    def set_found(self, found: bool) -> None:
        """Say whether what is looked for is there."""
        self._mark_field(not found)

    def set_copied(self, what: str) -> None:
        """Say for a moment that something was copied: the number of a message, or all."""
        self._copy.setText(self.tr("copied {0}").format(what).rstrip())
        self._said.start()

    def _name(self) -> None:
        wires = self._wires
        wires.setObjectName("messageWire")
        wires.setAccessibleName(self.tr("Wire format"))
        wires.addItem(self.tr("as built"), "")
        for wire in MESSAGES:
            wires.addItem(wire_name(wire), wire)
        names = (wires.fontMetrics().horizontalAdvance(wire_name(wire)) for wire in MESSAGES)
        wires.setMinimumWidth(max(names) + _BOX_SIDES)
        self._verdict.setObjectName("messageVerdict")
        self._verdict.setCheckable(True)
        field = self._field
        field.setObjectName("messageFind")
        field.setPlaceholderText(self.tr("find"))
        field.setAccessibleName(self.tr("Find in the messages"))
        field.setClearButtonEnabled(False)
        field.setMinimumWidth(_FIND_LEAST)
        field.setMaximumWidth(_FIND_WIDTH)
        field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for button, name, text, told in (
            (self._before, "messageFindBefore", "↑", self.tr("Previous place (Shift+F3)")),
            (self._next, "messageFindNext", "↓", self.tr("Next place (F3)")),
            (self._copy, "messageCopyAll", self.tr("Copy all"), self.tr("Copy the whole request as JSON")),
        ):
            button.setObjectName(name)
            button.setText(text)
            button.setAccessibleName(told)
            button.setToolTip(told)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._verdict.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _choose_wire(self) -> None:
        self.wire_chosen.emit()

    def _list(self, shown: bool) -> None:
        self._listed = shown
        self.findings_wanted.emit(shown)

    def _changed(self, needle: str) -> None:
        self._mark_field(False)
        self.needle_changed.emit(needle)

    def _mark_field(self, missing: bool) -> None:
        field = self._field
        field.setProperty("invalid", missing)
        field.setToolTip(self.tr("not found") if missing else "")
        field.setAccessibleDescription(self.tr("not found") if missing else "")
        field.style().unpolish(field)
        field.style().polish(field)
