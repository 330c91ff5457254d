"""The dialog of the profile's source rules: what is proposed, which items a rule is for, and the edits."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ctxlab.explain.source_rules import rule_words
from ctxlab.gui.background import Topic, Work
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.rule_draft import RuleDraft, draft_for, draft_of
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.rules_dialog import NEW, RulesDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.items import Item
from ctxlab.model.profile_rules import GatherRule
from ctxlab.profiles.common_rules import rules_named, set_of, with_common, with_rules
from ctxlab.stages.gather.sources import matching

#: Matching items that are listed; more are counted.
MOST_SHOWN = 50


class RulesDesk(QObject):
    """Opens one dialog at a time, over the active document; each edit is one undo step of its profile."""

    def __init__(self, workspace: Workspace, look: Look, language: str, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._look = look
        self._language = language
        self._window = window
        self._document: Document | None = None
        self.dialog: RulesDialog | None = None
        workspace.closed.connect(self._let_go)

    def open(self) -> None:
        """Shows the rules of the active document's profile."""
        self._open(RuleDraft())

    def _open(self, draft: RuleDraft) -> None:
        document = self._workspace.active
        if document is None:
            return
        dialog = self.dialog or self._make()
        if document is not self._document:
            self._follow(document)
        self._show_rules()
        dialog.write(draft)
        dialog.show()
        dialog.activateWindow()

    def open_for(self, item_id: str, words: str = "", start: int = 0) -> None:
        """Proposes a rule from an item, or from words that begin at `start` of its text."""
        document = self._workspace.active
        if document is None:
            return
        item = next((one for one in document.session.items if one.id == item_id), None)
        if item is not None:
            first = bool(words) and not item.text[:start].strip()
            self._open(draft_for(item, words, first=first))

    def _make(self) -> RulesDialog:
        dialog = self.dialog = RulesDialog(self._look, self._language, self._window)
        dialog.edited.connect(self._count)
        dialog.applied.connect(self._apply)
        dialog.removed.connect(self._remove)
        dialog.common_requested.connect(self._add_common)
        dialog.finished.connect(self._close)
        return dialog

    def _follow(self, document: Document | None) -> None:
        if self._document is not None:
            self._document.state_changed.disconnect(self._show_rules)
        self._document = document
        if document is not None:
            # undo and other views edit the same profile
            document.state_changed.connect(self._show_rules)

    def _show_rules(self, _revision: int = 0) -> None:
        if self.dialog is None or self._document is None:
            return
        own = self._document.profile.gather.rule
        rows = [self._row(number, rule) for number, rule in enumerate(own)]
        lacking = sum(rule not in own for rule in rules_named())
        self.dialog.show_rules(rows, [draft_of(rule) for rule in own], lacking=lacking)

    def _row(self, number: int, rule: GatherRule) -> TextRow:
        known = set_of(rule)
        note = "" if known is None else known.chinese if self._language == "zh" else known.english
        words = rule_words(rule, self._language)
        return TextRow(str(number), str(number + 1), words, Sign.NEUTRAL, note=note)

    def _count(self, draft: RuleDraft) -> None:
        """Looks, beside the work, for the items that the draft is for."""
        if self.dialog is None or self._document is None:
            return
        try:
            rule = draft.rule()
        except ValueError as error:
            self._workspace.background.drop(Topic.RULE)
            told = error_text(error) or self.tr("Enter a pattern, a role or a tool.")
            self.dialog.show_matches((), told, may=False)
            return
        work = _finding(rule, self._document.session.items)
        self._workspace.background.ask(Topic.RULE, work, self._show_matches)

    def _show_matches(self, found: tuple[Sequence[Item], int, bool]) -> None:
        first, count, stopped = found
        if self.dialog is None:
            return
        rows = [
            TextRow(item.id, item.role, one_line(item.text, 200), Sign.NEUTRAL, item.id, lead=item.id)
            for item in first
        ]
        if stopped:
            words = self.tr("The pattern takes too long; it would stop at one of these items.")
        elif count == 1:
            words = self.tr("1 item of the session matches")
        else:
            words = self.tr("{0} items of the session match").format(f"{count:,}")
        self.dialog.show_matches(rows, words, may=not stopped)

    def _apply(self, number: int, draft: RuleDraft) -> None:
        if self._document is None or self.dialog is None:
            return
        own, rule = list(self._document.profile.gather.rule), draft.rule()
        if number == NEW:
            own.append(rule)
        else:
            own[number] = rule
        self._edit(own, self.tr("source rule: {0}").format(rule_words(rule, self._language)))
        self.dialog.write(draft, len(own) - 1 if number == NEW else number)

    def _remove(self, number: int) -> None:
        if self._document is None or self.dialog is None:
            return
        own = list(self._document.profile.gather.rule)
        gone = own.pop(number)
        self._edit(own, self.tr("no source rule: {0}").format(rule_words(gone, self._language)))
        self.dialog.write(RuleDraft())

    def _add_common(self) -> None:
        document = self._document
        if document is not None:
            changed = with_common(document.profile, rules_named())
            document.change(changed, document.marks, self.tr("add the common source rules"))

    def _edit(self, rules: Sequence[GatherRule], words: str) -> None:
        document = self._document
        if document is not None:
            document.change(with_rules(document.profile, rules), document.marks, one_line(words, 120))

    def _let_go(self, document: Document) -> None:
        if document is self._document and self.dialog is not None:
            self.dialog.reject()

    def _close(self) -> None:
        self._workspace.background.drop(Topic.RULE)
        self._follow(None)
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


def _finding(rule: GatherRule, items: Sequence[Item]) -> Work:
    def work(_lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
        found, stopped = matching(rule, items)
        yield [items[position] for position in found[:MOST_SHOWN]], len(found), stopped

    return work
