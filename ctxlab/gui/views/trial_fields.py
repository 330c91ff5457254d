"""What a trial with a model asks for: arms, sessions, the check, and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.system_choices import UNMANAGED, SystemChoice
from ctxlab.gui.models.trial_words import MOST_TIMES, Breach, TrialForm
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.segments import Segments

#: A number of so many digits is none that is meant.
_LONG = 6
_HERE, _EVERYWHERE = "here", "everywhere"


class TrialFields(QWidget):
    """The fields, each with room for what is wrong with it. `edited` follows each change of any of them."""

    edited = Signal()

    def __init__(self, form: QFormLayout, parent: QWidget | None = None) -> None:
        """`form` takes the fields as its next rows."""
        super().__init__(parent)
        self.against = ChoiceBox()
        self.against.setObjectName("trialAgainst")
        self.against.setAccessibleName(self.tr("Context A"))
        self.own = plain_label("")
        self.own.setObjectName("trialOwn")
        places = ((_HERE, self.tr("This one")), (_EVERYWHERE, ""))
        self.sessions = Segments("trialSessions", self.tr("Sessions"), places)
        self.expect = self._line("trialExpect", self.tr("What an answer has to have in it"))
        self.expect.setPlaceholderText(self.tr("a pattern, such as 3,?000|three thousand"))
        self.breach = ChoiceBox()
        self.breach.setObjectName("trialBreach")
        self.breach.setAccessibleName(self.tr("Broken by"))
        for kind, words in (
            (Breach.NOTHING, self.tr("nothing")),
            (Breach.REGEX, self.tr("a pattern in it")),
            (Breach.PATH, self.tr("a call that touches")),
            (Breach.BOUND, self.tr("a number")),
        ):
            self.breach.addItem(words, kind)
        self.broken_by = self._line("trialBrokenBy", self.tr("What breaks it"))
        self.times = self._line("trialTimes", self.tr("Trials of each context"))
        self.times.setText("1")
        self.times.setFixedWidth(56)
        self.times.setToolTip(self.tr("1 to {0}").format(MOST_TIMES))
        self._lines = {"times": self.times, "expect": self.expect, "broken_by": self.broken_by}
        self._problems = {name: self._problem(name) for name in self._lines}
        self._lay_out(form)
        for changed in (self.against.activated, self.breach.activated, self.sessions.chosen):
            changed.connect(self._tell)
        for typed in (line.textEdited for line in self._lines.values()):
            typed.connect(self._tell)
        self._show_breach()
        self.set_sessions(1)

    def form(self) -> TrialForm:
        """What is entered; `times` is 0 where that is no number."""
        times = self.times.text().strip()
        return TrialForm(
            against=str(self.against.currentData() or UNMANAGED),
            everywhere=self.sessions.current == _EVERYWHERE,
            expect=self.expect.text().strip(),
            breach=Breach(self.breach.currentData()),
            broken_by=self.broken_by.text().strip(),
            times=int(times) if times.isascii() and times.isdigit() and len(times) < _LONG else 0,
        )

    def set_profiles(self, choices: Sequence[SystemChoice], own: str) -> None:
        """Offer these as the first arm; `own` names the second, which is the profile in use."""
        before = self.form().against
        self.against.clear()
        for choice in choices:
            self.against.addItem(one_line(choice.name, 60), choice.key)
        self.against.setCurrentIndex(max(0, self.against.findData(before)))
        self.own.setText(one_line(own, 60))

    def set_sessions(self, count: int) -> None:
        """Say how many sessions are open."""
        all_open = self.tr("All {0} that are open").format(count)
        self.sessions.name(_EVERYWHERE, all_open if count > 1 else self.tr("All that are open"))
        self.sessions.button(_EVERYWHERE).setEnabled(count > 1)
        if count < 2:
            self.sessions.choose(_HERE)

    def show_problems(self, problems: Mapping[str, str]) -> None:
        """Say beneath the fields `times`, `expect` and `broken_by` what is wrong with them."""
        for name, field in self._lines.items():
            words = problems.get(name, "")
            label = self._problems[name]
            label.setText(one_line(words, 200))
            label.setToolTip(tooltip(words))
            label.setVisible(bool(words))
            if field.property("invalid") is not bool(words):
                field.setProperty("invalid", bool(words))
                field.style().unpolish(field)
                field.style().polish(field)
            field.setAccessibleDescription(words)

    def allow(self, *, on: bool) -> None:
        """Let the fields be edited, or not."""
        fields = (self.against, self.sessions, self.expect, self.breach, self.broken_by, self.times)
        for field in fields:
            field.setEnabled(on)
        if on:
            self._show_breach()

    def _tell(self, *_told: object) -> None:
        self._show_breach()
        self.edited.emit()

    def _show_breach(self) -> None:
        kind = Breach(self.breach.currentData())
        self.broken_by.setEnabled(kind is not Breach.NOTHING)
        self.broken_by.setPlaceholderText(
            {
                Breach.NOTHING: "",
                Breach.REGEX: self.tr("a pattern that must not be in the answer"),
                Breach.PATH: self.tr("a file or folder, such as migrations/**"),
                Breach.BOUND: self.tr("beyond a bound, such as > 3000 CNY"),
            }[kind]
        )

    def _line(self, name: str, words: str) -> QLineEdit:
        made = QLineEdit()
        made.setObjectName(name)
        made.setAccessibleName(words)
        return made

    def _problem(self, name: str) -> QLabel:
        label = plain_label("", "refused")
        label.setObjectName(f"trialProblem-{name}")
        # its words must not widen the window; the tooltip has all of them
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        label.hide()
        return label

    def _lay_out(self, form: QFormLayout) -> None:
        arms = QHBoxLayout()
        arms.setSpacing(8)
        arms.addWidget(plain_label("A", "title"))
        arms.addWidget(self.against, 1)
        arms.addWidget(plain_label("→", "muted"))
        arms.addWidget(plain_label("B", "title"))
        arms.addWidget(self.own, 1)
        where = QHBoxLayout()
        where.setSpacing(12)
        where.addWidget(self.sessions)
        where.addStretch(1)
        where.addWidget(plain_label(self.tr("Trials of each"), "muted"))
        where.addWidget(self.times)
        expect = QHBoxLayout()
        expect.addWidget(self.expect)
        breach = QHBoxLayout()
        breach.setSpacing(8)
        breach.addWidget(self.breach)
        breach.addWidget(self.broken_by, 1)
        form.addRow(plain_label(self.tr("Contexts"), "muted"), arms)
        for name, words, field in (
            ("times", self.tr("Sessions"), where),
            ("expect", self.tr("The answer has to hold"), expect),
            ("broken_by", self.tr("Broken by"), breach),
        ):
            both = QVBoxLayout()
            both.setSpacing(3)
            both.addLayout(field)
            both.addWidget(self._problems[name])
            form.addRow(plain_label(words, "muted"), both)
