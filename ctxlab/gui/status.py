"""The status bar: what was gathered, how far counting is, and what the last act was."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from ctxlab.gui.runs import Run
from ctxlab.gui.text import counted, token_text
from ctxlab.gui.views.labels import plain_label

#: How long the last act is named (ms).
SHOWN_MS = 4_000

#: The strategy that makes no summaries.
NO_SUMMARIES = "none"


class StatusBar(QStatusBar):
    """Fixed places, so that nothing jumps while numbers change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusBar")
        self.setSizeGripEnabled(False)
        self.setContentsMargins(8, 0, 8, 0)
        self.items = self._place("statusItems")
        self.framing = self._place("statusFraming")
        self.counts = self._place("statusCounts")
        self.progress = self._place("statusProgress")
        self.summaries = plain_label("", "muted")
        self.summaries.setObjectName("statusSummaries")
        self.addPermanentWidget(self.summaries)

    def show_run(self, run: Run | None) -> None:
        """Says what a run gathered, its framing, and how sure its counts are."""
        if run is None:
            for label in (self.items, self.framing, self.counts, self.summaries):
                label.setText("")
            return
        trace = run.trace
        gathered = token_text(trace.totals.gathered, trace.exact)
        items = counted(f"{len(trace.pool):,}", self.tr("{0} item"), self.tr("{0} items"))
        tokens = counted(gathered, self.tr("{0} token"), self.tr("{0} tokens"))
        self.items.setText(self.tr("{0}, {1} gathered").format(items, tokens))
        framing = dict(trace.ledger).get("framing", 0)
        framed = counted(token_text(framing, trace.exact), self.tr("{0} token"), self.tr("{0} tokens"))
        self.framing.setText(self.tr("framing {0}").format(framed))
        if trace.exact:
            self.counts.setText(self.tr("counts exact"))
        else:
            self.counts.setText(self.tr("counts ≈ ({0})").format(trace.counted_in))
        strategy = run.request.profile.summarize.strategy
        told = self.tr("summaries: {0}, offline").format(strategy)
        self.summaries.setText(self.tr("no summaries") if strategy == NO_SUMMARIES else told)

    def show_counting(self, done: int, total: int) -> None:
        """Says how far counting has come; nothing when it is through."""
        if not total:
            self.progress.setText("")
            return
        self.progress.setText(self.tr("counting {0} of {1} texts").format(f"{done:,}", f"{total:,}"))

    def tell(self, text: str) -> None:
        """Names the last act for a moment."""
        self.showMessage(text, SHOWN_MS)

    def _place(self, name: str) -> QLabel:
        label = plain_label("", "muted")
        label.setObjectName(name)
        label.setContentsMargins(4, 0, 12, 0)
        self.addWidget(label)
        return label
