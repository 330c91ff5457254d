"""What is told where no request has the provider's count: what a calibration is, and what it takes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ctxlab.gui.views.labels import plain_label


class CalibrationLesson(QWidget):
    """Heads with a few lines each. A calibration can be relied on from `requests` and `growth` tokens on."""

    def __init__(self, requests: int, growth: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("calibrationLesson")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 4, 10, 4)
        self._column.setSpacing(4)
        self._add(
            self.tr("This log has no counts of the provider"),
            self.tr(
                "Where it has, each request stands here with two counts: the provider's, and the one made "
                "here. How both grow gives a factor, by which all counts are taken times; what is left over "
                "is sent with every request and not in the log, such as a system prompt. “Apply” puts both "
                "into the profile, as an edit that can be undone."
            ),
        )
        self._add(
            self.tr("Where counts are recorded"),
            self.tr(
                "In transcripts of coding agents (Claude Code, Codex, Gemini CLI, Cline, opencode), in "
                "answers of the OpenAI, Anthropic and Gemini interfaces (“usage”), and in traces of agents. "
                "Keep the whole answer in your log, not its text alone."
            ),
        )
        words = self.tr(
            "{0} requests without a compaction between them, over which the count grows by {1} tokens. Fewer "
            "give a figure too, which is marked as not to be relied on."
        )
        self._add(self.tr("What it takes"), words.format(requests, f"{growth:,}"))
        self._add(
            self.tr("Without any"),
            self.tr(
                "Counts that stand in for the model's own stay marked ≈. Both figures can be stated by hand "
                "in the profile: “factor” under [tokens] in percent, and tokens of each source under "
                "[window.unknown]."
            ),
        )
        self._column.addStretch(1)

    def _add(self, head: str, words: str) -> None:
        body = plain_label(words)
        body.setWordWrap(True)
        body.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._column.addWidget(plain_label(head, "title"))
        self._column.addWidget(body)
        self._column.addSpacing(10)
