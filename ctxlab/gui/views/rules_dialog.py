"""The source rules of the profile: those it has, one that is being written, and the items that it is for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ctxlab import explain
from ctxlab.explain import roles
from ctxlab.gui.models.rule_draft import RuleDraft
from ctxlab.gui.models.text_rows import TextRow
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.companion import Companion
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.items import Source

#: Matching items are looked for once nothing was typed for so long (ms).
TYPED_MS = 250

_ROLES = ("", "user", "assistant", "tool", "system", "developer")
#: The number of a rule that the profile does not have yet.
NEW = -1


class RulesDialog(Companion):
    """What it asks for is a wish: the desk behind it edits the profile and shows the rules again.

    `edited` tells that the draft is another one; `applied(number, draft)` asks to put it in place of the rule
    of that number, or behind all where it is `NEW`; `removed(number)` and `common_requested` edit the list.
    """

    edited = Signal(object)
    applied = Signal(int, object)
    removed = Signal(int)
    common_requested = Signal()

    def __init__(self, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__("rulesDialog", parent)
        self.setWindowTitle(self.tr("Source rules"))
        self._drafts: Sequence[RuleDraft] = ()
        self._number = NEW
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(self._tell_edit)
        self.rules = self._list(look, "profileRules", self.tr("Source rules of the profile"))
        self.rules.set_placeholder(self.tr("This profile has none: items have the sources of the log."))
        self.rules.selectionModel().currentChanged.connect(self._choose)
        self.regex = self._field("ruleRegex", self.tr("Pattern"), self.tr("any text"))
        self.tool = self._field("ruleTool", self.tr("Tool"), self.tr("any, or none"))
        self.role = self._box("ruleRole", self.tr("Role"))
        for role in _ROLES:
            self.role.addItem(roles.role(role, language) if role else self.tr("any"), role)
        self.target = self._box("ruleTarget", self.tr("Becomes"))
        for source in Source:
            self.target.addItem(explain.source(source, language), source.value)
        self.target.addItem(self.tr("left out"), "")
        self._count = plain_label("")
        self._count.setObjectName("ruleCount")
        self._count.setWordWrap(True)
        self.matches = self._list(look, "ruleMatches", self.tr("Items that the rule is for"))
        self.add_common = push_button("addCommonRules", self.tr("Add the common rules"))
        self.add_common.clicked.connect(self.common_requested)
        self.new = push_button("newRule", self.tr("New"))
        self.new.clicked.connect(lambda: self.write(RuleDraft()))
        self.remove = push_button("removeRule", self.tr("Remove"))
        self.remove.clicked.connect(self._remove)
        self.apply = push_button("applyRule", self.tr("Add"))
        self.apply.setProperty("role", "primary")
        self.apply.setDefault(True)
        self.apply.clicked.connect(lambda: self.applied.emit(self._number, self.draft()))
        self._lay_out()
        self.resize(760, 560)
        self._show_buttons(may=False)

    def draft(self) -> RuleDraft:
        """What the fields say."""
        return RuleDraft(
            self.regex.text(), self.role.currentData(), self.tool.text().strip(), self.target.currentData()
        )

    def said(self) -> str:
        """What is said of the items that the rule is for."""
        return self._count.text()

    def show_rules(self, rows: Sequence[TextRow], drafts: Sequence[RuleDraft], *, lacking: int) -> None:
        """Show the profile's rules, a draft for each; `lacking` are common rules that it does not have."""
        self._drafts = drafts
        self.rules.show_rows(rows)
        if self._number >= len(drafts):
            self._number = NEW
        self.add_common.setEnabled(lacking > 0)
        self._show_buttons(may=self.apply.isEnabled())

    def write(self, draft: RuleDraft, number: int = NEW) -> None:
        """Put a rule into the fields: one of the profile by its number, or a new one."""
        self._number = number
        if number == NEW:
            self.rules.clearSelection()
            self.rules.setCurrentIndex(self.rules.rows.index(-1, 0))
        else:
            self.rules.selectRow(number)
        for field, text in ((self.regex, draft.regex), (self.tool, draft.tool)):
            field.blockSignals(True)
            field.setText(text)
            field.blockSignals(False)
        if draft.role and self.role.findData(draft.role) < 0:
            self.role.addItem(draft.role, draft.role)
        for box, data in ((self.role, draft.role), (self.target, draft.target)):
            box.setCurrentIndex(max(0, box.findData(data)))
        self.regex.setFocus()
        self._show_buttons(may=False)
        self._tell_edit()

    def show_matches(self, rows: Sequence[TextRow], words: str, *, may: bool) -> None:
        """Show the first items that the draft is for, and say how many there are, or why it is no rule."""
        self.matches.show_rows(rows)
        self._count.setText(one_line(words, 300))
        self._show_buttons(may=may)

    def _choose(self, index: QModelIndex, _before: QModelIndex) -> None:
        number = index.row()
        if number != self._number and 0 <= number < len(self._drafts):
            focus = self.rules.hasFocus()
            self.write(self._drafts[number], number)
            if focus:
                self.rules.setFocus()

    def _remove(self) -> None:
        if self._number != NEW:
            self.removed.emit(self._number)

    def _type(self) -> None:
        self._show_buttons(may=False)
        self._typed.start()

    def _tell_edit(self) -> None:
        self._typed.stop()
        self.edited.emit(self.draft())

    def _show_buttons(self, *, may: bool) -> None:
        known = self._number != NEW
        same = known and self._drafts[self._number] == self.draft()
        self.apply.setText(self.tr("Change") if known else self.tr("Add"))
        self.apply.setEnabled(may and not same)
        self.remove.setEnabled(known)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        form.addRow(plain_label(self.tr("Pattern"), "muted"), self.regex)
        form.addRow(plain_label(self.tr("Role"), "muted"), self.role)
        form.addRow(plain_label(self.tr("Tool"), "muted"), self.tool)
        form.addRow(plain_label(self.tr("Becomes"), "muted"), self.target)
        over = QHBoxLayout()
        over.addWidget(plain_label(self.tr("Rules of the profile; the last that fits decides"), "title"))
        over.addStretch(1)
        for button in (self.add_common, self.new, self.remove):
            over.addWidget(button)
        whole = plain_label(
            self.tr(
                "A rule is for whole items: what the user typed in the same message as a block goes with it."
            ),
            "muted",
        )
        whole.setWordWrap(True)
        foot = QHBoxLayout()
        foot.addWidget(whole, 1)
        close = push_button("closeRules", self.tr("Close"))
        close.clicked.connect(self.reject)
        foot.addWidget(close)
        foot.addWidget(self.apply)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addLayout(over)
        column.addWidget(self.rules, 2)
        column.addLayout(form)
        column.addWidget(self._count)
        column.addWidget(self.matches, 3)
        column.addLayout(foot)

    def _list(self, look: Look, name: str, words: str) -> TextList:
        made = TextList(look)
        made.setObjectName(name)
        made.setAccessibleName(words)
        return made

    def _field(self, name: str, words: str, empty: str) -> QLineEdit:
        made = QLineEdit()
        made.setObjectName(name)
        made.setAccessibleName(words)
        made.setPlaceholderText(empty)
        made.textEdited.connect(self._type)
        return made

    def _box(self, name: str, words: str) -> ChoiceBox:
        made = ChoiceBox()
        made.setObjectName(name)
        made.setAccessibleName(words)
        made.activated.connect(self._tell_edit)
        return made
