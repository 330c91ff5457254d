"""On any session under any profile books balance, wires take the messages, memory changes nothing."""

from __future__ import annotations

from typing import Any

from helpers.any_session import marks_for, sessions
from helpers.check_trace import check_trace
from helpers.engine import word_engine
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.model.items import Row
from ctxlab.model.profile import (
    Compaction,
    ConstructSettings,
    DegradeSettings,
    GatherFields,
    GatherRule,
    GatherSettings,
    ItemAction,
    Language,
    Layout,
    Mode,
    ModeRule,
    ModeSettings,
    Order,
    Overflow,
    Pairs,
    Profile,
    Relevance,
    RowBudget,
    SelectSettings,
    SummarizeSettings,
    TokenSettings,
    Window,
    Wire,
)

CAPS = st.none() | st.sampled_from([0, 30, 40, 40, 60, 70, 100, 100, 150, 200])
LIMITS = st.none() | st.none() | st.sampled_from([1, 40, 100, 200, 300, 400])
WIRES = (Wire.OPENAI_CHAT, Wire.ANTHROPIC)


def _maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


ROWS = st.builds(
    RowBudget,
    cap=CAPS,
    overflow=st.sampled_from(Overflow),
    order=st.sampled_from(Order),
    tier=st.integers(1, 3),
    max_items=st.sampled_from([None, None, None, None, 0, 1, 2, 5]),
    per_item=st.sampled_from([None, None, 1, 10, 33, 50]),
    per_item_action=st.sampled_from(ItemAction),
    rounds=st.integers(0, 2),
    elastic=st.booleans(),
)
BUDGETS = st.permutations(list(Row)).flatmap(
    lambda rows: st.tuples(*(st.tuples(st.just(row), ROWS) for row in rows[: len(rows) - 2]))
)
RULES = st.sampled_from(
    [
        (),
        (),
        (),
        (GatherRule(regex="rooms", exclude=True),),
        (GatherRule(regex="", tool="search", source="retrieved_doc"),),
        (GatherRule(regex="hotel", role="tool", exclude=True), GatherRule(regex="5", source="agent_note")),
    ]
)
GATHERS = st.builds(
    GatherSettings,
    compaction=st.sampled_from(Compaction),
    key_facts=st.booleans(),
    stated_facts=st.booleans(),
    rule=RULES,
    fields=st.sampled_from(
        [
            (),
            (),
            (GatherFields(tool="search", fields="w:4", rows=3),),
            (GatherFields(tool="s.*", expression="[?n > `2`].n", rows=2),),
        ]
    ),
    clean_docs=st.booleans(),
)
SELECTS = st.builds(
    SelectSettings,
    pairs=st.sampled_from(Pairs),
    max_messages=st.sampled_from([None, None, None, 0, 2, 4]),
    relevance=st.sampled_from([Relevance.RECORDED, Relevance.BM25]),
    min_relevance=st.sampled_from([0, 0, 0, 10, 60, 100]),
)
SUMMARIZES = st.builds(
    SummarizeSettings,
    strategy=st.sampled_from(["extractive", "extractive", "none"]),
    max_tokens=st.sampled_from([0, 33, 40, 60, 60]),
    max_item_tokens=_maybe(st.sampled_from([5, 40])),
    levels=st.sampled_from([1, 1, 2, 3]),
    share=st.sampled_from([None, None, 0, 30, 60]),
)
MODES = st.builds(
    ModeSettings,
    use=st.sampled_from([Mode.NONE, Mode.NONE, *Mode]),
    rule=st.sampled_from(
        [(), (), (ModeRule(mode=Mode.SINGLE, tools=False),), (ModeRule(mode=Mode.LONG, text="hotel"),)]
    ),
)
CONSTRUCTS = st.builds(
    ConstructSettings,
    layout=st.sampled_from(Layout),
    wire=st.sampled_from(WIRES),
    language=st.sampled_from(Language),
    doc_heads=st.booleans(),
)
DEGRADES = st.builds(
    DegradeSettings, levels=st.integers(0, 3), docs=st.integers(0, 2), rounds=st.integers(0, 2)
)


#: Mostly no factor; with one every count is another.
TOKENS = st.builds(TokenSettings, factor=st.sampled_from([100, 100, 100, 50, 107, 150]))


@st.composite
def profiles(draw: Any) -> Profile:
    """Any recommended profile with small figures, so that most rules act."""
    size = draw(LIMITS)
    window = Window(size=size, enforce=draw(st.sampled_from([True, True, False])))
    return Profile(
        window=window,
        tokens=draw(TOKENS),
        budget=draw(BUDGETS),
        gather=draw(GATHERS),
        select=draw(SELECTS),
        summarize=draw(SUMMARIZES),
        construct=draw(CONSTRUCTS),
        mode=draw(MODES),
        degrade=draw(DEGRADES),
    )


@settings(max_examples=400)
@given(st.data())
def test_the_books_balance_and_the_wire_takes_the_messages(data: st.DataObject) -> None:
    session = data.draw(sessions())
    marks = data.draw(marks_for(session))
    profile = data.draw(profiles())
    trace = word_engine().run(session.at(), profile, marks)
    check_trace(trace)


@settings(max_examples=60)
@given(st.data())
def test_a_run_from_memory_equals_a_cold_run(data: st.DataObject) -> None:
    session = data.draw(sessions())
    other = data.draw(sessions())
    engine = word_engine()
    profile, marks = data.draw(profiles()), session.marks
    for _ in range(data.draw(st.integers(2, 6))):
        edit = data.draw(st.integers(0, 9))
        if edit == 0:
            profile = data.draw(profiles())
        elif edit == 1:
            session, other = other, session
            marks = session.marks
        elif edit == 2:
            marks = data.draw(marks_for(session))
        elif edit == 3:
            profile = profile.with_parts(construct=data.draw(CONSTRUCTS))
        elif edit == 4:
            profile = profile.with_parts(summarize=data.draw(SUMMARIZES), select=data.draw(SELECTS))
        else:
            row = data.draw(st.sampled_from(Row))
            setting, values = data.draw(st.sampled_from(list(EDITS.items())))
            profile = profile.set(f"budget.{row.value}.{setting}", data.draw(values))
        warm = engine.run(session.at(), profile, marks)
        assert warm.to_json() == word_engine().run(session.at(), profile, marks).to_json()


EDITS: dict[str, st.SearchStrategy[Any]] = {
    "cap": CAPS,
    "overflow": st.sampled_from([one.value for one in Overflow]),
    "order": st.sampled_from([one.value for one in Order]),
    "per_item": _maybe(st.sampled_from([1, 10, 33, 50])),
    "tier": st.integers(1, 3),
}
