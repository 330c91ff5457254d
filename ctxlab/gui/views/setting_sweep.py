"""One line of what a sweep varies: a setting, its value as it is, and the values to try."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QStackedWidget, QToolButton, QWidget

from ctxlab.gui.models.sweep_settings import Varied
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import plain_label

_NUMBER = 76


class SettingSweep(QWidget):
    """`changed` says that a person changed setting or values, `key_chosen` that the setting is another one.

    `removed` asks to take the line away.
    """

    changed = Signal()
    key_chosen = Signal(str)
    removed = Signal()

    def __init__(self, at: int, parent: QWidget | None = None) -> None:
        """`at` is the 1-based place of the line, for those who cannot see it."""
        super().__init__(parent)
        self.setObjectName(f"sweepSetting-{at}")
        self.key = ChoiceBox()
        self.key.setObjectName(f"sweepKey-{at}")
        self.key.setAccessibleName(self.tr("Setting {0} to vary").format(at))
        self.key.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.key.setMinimumContentsLength(12)
        self.key.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.now = plain_label("", "muted")
        self.low = self._field(f"sweepFrom-{at}", self.tr("Setting {0}: first value").format(at))
        self.high = self._field(f"sweepTo-{at}", self.tr("Setting {0}: last value").format(at))
        self.step = self._field(f"sweepStep-{at}", self.tr("Setting {0}: step").format(at))
        self.values = self._field(f"sweepValues-{at}", self.tr("Setting {0}: values").format(at))
        self.values.setPlaceholderText(self.tr("such as 2000, 4000, 8000"))
        self.values.setMaximumWidth(16_777_215)
        self.listed = QToolButton()
        self.listed.setObjectName(f"sweepListed-{at}")
        self.listed.setText(self.tr("list"))
        self.listed.setCheckable(True)
        self.listed.setToolTip(self.tr("Try single values instead of a range"))
        self.listed.setAccessibleName(self.tr("Setting {0}: single values").format(at))
        self.remove = QToolButton()
        self.remove.setObjectName(f"sweepRemove-{at}")
        self.remove.setText("×")
        self.remove.setProperty("role", "quiet")
        self.remove.setToolTip(self.tr("Do not vary this setting"))
        self.remove.setAccessibleName(self.tr("Setting {0}: do not vary it").format(at))
        for button in (self.listed, self.remove):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self.key.activated.connect(self._choose)
        self.listed.toggled.connect(self._show_kind)
        self.listed.clicked.connect(self.changed)
        self.remove.clicked.connect(self.removed)

    def offer(self, keys: Sequence[tuple[str, str]]) -> None:
        """The settings that can be chosen, pairs of a key and its words; the one chosen stays."""
        known = [(self.key.itemData(at), self.key.itemText(at)) for at in range(self.key.count())]
        if known == list(keys):
            return
        held = self.key.currentData()
        self.key.clear()
        for key, words in keys:
            self.key.addItem(words, key)
        self.key.setCurrentIndex(max(0, self.key.findData(held)))

    def show_varied(self, varied: Varied) -> None:
        """Show a setting and its values; nobody is told."""
        self.key.setCurrentIndex(self.key.findData(varied.key))
        texts = ((self.low, varied.low), (self.high, varied.high), (self.step, varied.step))
        for field, text in (*texts, (self.values, varied.values)):
            field.setText(text)
        self.listed.setChecked(varied.listed)

    def varied(self) -> Varied:
        """What stands in the fields."""
        return Varied(
            str(self.key.currentData() or ""),
            self.low.text(),
            self.high.text(),
            self.step.text(),
            self.values.text(),
            self.listed.isChecked(),
        )

    def show_now(self, words: str) -> None:
        """The value that the profile has."""
        self.now.setText(words)

    def show_flaw(self, flawed: bool, told: str = "") -> None:
        """Mark the fields as wrong, or not."""
        for field in (self.low, self.high, self.step, self.values):
            if bool(field.property("invalid")) != flawed:
                field.setProperty("invalid", flawed)
                # the style sheet looks at the property only when it is put on
                field.style().unpolish(field)
                field.style().polish(field)
            field.setToolTip(told)

    def _choose(self, _at: int) -> None:
        self.key_chosen.emit(str(self.key.currentData() or ""))

    def _show_kind(self, listed: bool) -> None:
        self._kinds.setCurrentIndex(int(listed))

    def _field(self, name: str, words: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.setAccessibleName(words)
        field.setMaximumWidth(_NUMBER)
        field.textEdited.connect(self.changed)
        return field

    def _lay_out(self) -> None:
        ranged = QWidget()
        row = QHBoxLayout(ranged)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for part in (self.low, plain_label("–", "muted"), self.high, plain_label(self.tr("step"), "muted")):
            row.addWidget(part)
        row.addWidget(self.step)
        row.addStretch(1)
        self._kinds = QStackedWidget()
        self._kinds.addWidget(ranged)
        self._kinds.addWidget(self.values)
        self._kinds.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.key, 3)
        layout.addWidget(self.now)
        layout.addWidget(self._kinds, 4)
        layout.addWidget(self.listed)
        layout.addWidget(self.remove)
