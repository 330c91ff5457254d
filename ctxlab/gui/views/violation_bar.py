"""What broke a must-keep: words, a path or a number to look for, and the places that were found."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import ElidedLabel, plain_label


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

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("violationBar")
        self.setAccessibleName(self.tr("What broke it"))
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
        self.look_for = QPushButton(self.tr("Find what broke it"))
        self.look_for.setObjectName("findViolation")
        self.previous = self._step("previousViolation", "◂", self.tr("Previous place"), -1)
        self.next = self._step("nextViolation", "▸", self.tr("Next place"), 1)
        self._said = ElidedLabel(look)
        self._said.setObjectName("violationSaid")
        self.kind.currentIndexChanged.connect(self._show_example)
        self.field.returnPressed.connect(self._search)
        self.field.textChanged.connect(self._allow)
        self.look_for.clicked.connect(self._search)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 14, 6)
        layout.setSpacing(8)
        layout.addWidget(plain_label(self.tr("What broke it"), "title"))
        layout.addWidget(self.kind)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.look_for)
        layout.addWidget(self.previous)
        layout.addWidget(self.next)
        layout.addWidget(self._said, 1)
        self._show_example()
        self._allow()
        self.show_places("", 0)

    def suggest(self, kind: Sought, text: str) -> None:
        """Put what would show that the must-keep was broken into the field, unless a person wrote there."""
        if self.field.isModified() and self.field.text():
            return
        self.kind.setCurrentIndex(max(0, self.kind.findData(kind.value)))
        self.field.setText(text)
        self.field.setModified(False)

    def show_places(self, words: str, count: int) -> None:
        """Say which place is looked at, or why there is none; `count` are all that were found."""
        self._said.setText(one_line(words, 200))
        self._said.setToolTip(tooltip(words))
        self._said.setVisible(bool(words))
        for button in (self.previous, self.next):
            button.setVisible(count > 1)

    def said(self) -> str:
        """What stands beside the field."""
        return self._said.text()

    def _step(self, name: str, sign: str, words: str, by: int) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setText(sign)
        button.setAccessibleName(words)
        button.setToolTip(tooltip(words))
        button.clicked.connect(lambda: self.stepped.emit(by))
        return button

    def _show_example(self, _at: int = 0) -> None:
        examples = {
            Sought.REGEX: self.tr("such as: 5,?200|five thousand"),
            Sought.PATH: self.tr("such as: db/migrations/**"),
            Sought.BOUND: self.tr("such as: > 3000 CNY"),
        }
        self.field.setPlaceholderText(examples[Sought(self.kind.currentData())])

    def _allow(self, _text: str = "") -> None:
        self.look_for.setEnabled(bool(self.field.text().strip()))

    def _search(self) -> None:
        text = self.field.text().strip()
        if text:
            self.searched.emit(self.kind.currentData(), text)
        else:
            self.cleared.emit()
