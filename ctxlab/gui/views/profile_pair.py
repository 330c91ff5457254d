"""Choosing two profiles that are set side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ctxlab.gui.models.system_choices import SystemChoice
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import plain_label


class ProfilePair(QWidget):
    """`Before [profile] ⇄ After [profile]`; `changed` tells that a person chose another one."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices: tuple[SystemChoice, ...] = ()
        self.before = self._box("pairBefore", self.tr("Before"))
        self.after = self._box("pairAfter", self.tr("After"))
        swap = push_button("swapProfiles", "⇄", self._swap)
        swap.setAccessibleName(self.tr("Swap"))
        swap.setToolTip(tooltip(self.tr("Swap the two profiles")))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("Before"), "muted"))
        row.addWidget(self.before, 1)
        row.addWidget(swap)
        row.addWidget(plain_label(self.tr("After"), "muted"))
        row.addWidget(self.after, 1)

    @property
    def keys(self) -> tuple[str, str]:
        """The keys of both."""
        return str(self.before.currentData() or ""), str(self.after.currentData() or "")

    def offer(self, choices: Sequence[SystemChoice]) -> None:
        """Offer these; what is chosen stays as far as it is there."""
        keys = self.keys
        if tuple(choices) == self._choices:
            return
        self._choices = tuple(choices)
        for box in (self.before, self.after):
            _fill(box, choices)
        self.choose(*keys)

    def offers(self, key: str) -> bool:
        """Whether a profile is in the lists."""
        return self.after.findData(key) >= 0

    def choose(self, before: str, after: str) -> None:
        """Set two profiles side by side without telling anybody; one that is not offered changes nothing."""
        for box, key in ((self.before, before), (self.after, after)):
            at = box.findData(key) if key else -1
            if at >= 0:
                box.setCurrentIndex(at)
            box.setToolTip(tooltip(str(box.currentData(Qt.ItemDataRole.ToolTipRole) or "")))

    def _swap(self) -> None:
        before, after = self.keys
        self.choose(after, before)
        self.changed.emit()

    def _tell(self, _at: int) -> None:
        self.choose(*self.keys)
        self.changed.emit()

    def _box(self, name: str, words: str) -> ChoiceBox:
        box = ChoiceBox()
        box.setObjectName(name)
        box.setAccessibleName(words)
        # long names are cut rather than the dialog made wider
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.setMaxVisibleItems(24)
        box.activated.connect(self._tell)
        return box


def _fill(box: ChoiceBox, choices: Sequence[SystemChoice]) -> None:
    """The choices under the names of their groups, which cannot be chosen."""
    model = QStandardItemModel(box)
    group = ""
    for choice in choices:
        if choice.group != group:
            group = choice.group
            head = QStandardItem(group)
            head.setFlags(Qt.ItemFlag.NoItemFlags)
            model.appendRow(head)
        item = QStandardItem(one_line(choice.name, 60))
        item.setData(choice.key, Qt.ItemDataRole.UserRole)
        item.setToolTip(tooltip(choice.tip))
        model.appendRow(item)
    # of the list before, the box is the owner, and lets it go
    box.setModel(model)
    first = next((at for at in range(model.rowCount()) if model.item(at).isEnabled()), -1)
    box.setCurrentIndex(first)
