"""The survival matrix, made request by request."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from helpers.engine import word_engine
from helpers.spec import profile
from helpers.spoken import spoken

from ctxlab.analysis.matrix import Asked, Cellar, Cells, matrices
from ctxlab.analysis.survival import Judge
from ctxlab.analysis.wanted import Wanted
from ctxlab.errors import CancelledError
from ctxlab.formats.load import load_bytes
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Stage
from ctxlab.model.marks import MustKeep
from ctxlab.model.matrix import Cell, Column, Matrix, Under
from ctxlab.model.session import Request, Session
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import never

#: Three requests, before i2, i4 and i6; each answer counts 23 words, the first demand 10.
TALK = spoken(
    "user: The budget is at most 3000 yuan.",
    "assistant: " + " ".join(["well"] * 20),
    "user: Never by car, please.",
    "assistant: " + " ".join(["well"] * 20),
    "user: Go on.",
    "assistant: Done.",
)
BUDGET = MustKeep("budget", text="at most 3000 yuan", since="i1")
CAR = MustKeep("car", text="never by car", since="i3")
TIGHT = profile("recent.rounds=0 history.order=newest history.overflow=stop history.cap=40")


def builds(session: Session = TALK) -> tuple[Callable[[Request], Trace], list[int]]:
    """Builds under the tight profile, and the requests that were built."""
    engine, built = word_engine(), list[int]()

    def build(request: Request) -> Trace:
        built.append(request.index)
        return engine.run(session.at(request.index, chain=request.chain), TIGHT)

    return build, built


def asked(
    *rows: MustKeep,
    under: Under = Under.PROFILE,
    session: Session = TALK,
    chain: str = "",
    focus: int | None = None,
) -> Asked:
    """The matrix of these must-keeps."""
    return Asked(session, under, Wanted(rows, {}), chain, focus)


def letters(matrix: Matrix, row: int = 0) -> str:
    """A row as one letter a cell: of the verdict, `.` not judged, `_` not made yet."""
    cells = matrix.rows[row].cells
    return "".join(
        "_" if cell is None else "." if cell.verdict is None else cell.verdict.value[0] for cell in cells
    )


def all_of(one: Asked, known: Cells | None = None) -> tuple[list[Matrix], list[int]]:
    """Every matrix on the way, and the requests that were built for them."""
    build, built = builds(one.session)
    return list(matrices(one, build, Judge(), {} if known is None else known, never)), built


def test_a_row_tells_where_it_is_kept_and_lost() -> None:
    found, built = all_of(asked(BUDGET, CAR))
    last = found[-1]
    assert last.complete
    assert last.columns == (Column(1, 1), Column(2, 2), Column(3, 3))
    assert [letters(last, row) for row in (0, 1)] == ["vvl", ".vv"]
    assert (last.rows[0].first_loss, last.rows[1].first_loss) == (2, None)
    assert built == [1, 2, 3]


def test_a_cell_says_in_which_stage_which_item_and_how_deep() -> None:
    first, _, lost = all_of(asked(BUDGET))[0][-1].rows[0].cells
    assert first == Cell(Survived.VERBATIM, None, "i1", 3, 3 / 13)
    assert lost == Cell(Survived.LOST, Stage.SELECT)


def test_it_grows_from_the_request_in_focus_on() -> None:
    found, built = all_of(asked(BUDGET, focus=3))
    assert built == [3, 1, 2]
    assert [letters(one) for one in found] == ["__l", "v_l", "vvl"]
    assert [one.complete for one in found] == [False, False, True]


def test_what_is_known_is_not_built_again() -> None:
    known: Cells = {}
    all_of(asked(BUDGET), known)
    found, built = all_of(asked(BUDGET), known)
    assert (len(found), letters(found[0]), built) == (1, "vvl", [])
    # before it was said there is nothing to build for
    more, built = all_of(asked(BUDGET, CAR), known)
    assert built == [2, 3]
    assert letters(more[-1], 1) == ".vv"


def test_it_stops_when_nobody_wants_it() -> None:
    build, built = builds()
    wanted = iter([False, True])
    parts = matrices(asked(BUDGET), build, Judge(), {}, lambda: next(wanted))
    assert letters(next(parts)) == "v__"
    with pytest.raises(CancelledError):
        next(parts)
    assert built == [1]


def test_a_row_names_what_replaced_it_and_what_has_no_row_is_told() -> None:
    wanted = Wanted((BUDGET, CAR), {"budget": "car"}, (MustKeep("m", text="more"),))
    build, _ = builds()
    *_, last = matrices(Asked(TALK, Under.PROFILE, wanted), build, Judge(), {}, never)
    assert [row.superseded for row in last.rows] == ["car", ""]
    assert [(row.label, row.since) for row in last.rows] == [
        ("at most 3000 yuan", "i1"),
        ("never by car", "i3"),
    ]
    assert [one.id for one in last.left_out] == ["m"]


def test_what_another_chain_states_is_not_judged_here() -> None:
    session = spoken("user: The budget is at most 3000 yuan.", "side: Look for trains.")
    found, built = all_of(asked(BUDGET, session=session, chain="sub"))
    assert letters(found[-1]) == "."
    assert built == []


def sent_session() -> Session:
    """The talk with what was sent at its first two requests: at the second the budget is another."""
    bodies = [
        [{"role": "user", "content": "The budget is at most 3000 yuan."}],
        [{"role": "user", "content": "The budget is at most 5000 yuan. Never by car."}],
    ]
    texts = [json.dumps({"model": "gpt-4o", "messages": body}) for body in bodies]
    requests = tuple(
        replace(request, sent=texts[at] if at < len(texts) else "")
        for at, request in enumerate(TALK.requests)
    )
    return replace(TALK, requests=requests)


def test_what_was_sent_is_looked_at_by_its_words() -> None:
    session = sent_session()
    engine = word_engine()

    def build(request: Request) -> Trace | None:
        if not request.sent:
            return None
        (one,) = load_bytes(request.sent.encode(), "sent")
        return engine.run(one.at(), profile())

    item, source = MustKeep("item", item="i1"), MustKeep("source", source="user_message")
    *_, last = matrices(
        asked(BUDGET, CAR, item, source, under=Under.SENT, session=session), build, Judge(), {}, never
    )
    kept, changed, unknown = last.rows[0].cells
    assert kept is not None
    assert (kept.verdict, kept.item, kept.stage) == (Survived.VERBATIM, "", None)
    assert changed is not None
    assert changed.verdict is not None
    assert not changed.verdict.kept
    assert changed.stage is None
    assert unknown == Cell()
    assert letters(last, 1) == ".v."
    assert letters(last, 2)[0] == "v"
    assert letters(last, 2)[1] != "v"
    assert letters(last, 3) == "..."


def test_cells_of_the_last_few_runs_are_kept() -> None:
    cellar = Cellar(2)
    first = cellar.cells("first")
    first[BUDGET] = {1: Cell()}
    assert cellar.cells("first") is first
    for name in range(6):
        cellar.cells(name)
    assert cellar.cells("first") == {}
    assert cellar.judge(Under.PROFILE) is cellar.judge(Under.RECORDED)
    assert cellar.judge(Under.SENT) is not cellar.judge(Under.PROFILE)
