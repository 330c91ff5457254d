"""Shows the contexts that compared profiles build: the difference of two, or the messages of one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from ctxlab.errors import CtxlabError
from ctxlab.gui.background import Topic
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.system_choices import OWN, UNMANAGED
from ctxlab.gui.models.systems_answers import SystemColumn, SystemsAnswers
from ctxlab.gui.views.contexts_pane import ContextsPane
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.diff import ContextDiff
from ctxlab.model.profile import Profile
from ctxlab.model.systems import SystemRun
from ctxlab.model.trace import Trace
from ctxlab.model.wire_view import Finding, built_view

_Steps = Generator[Any]


class ContextsDesk(QObject):
    """Remembers whose contexts a person wants to see, and fills the pane with them."""

    def __init__(self, pane: ContextsPane, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._workspace = workspace
        self._pair: tuple[str, str] | None = None
        # the contexts whose difference is shown, or was asked for
        self._contrasted: tuple[Trace, Trace] | None = None
        pane.context.view_requested.connect(self._ask_wire)

    def looked_at(self, columns: Sequence[SystemColumn]) -> tuple[str, str]:
        """The keys of the profiles whose contexts are looked at: those chosen, as far as they are there."""
        keys = [column.key for column in columns]
        if self._pair is not None and self._pair[0] in keys and self._pair[1] in (*keys, ""):
            return self._pair
        after = OWN if OWN in keys else next(iter(keys[1:]), "")
        others = [key for key in keys if key != after]
        before = UNMANAGED if UNMANAGED in others else next(iter(others), "")
        return (before, after) if before else (after, "")

    def choose(self, before: str, after: str) -> None:
        """Look at these from now on; of two that are the same, and without `after`, at one alone."""
        self._pair = (before, "" if before == after else after)
        self._contrasted = None

    def forget(self) -> None:
        """Takes no difference any more that was asked for."""
        self._workspace.background.drop(Topic.CONTRAST)
        self._contrasted = None

    def show(
        self,
        columns: Sequence[SystemColumn],
        answers: SystemsAnswers,
        profiles: Mapping[str, Profile],
        waiting: str,
    ) -> None:
        """Shows what is known; `waiting` is said while one of the contexts is still to come."""
        pair = [key for key in self.looked_at(columns) if key]
        if self._contrasted is not None and any(map(answers.pending, pair)):
            # what is shown stays until both are built anew
            return
        refused = [answers.refusal(key) for key in pair if answers.refusal(key)]
        runs = [run for key in pair if (run := answers.run(key)) is not None]
        if len(runs) == len(pair) > 1 and not refused:
            names = {column.key: column.name for column in columns}
            self._contrast(runs, [names[key] for key in pair])
            return
        self.forget()
        if refused:
            self._pane.say("\n".join(refused))
        elif runs and len(runs) == len(pair) and pair[0] in profiles:
            self._pane.show_context(runs[0].trace, profiles[pair[0]])
        else:
            self._pane.say(waiting)

    def show_message(self, answers: SystemsAnswers, key: str, number: int) -> None:
        """Brings a message of a profile's context into sight, by its 1-based number."""
        run = answers.run(key)
        messages = run.trace.context if run is not None else ()
        if run is not None and 0 < number <= len(messages) and messages[number - 1].positions:
            self._pane.context.choose(run.trace.id(messages[number - 1].positions[0]))

    def _contrast(self, runs: Sequence[SystemRun], names: Sequence[str]) -> None:
        """Asks for the difference between two contexts, once."""
        before, after = (run.trace for run in runs)
        known = self._contrasted
        if known is not None and known[0] is before and known[1] is after:
            return
        self._contrasted = (before, after)
        if known is None:
            self._pane.wait()

        def work(lab: Lab, _unwanted: Callable[[], bool]) -> _Steps:
            yield replace(lab.compare(before, after), before_title=names[0], after_title=names[1])

        self._workspace.background.ask(Topic.CONTRAST, work, self._show_difference, self._end)

    def _show_difference(self, diff: ContextDiff) -> None:
        self._pane.show_difference(diff)

    def _end(self, error: CtxlabError | None) -> None:
        if error is not None:
            self._contrasted = None
            self._pane.show_difference(None, error_text(error))

    def _ask_wire(self, trace: Trace, wire: str) -> None:
        """The messages of a context in a wire format, with what its API would refuse."""
        document, view = self._workspace.active, self._pane.context
        recorded = document.session.wire if document else ""

        def work(lab: Lab, _unwanted: Callable[[], bool]) -> _Steps:
            yield lab.wire_view(trace, wire, recorded=recorded or "openai-chat")

        def end(error: CtxlabError | None) -> None:
            if error is not None:
                told = Finding("unchecked", numbers=(("reason", error_text(error)),), severity="warning")
                view.set_wire_view(trace, replace(built_view(trace), findings=(told,)))

        self._workspace.background.ask(Topic.CONTRAST, work, partial(view.set_wire_view, trace), end)
