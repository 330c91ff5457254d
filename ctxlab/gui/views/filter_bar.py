"""The bar above the panes: filter, changes only, arrangement, and what the marks mean."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.filter import NO_FILTER, Filter, Problem, parse
from ctxlab.gui.models.filter_words import KnownWords, help_lines, with_term
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.filter_field import FilterField
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.legend import Legend
from ctxlab.gui.views.popover import Popover

ALIGNED = "aligned"
OWN_ORDER = "own"
#: Pixels that a note keeps before the legend gives way.
NOTE_WIDTH = 220


class MenuButton(QPushButton):
    """A button that opens something below it: by click, Enter, Space or Alt+Down."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Alt+Down open, too."""
        alt_down = event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier
        if alt_down or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class Note(ElidedLabel):
    """What the bar says of the filter: a count in muted ink, or in red what it does not know."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._ink = look
        self._refused = False

    def show_note(self, text: str, *, refused: bool) -> None:
        """Show a text, or go where there is none."""
        self._refused = refused
        self.setText(text)
        self.setMinimumWidth(min(self.sizeHint().width(), NOTE_WIDTH))
        self.setVisible(bool(text))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        theme = self._ink.theme
        text = self._ink.text
        painter = QPainter(self)
        painter.setFont(self._ink.font)
        painter.setPen(color(theme.failed.ink if self._refused else theme.muted))
        shown = text.cut(self.text(), self.width(), self.devicePixelRatioF())
        painter.drawText(QPoint(0, baseline(self.rect(), text)), shown)
        painter.end()


class FilterBar(QWidget):
    """Emits parsed filters; one that means nothing stays in the field, marked, with what it may be.

    `arrangement_chosen` has `aligned` or `own`.
    """

    filter_changed = Signal(object)
    changes_only_toggled = Signal(bool)
    arrangement_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self._filter = NO_FILTER
        self._help: Popover | None = None
        self.field = FilterField(look, self, language=language)
        self.field.setObjectName("stageFilter")
        self.field.setAccessibleName(self.tr("Filter the items"))
        self.field.setPlaceholderText(self.tr("filter: fate:dropped text…"))
        self.field.setToolTip(
            tooltip(
                self.tr(
                    "fate: stage: row: source: turn: tool: role: tokens>100 must: is: text\n"
                    "several values with commas, several terms narrow, - before a term turns it round\n"
                    "Down shows what may be typed, Esc clears"
                )
            )
        )
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(150)
        self.field.setMaximumWidth(420)
        self.help_button = QToolButton()
        self.help_button.setObjectName("filterHelp")
        self.help_button.setText("?")
        self.help_button.setFixedWidth(28)
        self.help_button.setAccessibleName(self.tr("What may be typed in the filter"))
        self.help_button.setToolTip(tooltip(self.tr("What may be typed in the filter")))
        self.help_button.clicked.connect(self._show_help)
        self.changes_only = QPushButton(self.tr("changes only"))
        self.changes_only.setObjectName("changesOnly")
        self.changes_only.setCheckable(True)
        self.changes_only.setAccessibleName(self.tr("Fold runs of kept items"))
        self.arrangement = MenuButton()
        self.arrangement.setObjectName("arrangement")
        self._arrangements = self._arrangement_menu()
        self._note = Note(look)
        self._note.setObjectName("filterNote")
        self._note.hide()
        self._marks = (
            self.tr("~ cut"),
            self.tr("Σ summarised"),
            self.tr("∪ merged"),
            self.tr("− dropped"),
            self.tr("+ added"),
        )
        self.legend = Legend(look, self._marks)
        self._lay_out()
        self.set_arrangement(ALIGNED)
        self.field.textChanged.connect(self._typed)
        self.changes_only.toggled.connect(self.changes_only_toggled)

    @property
    def filter(self) -> Filter:
        """The last filter that means something."""
        return self._filter

    def set_words(self, words: KnownWords) -> None:
        """The tools and roles that the field offers."""
        self.field.set_words(words)

    def narrow(self, key: str, value: str) -> None:
        """Put this term in place of all of its key."""
        self.field.setText(with_term(self.field.text(), key, value))

    def set_arrangement(self, name: str) -> None:
        """Show which arrangement the panes have; nothing is emitted."""
        for action in self._arrangements.actions():
            action.setChecked(action.data() == name)
            if action.data() == name:
                self.arrangement.setText(f"{action.text().lower()} ▾")
                told = self.tr("Arrangement of the panes: {0}").format(action.text())
                self.arrangement.setAccessibleName(told)

    def show_count(self, shown: int, items: int) -> None:
        """Say how many items pass, where not all do."""
        if self.field.property("invalid"):
            return
        text = "" if shown == items else self.tr("{0} of {1}").format(f"{shown:,}", f"{items:,}")
        self._say(text, "muted")

    def said(self) -> str:
        """What the bar says about the filter: how many items pass, or what it does not know."""
        return self._note.text()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(8)
        layout.addWidget(self.field, 9)
        layout.addWidget(self.help_button)
        layout.addWidget(self.changes_only)
        layout.addWidget(self.arrangement)
        layout.addWidget(self._note, 4)
        layout.addStretch(1)
        layout.addWidget(self.legend)

    def _arrangement_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setObjectName("arrangementMenu")
        group = QActionGroup(menu)
        told = (
            (ALIGNED, self.tr("Aligned"), self.tr("one line an item through all stages")),
            (OWN_ORDER, self.tr("Own order"), self.tr("each stage in its own order, with links")),
        )
        for name, title, about in told:
            action = QAction(title, menu)
            action.setObjectName(f"arrangement{name.capitalize()}")
            action.setData(name)
            action.setCheckable(True)
            action.setToolTip(tooltip(about))
            group.addAction(action)
            menu.addAction(action)
        menu.setToolTipsVisible(True)
        menu.triggered.connect(self._arranged)
        self.arrangement.clicked.connect(self._open_arrangements)
        return menu

    def _open_arrangements(self) -> None:
        self._arrangements.popup(self.arrangement.mapToGlobal(QPoint(0, self.arrangement.height() + 2)))

    def _arranged(self, action: QAction) -> None:
        name = str(action.data())
        self.set_arrangement(name)
        self.arrangement_chosen.emit(name)

    def _show_help(self) -> None:
        if self._help is None:
            self._help = Popover(self)
            self._help.setObjectName("filterHelpText")
            self._help.setAccessibleName(self.tr("What may be typed in the filter"))
            self._help.body.addWidget(plain_label(self.tr("Filter"), "title"))
            grid = QGridLayout()
            grid.setHorizontalSpacing(18)
            grid.setVerticalSpacing(4)
            for row, (term, about) in enumerate(help_lines()):
                grid.addWidget(plain_label(term), row, 0)
                grid.addWidget(plain_label(about, "muted"), row, 1)
            self._help.body.addLayout(grid)
            self._help.body.addWidget(plain_label(self.tr("Marks"), "title"))
            self._help.body.addWidget(plain_label("   ".join(self._marks), "muted"))
        self._help.show_under(self.help_button)

    def _typed(self, text: str) -> None:
        found = parse(text)
        self._mark(found.problem is not None)
        if found.problem is not None:
            self._say(self._words(found.problem), "refused")
            return
        self._say("", "muted")
        self._filter = found
        self.filter_changed.emit(found)

    def _words(self, problem: Problem) -> str:
        known = ", ".join(problem.known)
        return self.tr("“{0}” is none of: {1}").format(problem.term, known)

    def _say(self, text: str, role: str) -> None:
        refused = bool(text) and role == "refused"
        # what is wrong is worth more room than what the marks mean
        self.legend.setVisible(not refused)
        self._note.show_note(text, refused=refused)

    def _mark(self, invalid: bool) -> None:
        if bool(self.field.property("invalid")) != invalid:
            self.field.setProperty("invalid", invalid)
            self.field.style().polish(self.field)
