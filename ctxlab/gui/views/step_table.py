"""An item's way through the four stages, as a small table of words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ctxlab.gui.models.item_story import Passage, Step
from ctxlab.gui.text import clauses, one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.pill import Pill
from ctxlab.model.decision import STAGES


class StepTable(QWidget):
    """The four stages: pill, name, sentence."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("itemHistory")
        self.setAccessibleName(self.tr("What became of it"))
        self._pills: list[Pill] = []
        self._names: list[QLabel] = []
        self._sentences: list[QLabel] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(2, 1)
        for row in range(len(STAGES)):
            pill, name, sentence = Pill(look), plain_label("", "title"), plain_label("")
            sentence.setWordWrap(True)
            sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            sentence.setMinimumWidth(80)
            grid.addWidget(pill, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(name, row, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(sentence, row, 2, Qt.AlignmentFlag.AlignTop)
            self._pills.append(pill)
            self._names.append(name)
            self._sentences.append(sentence)

    def show_steps(self, steps: list[Step]) -> None:
        """Show an item's way; without steps the table is empty."""
        for row, (pill, name, sentence) in enumerate(
            zip(self._pills, self._names, self._sentences, strict=True)
        ):
            step = steps[row] if row < len(steps) else None
            for widget in (pill, name, sentence):
                widget.setVisible(step is not None)
            if step is None:
                continue
            role = "muted" if step.passage is Passage.NEVER else ""
            pill.show_step(step)
            _set(name, step.stage, role or "title")
            _set(sentence, one_line(step.sentence, 600), role)
        self.setAccessibleDescription(clauses(f"{s.stage}: {s.pill}, {s.sentence}" for s in steps))

    def words(self) -> list[tuple[str, str, str]]:
        """The rows as (pill, stage, sentence)."""
        return [
            (pill.text(), name.text(), sentence.text())
            for pill, name, sentence in zip(self._pills, self._names, self._sentences, strict=True)
            if not sentence.isHidden()
        ]


def _set(widget: QLabel, text: str, role: str) -> None:
    widget.setText(text)
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().polish(widget)
