"""What keeps a lost must-keep at the least cost: the first of the rescues that every other place lists."""

from __future__ import annotations

from collections.abc import Callable

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.rescue import rescues
from ctxlab.analysis.wanted import wanted
from ctxlab.engine.judge import must_keeps
from ctxlab.engine.pipeline import Examined
from ctxlab.model.lint import Problem
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Rescue

#: The problem that rescues are looked for.
LOST = "must_keep_lost"
#: Rescues take many runs each: they are looked for so many of the must-keeps.
MOST = 5


def cheapest(case: Case, problem: Problem, build: Callable[[Profile, Marks], Examined]) -> Rescue | None:
    """The best rescue of the must-keep that a problem is about; None where there is none."""
    name = dict(problem.numbers).get("id")
    own = must_keeps(case.profile, case.marks)
    one = next((one for one in own if one.id == name), None)
    if one is None:
        return None
    chain = case.snapshot.request.chain
    others = wanted(case.snapshot.session, case.profile, case.marks, case.stated, chain=chain)
    *_, found = rescues(build, (case.profile, case.marks), one, case.judge, others=others.must_keeps)
    return found.found[0] if found.found else None
