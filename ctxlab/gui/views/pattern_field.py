"""The field for what else must not be told: patterns of the user's own, one a line, and IP addresses."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from ctxlab.gui.text import one_line
from ctxlab.gui.views.labels import plain_label

#: A pattern that is being typed is looked for once nothing was typed for so long (ms).
TYPED_MS = 400


class PatternField(QWidget):
    """`changed` says that something is being typed, `searched(patterns, addresses)` what to look for now."""

    changed = Signal()
    searched = Signal(object, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("patternField")
        self.patterns = QPlainTextEdit()
        self.patterns.setObjectName("ownPatterns")
        self.patterns.setAccessibleName(self.tr("Own patterns"))
        self.patterns.setPlaceholderText(self.tr("regular expressions, one a line, such as  ACME-\\d+"))
        self.patterns.setTabChangesFocus(True)
        self.patterns.setFixedHeight(58)
        self.patterns.textChanged.connect(self._type)
        self.addresses = QCheckBox(self.tr("IP addresses, too"))
        self.addresses.setObjectName("replaceAddresses")
        self.addresses.toggled.connect(self.search)
        self._wrong = plain_label("", "refused")
        self._wrong.setObjectName("patternProblem")
        self._wrong.setWordWrap(True)
        self._wrong.hide()
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(self.search)
        head = QHBoxLayout()
        head.addWidget(plain_label(self.tr("Own patterns"), "title"))
        head.addStretch(1)
        head.addWidget(self.addresses)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.patterns)
        layout.addWidget(self._wrong)

    @property
    def written(self) -> tuple[str, ...]:
        """The patterns; blanks around them are not part of them."""
        lines = (line.strip() for line in self.patterns.toPlainText().splitlines())
        return tuple(dict.fromkeys(line for line in lines if line))

    @property
    def asks(self) -> bool:
        """Whether anything is to be looked for."""
        return bool(self.written) or self.addresses.isChecked()

    @property
    def typing(self) -> bool:
        """Whether something is being typed that was not looked for yet."""
        return self._typed.isActive()

    def search(self, _on: bool = False) -> None:
        """Asks for what stands here."""
        self._typed.stop()
        self.searched.emit(self.written, self.addresses.isChecked())

    def stop(self) -> None:
        """Asks for nothing of what was typed last."""
        self._typed.stop()

    def wrong(self) -> str:
        """What is wrong with a pattern, as it is said; empty where nothing is."""
        return self._wrong.text()

    def show_wrong(self, text: str) -> None:
        """Say what is wrong with a pattern; an empty text says that nothing is."""
        self._wrong.setText(one_line(text, 300))
        self._wrong.setVisible(bool(text))

    def _type(self) -> None:
        self._typed.start()
        self.changed.emit()
