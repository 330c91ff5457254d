"""What a sweep shows: two plots, the table of variants or the grid of sessions, and the chosen variant."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ctxlab.gui.models.sweep_grid import SweepGridModel
from ctxlab.gui.models.sweep_points import Point, points_of_front, points_over, swept_keys
from ctxlab.gui.models.sweep_rows import SweepRowsModel, VariantColumn
from ctxlab.gui.models.sweep_settings import key_words
from ctxlab.gui.models.sweep_words import FRONT, outcome_words
from ctxlab.gui.text import dotted
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import ElidedLabel
from ctxlab.gui.views.pareto_chart import ParetoChart
from ctxlab.gui.views.segments import Segments
from ctxlab.gui.views.splitter import splitter
from ctxlab.gui.views.sweep_chart import SweepChart
from ctxlab.gui.views.sweep_grid import SweepGrid
from ctxlab.gui.views.variant_foot import VariantFoot
from ctxlab.gui.views.variant_table import VariantTable
from ctxlab.model.sweep import Sweep

VARIANTS, SESSIONS = "variants", "sessions"
#: What the plots have of the height at first (percent).
_UPPER = 46


class SweepResults(QFrame):
    """Shows a `Sweep`, also while it is made. One variant is chosen in all parts at once.

    `variant_chosen` gives it. `opened(place, variant)` asks for a session under a variant, `apply_requested`
    and `save_requested` for the profile of one.
    """

    variant_chosen = Signal(int)
    opened = Signal(int, int)
    apply_requested = Signal(int)
    save_requested = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("sweepResults")
        self._language = language
        self._sweep: Sweep | None = None
        self._labels: Mapping[int, dict[str, str]] = {}
        self._chosen: int | None = None
        self._why_not = ""
        self._sized = False
        self.rows = SweepRowsModel(look, language, self)
        self.grid_rows = SweepGridModel(language, self)
        self.chart = SweepChart(look)
        self.front = ParetoChart(look)
        self.key = ChoiceBox()
        self.key.setObjectName("sweepOver")
        self.key.setAccessibleName(self.tr("Setting along the lower axis"))
        self.key.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self._readout = ElidedLabel(look)
        self.ways = Segments(
            "sweepWay",
            self.tr("What the table lists"),
            ((VARIANTS, self.tr("Variants")), (SESSIONS, self.tr("Sessions × variants"))),
        )
        self.table = VariantTable(self.rows, look)
        self.grid = SweepGrid(self.grid_rows, look)
        self.foot = VariantFoot(look)
        self._lay_out()
        self._connect()

    @property
    def chosen(self) -> int | None:
        """The variant that is chosen, by its place in the sweep."""
        return self._chosen

    @property
    def sweep(self) -> Sweep | None:
        """What is shown."""
        return self._sweep

    def show_sweep(self, sweep: Sweep | None, labels: Mapping[int, dict[str, str]] | None = None) -> None:
        """Show what is known of a sweep; `labels` are the words of must-keeps, by place and id."""
        fresh = self._sweep is None or sweep is None or sweep.variants is not self._sweep.variants
        self._sweep, self._labels = sweep, labels or {}
        if fresh:
            self._chosen = None
        self.rows.set_sweep(sweep)
        self.grid_rows.set_sweep(sweep, labels)
        self.table.leave_out(_unused(sweep))
        if sweep is not None:
            self._list_keys(sweep)
            if self._chosen is None and sweep.whole:
                self._chosen = sweep.front[-1] if sweep.front else 0
        self._draw()
        self.choose(self._chosen)

    def choose(self, variant: int | None) -> None:
        """Choose a variant in all parts; nobody is told."""
        sweep = self._sweep
        known = sweep is not None and variant is not None and 0 <= variant < len(sweep.variants)
        self._chosen = variant if known else None
        if self.key.count() > 1:
            self._draw()
        self._tell_variant()
        for part in (self.chart, self.front, self.table, self.grid):
            part.choose(self._chosen)
        self._tell()

    def set_applicable(self, why_not: str) -> None:
        """Why no variant can be applied; empty where one can."""
        self._why_not = why_not
        self._tell_variant()

    def said(self) -> str:
        """What is told of the point or cell in focus."""
        return self._readout.text()

    def reset_sizes(self) -> None:
        """Shares the height out as it comes."""
        high = self._parts.height()
        upper = high * _UPPER // 100
        self._parts.setSizes([upper, high - upper])

    def showEvent(self, event: QShowEvent) -> None:
        """Share the height out, once there is some."""
        super().showEvent(event)
        if not self._sized:
            self._sized = True
            self.reset_sizes()

    def _list_keys(self, sweep: Sweep) -> None:
        keys = swept_keys(sweep)
        if [self.key.itemData(at) for at in range(self.key.count())] != list(keys):
            self.key.clear()
            for key in keys:
                self.key.addItem(key_words(key, self._language), key)
        self.key.setVisible(len(keys) > 1)
        self.chart.setVisible(bool(keys))

    def _draw(self, *_told: object) -> None:
        sweep, key = self._sweep, str(self.key.currentData() or "")
        if sweep is None or not key:
            self.chart.set_points(())
        else:
            self.chart.set_points(points_over(sweep, key, self._chosen))
            self.chart.set_title(key_words(key, self._language))
        self.front.set_points(points_of_front(sweep) if sweep is not None else ())
        waiting = self.tr("being built…")
        unjudged = self.tr("No must-keep was judged: there is nothing to weigh tokens against.")
        self.front.set_placeholder(unjudged if sweep is not None and sweep.whole else waiting)
        self.chart.set_placeholder(waiting)

    def _take(self, variant: int) -> None:
        self.choose(variant)
        self.variant_chosen.emit(variant)

    def _tell(self) -> None:
        """What is told of the point that is pointed at, or of the cell in focus."""
        told = ""
        for chart in (self.chart, self.front):
            chart.setAccessibleDescription(self._words_of(chart.point))
            if chart.pointed_at is not None:
                told = self._words_of(chart.pointed_at)
        if not told and self.ways.current == SESSIONS and self._lists.isVisible():
            told = self.grid.said()
        hint = self.tr("Each point is a variant: point at one to read it, click to choose it.")
        self._readout.setText(told or hint)

    def _words_of(self, point: Point | None) -> str:
        if point is None:
            return ""
        return dotted((self.rows.name(point.variant), self.rows.words(point.variant)))

    def _tell_variant(self) -> None:
        sweep, chosen = self._sweep, self._chosen
        if sweep is None or chosen is None:
            hint = self.tr("Choose a variant: a line of the table or a point of a plot.")
            self.foot.show_variant("", hint, apply=False)
            self.foot.show_losers(())
            return
        name, words = self.rows.name(chosen), self.rows.words(chosen)
        if chosen in sweep.front:
            name = f"{FRONT} {name}"
        self.foot.show_variant(name, words, apply=not self._why_not, why=self._why_not)
        found = enumerate(sweep.outcomes[chosen])
        self.foot.show_losers(
            [
                (place, sweep.places[place].title, outcome_words(one, self._labels.get(place)))
                for place, one in found
                if one is not None and not one.holds
            ]
        )

    def _show_way(self, way: str) -> None:
        self._lists.setCurrentWidget(self.grid if way == SESSIONS else self.table)
        self._tell()

    def show_grid(self) -> None:
        """Brings the grid of sessions into sight."""
        self.ways.choose(SESSIONS)
        self._show_way(SESSIONS)

    def _connect(self) -> None:
        for part in (self.chart, self.front, self.table, self.grid):
            part.variant_chosen.connect(self._take)
        for pointed in (self.chart.pointed, self.front.pointed, self.grid.pointed):
            pointed.connect(self._tell)
        self.key.activated.connect(self._draw)
        self.ways.chosen.connect(self._show_way)
        self.grid.cell_opened.connect(self.opened)
        self.foot.grid_wanted.connect(self.show_grid)
        self.foot.session_opened.connect(self._open)
        self.foot.apply_requested.connect(self._apply)
        self.foot.save_requested.connect(self._save)

    def _open(self, place: int) -> None:
        if self._chosen is not None:
            self.opened.emit(place, self._chosen)

    def _apply(self) -> None:
        if self._chosen is not None:
            self.apply_requested.emit(self._chosen)

    def _save(self) -> None:
        if self._chosen is not None:
            self.save_requested.emit(self._chosen)

    def _lay_out(self) -> None:
        plots = QWidget()
        side = QHBoxLayout(plots)
        side.setContentsMargins(6, 2, 6, 0)
        side.setSpacing(8)
        side.addWidget(self.chart, 1)
        side.addWidget(self.front, 1)
        upper = QFrame()
        above = QVBoxLayout(upper)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(2)
        above.addWidget(plots, 1)
        line = QHBoxLayout()
        line.setContentsMargins(14, 0, 14, 4)
        line.setSpacing(8)
        line.addWidget(self.key)
        line.addWidget(self._readout, 1)
        above.addLayout(line)
        self._lists = QStackedWidget()
        self._lists.addWidget(self.table)
        self._lists.addWidget(self.grid)
        head = QHBoxLayout()
        head.setContentsMargins(14, 6, 14, 4)
        head.addWidget(self.ways)
        head.addStretch(1)
        lower = QFrame()
        below = QVBoxLayout(lower)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addLayout(head)
        below.addWidget(self._lists, 1)
        self._parts = splitter("sweepParts", Qt.Orientation.Vertical, upper, lower)
        self._parts.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._parts, 1)
        layout.addWidget(self.foot)


def _unused(sweep: Sweep | None) -> frozenset[VariantColumn]:
    """Columns that say nothing of any variant."""
    if sweep is None:
        return frozenset()
    found = {
        VariantColumn.COST: sweep.price is None,
        VariantColumn.PREFIX: all(one.prefix is None for one in sweep.figures),
        VariantColumn.LEVEL: all(one.level == 0 for one in sweep.figures),
    }
    return frozenset(column for column, unused in found.items() if unused)
