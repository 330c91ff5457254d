"""The four stage panes side by side: aligned, or each in its own order; one focus for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from ctxlab import explain
from ctxlab.gui.models.filter import Filter
from ctxlab.gui.models.filter_columns import Marked, tool_names
from ctxlab.gui.models.filter_words import KnownWords
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.aligned_panes import AlignedPanes
from ctxlab.gui.views.filter_bar import ALIGNED, OWN_ORDER, FilterBar
from ctxlab.gui.views.own_order_panes import OwnOrderPanes
from ctxlab.gui.views.pane_head import PaneHead
from ctxlab.gui.views.pane_menu import MenuAsks, item_menu
from ctxlab.gui.views.stage_table import StageTable
from ctxlab.gui.views.strategy_pickers import StrategyPickers
from ctxlab.model.decision import STAGES, Reason, Stage
from ctxlab.model.profile import Profile
from ctxlab.model.stage_info import StrategyInfo
from ctxlab.model.trace import Trace

#: How the panes share the width at first: Gather shows words, and each head has room for its strategy.
SHARES = (290, 325, 275, 280)
#: The same where it is little: what was dropped is read in the first two, and runs on through the others.
NARROW_SHARES = (175, 212, 123, 136)
#: Pixels below which that is so, the heads have two lines and the links between panes take less room.
NARROW = 900

_LEVELS = (Reason.DEGRADED_1, Reason.DEGRADED_2, Reason.DEGRADED_3)


class StagePanes(QWidget):
    """All four panes over one model.

    `item_chosen` gives the root id of the line that got the focus. `setting_requested` has a profile key and
    a value; what is refused goes to `show_setting_error`. `why_requested`, `pin_requested`,
    `must_keep_requested`, `broke_requested` (it broke a must-keep) and `rule_requested` (a source rule from
    it) have a root id, `row_requested` a budget row, `arrangement_changed` a name.
    """

    item_chosen = Signal(str)
    setting_requested = Signal(str, object)
    why_requested = Signal(str)
    pin_requested = Signal(str)
    must_keep_requested = Signal(str)
    broke_requested = Signal(str)
    rule_requested = Signal(str)
    row_requested = Signal(str)
    arrangement_changed = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self._look = look
        self._language = language
        self._chosen = ""
        self._waiting = ""
        self._marked = Marked()
        self.model = StageModel(self, language=language)
        self.filter_bar = FilterBar(look, self, language=language)
        self.aligned = AlignedPanes(self.model, look, self)
        self.heads: list[PaneHead] = []
        self.own: OwnOrderPanes | None = None
        self._arrangement = ALIGNED
        self._bodies: list[QHBoxLayout] = []
        self._by_hand = False
        splitter = self._splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        for column, stage in enumerate(STAGES):
            splitter.addWidget(self._pane(column, stage, look))
        splitter.splitterMoved.connect(self._moved_by_hand)
        splitter.setSizes(list(SHARES))
        for column, share in enumerate(SHARES):
            splitter.setStretchFactor(column, share)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.filter_bar)
        layout.addWidget(splitter, 1)
        self.pickers = StrategyPickers(self.heads, language, self)
        self.pickers.setting_requested.connect(self.setting_requested)
        self._couple()
        look.changed.connect(self._repaint)

    @property
    def tables(self) -> Sequence[StageTable]:
        """The tables of the arrangement that is shown, one a stage."""
        return self.own.tables if self.own is not None and self._is_own() else self.aligned.tables

    def set_trace(self, trace: Trace | None) -> None:
        """Show a run; the chosen item and the scroll position stay."""
        before = self.model.trace
        with self.aligned.patching():
            self.model.set_trace(trace)
        for own in self._followers():
            own.refresh_trace()
        degrading = None if trace is None else _degrading(trace)
        for head, stage in zip(self.heads, STAGES, strict=True):
            record = None if trace is None else trace.stage(stage)
            total = 0 if record is None else record.total
            if trace is not None and stage is Stage.CONSTRUCT:
                total = trace.totals.constructed
            level = trace.degraded if trace is not None and stage is degrading else 0
            head.show_record(record, total, trace is None or trace.exact, level)
        if trace is None:
            self.pickers.offer()
        elif before is None or before.pool is not trace.pool:
            self.filter_bar.set_words(_words(trace))
        self._count()

    def set_starred(self, ids: Set[str]) -> None:
        """Mark the items that state a must-keep."""
        if ids == self.model.starred:
            return
        self.model.set_starred(ids)
        for own in self._followers():
            own.refresh_all()

    def set_marked(self, marked: Marked) -> None:
        """What the filter's `must:` and `is:pinned` find, and whether the menu pins or unpins."""
        self._marked = marked
        with self.aligned.patching():
            self.model.set_marked(marked)
        if self.filter_bar.filter:
            for own in self._followers():
                own.refresh()
            self._count()

    def set_strategies(self, strategies: Mapping[Stage, tuple[StrategyInfo, ...]]) -> None:
        """The strategies from which each head lets choose."""
        self.pickers.set_strategies(strategies)

    def set_profile(self, profile: Profile | None, saved: Profile | None = None) -> None:
        """The choices and settings that the heads show, and the saved ones that they are compared with.

        None is for no document: the heads then offer nothing.
        """
        self.pickers.set_profile(profile, saved)

    def show_setting_error(self, key: str, reason: str) -> bool:
        """Say at its field why a setting was refused; whether its field is in sight."""
        return self.pickers.show_error(key, reason)

    def set_placeholder(self, text: str) -> None:
        """What the panes say while there is no run, such as that a file is being opened."""
        self._waiting = text
        self._count()

    def arrangement(self) -> str:
        """How the panes are arranged: `aligned` or `own`."""
        return self._arrangement

    def set_arrangement(self, name: str) -> None:
        """Arrange the panes; a name that is not known is passed over."""
        if name == self._arrangement or name not in (ALIGNED, OWN_ORDER):
            return
        column = next((at for at, table in enumerate(self.tables) if table.hasFocus()), -1)
        self._arrangement = name
        self.filter_bar.set_arrangement(name)
        if self.own is None:
            self.own = self._own_order()
        for table in self.aligned.tables:
            table.setVisible(name == ALIGNED)
        for part in (*self.own.tables, *self.own.strips):
            part.setVisible(name == OWN_ORDER)
        for own in self._followers():
            own.refresh_all()
        # before the focus comes: a list without a current line would take its first for the chosen one
        if self._chosen:
            self.choose(self._chosen)
        if column >= 0:
            self.tables[column].setFocus()
        self._count()
        self.arrangement_changed.emit(name)

    def chosen(self) -> str:
        """The root id of the item in focus, or an empty text."""
        return self._chosen

    def selected_items(self) -> list[str]:
        """Root ids of all selected items, of folds those that they hold; the chosen one if none is."""
        table = next((one for one in self.tables if one.hasFocus()), self.tables[0])
        found = table.selected_items()
        return found or ([self._chosen] if self._chosen else [])

    def choose(self, item_id: str) -> bool:
        """Bring the focus to an item, or to the fold that holds it; whether the filter lets it be seen."""
        if not self.aligned.choose(item_id):
            return False
        if self.own is not None and self._is_own():
            self.own.choose(item_id)
        self._take(item_id)
        return True

    def keep_in_sight(self) -> None:
        """Scroll to the chosen line, as after the panes became lower."""
        if self.own is not None and self._is_own():
            self.own.keep_in_sight()
        else:
            self.aligned.keep_in_sight()

    def _pane(self, column: int, stage: Stage, look: Look) -> QWidget:
        name = explain.stage(stage, self._language)
        head = PaneHead(stage, look, self._language)
        table = self.aligned.tables[column]
        table.setAccessibleName(self.tr("{0}: items and what became of them").format(name))
        table.side_wanted.connect(self._step_aside)
        table.menu_wanted.connect(partial(self._show_menu, table))
        self.heads.append(head)
        pane = QFrame()
        pane.setMinimumWidth(120)
        layout = QVBoxLayout(pane)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(table, 1)
        self._bodies.append(body)
        layout.addLayout(body, 1)
        return pane

    def _own_order(self) -> OwnOrderPanes:
        """The tables and strips of the other arrangement, in the same panes; made when first asked for."""
        own = OwnOrderPanes(self.model, self._look, self)
        for column, (stage, table) in enumerate(zip(STAGES, own.tables, strict=True)):
            name = explain.stage(stage, self._language)
            table.setAccessibleName(self.tr("{0}: items in the stage's own order").format(name))
            table.side_wanted.connect(self._step_aside)
            table.menu_wanted.connect(partial(self._show_menu, table))
            if column:
                self._bodies[column].addWidget(own.strips[column - 1])
            self._bodies[column].addWidget(table, 1)
            self.setTabOrder(self.heads[column].button, table)
        own.item_chosen.connect(self._take_from_own)
        for strip in own.strips:
            strip.set_narrow(self.width() < NARROW)
        return own

    def _couple(self) -> None:
        """Tie filter, arrangement and the chosen item together."""
        self.aligned.item_chosen.connect(self._take)
        self.filter_bar.filter_changed.connect(self._filter)
        self.filter_bar.changes_only_toggled.connect(self._fold)
        self.filter_bar.arrangement_chosen.connect(self.set_arrangement)

    def _is_own(self) -> bool:
        return self._arrangement == OWN_ORDER

    def _followers(self) -> Sequence[OwnOrderPanes]:
        """The panes in their own order, where they are shown; unseen ones follow when they come back."""
        return (self.own,) if self.own is not None and self._is_own() else ()

    def _filter(self, wanted: Filter) -> None:
        with self.aligned.patching():
            self.model.set_filter(wanted)
        for own in self._followers():
            own.refresh()
        self._count()

    def _fold(self, on: bool) -> None:
        with self.aligned.patching():
            self.model.set_changes_only(on)
        if self.own is not None:
            self.own.close_folds()
        for own in self._followers():
            own.refresh()
        self._count()

    def _step_aside(self, column: int, step: int) -> None:
        """Bring the focus from one pane to its neighbour."""
        self.tables[max(0, min(column + step, len(self.tables) - 1))].setFocus()

    def _show_menu(self, table: StageTable, row: int, where: QPoint) -> None:
        """The menu of a line: of all selected items where the line is one of them, else of its own."""
        trace = self.model.trace
        here = table.lines.items_of(row)
        selected = tuple(table.selected_items())
        ids = selected if set(here) <= set(selected) else here
        if trace is None or not ids:
            return
        asks = MenuAsks(
            why=self.why_requested.emit,
            broke=self.broke_requested.emit,
            rule=self.rule_requested.emit,
            pin=lambda ids: _each(self.pin_requested.emit, ids),
            must_keep=lambda ids: _each(self.must_keep_requested.emit, ids),
            copy=QGuiApplication.clipboard().setText,
            narrow=self.filter_bar.narrow,
            show_row=self.row_requested.emit,
        )
        menu = item_menu(trace, ids, self._marked.pinned, asks, self._language, self)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(where)

    def _take(self, item_id: str) -> None:
        """An item got the focus; it is told once."""
        if item_id != self._chosen:
            self._chosen = item_id
            self.item_chosen.emit(item_id)

    def _take_from_own(self, item_id: str) -> None:
        """An item got the focus in one of the panes in their own order; the aligned ones follow unseen."""
        self.aligned.choose(item_id)
        self._take(item_id)

    def _count(self) -> None:
        lines = self.model.lines
        self.filter_bar.show_count(lines.shown, lines.items)
        if self.model.trace is None:
            nothing = self._waiting
        else:
            nothing = self.tr("no item passes the filter") if lines.items else self.tr("nothing said so far")
        self.tables[0].set_placeholder(nothing)

    def _moved_by_hand(self) -> None:
        """From here on the widths are the user's; why an item was dropped runs on from another place."""
        self._by_hand = True
        self._repaint()

    def _repaint(self) -> None:
        for table in self.tables:
            table.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where the panes have little room the heads take two lines, and the links between them less."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        for head in self.heads:
            head.set_stacked(narrow)
        if not self._by_hand:
            self._splitter.setSizes(list(NARROW_SHARES if narrow else SHARES))
        if self.own is not None:
            for strip in self.own.strips:
                strip.set_narrow(narrow)

    def changeEvent(self, event: QEvent) -> None:
        """Repaint when enabled, disabled or restyled."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange:
            self._repaint()


def _each(emit: Callable[[str], object], ids: tuple[str, ...]) -> None:
    for one in ids:
        emit(one)


def _degrading(trace: Trace) -> Stage:
    """The stage in which levels of degradation act: the one that says so of an item, else Select."""
    acts = (one.stage for one in trace.stages if any(level in one.reason for level in _LEVELS))
    return next(acts, Stage.SELECT)


def _words(trace: Trace) -> KnownWords:
    """The tools and roles of the gathered items."""
    tools = sorted(set(tool_names(trace.pool)) - {""})
    roles = sorted({item.role for item in trace.pool.items if item.role})
    return KnownWords(tuple(tools), tuple(roles))
