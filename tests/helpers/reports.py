"""A report's subject made by hand: one lost budget in a small session, with a real run and a real diff."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ctxlab.analysis.compare import compare
from ctxlab.model.cause import Cause, Diagnosis, Passed, StageFinding
from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.displaced import Displacer
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.matrix import Cell, Column, Matrix, MatrixRow, Under
from ctxlab.model.profile import Order
from ctxlab.model.report import Report, Section
from ctxlab.model.rescue import Change, Lever, Rescue, Rescues
from ctxlab.model.session import Origin, Session
from ctxlab.report.compose import compose
from ctxlab.report.pieces import plain
from ctxlab.report.subject import Neighbours, Subject
from ctxlab.report.walk import passages
from helpers import spec
from helpers.engine import word_engine

TABLE = """
p system 3 prompt
u1 user 6
a1 assistant 8
u2 user 4
a2 assistant 20
u3 user 3
"""
BUDGET = "at most 3000 yuan"
TEXTS = {"u1": f"Keep it {BUDGET}, mail bob@corp.example", "u3": "Where shall we eat?"}
KEEP = MustKeep("budget", text=BUDGET, since="u1")
MARKS = Marks(must_keeps=(KEEP,))
VERSIONS = (("ctxlab", "9.9.9"), ("Python", "3.11.0"), ("tiktoken", "0.1.0"))

_NUMBERS = (("cap", 30), ("used", 24), ("need", 9), ("left", 6), ("count", 2))


def session(**texts: str) -> Session:
    """The session; `texts` stand in place of those of the items of these names."""
    found = replace(
        spec.session(TABLE, texts={**TEXTS, **texts}), origin=Origin("native", "trip.json", "ab" * 32)
    )
    return found.with_marks(MARKS)


def diagnosis(**parts: Any) -> Diagnosis:
    """The budget, stated in u1, lost in Select over the cap of history."""
    lost = Survival(Survived.LOST)
    found = Diagnosis(
        must_keep="budget",
        request=1,
        cause=Cause.OVER_CAP,
        stages=(
            StageFinding(
                Stage.GATHER, Passed.PASSED, "u1", Reason.GATHERED, held=Survival(Survived.VERBATIM, 8, 25)
            ),
            StageFinding(Stage.SELECT, Passed.FAILED, "u1", Reason.OVER_CAP, _NUMBERS, lost),
            StageFinding(Stage.SUMMARIZE, Passed.NEVER_REACHED, "u1", held=lost),
            StageFinding(Stage.CONSTRUCT, Passed.NEVER_REACHED, "u1", held=lost),
        ),
        survival=lost,
        stage=Stage.SELECT,
        item="u1",
        displaced_by=(Displacer("a2", Row.HISTORY, 20), Displacer("u2", Row.HISTORY, 4, blocks=True)),
        row=Row.HISTORY,
        order=Order.NEWEST,
    )
    return replace(found, **parts)


def matrix(*verdicts: Survived | None, label: str = BUDGET, **parts: Any) -> Matrix:
    """One row with these verdicts at requests 1 and on, two requests a turn."""
    cells = tuple(
        Cell() if one is None else Cell(one, None if one.kept else Stage.SELECT, "u1") for one in verdicts
    )
    columns = tuple(Column(at, (at + 1) // 2) for at in range(1, len(verdicts) + 1))
    return replace(Matrix(Under.PROFILE, columns, (MatrixRow("budget", label, cells, since="u1"),)), **parts)


def rescues(**parts: Any) -> Rescues:
    """A larger cap, proven to be the least, and a pin that costs another must-keep."""
    empty = spec.profile()
    found = Rescues(
        "budget",
        (
            Rescue((Change(Lever.CAP, "budget.history.cap", 1200, 2024),), empty, MARKS, 812, least=True),
            Rescue(
                (Change(Lever.PIN, "pin", None, "u1"),),
                empty,
                MARKS,
                -9,
                pushes_out=("a2",),
                suffers=("budget",),
            ),
        ),
        builds=1016,
    )
    return replace(found, **parts)


def subject(language: str = "en", texts: dict[str, str] | None = None, **parts: Any) -> Subject:
    """All that the report is made of; `parts` stand in place of those made here."""
    opened = session(**(texts or {}))
    profile = spec.profile("history.cap=30 history.overflow=stop history.order=newest recent.rounds=0")
    profile = profile.with_parts(name="tight")
    engine = word_engine()
    trace = engine.run(opened.at(), profile, MARKS)
    before = engine.run(opened.at(), spec.profile(), MARKS)
    made: dict[str, Any] = {
        "must_keep": KEEP,
        "diagnosis": diagnosis(),
        "matrix": matrix(Survived.VERBATIM),
        "neighbours": Neighbours(compare(before, trace), 1, 2),
        "rescues": rescues(),
        **parts,
    }
    return Subject(opened.at(), profile, MARKS, trace, language, **made)


def report(language: str = "en", **parts: Any) -> Report:
    """The report on `subject`."""
    return compose(subject(language, **parts), VERSIONS)


def section(found: Report, name: str) -> Section:
    """The section of that id."""
    return next(one for one in found.sections if one.id == name)


def words(found: Report, name: str | None = None) -> str:
    """All that is shown of the report, or of the section of that id, a passage a line."""
    return "\n".join(plain(one) for where, one in passages(found) if name in (None, where))
