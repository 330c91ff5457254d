"""What can be done where a solution does not hold: one step a button, and whose session a line is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.solve_words import holds, place_title, unasked
from ctxlab.gui.models.sweep_words import sessions_words
from ctxlab.gui.text import listed
from ctxlab.model.solution import Solution

translate = QCoreApplication.translate

#: Why a must-keep is out of reach where another row, or the window, has no room for it.
_ROW, _WINDOW = "row", "window"


class Act(StrEnum):
    """What an offer does."""

    LOSE = "lose"
    ROWS = "rows"
    LIMIT = "limit"
    STATED = "stated"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class SolveOffer:
    """One step: the words of its button, what it does in full (`told`), and for `LOSE` how many may lose."""

    act: Act
    words: str
    told: str
    count: int = 0


def offers_of(
    solution: Solution, titles: Sequence[str], *, rows_left: bool, document: bool
) -> tuple[SolveOffer, ...]:
    """The steps after a solution that does not hold, or that empties rows for which no must-keep speaks.

    Args:
        solution: What was found.
        titles: What the sessions are called, by place.
        rows_left: Whether there are rows that were not solved.
        document: Whether a session is open, whose limit can be changed.
    """
    if not solution.before.judged and not solution.conflict and not solution.forced:
        return () if solution.stated else (_stated(),)
    if holds(solution):
        others = len(unasked(solution)) < len(solution.caps)
        return (_leave(),) if unasked(solution) and others else ()
    reasons = {reason for _one, reason in solution.kept_out}
    tight = bool(solution.conflict or (solution.after is not None and solution.after.losing))
    found: list[SolveOffer] = []
    if rows_left and (tight or _ROW in reasons):
        found.append(_rows())
    if document and (tight or _WINDOW in reasons):
        found.append(_limit())
    losing = _losing(solution)
    if solution.allowed < losing < len(solution.before.places):
        found.append(_lose(losing, solution, titles))
    return tuple(found)


def _losing(solution: Solution) -> int:
    """How many sessions would have to be let lose, at least."""
    if solution.after is not None:
        return solution.after.losing
    return max(len(solution.forced), solution.allowed + 1 if solution.conflict else 0)


def _lose(count: int, solution: Solution, titles: Sequence[str]) -> SolveOffer:
    words = translate("Solve", "Let {0} lose").format(sessions_words(count))
    places = solution.forced or sorted({one.place for one in solution.conflict})
    told = translate("Solve", "Solve again, and let {0} lose must-keeps").format(sessions_words(count))
    named = listed(title for one in places if (title := place_title(one, titles)))
    return SolveOffer(Act.LOSE, words, f"{told}: {named}" if named else told, count)


def _rows() -> SolveOffer:
    words = translate("Solve", "Solve all rows")
    return SolveOffer(Act.ROWS, words, translate("Solve", "Solve again, and change the caps of all rows"))


def _limit() -> SolveOffer:
    words = translate("Solve", "Raise the limit…")
    told = translate("Solve", "Go to the window in the budget: with a larger one there is more room")
    return SolveOffer(Act.LIMIT, words, told)


def _leave() -> SolveOffer:
    words = translate("Solve", "Leave those rows as they are")
    told = translate("Solve", "Solve again without the rows for which no must-keep speaks; their caps stay")
    return SolveOffer(Act.LEAVE, words, told)


def _stated() -> SolveOffer:
    words = translate("Solve", "Take stated constraints")
    told = translate("Solve", "Solve again for what users demanded, which is found by rules")
    return SolveOffer(Act.STATED, words, told)
