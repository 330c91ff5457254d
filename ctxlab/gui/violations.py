"""Looks for what broke a must-keep, and turns to the request before it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QObject

from ctxlab.analysis.asked import constraint_of
from ctxlab.analysis.signs import bound_sign, sign_of
from ctxlab.errors import CtxlabError
from ctxlab.gui.background import Topic
from ctxlab.gui.error_text import error_text
from ctxlab.gui.inquiry import Inquiry
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.text import one_line
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.violation_bar import Sought
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.constraint import Constraint
from ctxlab.model.violation import Sign, Violation

#: Characters of the place that are named.
NAMED = 60


class Violations(QObject):
    """Answers the violation bar; each place found leads to the request whose answer it is."""

    def __init__(
        self,
        views: Views,
        workspace: Workspace,
        presenter: Presenter,
        inquiry: Inquiry,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bar = views.violation
        self._evidence = views.evidence
        self._workspace = workspace
        self._inquiry = inquiry
        self._found: tuple[Violation, ...] = ()
        self._at = 0
        self._suggested: tuple[str, Sign] | None = None
        self._bar.searched.connect(self._search)
        self._bar.stepped.connect(self._step)
        self._bar.cleared.connect(self.clear)
        presenter.emptied.connect(self.clear)
        inquiry.changed.connect(self._suggest)

    @property
    def current(self) -> Violation | None:
        """The place that is looked at."""
        return self._found[self._at] if self._found else None

    def mark(self, item: str) -> None:
        """Says that an answer or call broke it: the request before it is what is asked about."""
        self._look_for(Sign(item=item))

    def clear(self) -> None:
        """Nothing is looked for any more."""
        self._workspace.background.drop(Topic.VIOLATIONS)
        self._found, self._at = (), 0
        self._bar.show_places("", 0)
        self._evidence.show_violation("")

    def _search(self, kind: str, text: str) -> None:
        suggested = self._suggested
        if suggested is not None and suggested[0] == text and Sought(kind) is _written(suggested[1])[0]:
            # its unit may be one that no words say, such as money of a currency that was not named
            self._look_for(suggested[1])
            return
        try:
            self._look_for(_read(Sought(kind), text, self._constraint()))
        except CtxlabError as error:
            self._bar.show_places(error_text(error), 0)

    def _look_for(self, sign: Sign) -> None:
        document = self._workspace.active
        if document is None:
            return
        session = document.session

        def work(lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
            yield lab.violations(session, sign)

        self._bar.show_places(self.tr("looking…"), 0)
        self._workspace.background.ask(Topic.VIOLATIONS, work, self._take, self._end)

    def _take(self, found: tuple[Violation, ...]) -> None:
        self._found, self._at = found, 0
        if not found:
            self._bar.show_places(self.tr("No answer and no call holds it."), 0)
            self._evidence.show_violation("")
            return
        self._go()

    def _end(self, error: CtxlabError | None) -> None:
        if error is not None:
            self._bar.show_places(error_text(error), 0)

    def _step(self, by: int) -> None:
        if self._found:
            self._at = (self._at + by) % len(self._found)
            self._go()

    def _go(self) -> None:
        """Turns to the request before the place, and says which place it is."""
        place, document = self._found[self._at], self._workspace.active
        if document is None:
            return
        words = one_line(place.words, NAMED)
        if not place.request:
            told = self.tr("{0} of {1}: “{2}”; no request is recorded before it")
            self._bar.show_places(told.format(self._at + 1, len(self._found), words), len(self._found))
            return
        told = self.tr("{0} of {1}: the answer of request {2}, “{3}”")
        shown = told.format(self._at + 1, len(self._found), place.request, words)
        self._bar.show_places(shown, len(self._found))
        self._evidence.show_violation(
            self.tr("violation marked: answer of request {0}, “{1}”").format(place.request, words)
        )
        document.look_at(place.request, chain=place.chain)

    def _suggest(self) -> None:
        """Puts what would show that the must-keep was broken into the field."""
        constraint = self._constraint()
        sign = sign_of(constraint) if constraint is not None else None
        kind, text = (Sought.REGEX, "") if sign is None else _written(sign)
        self._suggested = None if sign is None else (text, sign)
        self._bar.suggest(kind, text)

    def _constraint(self) -> Constraint | None:
        """The constraint that is asked about: found as such, or in the words of the must-keep."""
        one = self._inquiry.one
        if one is None:
            return None
        document = self._workspace.active
        return None if document is None else constraint_of(one, document.session, self._inquiry.stated)


def _read(kind: Sought, text: str, of: Constraint | None) -> Sign:
    """What is looked for; a bound without a unit is in that of the constraint.

    Raises:
        CtxlabError: It is to be a bound, and is none.
    """
    if kind is Sought.BOUND:
        return bound_sign(text, of)
    return Sign(path=text) if kind is Sought.PATH else Sign(regex=text)


def _written(sign: Sign) -> tuple[Sought, str]:
    """A sign as a person would write it."""
    if sign.path:
        return Sought.PATH, sign.path
    if sign.bound is not None:
        unit = "" if sign.unit == "money" else sign.unit
        return Sought.BOUND, f"{sign.comparator.value} {sign.bound:f} {unit}".strip()
    return Sought.REGEX, sign.regex
