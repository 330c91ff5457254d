"""What is swept: settings and their values, profiles, requests, price; how many builds that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ctxlab.gui.models.sweep_settings import Varied
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.flow import Flow
from ctxlab.gui.views.profiles_button import ProfilesButton
from ctxlab.gui.views.progress_line import ProgressLine
from ctxlab.gui.views.setting_sweep import SettingSweep

LAST, ALL = "last", "all"
_PRICE = 150


class SweepSetup(QFrame):
    """`changed` says that a person changed what is to be swept; `start_requested` and `stop_requested` ask.

    `setting_wanted` asks for one more line, `key_chosen(line, key)` tells that one is about another setting.
    """

    changed = Signal()
    start_requested = Signal()
    stop_requested = Signal()
    setting_wanted = Signal()
    key_chosen = Signal(int, str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sweepSetup")
        self.lines: list[SettingSweep] = []
        self._keys: tuple[tuple[str, str], ...] = ()
        self._made = 0
        self._running = False
        self.add = QPushButton(self.tr("+ setting"))
        self.add.setObjectName("sweepAddSetting")
        self.add.setAccessibleName(self.tr("Vary one more setting"))
        self.profiles = ProfilesButton()
        self.profiles.setObjectName("sweepProfiles")
        self.profiles.setToolTip(self.tr("The profiles whose settings are varied"))
        self.requests = ChoiceBox()
        self.requests.setObjectName("sweepRequests")
        self.requests.setAccessibleName(self.tr("Requests that are built"))
        self.requests.addItem(self.tr("last request"), LAST)
        self.requests.addItem(self.tr("every request"), ALL)
        self.prefix = QCheckBox(self.tr("cacheable prefix"))
        self.prefix.setObjectName("sweepPrefix")
        self.prefix.setToolTip(
            self.tr("Also tell how much of a context stays equal from the request before: twice the builds")
        )
        self.price = QLineEdit()
        self.price.setObjectName("sweepPrice")
        self.price.setPlaceholderText(self.tr("price per M tokens"))
        self.price.setAccessibleName(self.tr("Price of a million input tokens"))
        self.price.setFixedWidth(_PRICE)
        self.progress = ProgressLine("sweepProgress", self.tr("How far the sweep is"), look)
        self.start = QPushButton()
        self.start.setObjectName("sweepStart")
        self.start.setProperty("role", "primary")
        self._lay_out()
        self._connect()
        self.show_running(False)

    def set_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """The settings that can be varied, pairs of a key and its words."""
        self._keys = tuple(keys)
        for line in self.lines:
            line.offer(self._keys)

    def add_line(self, varied: Varied) -> SettingSweep:
        """One more setting; nobody is told."""
        self._made += 1
        line = SettingSweep(self._made)
        line.offer(self._keys)
        line.show_varied(varied)
        line.changed.connect(self.changed)
        line.key_chosen.connect(partial(self._choose_key, line))
        line.removed.connect(partial(self._remove, line))
        before: QWidget = self.lines[-1].remove if self.lines else self._last
        self.lines.append(line)
        self._settings.addWidget(line)
        for part in (line.key, line.low, line.high, line.step, line.values, line.listed, line.remove):
            QWidget.setTabOrder(before, part)
            before = part
        line.setEnabled(not self._running)
        return line

    def varied(self) -> list[Varied]:
        """What stands in the lines."""
        return [line.varied() for line in self.lines]

    def wanted_requests(self) -> Literal["last", "all"]:
        """The last request of each session, or every one."""
        return "all" if self.requests.currentData() == ALL else "last"

    def show_now(self, words_of: Callable[[str], str]) -> None:
        """Beside each setting the value that the profile has."""
        for line in self.lines:
            line.show_now(words_of(line.varied().key))

    def show_plan(self, told: str, *, possible: bool, words: str = "") -> None:
        """What a start would do, and whether it can; `words` stand on the button."""
        if self._running:
            return
        self.progress.say(told)
        self.start.setText(words or self.tr("Sweep"))
        self.start.setEnabled(possible)

    def show_running(self, running: bool) -> None:
        """While it runs the button stops it, and nothing else can be changed."""
        self._running = running
        self.start.setText(self.tr("Stop") if running else self.tr("Sweep"))
        self.start.setProperty("role", "" if running else "primary")
        self.start.style().unpolish(self.start)
        self.start.style().polish(self.start)
        self.start.setEnabled(True)
        parts = (self.add, self.profiles, self.requests, self.prefix, self.price, *self.lines)
        for part in parts:
            part.setEnabled(not running)

    def _choose_key(self, line: SettingSweep, key: str) -> None:
        self.key_chosen.emit(self.lines.index(line), key)

    def _remove(self, line: SettingSweep) -> None:
        self.lines.remove(line)
        self._settings.removeWidget(line)
        line.hide()
        line.deleteLater()
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _connect(self) -> None:
        self.add.clicked.connect(self.setting_wanted)
        self.profiles.chosen.connect(self.changed)
        self.requests.activated.connect(self.changed)
        self.prefix.clicked.connect(self.changed)
        self.price.textEdited.connect(self.changed)
        self.start.clicked.connect(self._start_or_stop)

    def _start_or_stop(self) -> None:
        if self._running:
            self.stop_requested.emit()
        else:
            self.start_requested.emit()

    def _lay_out(self) -> None:
        self._settings = QVBoxLayout()
        self._settings.setContentsMargins(0, 0, 0, 0)
        self._settings.setSpacing(6)
        choices = QWidget()
        flow = Flow(8)
        choices.setLayout(flow)
        for part in (self.profiles, self.requests, self.price, self.prefix, self.add):
            flow.addWidget(part)
        #: What the keys come from before the first line.
        self._last = self.add
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(10)
        foot.addWidget(self.progress, 1)
        foot.addWidget(self.start)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.setSpacing(8)
        layout.addWidget(choices)
        layout.addLayout(self._settings)
        layout.addLayout(foot)
