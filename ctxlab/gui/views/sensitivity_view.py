"""What the cap of one row decides: the curve of items and must-keeps, and the caps that are worth setting."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ctxlab import explain
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.delegates.text_row_delegate import LINE_HEIGHT, TextRowDelegate
from ctxlab.gui.models.curve_steps import Notable, notable
from ctxlab.gui.models.text_rows import Sign, TextRow, TextRowsModel
from ctxlab.gui.text import counted, listed
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.curve_chart import CurveChart
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.line_table import LineTable
from ctxlab.model.items import Row
from ctxlab.model.sensitivity import Curve

_HEAD = 32
_LIST_WIDTH = 236


class CapLegend(QWidget):
    """Which line is which: a bar in the row's colour for items, a dashed line for must-keeps."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._row: Row | None = None
        self._keeps = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def set_lines(self, row: Row | None, keeps: bool) -> None:
        """Name the lines of a curve of that row, must-keeps where any are judged."""
        self._row, self._keeps = row, keeps
        self.setVisible(row is not None)
        self.setFixedSize(self.sizeHint())
        self.update()

    def _parts(self) -> list[tuple[str, bool]]:
        parts = [(self.tr("items kept"), False)]
        return [*parts, (self.tr("must-keeps kept"), True)] if self._keeps else parts

    def sizeHint(self) -> QSize:
        """As wide as its words."""
        width = sum(22 + self._look.fine.width(text) + 14 for text, _ in self._parts())
        return QSize(width, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint signs and words."""
        if self._row is None:
            return
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        painter.setFont(look.small)
        x = 0
        for text, keeps in self._parts():
            middle = self.height() // 2
            if keeps:
                painter.setPen(QPen(color(theme.failed.ink), 1.5, Qt.PenStyle.DashLine))
                painter.drawLine(x, middle, x + 16, middle)
                painter.fillRect(QRect(x + 5, middle - 3, 7, 7), color(theme.failed.ink))
            else:
                painter.fillRect(QRect(x, middle - 1, 16, 3), color(theme.rows[self._row]))
            painter.setPen(color(theme.muted))
            painter.drawText(QPoint(x + 22, baseline(self.rect(), look.fine)), text)
            x += 22 + look.fine.width(text) + 14
        painter.end()


class CapList(LineTable):
    """The notable caps, a line each. `pointed` gives the one that is current, `chosen` one to be set."""

    pointed = Signal(int)
    chosen = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self.rows = TextRowsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(TextRowDelegate(self.rows, look, self))
        self.selectionModel().currentRowChanged.connect(self._moved)
        self.doubleClicked.connect(self._chosen)
        look.changed.connect(self.viewport().update)

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.pointed.emit(current.row())

    def _chosen(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sets the cap of the line."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)


class SensitivityView(QFrame):
    """Shows a `Curve` of one row.

    `row_requested(row)` asks for the curve of another row, `cap_requested(row, cap)` for another cap; `shown`
    says that the view came into sight, where it may be behind.
    """

    shown = Signal()
    row_requested = Signal(str)
    cap_requested = Signal(str, int)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("sensitivityView")
        self.setAccessibleName(self.tr("What the cap of a row decides"))
        self._look = look
        self._language = language
        self._curve: Curve | None = None
        self._row = ""
        self._now: int | None = None
        self._saved: int | None = None
        self._marked: list[Notable] = []
        self._pending = False
        self.rows = ChoiceBox()
        self.rows.setObjectName("sensitivityRow")
        self.rows.setAccessibleName(self.tr("Row whose cap is looked at"))
        self.chart = CurveChart(look)
        self.chart.setObjectName("sensitivityChart")
        self.chart.setAccessibleName(self.accessibleName())
        self.caps = CapList(look)
        self.caps.setObjectName("sensitivityCaps")
        self.caps.setAccessibleName(self.tr("Caps at which a must-keep enters"))
        self._legend = CapLegend(look)
        self._readout = ElidedLabel(look)
        self._kind = plain_label("", "muted")
        self._set = QPushButton()
        self._set.setObjectName("sensitivitySet")
        self._place()
        self.rows.activated.connect(self._ask_for_row)
        self.chart.cap_chosen.connect(self._choose)
        self.chart.pointed.connect(self._tell)
        self.caps.pointed.connect(self._point)
        self.caps.chosen.connect(self._choose_notable)
        self._set.clicked.connect(lambda: self._choose_notable(self.caps.currentIndex().row()))
        self.set_rows((), "")
        self.set_curve(None)

    @property
    def row(self) -> str:
        """The row that is looked at, or empty."""
        return self._row

    def said(self) -> str:
        """What is told of the step that is pointed at."""
        return self._readout.text()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what was not asked for while nobody looked."""
        super().showEvent(event)
        self.shown.emit()

    def set_rows(self, rows: Sequence[Row], current: str) -> None:
        """Offer these rows, of which one is looked at (its value; empty is none)."""
        known = [self.rows.itemData(at) for at in range(self.rows.count())]
        values = [row.value for row in rows]
        if known != values:
            self.rows.clear()
            for row in rows:
                self.rows.addItem(explain.row(row, self._language), row.value)
        self._row = current
        self.rows.setCurrentIndex(values.index(current) if current in values else -1)
        self.rows.setPlaceholderText(self.tr("choose a row"))
        self.rows.setEnabled(bool(rows))
        self._say_empty()

    @property
    def curve(self) -> Curve | None:
        """The curve that is shown."""
        return self._curve

    def set_curve(self, curve: Curve | None) -> None:
        """Show a curve; None where there is none (yet)."""
        self._curve = curve
        if curve is not None and self._row != curve.row.value:
            self._row = curve.row.value
            self._now = self._saved = curve.now
            self.rows.setCurrentIndex(self.rows.findData(curve.row.value))
        self._marked = [] if curve is None else notable(curve)
        self._show()

    def set_now(self, row: str, cap: int | None, saved_cap: int | None) -> None:
        """The cap of a row as it is now and as it is saved; of a row that is not shown nothing is told."""
        if row == self._row:
            self._now, self._saved = cap, saved_cap
            self._show()

    def set_pending(self, pending: bool) -> None:
        """Say that a curve is being worked out."""
        self._pending = pending
        self._tell_kind()
        self._say_empty()

    def _ask_for_row(self, at: int) -> None:
        self.row_requested.emit(str(self.rows.itemData(at)))

    def _place(self) -> None:
        head = QFrame()
        head.setProperty("role", "bar")
        head.setFixedHeight(_HEAD)
        top = QHBoxLayout(head)
        top.setContentsMargins(8, 3, 10, 3)
        top.setSpacing(10)
        top.addWidget(self.rows)
        top.addWidget(self._readout, 1)
        side = QFrame()
        side.setFixedWidth(_LIST_WIDTH)
        inside = QVBoxLayout(side)
        inside.setContentsMargins(0, 6, 8, 8)
        inside.setSpacing(4)
        title = plain_label(self.tr("Caps that matter"), "title")
        title.setContentsMargins(8, 0, 0, 0)
        inside.addWidget(title)
        inside.addWidget(self.caps, 1)
        inside.addWidget(self._set)
        left = QVBoxLayout()
        left.setSpacing(0)
        under = QHBoxLayout()
        under.setContentsMargins(46, 4, 8, 0)
        under.addWidget(self._legend)
        under.addStretch(1)
        under.addWidget(self._kind)
        left.addLayout(under)
        left.addWidget(self.chart, 1)
        body = QHBoxLayout()
        body.setSpacing(4)
        body.addLayout(left, 1)
        body.addWidget(side)
        self._side = side
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addLayout(body, 1)
        self.setProperty("role", "page")

    def _show(self) -> None:
        curve = self._curve
        self.chart.set_curve(curve, self._now, self._saved)
        self._legend.set_lines(None if curve is None else curve.row, curve is not None and curve.judged > 0)
        self._side.setVisible(curve is not None)
        lines = [] if curve is None else [self._line(curve, one) for one in self._marked]
        self.caps.rows.set_rows(lines)
        self.caps.set_placeholder(self.tr("no cap changes a must-keep"))
        self._name_button(self.caps.currentIndex().row())
        self._tell_kind()
        self._say_empty()

    def _line(self, curve: Curve, one: Notable) -> TextRow:
        count = f"{curve.must_keeps[one.step]}/{curve.judged}"
        items = counted(f"{curve.kept[one.step]:,}", self.tr("{0} item"), self.tr("{0} items"))
        if one.gained:
            mark = "■" if one.gained > 0 else "−"
            sign = Sign.GOOD if one.gained > 0 else Sign.BAD
            told = self.tr("must-keeps {0}").format(count)
            return TextRow(f"{one.cap}", f"{mark} {count}", f"{one.cap:,}", sign, note=items, told=told)
        told = self.tr("all items")
        return TextRow(f"{one.cap}", self.tr("all"), f"{one.cap:,}", Sign.NEUTRAL, note=items, told=told)

    def _point(self, row: int) -> None:
        """The line of a notable cap is current: the chart points there, the button sets it."""
        if 0 <= row < len(self._marked):
            self.chart.point_at(self._marked[row].step)
        self._name_button(row)

    def _name_button(self, row: int) -> None:
        inside = 0 <= row < len(self._marked)
        if inside:
            self._set.setText(self.tr("Set cap {0}").format(f"{self._marked[row].cap:,}"))
        else:
            self._set.setText(self.tr("Set cap"))
        self._set.setAccessibleName(self._set.text())
        self._set.setEnabled(inside)

    def _choose_notable(self, row: int) -> None:
        if 0 <= row < len(self._marked):
            self._choose(self._marked[row].cap)

    def _choose(self, cap: int) -> None:
        if self._curve is not None:
            self.cap_requested.emit(self._curve.row.value, cap)

    def _tell(self) -> None:
        """What the step does that is pointed at."""
        curve, step = self._curve, self.chart.step
        if curve is None or step is None:
            self._readout.setText("")
            return
        cap = self.tr("cap {0}").format(f"{curve.caps[step]:,}")
        parts = [
            self.tr("{0} of {1} items").format(f"{curve.kept[step]:,}", f"{curve.of:,}"),
            counted(f"{curve.tokens[step]:,}", self.tr("{0} token"), self.tr("{0} tokens")),
        ]
        if curve.judged:
            keeps = (f"{curve.must_keeps[step]:,}", f"{curve.judged:,}")
            parts.append(self.tr("{0} of {1} must-keeps").format(*keeps))
        text = self.tr("{0}: {1}").format(cap, listed(parts))
        self._readout.setText(text)
        name = explain.row(curve.row, self._language)
        self.chart.setAccessibleName(self.tr("Cap of {0}").format(name))
        self.chart.setAccessibleDescription(text)

    def _tell_kind(self) -> None:
        curve = self._curve
        if self._pending:
            text = self.tr("working it out…")
        elif curve is None:
            text = ""
        else:
            text = self.tr("exact") if curve.exact else self.tr("sampled: true at the marked caps")
        self._kind.setText(text)

    def _say_empty(self) -> None:
        if self._pending:
            text = self.tr("working it out…")
        elif self.rows.count():
            text = self.tr("choose a row with a cap above: its curve shows what every cap would keep")
        else:
            text = self.tr("no row yet: open a session, then choose a row to see what every cap would keep")
        self.chart.set_placeholder(text)
