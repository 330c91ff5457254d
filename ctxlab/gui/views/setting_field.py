"""One setting of a strategy: its name, a control that fits its kind, its default, what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from ctxlab.explain import strategies as told
from ctxlab.gui.models.setting_values import shown_value, stated_lines, stepped, typed_value
from ctxlab.gui.models.setting_words import setting_name
from ctxlab.gui.text import tooltip
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import plain_label
from ctxlab.model.stage_info import SettingInfo, SettingKind

CONTROL_WIDTH = 150
NAME_WIDTH = 128
DIFFERS = "●"
#: The list of rules that has a dialog of its own.
RULES_KEY = "gather.rule"


class NumberField(QLineEdit):
    """A whole number, or nothing; Up and Down step it. `stepped_by` has 1 or -1, or ten times that."""

    stepped_by = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by the arrow and page keys."""
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}
        found = steps.get(Qt.Key(event.key()))
        if found is None:
            super().keyPressEvent(event)
        else:
            self.stepped_by.emit(found)


class SettingField(QWidget):
    """The setting and its control. `requested(key, value)` is a wish; nothing changes until it is granted."""

    requested = Signal(str, object)

    def __init__(self, info: SettingInfo, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.info = info
        self.name = setting_name(info.key)
        self._value: Any = info.default
        self._saved: Any = info.default
        self._dot = plain_label(DIFFERS, "link")
        self._dot.setToolTip(tooltip(self.tr("differs from the saved profile")))
        self._dot.setFixedWidth(12)
        self.label = plain_label(self.name)
        self.reset = QPushButton(self.tr("reset"))
        self.reset.setProperty("role", "link")
        self.reset.setObjectName(f"reset-{info.key}")
        self.reset.setAccessibleName(self.tr("Reset {0} to the saved profile").format(self.name))
        self.reset.clicked.connect(lambda: self.requested.emit(self.info.key, self._saved))
        self.error = plain_label("", "refused")
        self.error.setWordWrap(True)
        self.error.hide()
        about = told.setting(info, language)
        self.control = self._control()
        self.control.setObjectName(f"setting-{info.key}")
        self.control.setAccessibleName(self.name)
        self.control.setAccessibleDescription(about)
        self.control.setToolTip(tooltip(about))
        self.label.setToolTip(tooltip(f"{about}\n{info.key}"))
        self._lay_out(about)
        self._differ()

    def set_value(self, value: Any, saved: Any) -> None:
        """Show the profile's value and whether the saved one is another; a refused text stays as typed."""
        changed = value != self._value
        self._value, self._saved = value, saved
        if changed or self.error.isHidden():
            self.show_error("")
            self._show_value()
        self._differ()

    def show_error(self, reason: str) -> None:
        """Say why a value was refused; an empty reason takes that back."""
        self.error.setText(reason)
        self.error.setVisible(bool(reason))
        if bool(self.control.property("invalid")) != bool(reason):
            self.control.setProperty("invalid", bool(reason))
            self.control.style().polish(self.control)
        if reason and not isinstance(self.control, QLineEdit):
            self._show_value()

    def controls(self) -> Sequence[QWidget]:
        """What takes the keys, in order."""
        return (self.control, self.reset)

    def _lay_out(self, about: str) -> None:
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        self.label.setFixedWidth(NAME_WIDTH)
        line.addWidget(self._dot)
        line.addWidget(self.label)
        line.addWidget(self.control)
        if self.info.kind is not SettingKind.OTHER:
            line.addWidget(plain_label(self._default(), "muted"))
        line.addStretch(1)
        line.addWidget(self.reset)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setVerticalSpacing(2)
        grid.addLayout(line, 0, 0)
        if about:
            grid.addWidget(_indented(about, "muted"), 1, 0)
        self.error.setContentsMargins(18, 0, 0, 0)
        grid.addWidget(self.error, 2, 0)

    def _default(self) -> str:
        value = self.info.default
        if value is None or value == "":
            shown = self.tr("none")
        elif isinstance(value, bool):
            shown = self.tr("on") if value else self.tr("off")
        else:
            shown = shown_value(value)
        return self.tr("default {0}").format(shown)

    def _control(self) -> QWidget:
        match self.info.kind:
            case SettingKind.FLAG:
                box = QCheckBox()
                box.clicked.connect(self._ask_flag)
                return box
            case SettingKind.CHOICE:
                return self._combo()
            case SettingKind.NUMBER | SettingKind.TEXT:
                return self._line()
            case SettingKind.OTHER:
                return plain_label("", "muted")

    def _combo(self) -> QComboBox:
        combo = ChoiceBox()
        combo.setFixedWidth(CONTROL_WIDTH)
        if self.info.optional:
            combo.addItem(self.tr("none"), None)
        for choice in self.info.choices:
            combo.addItem(choice or self.tr("none"), choice)
        combo.activated.connect(self._ask_choice)
        return combo

    def _line(self) -> QLineEdit:
        number = self.info.kind is SettingKind.NUMBER
        line = NumberField() if number else QLineEdit()
        line.setFixedWidth(CONTROL_WIDTH)
        if self.info.optional:
            line.setPlaceholderText(self.tr("none"))
        line.editingFinished.connect(lambda: self._ask(typed_value(self.info, line.text())))
        if isinstance(line, NumberField):
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
            line.stepped_by.connect(self._step)
        return line

    def _ask_flag(self, on: bool) -> None:
        self._ask(on)

    def _ask_choice(self, at: int) -> None:
        assert isinstance(self.control, QComboBox)
        self._ask(self.control.itemData(at))

    def _step(self, steps: int) -> None:
        assert isinstance(self.control, QLineEdit)
        typed = typed_value(self.info, self.control.text())
        start = typed if isinstance(typed, int) else self.info.default or 0
        self._ask(stepped(int(start), steps, self.info))

    def _ask(self, value: Any) -> None:
        """Emit the wish, unless it is what there is; that takes back what was refused."""
        if value == self._value and type(value) is type(self._value):
            self.show_error("")
            self._show_value()
        else:
            self.requested.emit(self.info.key, value)

    def _show_value(self) -> None:
        control, value = self.control, self._value
        if isinstance(control, QCheckBox):
            control.setChecked(bool(value))
            # the word beside the box: colour alone would say it
            control.setText(self.tr("on") if value else self.tr("off"))
        elif isinstance(control, QComboBox):
            control.setCurrentIndex(control.findData(value))
        elif isinstance(control, QLineEdit):
            control.setText(shown_value(value))
        elif isinstance(control, QLabel):
            count = len(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else 0
            told = self.tr("{0} stated, in the profile's file") if count else self.tr("none stated")
            control.setText(told.format(count))
            where = self.tr("Lists are written in the profile's file.")
            if self.info.key == RULES_KEY:
                where = self.tr("Profile > Source rules… edits this list.")
            control.setToolTip(tooltip("\n".join([where, *stated_lines(value)])))

    def _differ(self) -> None:
        """Show the dot and the reset link where the saved profile has another value."""
        differs = self._value != self._saved
        self._dot.setText(DIFFERS if differs else "")
        self._dot.setAccessibleName(self.tr("differs from the saved profile") if differs else "")
        self.reset.setVisible(differs and self.info.kind is not SettingKind.OTHER)


def _indented(text: str, role: str) -> QLabel:
    label = plain_label(text, role)
    label.setWordWrap(True)
    label.setContentsMargins(18, 0, 0, 0)
    return label
