"""What broke a must-keep: words, a path or a number to look for, and the places that were found."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import plain_label

#: Characters of what is told that are shown; the tooltip has all.
LONGEST = 300


class Sought(StrEnum):
    """What is looked for in answers and calls."""

    REGEX = "regex"
    PATH = "path"
    BOUND = "bound"


class ViolationBar(QFrame):
    """A field and the places found: `searched(kind, text)` asks for places, `stepped(by)` for another one.

    `cleared` says that nothing is looked for any more.
    """

    searched = Signal(str, str)
    stepped = Signal(int)
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("violationBar")
        self.setAccessibleName(self.tr("Find where an answer broke it"))
        self.setProperty("role", "bar")
        self.kind = ChoiceBox()
        self.kind.setObjectName("violationKind")
        self.kind.setAccessibleName(self.tr("What to look for"))
        for key, words in (
            (Sought.REGEX, self.tr("Words or pattern")),
            (Sought.PATH, self.tr("Path")),
            (Sought.BOUND, self.tr("Number")),
        ):
            self.kind.addItem(words, key.value)
        self.field = QLineEdit()
        self.field.setObjectName("violationField")
        self.field.setAccessibleName(self.tr("What the answer or call holds"))
        self.look_for = QPushButton(self.tr("Find"))
        self.look_for.setObjectName("findViolation")
        self.previous = self._step("previousViolation", "◂", self.tr("Previous place"), -1)
        self.next = self._step("nextViolation", "▸", self.tr("Next place"), 1)
        self._said = plain_label("", "muted")
        self._said.setObjectName("violationSaid")
        self._said.setWordWrap(True)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # what stands in the field for each kind, and whether a person wrote it
        self._texts: dict[Sought, tuple[str, bool]] = {}
        self._shown = Sought.REGEX
        self.kind.currentIndexChanged.connect(self._turn)
        self.field.returnPressed.connect(self._search)
        self.field.textChanged.connect(self._allow)
        self.look_for.clicked.connect(self._search)
        above = QHBoxLayout()
        above.setSpacing(8)
        above.addWidget(plain_label(self.tr("Where an answer broke it"), "title"))
        above.addWidget(self.kind)
        above.addWidget(self.field, 1)
        above.addWidget(self.look_for)
        # what is found is the answer: it has a line of its own, and more where it needs them
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.previous, 0, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self.next, 0, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self._said, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 6, 14, 6)
        layout.setSpacing(6)
        layout.addLayout(above)
        layout.addLayout(below)
        self._show_example()
        self._allow()
        self.show_places("", 0)

    def suggest(self, kind: Sought, text: str) -> None:
        """Put what would show that the must-keep was broken into the field, unless a person wrote there."""
        if self.field.isModified() and self.field.text():
            return
        # what was suggested before, for whatever kind, was of another must-keep
        self._texts = {one: (said, own) for one, (said, own) in self._texts.items() if own and said}
        self.field.clear()
        self.kind.setCurrentIndex(max(0, self.kind.findData(kind.value)))
        if not self.field.text():
            self._put(text, own=False)

    def show_places(self, words: str, count: int) -> None:
        """Say which place is looked at, or why there is none; `count` are all that were found."""
        self._said.setText(one_line(words, LONGEST))
        self._said.setAccessibleName(words)
        self._said.setToolTip(tooltip(words))
        self._said.setVisible(bool(words))
        for button in (self.previous, self.next):
            button.setVisible(count > 1)

    def said(self) -> str:
        """What is told of the places."""
        return self._said.text()

    def _step(self, name: str, sign: str, words: str, by: int) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setText(sign)
        button.setAccessibleName(words)
        button.setToolTip(tooltip(words))
        button.clicked.connect(lambda: self.stepped.emit(by))
        return button

    def _turn(self, _at: int = 0) -> None:
        """Each kind has its own text: a number is no path."""
        self._texts[self._shown] = (self.field.text(), self.field.isModified())
        self._shown = Sought(self.kind.currentData())
        text, own = self._texts.get(self._shown, ("", False))
        self._put(text, own=own)
        self._show_example()

    def _put(self, text: str, *, own: bool) -> None:
        self.field.setText(text)
        self.field.setModified(own)

    def _show_example(self) -> None:
        examples = {
            Sought.REGEX: self.tr("such as: 5,?200|five thousand"),
            Sought.PATH: self.tr("such as: db/migrations/**"),
            Sought.BOUND: self.tr("such as: > 3000 CNY"),
        }
        self.field.setPlaceholderText(examples[self._shown])

    def _allow(self, _text: str = "") -> None:
        self.look_for.setEnabled(bool(self.field.text().strip()))

    def _search(self) -> None:
        text = self.field.text().strip()
        if text:
            self.searched.emit(self.kind.currentData(), text)
        else:
            self.cleared.emit()
