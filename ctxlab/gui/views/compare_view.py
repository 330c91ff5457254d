"""One session under several profiles side by side, and below them the contexts of two."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.system_choices import SystemChoice
from ctxlab.gui.models.systems_answers import SystemColumn, SystemsAnswers
from ctxlab.gui.models.systems_model import SystemsModel
from ctxlab.gui.models.systems_text import as_csv, as_text
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.contexts_pane import ContextsPane
from ctxlab.gui.views.labels import ElidedLabel
from ctxlab.gui.views.profiles_button import ProfilesButton
from ctxlab.gui.views.splitter import splitter
from ctxlab.gui.views.systems_table import SystemsTable

#: What the table gets of the height at first, in hundredths.
_TABLE_SHARE = 64


class CompareView(QFrame):
    """The profiles that are compared, the table, and the contexts of two of them.

    `profiles_chosen` gives keys of profiles that are to be compared, `pair_chosen(before, after)` those whose
    contexts are looked at, `use_requested` that which is to be used. `item_chosen`, `must_keep_chosen` and
    `must_keep_opened` give what a person went to, `whole_requested` the number of a message of the context
    after. `try_requested` asks for a trial with a model; `seen` follows when it comes into sight.
    """

    profiles_chosen = Signal(object)
    pair_chosen = Signal(str, str)
    use_requested = Signal(str)
    item_chosen = Signal(str)
    must_keep_chosen = Signal(str)
    must_keep_opened = Signal(str)
    whole_requested = Signal(int)
    try_requested = Signal()
    copied = Signal(str)
    seen = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("compareView")
        self.setProperty("role", "page")
        self.setAccessibleName(self.tr("Context systems side by side"))
        self._shared = False
        #: The profiles that a person chose to compare, by their keys; None before anything was chosen.
        self.wanted: tuple[str, ...] | None = None
        self.systems = SystemsModel(language, self)
        self.table = SystemsTable(look, self.systems)
        self.contexts = ContextsPane(look, language=language)
        self.profiles = ProfilesButton()
        self._said = ElidedLabel(look)
        self.differences = QCheckBox(self.tr("Differences only"))
        self.differences.setObjectName("differencesOnly")
        self.differences.setChecked(True)
        tip = self.tr("Leave out items that fare alike, and must-keeps that are kept everywhere")
        self.differences.setToolTip(tip)
        self.differences.toggled.connect(self.systems.set_only_differing)
        self.trial = QPushButton(self.tr("Try with a model…"))
        self.trial.setObjectName("tryWithModel")
        self.trial.clicked.connect(self.try_requested)
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setObjectName("copySystems")
        self._lay_out()
        self._fill_copy()
        self._connect()
        self.set_choices((), ())
        self.set_columns(())

    def set_choices(self, choices: Sequence[SystemChoice], on: Collection[str]) -> None:
        """Offer these profiles; those of the keys `on` are compared."""
        self.profiles.set_choices(choices, on)
        for part in (self.profiles, self.trial):
            part.setEnabled(bool(choices))

    def set_columns(self, columns: Sequence[SystemColumn], before: str = "", after: str = "") -> None:
        """Compare these profiles, of which the contexts of two are looked at."""
        self.systems.set_columns(columns)
        self.systems.set_chosen(before, after)
        self.contexts.set_columns(columns, before, after)
        for part in (self.differences, self.copy):
            part.setEnabled(bool(columns))
        for head in (self.table.verticalHeader(), self.table.horizontalHeader()):
            head.setVisible(bool(columns))
        self.contexts.setVisible(bool(columns))

    def set_answers(self, answers: SystemsAnswers) -> None:
        """Show what is known of them."""
        self.systems.set_answers(answers)

    def say(self, words: str, empty: str = "") -> None:
        """What stands beside the button, and what an empty table says."""
        self._said.setText(words)
        self.table.set_placeholder(empty)

    def said(self) -> str:
        """What stands beside the button."""
        return self._said.text()

    def reset_sizes(self) -> None:
        """Shares the height out as it comes."""
        high = self._parts.height()
        table = high * _TABLE_SHARE // 100
        self._parts.setSizes([table, high - table])

    def showEvent(self, event: QShowEvent) -> None:
        """Share the height out, once there is some, and say that it came into sight."""
        super().showEvent(event)
        if not self._shared:
            self._shared = True
            self.reset_sizes()
        self.seen.emit()

    def _connect(self) -> None:
        table, contexts = self.table, self.contexts
        self.profiles.chosen.connect(self._want)
        contexts.pair_chosen.connect(self.pair_chosen)
        table.profile_chosen.connect(self._choose)
        for use in (table.use_requested, contexts.use_requested):
            use.connect(self.use_requested)
        for chosen in (table.item_chosen, contexts.difference.item_chosen, contexts.context.item_chosen):
            chosen.connect(self.item_chosen)
        table.must_keep_chosen.connect(self.must_keep_chosen)
        table.must_keep_opened.connect(self.must_keep_opened)
        contexts.difference.whole_requested.connect(self.whole_requested)

    def _want(self, keys: tuple[str, ...]) -> None:
        self.wanted = keys
        self.profiles_chosen.emit(keys)

    def _choose(self, key: str, after: bool) -> None:
        """A head was pointed out: its context alone, or in place of the one after."""
        before, other = self.systems.chosen
        if not after:
            # one and the same is no comparison
            self.pair_chosen.emit(key, "" if key == other else other)
        elif key != before:
            self.pair_chosen.emit(before or key, key if before else "")

    def _fill_copy(self) -> None:
        menu = QMenu(self.copy)
        menu.setObjectName("copySystemsMenu")
        for name, words, made in (
            ("copyText", self.tr("Copy as text"), as_text),
            ("copyCsv", self.tr("Copy as CSV"), as_csv),
        ):
            action = menu.addAction(words)
            action.setObjectName(name)
            action.triggered.connect(partial(self._copy, made))
        self.copy.setMenu(menu)

    def _copy(self, made: Callable[[SystemsModel], str], _on: bool = False) -> None:
        text = made(self.systems)
        if text:
            QGuiApplication.clipboard().setText(text)
            self.copied.emit(self.tr("{0} lines copied").format(f"{text.count(chr(10)):,}"))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(14, 6, 14, 6)
        head.setSpacing(8)
        head.addWidget(self.profiles)
        head.addWidget(self._said, 1)
        for part in (self.differences, self.copy, self.trial):
            head.addWidget(part)
        self.table.setMinimumHeight(120)
        self._parts = splitter("compareParts", Qt.Orientation.Vertical, self.table, self.contexts)
        self._parts.setStretchFactor(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._parts, 1)
