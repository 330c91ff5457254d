"""The constraints that rules found in the session; they are corrected, and made must-keeps, here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFrame, QMenu, QVBoxLayout, QWidget

from ctxlab.gui.models.constraint_rows import kind_word, rows_of, tier_word
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.constraint import Kind, Stated, Tier
from ctxlab.model.matrix import Cell


class ConstraintList(QFrame):
    """A line a constraint: whether it stands in the context, its words, what it is.

    `constraint_chosen(id)` tells which a person went to. `keep_requested(id)` asks to make it a must-keep,
    `fact_requested(id)` a key fact, `correct_requested(id, kind, tier)` to note another kind or tier, and
    `reject_requested(id)` that it is none. `known_changed` says that `known` changed.
    """

    constraint_chosen = Signal(str)
    keep_requested = Signal(str)
    fact_requested = Signal(str)
    correct_requested = Signal(str, str, str)
    reject_requested = Signal(str)
    known_changed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("constraintList")
        self.setAccessibleName(self.tr("Constraints found"))
        self._found: dict[str, Stated] = {}
        self._known = True
        self.table = TextList(look)
        self.table.setObjectName("constraintTable")
        self.table.setAccessibleName(self.tr("Constraints found"))
        self.table.chosen.connect(self._choose)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFocusProxy(self.table)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self._keep = self._action("keepConstraint", self.tr("Make it a must-keep"), "M", self.keep_requested)
        self._fact = self._action("keyConstraint", self.tr("Keep it as a key fact"), "K", self.fact_requested)
        self._reject = self._action("rejectConstraint", self.tr("It is none"), "Del", self.reject_requested)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.addWidget(self.table)
        self.set_found((), {})

    @property
    def known(self) -> bool:
        """Whether what is shown is what there is; it is not while constraints are looked for."""
        return self._known

    def wait(self, words: str) -> None:
        """Show none, and say why they are not known yet."""
        self._show((), {}, words)

    def set_found(self, found: Sequence[Stated], cells: Mapping[str, Cell]) -> None:
        """Show constraints; `cells` say what became of those that are judged, by their ids."""
        self._show(found, cells, "")

    def chosen(self) -> Stated | None:
        """The constraint of the line that the keys act on."""
        return self._found.get(self.table.rows.key(self.table.currentIndex().row()))

    def menu(self) -> QMenu:
        """What can be done with the chosen line; the caller shows it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addActions([self._keep, self._fact])
        one = self.chosen()
        if one is not None:
            menu.addSeparator()
            self._choices(menu.addMenu(self.tr("Kind")), one, [(kind, one.constraint.tier) for kind in Kind])
            self._choices(
                menu.addMenu(self.tr("How firm")), one, [(one.constraint.kind, tier) for tier in Tier]
            )
        menu.addSeparator()
        copy = menu.addAction(self.tr("Copy"))
        copy.triggered.connect(self._copy)
        menu.addAction(self._reject)
        return menu

    def _show(self, found: Sequence[Stated], cells: Mapping[str, Cell], waiting: str) -> None:
        none = self.tr("No rule finds a constraint that is not a must-keep yet.")
        self.table.set_placeholder(waiting or none)
        self._found = {one.id: one for one in found}
        self.table.show_rows(rows_of(found, cells))
        if self._known is bool(waiting):
            self._known = not waiting
            self.known_changed.emit()

    def _choices(self, menu: QMenu, one: Stated, choices: Sequence[tuple[Kind, Tier]]) -> None:
        """An entry a kind or a tier; the one that holds is checked."""
        now = (one.constraint.kind, one.constraint.tier)
        by_kind = len({kind for kind, _tier in choices}) > 1
        for kind, tier in choices:
            action = menu.addAction(kind_word(kind) if by_kind else tier_word(tier))
            action.setCheckable(True)
            action.setChecked((kind, tier) == now)
            action.triggered.connect(partial(self._correct, one.id, kind, tier))

    def _correct(self, key: str, kind: Kind, tier: Tier, _on: bool = False) -> None:
        self.correct_requested.emit(key, kind.value, tier.value)

    def _action(self, name: str, words: str, key: str, wish: SignalInstance) -> QAction:
        action = QAction(words, self.table)
        action.setObjectName(name)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setToolTip(tooltip(words))
        action.triggered.connect(partial(self._wish, wish))
        self.table.addAction(action)
        return action

    def _wish(self, wish: SignalInstance, _on: bool = False) -> None:
        one = self.chosen()
        if one is not None:
            wish.emit(one.id)

    def _menu(self, at: QPoint) -> None:
        index = self.table.indexAt(at)
        if index.isValid():
            self.table.setCurrentIndex(index)
            self.menu().popup(self.table.viewport().mapToGlobal(at))

    def _copy(self) -> None:
        one = self.chosen()
        if one is not None:
            QGuiApplication.clipboard().setText(one.constraint.text)

    def _choose(self, row: int) -> None:
        key = self.table.rows.key(row)
        if key:
            self.constraint_chosen.emit(key)
