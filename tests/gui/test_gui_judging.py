"""What is kept between two judgements of many sessions, and for how many."""

from __future__ import annotations

from gui.gui_helpers import counters
from helpers.spec import session

from ctxlab.gui.judging import Case, Shelf
from ctxlab.lab import Lab
from ctxlab.profiles import builtin


def _case(key: str, items: int = 3) -> Case:
    opened = session("\n".join(f"i{at} user 5" for at in range(1, items + 1)))
    return Case(key, opened.at(), builtin("as-recorded"), opened.marks)


def test_each_session_has_a_lab_of_its_own_until_there_is_no_room() -> None:
    lab, shelf = Lab(counters=counters()), Shelf(most_items=7)
    one, two, three = (_case(key) for key in ("one", "two", "three"))
    first, second = shelf.lab(one, lab), shelf.lab(two, lab)
    assert first is not second
    assert shelf.lab(one, lab) is first
    spare = shelf.lab(three, lab)
    assert spare is shelf.lab(_case("four"), lab), "those beyond the bound share one"
    assert len(shelf) == 2
    shelf.keep({"two"})
    assert shelf.lab(two, lab) is second
    assert shelf.lab(three, lab) is not spare, "a closed session makes room"


def test_cases_are_the_same_where_their_runs_would_be() -> None:
    case = _case("one")
    assert case.same(Case("one", case.snapshot.session.at(), builtin("as-recorded"), case.marks))
    changed = builtin("as-recorded").set("budget.history.cap", 5)
    assert not case.same(Case("one", case.snapshot, changed, case.marks))
    assert not case.same(_case("one", 4))
