"""What each action of the menus does, and which view asks for it too."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox, QWidget

from ctxlab import __version__
from ctxlab.gui.actions import check
from ctxlab.gui.befores import held, released
from ctxlab.gui.i18n import language_of
from ctxlab.gui.keys import KeysDialog
from ctxlab.gui.models.budget_head import HEAD, head_key
from ctxlab.gui.parts import Parts
from ctxlab.gui.runs import BeforeKind
from ctxlab.gui.views.banner import Act, Kind


class Triggers(QObject):
    """Connects the actions of a window. It holds no state."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._connect_files()
        self._connect_opening()
        self._connect_pages()
        self._connect_lists()
        self._connect_marks()
        self._connect_requests()
        self._connect_preferences()

    def _connect_files(self) -> None:
        act, files, exports = self._parts.commands, self._parts.files, self._parts.exports
        act.open.triggered.connect(files.open_sessions)
        act.open_folder.triggered.connect(files.open_folder)
        act.paste.triggered.connect(files.paste)
        act.save.triggered.connect(files.save)
        act.save_as.triggered.connect(files.save_as)
        act.revert.triggered.connect(files.revert)
        act.export.triggered.connect(exports.export_profile)
        act.export_run.triggered.connect(exports.export_run)
        act.report.triggered.connect(self._parts.casework.report.open)
        act.ask_model.triggered.connect(self._parts.casework.model.open)
        self._parts.views.keeps.ask_requested.connect(act.ask_model.trigger)
        act.summarize.triggered.connect(self._parts.casework.summaries.open)
        self._parts.views.problems.summaries_requested.connect(act.summarize.trigger)
        act.save_session.triggered.connect(exports.save_session)
        act.close_session.triggered.connect(files.close_active)
        act.open_profile.triggered.connect(files.open_profile)
        act.quit.triggered.connect(self._parts.window.close)
        act.profiles.triggered.connect(self._use_profile)
        act.gallery.triggered.connect(self._parts.gallery.open)
        act.history.triggered.connect(self._parts.casework.profiles.open)
        self._parts.gallery.history_requested.connect(self._parts.casework.profiles.open_for)
        sessions = self._parts.views.sessions
        sessions.open_requested.connect(files.open_sessions)
        sessions.paste_requested.connect(files.paste)
        sessions.close_requested.connect(files.close)
        sessions.close_others_requested.connect(files.close_others)

    def _connect_opening(self) -> None:
        act, work = self._parts.commands, self._parts.workspace
        act.reopen_session.triggered.connect(work.reopen)
        work.listed.connect(self._allow_reopening)
        work.loading.connect(self._allow_reopening)
        act.stop_opening.triggered.connect(work.stop_loading)
        work.progressed.connect(self._allow_stopping)
        work.all_read.connect(lambda: act.stop_opening.setEnabled(False))

    def _connect_pages(self) -> None:
        parts, act, views = self._parts, self._parts.commands, self._parts.views
        act.tune.triggered.connect(lambda: parts.turn_to("tune"))
        act.investigate.triggered.connect(lambda: parts.turn_to("investigate"))
        act.sweep.triggered.connect(lambda: parts.turn_to("sweep"))
        act.runs.triggered.connect(lambda: parts.turn_to("runs"))
        parts.tools.pages.chosen.connect(parts.turn_to)
        tabs = (
            (act.show_diff, views.diff),
            (act.show_messages, views.wire),
            (act.show_sensitivity, views.sensitivity),
        )
        act.show_problems.triggered.connect(self._show_problems)
        act.compare.triggered.connect(self._show_compare)
        act.solve.triggered.connect(self._show_solve)
        parts.casework.sweep.page_wanted.connect(parts.turn_to)
        parts.casework.solve.page_wanted.connect(parts.turn_to)
        parts.casework.solve.limit_wanted.connect(self._show_limit)
        parts.casework.sources.counted.connect(parts.pages.sweep.show_count)
        parts.casework.sources.show()
        act.try_model.triggered.connect(parts.casework.trial.open)
        act.calibrate.triggered.connect(parts.casework.calibration.open)
        parts.casework.calibration.request_chosen.connect(parts.intents.look_at)
        act.rules.triggered.connect(parts.casework.rules.open)
        views.panes.rule_requested.connect(parts.casework.rules.open_for)
        views.inspector.rule_requested.connect(parts.casework.rules.open_for)
        views.compare.try_requested.connect(act.try_model.trigger)
        parts.casework.compare.investigate.connect(act.investigate.trigger)
        views.problems.row_chosen.connect(self._show_row)
        for action, view in tabs:
            action.triggered.connect(lambda _on=False, which=view: self._show_tab(which))
        act.reset_layout.triggered.connect(parts.reset_layout)
        act.next_area.triggered.connect(lambda: parts.areas.go(1))
        act.previous_area.triggered.connect(lambda: parts.areas.go(-1))
        act.edit_caps.triggered.connect(self._edit_caps)
        act.find.triggered.connect(self._find)
        act.palette.triggered.connect(self._open_palette)
        act.keys.triggered.connect(lambda: KeysDialog(act, parts.window).show())
        act.hint.triggered.connect(views.hint.show)
        act.about.triggered.connect(self._about)
        views.budget.sensitivity_requested.connect(self._show_sensitivity)
        views.panes.row_requested.connect(self._show_row)
        views.diff.whole_requested.connect(self._show_whole)

    def _connect_lists(self) -> None:
        parts, act, views = self._parts, self._parts.commands, self._parts.views
        act.why.triggered.connect(self._show_why)
        act.broke.triggered.connect(lambda: self._broke(parts.presenter.chosen))
        act.find_violation.triggered.connect(self._find_violation)
        views.panes.broke_requested.connect(self._broke)
        act.next_change.triggered.connect(lambda: self._step_change(1))
        act.previous_change.triggered.connect(lambda: self._step_change(-1))
        for action, key in ((act.why, Qt.Key.Key_W), (act.pin, Qt.Key.Key_Space)):
            # elsewhere letters are typed and buttons pressed: these hold while a list itself has the focus
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            for view in (
                views.diff.table,
                views.evidence.difference.table,
                views.compare.contexts.difference.table,
                views.must_keeps.table,
                views.problems,
            ):
                view.addAction(action)
        for table in (views.wire.pretty, views.wire.raw):
            # a blank folds there
            table.addAction(act.why)
        views.panes.arrangement_changed.connect(self._arm_panes)
        self._arm_panes()
        for chooser in (
            views.must_keeps.item_chosen,
            views.problems.item_chosen,
            views.diff.item_chosen,
            views.evidence.difference.item_chosen,
            views.wire.item_chosen,
            views.inspector.link_chosen,
            views.panes.why_requested,
        ):
            chooser.connect(parts.presenter.choose)
        views.panes.why_requested.connect(self._show_why)

    def _connect_marks(self) -> None:
        parts, act, views, marks = self._parts, self._parts.commands, self._parts.views, self._parts.marks
        act.pin.triggered.connect(lambda: marks.toggle_pin(parts.presenter.chosen))
        act.must_keep.triggered.connect(self._keep_selected)
        views.must_keeps.add_requested.connect(self._keep_selected)
        views.must_keeps.remove_requested.connect(marks.remove_must_keep)
        views.must_keeps.edit_requested.connect(marks.edit_must_keep)
        views.inspector.must_keep_requested.connect(marks.keep_words)
        views.inspector.key_fact_requested.connect(marks.add_key_fact)
        views.panes.pin_requested.connect(marks.toggle_pin)
        views.panes.must_keep_requested.connect(marks.keep_item)
        for applied in (views.inspector.remedy_applied, views.verdict.remedy_applied):
            applied.connect(self._apply)

    def _connect_requests(self) -> None:
        parts, act, intents = self._parts, self._parts.commands, self._parts.intents
        act.run_again.triggered.connect(self._run_again)
        act.previous_request.triggered.connect(lambda: intents.step_request(-1))
        act.next_request.triggered.connect(lambda: intents.step_request(1))
        act.first_lost.triggered.connect(self._go_to_first_lost)
        act.set_before.triggered.connect(self._set_before)
        parts.views.verdict.first_lost_wanted.connect(self._go_to_first_lost)
        parts.views.diff.before_requested.connect(parts.gallery.set_before)

    def _connect_preferences(self) -> None:
        parts, preferences, act = self._parts, self._parts.preferences, self._parts.commands
        check(act.themes, preferences.settings.theme.value)
        check(act.languages, preferences.settings.language.value)
        act.themes.triggered.connect(self._set_theme)
        act.languages.triggered.connect(self._set_language)
        preferences.recent_changed.connect(self._list_recent)
        parts.views.hint.dismissed.connect(parts.views.hint.hide)
        self._list_recent()

    def _use_profile(self, action: QAction) -> None:
        self._parts.files.use_profile(str(action.data()))

    def _set_theme(self, action: QAction) -> None:
        self._parts.preferences.set_theme(str(action.data()))

    def _allow_reopening(self, _loading: str = "") -> None:
        self._parts.commands.reopen_session.setEnabled(self._parts.workspace.can_reopen)

    def _allow_stopping(self, _done: int, _count: int) -> None:
        self._parts.commands.stop_opening.setEnabled(True)

    def _keep_selected(self) -> None:
        if not self._parts.views.inspector.keep_selected():
            self._parts.status.tell(self.tr("Select words in the text of an item first."))

    def _apply(self, key: str) -> None:
        """Puts a remedy to work: the edit whose run has shown that it keeps the item."""
        document, found = self._parts.workspace.active, self._parts.advisor.remedy(key)
        if document is None:
            return
        if found is None:
            self._parts.status.tell(self.tr("Edited meanwhile: what would keep it is looked for anew."))
            return
        profile, marks, words = found
        document.change(profile, marks, words)
        self._parts.status.tell(words)

    def _set_before(self) -> None:
        """Compares with the state as it stands from now on; if it does, with the saved profile again."""
        document = self._parts.workspace.active
        if document is None:
            return
        before = document.before
        state = (document.profile, document.marks)
        if before.kind is BeforeKind.STATE and (before.profile, before.marks) == state:
            document.set_before(released())
        else:
            document.set_before(held(document, self._parts.language))
        self._parts.page.show_tab(self._parts.views.diff)

    def _go_to_first_lost(self) -> None:
        first = self._parts.presenter.requests.first_lost()
        if first is None:
            self._parts.status.tell(self.tr("No request is known to lack a must-keep."))
        else:
            self._parts.intents.look_at(first)

    def _open_palette(self) -> None:
        self._parts.palette.open()

    def _run_again(self) -> None:
        if self._parts.workspace.active is not None:
            # another program may have asked for summaries meanwhile
            self._parts.workspace.background.counters.summaries.look_again()
            self._parts.workspace.active.run_again()

    def _find(self) -> None:
        self._parts.turn_to("tune")
        field = self._parts.views.panes.filter_bar.field
        _focus(field)
        field.selectAll()

    def _arm_panes(self, _arrangement: str = "") -> None:
        """The panes of the arrangement that is shown are lists: W and Space hold in them."""
        act = self._parts.commands
        for table in self._parts.views.panes.tables:
            table.addActions([act.why, act.pin])

    def _show_why(self, _item: object = None) -> None:
        self._parts.docks.bring(self._parts.docks.item)
        _focus(self._parts.views.inspector.text)

    def _broke(self, item: str) -> None:
        """An answer broke a must-keep: what stood in the context of its request is asked about."""
        if item:
            self._parts.turn_to("investigate")
            self._parts.casework.violations.mark(item)

    def _find_violation(self) -> None:
        self._parts.turn_to("investigate")
        _focus(self._parts.views.violation.field)

    def _edit_caps(self) -> None:
        self._parts.docks.bring(self._parts.docks.budget)
        _focus(self._parts.views.budget)

    def _show_problems(self) -> None:
        self._parts.docks.bring(self._parts.docks.problems)
        _focus(self._parts.views.problems)

    def _show_compare(self) -> None:
        self._parts.turn_to("runs")
        self._parts.pages.runs.show_tab(self._parts.views.compare)
        _focus(self._parts.views.compare.table)

    def _show_solve(self) -> None:
        self._parts.turn_to("sweep")
        self._parts.pages.sweep.show_tab(self._parts.views.solve)
        _focus(self._parts.views.solve.start)

    def _show_row(self, row: str) -> None:
        self._edit_caps()
        self._parts.views.budget.choose(row)

    def _show_limit(self) -> None:
        """Brings the focus to the size of the window, by which the limit is raised."""
        self._parts.views.budget.set_unfolded(True)
        self._show_row(head_key(HEAD[0]))

    def _show_sensitivity(self, row: str) -> None:
        self._show_tab(self._parts.views.sensitivity)
        self._parts.advisor.show_row(row)

    def _show_whole(self, number: int) -> None:
        """Shows a message of the context whole, by its 1-based number."""
        document = self._parts.workspace.active
        if document is None or document.run is None:
            return
        self._show_tab(self._parts.views.wire)
        messages = document.run.trace.context
        if 0 < number <= len(messages) and messages[number - 1].positions:
            self._parts.views.wire.choose(document.run.trace.id(messages[number - 1].positions[0]))

    def _show_tab(self, view: QWidget) -> None:
        views = self._parts.views
        self._parts.turn_to("tune")
        self._parts.page.show_tab(view)
        # the keys go to what they move in, not to the frame around it
        inside: dict[QWidget, QWidget] = {
            views.diff: views.diff.table,
            views.wire: views.wire.table,
            views.sensitivity: views.sensitivity.rows,
        }
        _focus(inside.get(view, view))

    def _step_change(self, step: int) -> None:
        views = self._parts.views
        for difference in (views.evidence.difference, views.compare.contexts.difference):
            if difference.isVisible():
                difference.next_change(step)
                return
        self._parts.page.show_tab(views.diff)
        views.diff.next_change(step)

    def _set_language(self, action: QAction) -> None:
        self._parts.preferences.set_language(str(action.data()))
        messages, wanted = self._parts.views.messages, self._parts.preferences.settings.language
        if language_of(wanted, os.environ) == self._parts.language:
            messages.clear("language")
            return
        told = self.tr("The language changes with the next start.")
        messages.tell(told, "language", Kind.NOTE, [Act(self.tr("Restart now"), self._parts.restart)])

    def _list_recent(self) -> None:
        parts = self._parts
        parts.menus.list_recent(parts.preferences.settings.recent_files, parts.workspace.open)

    def _about(self) -> None:
        text = self.tr("ctxlab {0}: a debugger for the context of LLM agents. MIT licence.")
        QMessageBox.about(self._parts.window, self.tr("About ctxlab"), text.format(__version__))


def _focus(widget: QWidget) -> None:
    if not widget.isActiveWindow():
        # as that of a dock that floats
        widget.activateWindow()
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
