"""The must-keeps with their verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from ctxlab import explain
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Verdict


class MustKeepList(TextList):
    """A line a must-keep: whether it reached the end or where it was lost, and its words."""

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(look, parent)
        self.setObjectName("mustKeepList")
        self.setAccessibleName(self.tr("Must keep"))
        self.set_placeholder(self.tr("none stated"))
        self._language = language

    def set_must_keeps(self, must_keeps: Sequence[MustKeep], verdicts: Sequence[Verdict]) -> None:
        """Show must-keeps with the verdicts of a run; one without a verdict was not judged there."""
        found: Mapping[str, Verdict] = {verdict.id: verdict for verdict in verdicts}
        rows: list[TextRow] = []
        for one in must_keeps:
            verdict = found.get(one.id)
            if verdict is None:
                row = TextRow(one.id, self.tr("not judged"), one.label, Sign.NEUTRAL)
            else:
                told = explain.verdict(verdict.lost_at, self._language)
                lost = verdict.lost_at
                pill, sign = (told, Sign.GOOD) if lost is None else (self.tr("− lost"), Sign.BAD)
                row = TextRow(one.id, pill, one.label, sign, told=told)
            rows.append(replace(row, item=one.since or one.item))
        self.show_rows(rows)
