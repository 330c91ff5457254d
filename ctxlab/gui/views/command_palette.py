"""The command palette: type what you want to do or go to, over the middle of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from ctxlab.gui.delegates.palette_delegate import LINE_HEIGHT, PaletteDelegate
from ctxlab.gui.models.palette_rows import PaletteEntry, PaletteModel, Source, rank
from ctxlab.gui.theme.icons import IconName, Ink, picture
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.line_table import LineTable

WIDTH = 640
#: Lines in sight at most, and how many entries used lately are remembered.
LINES = 11
REMEMBERED = 8
#: How far below the window's top it stands, and the room of its shadow (pixels).
TOP = 48
SHADOW = 10
RADIUS = 8


class CommandPalette(QFrame):
    """A field and the entries that it means, the best first. While it is shut it asks its sources nothing.

    `closed` follows each closing, before what was chosen is run.
    """

    closed = Signal()

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.setObjectName("commandPalette")
        self.setAccessibleName(self.tr("Commands"))
        self._look = look
        self._sources: Sequence[Source] = ()
        self._recent: list[str] = []
        self._before: QWidget | None = None
        self.entries = PaletteModel(self)
        self.field = QLineEdit()
        self.field.setObjectName("paletteField")
        self.field.setAccessibleName(self.tr("Command, session, request, item or setting"))
        self.field.setPlaceholderText(
            self.tr("command, session, “turn 14”, words of an item, “history 9000”…")
        )
        self.field.setFrame(False)
        self.field.setMinimumHeight(30)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._look_up)
        self.table = LineTable(LINE_HEIGHT, look)
        self.table.setObjectName("paletteEntries")
        self.table.setAccessibleName(self.tr("What can be done"))
        self.table.setModel(self.entries)
        self.table.setItemDelegate(PaletteDelegate(self.entries, look, self.table))
        # the keys stay in the field, which moves the choice
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.setMouseTracking(True)
        self.table.entered.connect(self.table.setCurrentIndex)
        self.table.clicked.connect(self._run)
        self.table.selectionModel().currentChanged.connect(self._tell)
        self._icon = QLabel()
        self._said = plain_label("", "muted")
        self._said.setWordWrap(True)
        self._said.setContentsMargins(12, 8, 12, 8)
        self._lay_out()
        look.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def set_sources(self, sources: Sequence[Source]) -> None:
        """Take entries from these, in this order where they match alike."""
        self._sources = sources

    @property
    def recent(self) -> tuple[str, ...]:
        """Names of the entries used lately, the latest first."""
        return tuple(self._recent)

    def set_recent(self, names: Sequence[str]) -> None:
        """Take over what was used in an earlier window."""
        self._recent = list(names[:REMEMBERED])

    def open(self, query: str = "") -> None:
        """Show it over the window and take the keys; they go back where they were when it closes."""
        if self.isHidden():
            self._before = QApplication.focusWidget()
            _app().installEventFilter(self)
        if self.field.text() == query:
            self._look_up(query)
        self.field.setText(query)
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_palette(self) -> None:
        """Hide it and give the keys back."""
        if self.isHidden():
            return
        _app().removeEventFilter(self)
        held = self.isAncestorOf(QApplication.focusWidget() or self.window())
        self.hide()
        before, self._before = self._before, None
        if held and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the field; a click beside the palette, and another size of the window."""
        kind = event.type()
        if watched is self.field and kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            assert isinstance(event, QKeyEvent)
            return self._key(event, act=kind is QEvent.Type.KeyPress)
        if kind is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            inside = self.rect().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
            if not inside.contains(self.mapFromGlobal(event.globalPosition().toPoint())):
                self.close_palette()
        if kind is QEvent.Type.Resize and watched is self._window:
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the shadow, the ground and the edge."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        shade = QColor(Qt.GlobalColor.black)
        for step in range(1, SHADOW):
            shade.setAlpha((SHADOW - step) * (SHADOW - step) * (2 if theme.dark else 1) // 4)
            painter.setPen(QPen(shade, 1))
            painter.drawRoundedRect(box.adjusted(-step, -step, step, step), RADIUS + step, RADIUS + step)
        painter.setPen(QPen(color(theme.border), 1))
        painter.setBrush(color(theme.base))
        painter.drawRoundedRect(box.adjusted(-0.5, -0.5, 0.5, 0.5), RADIUS, RADIUS)
        painter.end()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 8, 6)
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self.field, 1)
        self._rule = QFrame()
        self._rule.setFixedHeight(1)
        foot = plain_label(self.tr("↑ ↓ choose   Enter run   Esc close"), "muted")
        foot.setContentsMargins(12, 4, 12, 6)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(SHADOW + 1, SHADOW + 1, SHADOW + 1, SHADOW + 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._rule)
        layout.addWidget(self.table)
        layout.addWidget(self._said)
        layout.addWidget(foot)

    def _key(self, event: QKeyEvent, *, act: bool) -> bool:
        """Whether a key is the palette's own; `act` does what it says."""
        key, page = event.key(), LINES - 1
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Tab: 1,
            Qt.Key.Key_Backtab: -1,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_PageUp: -page,
        }
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if key not in steps and key != Qt.Key.Key_Escape and not enter:
            return False
        if not act:
            # before any shortcut of the window that has this key
            event.accept()
        elif key == Qt.Key.Key_Escape:
            self.close_palette()
        elif enter:
            self._run(self.table.currentIndex())
        else:
            self._step(steps[Qt.Key(key)], wrap=abs(steps[Qt.Key(key)]) == 1)
        return True

    def _step(self, step: int, *, wrap: bool) -> None:
        rows = self.entries.rowCount()
        if rows:
            at = self.table.currentIndex().row() + step
            self.table.selectRow(at % rows if wrap else max(0, min(rows - 1, at)))

    def _look_up(self, query: str) -> None:
        found = [entry for source in self._sources for entry in source(query)]
        rows = rank(found, query, self._recent)
        self.entries.set_rows(rows)
        self.table.setFixedHeight(2 + LINE_HEIGHT * min(LINES, len(rows)))
        self.table.setVisible(bool(rows))
        self._said.setVisible(not rows)
        self._said.setText(
            self.tr(
                "Nothing is called “{0}”. A number names a request or turn; a row with a number, its cap."
            ).format(query.strip())
        )
        if rows:
            self.table.selectRow(0)
            self.table.scrollToTop()
        self._place()
        self._tell()

    def _run(self, index: QModelIndex) -> None:
        line = self.entries.line(index.row())
        if line is None or not line.entry.enabled:
            return
        self._remember(line.entry)
        self.close_palette()
        line.entry.run()

    def _remember(self, entry: PaletteEntry) -> None:
        self._recent = [entry.name, *(name for name in self._recent if name != entry.name)][:REMEMBERED]

    def _tell(self, *_: object) -> None:
        """Say the chosen line with the field: the keys never leave it."""
        index = self.table.currentIndex()
        spoken = self.entries.data(index, Qt.ItemDataRole.AccessibleTextRole) if index.isValid() else None
        self.field.setAccessibleDescription(spoken or self._said.text())

    def _place(self) -> None:
        room = self._window.size()
        self.setFixedWidth(max(200, min(WIDTH + 2 * SHADOW, room.width())))
        self._layout.activate()
        self.resize(self.width(), self.sizeHint().height())
        self.move((room.width() - self.width()) // 2, min(TOP, max(0, room.height() - self.height())))

    def _restyle(self) -> None:
        theme = self._look.theme
        self._icon.setPixmap(picture(IconName.SEARCH, self._look, 16, Ink.MUTED, self.devicePixelRatioF()))
        self._rule.setStyleSheet(f"background: {theme.border};")
        # the edge of the palette is the edge of its field
        self.field.setStyleSheet(f"QLineEdit {{ border: 0; background: {theme.base}; padding: 0 2px; }}")
        self.table.setStyleSheet(f"QTableView {{ border: 0; background: {theme.base}; }}")


def _app() -> QApplication:
    found = QApplication.instance()
    assert isinstance(found, QApplication)
    return found
