"""Compares the session that is looked at under several profiles, while anybody looks at that."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from ctxlab.errors import CtxlabError
from ctxlab.gui.background import Topic
from ctxlab.gui.compare_choices import columns_of, profile_of, system_choices
from ctxlab.gui.contexts_desk import ContextsDesk
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.inquiry import Inquiry
from ctxlab.gui.models.system_choices import kept
from ctxlab.gui.models.systems_answers import SystemColumn, SystemsAnswers
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.text import dotted
from ctxlab.gui.views.compare_view import CompareView
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.systems import SystemsTable

_Steps = Generator[Any]


@dataclass(frozen=True, slots=True)
class _Question:
    """What is compared: a request with its marks, and the profiles that could be read."""

    snapshot: Snapshot
    marks: Marks
    profiles: tuple[tuple[str, Profile], ...]

    def same(self, other: _Question | None) -> bool:
        """Whether both have the same answer."""
        return (
            other is not None
            and self.snapshot is other.snapshot
            and self.marks == other.marks
            and self.profiles == other.profiles
        )


@dataclass(slots=True)
class _Known:
    """What is known of one document.

    `before` is an older answer that stands in for what `table` does not have yet; `whole` says that all of it
    has come, `stale` that it is of another state than that which is looked at. `error` is what kept the
    profiles from being compared.
    """

    columns: tuple[SystemColumn, ...] = ()
    question: _Question | None = None
    table: SystemsTable | None = None
    before: SystemsTable | None = None
    refused: Mapping[str, str] = field(default_factory=dict[str, str])
    whole: bool = False
    stale: bool = False
    error: str = ""
    last: SystemsAnswers | None = None

    def answers(self) -> SystemsAnswers:
        """The same, by profile. Where only its age is another nothing is worked out anew."""
        last = self.last
        if last is None or not last.of(self.table, self.before, self.refused):
            last = SystemsAnswers(self.table, self.before, self.refused, last=last)
        self.last = last.aged(stale=self.stale)
        return self.last


class CompareDesk(QObject):
    """Fills the view. `done` names the edit that was made, `investigate` asks for the page of that name.

    What is known stays in sight, dim, while a newer answer is worked out. Nothing is asked while the view is
    out of sight.
    """

    done = Signal(str)
    investigate = Signal()

    def __init__(
        self,
        view: CompareView,
        workspace: Workspace,
        presenter: Presenter,
        inquiry: Inquiry,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._workspace = workspace
        self._presenter = presenter
        self._inquiry = inquiry
        self._preferences = preferences
        self._contexts = ContextsDesk(view.contexts, workspace, self)
        self._known = _Known()
        presenter.shown.connect(self._look_again)
        presenter.failed.connect(self._look_past)
        presenter.moved.connect(self._age)
        presenter.emptied.connect(self._empty)
        presenter.chosen_changed.connect(view.table.show_item)
        view.seen.connect(self.look)
        view.profiles_chosen.connect(self._look_again)
        view.pair_chosen.connect(self._choose_pair)
        view.use_requested.connect(self.use)
        view.item_chosen.connect(presenter.choose)
        view.must_keep_chosen.connect(inquiry.ask)
        view.must_keep_opened.connect(self._open_must_keep)
        view.whole_requested.connect(self._show_whole)

    def look(self, *, failed: bool = False) -> None:
        """The view came into sight, or what it is about may have changed while it was.

        `failed` says that there is no run of the state: under other profiles there may be.
        """
        document = self._workspace.active
        if document is None:
            self._view.set_choices((), ())
            self._view.set_columns(())
            self._view.say("", self.tr("No session is open. Ctrl+O opens one; or drop a file here."))
            self._view.contexts.say("")
            return
        self._show_columns(document)
        if not self._known.columns:
            self._drop()
            self._view.say("", self.tr("Nothing is chosen. “Profiles” above lists what can be compared."))
            self._view.contexts.say("")
            return
        if document.is_current or failed:
            self._ask(document)
        else:
            self._age()
        self._show()

    def use(self, key: str) -> None:
        """Looks at the session under one of the profiles from now on, undoably."""
        document = self._workspace.active
        if document is None or not key:
            return
        try:
            profile = profile_of(document, key)
        except CtxlabError as error:
            self._view.say(error_text(error))
            return
        words = self.tr("use profile {0}").format(profile.name)
        document.change(profile, document.marks, words)
        self.done.emit(words)

    def _look_again(self, _told: object = None) -> None:
        if self._view.isVisible():
            self.look()

    def _look_past(self, _error: object) -> None:
        if self._view.isVisible():
            self.look(failed=True)

    def _show_columns(self, document: Document) -> None:
        choices = system_choices(document, self._preferences.settings.recent_profiles)
        keys = kept(choices, self._view.wanted)
        self._known.columns = tuple(columns_of(document, choices, keys))
        self._view.set_choices(choices, keys)
        self._name_columns()

    def _name_columns(self) -> None:
        columns = self._known.columns
        self._view.set_columns(columns, *self._contexts.looked_at(columns))

    def _ask(self, document: Document) -> None:
        """Asks for the comparison, unless it is known or on its way."""
        known, background = self._known, self._workspace.background
        profiles: list[tuple[str, Profile]] = []
        refused: dict[str, str] = {}
        for column in known.columns:
            try:
                profiles.append((column.key, profile_of(document, column.key)))
            except CtxlabError as error:
                refused[column.key] = error_text(error)
        question, old = _Question(document.snapshot, document.marks, tuple(profiles)), known.question
        known.refused, known.stale = refused, False
        if question.same(old) and (known.whole or background.asks(Topic.COMPARE)):
            return
        if old is None or old.snapshot is not question.snapshot:
            known.before = None
        elif known.whole or known.before is None:
            # what stands in for runs to come; one that was broken off knows less than the one before it
            known.before = known.table
        known.question, known.table, known.whole, known.error = question, None, not profiles, ""
        if profiles:
            background.ask(Topic.COMPARE, _comparing(question), self._take, self._end)

    def _take(self, table: SystemsTable) -> None:
        self._known.table = table
        self._show()

    def _end(self, error: CtxlabError | None) -> None:
        self._known.before = None
        self._known.whole = error is None
        self._known.error = "" if error is None else error_text(error)
        self._show()

    def _age(self) -> None:
        """What is shown is of another state than that which is looked at."""
        if self._known.question is None or self._known.stale:
            return
        self._known.stale = True
        self._workspace.background.drop(Topic.COMPARE)
        if self._view.isVisible():
            self._show()

    def _drop(self) -> None:
        self._workspace.background.drop(Topic.COMPARE)
        self._contexts.forget()

    def _empty(self) -> None:
        self._drop()
        self._known = _Known()
        self._view.set_answers(SystemsAnswers())
        self._look_again()

    def _show(self) -> None:
        """What is known, how far the answer is, and the contexts."""
        if not self._known.columns:
            return
        known, answers = self._known, self._known.answers()
        self._view.set_answers(answers)
        self._view.say(self._words(answers), known.error or self.tr("comparing…"))
        profiles = dict(known.question.profiles) if known.question else {}
        self._contexts.show(known.columns, answers, profiles, known.error or self.tr("being built…"))

    def _words(self, answers: SystemsAnswers) -> str:
        known, document, count = self._known, self._workspace.active, len(self._known.columns)
        if known.error or document is None:
            return known.error
        if known.stale or not known.whole:
            built = sum(not answers.pending(run.name) for run in answers.runs(known.columns))
            return self.tr("{0} of {1} built…").format(built, count)
        failed = sum(bool(answers.refusal(column.key)) for column in known.columns)
        return dotted(
            [
                self.tr("request {0}").format(document.snapshot.request.index),
                self.tr("{0} cannot be built").format(failed) if failed else "",
                self.tr("choose others to compare it with") if count == 1 else "",
            ]
        )

    def _choose_pair(self, before: str, after: str) -> None:
        self._contexts.choose(before, after)
        self._name_columns()
        self._show()

    def _show_whole(self, number: int) -> None:
        """Shows a message of the context after whole, by its 1-based number."""
        after = self._contexts.looked_at(self._known.columns)[1]
        self._choose_pair(after, "")
        self._contexts.show_message(self._known.answers(), after, number)

    def _open_must_keep(self, key: str) -> None:
        self._inquiry.ask(key)
        self.investigate.emit()


def _comparing(question: _Question) -> Callable[[Lab, Callable[[], bool]], _Steps]:
    def work(lab: Lab, unwanted: Callable[[], bool]) -> _Steps:
        yield from lab.systems(question.snapshot, question.profiles, question.marks, cancelled=unwanted)

    return work
