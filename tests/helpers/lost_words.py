"""Sessions in which some words stand in one or two items, and profiles tight enough to lose them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from ctxlab.model.items import Item, Part, PartKind, Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import (
    GatherRule,
    GatherSettings,
    ItemAction,
    Order,
    Overflow,
    Pairs,
    Profile,
    RowBudget,
    SelectSettings,
    SummarizeSettings,
    Window,
)
from ctxlab.model.session import Session
from helpers.any_session import marks_for, sessions

#: Stands nowhere but where it is put.
WORDS = "at most 4711 crowns"
NUMBER = "4711"

_TALK = (Row.RECENT, Row.HISTORY, Row.TOOL_RESULT, Row.RETRIEVED_DOC, Row.AGENT_NOTE, Row.SYSTEM_PROMPT)


@st.composite
def lost_words(draw: Any) -> tuple[Session, Marks]:
    """A session with the words in it, and must-keeps: them, their number, all documents, and two more."""
    session = draw(sessions())
    items = list(session.items)
    places = [at for at, item in enumerate(items) if _is_text(item)]
    for at in draw(st.lists(st.sampled_from(places), min_size=1, max_size=2, unique=True)) if places else ():
        items[at] = _with_words(items[at], draw(st.integers(0, 120)))
    session = replace(session, items=tuple(items))
    marks = draw(marks_for(session))
    asked = (
        MustKeep("words", text=WORDS),
        MustKeep("number", number=NUMBER),
        MustKeep("docs", source="retrieved_doc"),
    )
    return session, replace(marks, must_keeps=(*asked, *marks.must_keeps))


def _is_text(item: Item) -> bool:
    return bool(item.parts) and item.parts[0].kind in (PartKind.TEXT, PartKind.RESULT)


def _with_words(item: Item, place: int) -> Item:
    words = item.parts[0].text.split(" ")
    words.insert(min(place, len(words)), f"thanks. Pay {WORDS}. Well,")
    part = Part(item.parts[0].kind, " ".join(words), item.parts[0].name, item.parts[0].call_id)
    return replace(item, parts=(part, *item.parts[1:]))


_LINES = st.builds(
    RowBudget,
    cap=st.sampled_from([None, 0, 20, 35, 50, 80, 120]),
    overflow=st.sampled_from([*Overflow, Overflow.STOP, Overflow.TRUNCATE]),
    order=st.sampled_from(Order),
    tier=st.integers(1, 3),
    max_items=st.sampled_from([None] * 9 + [1, 3]),
    per_item=st.sampled_from([None] * 6 + [33, 60]),
    per_item_action=st.sampled_from(ItemAction),
    rounds=st.integers(0, 2),
    elastic=st.sampled_from([False, False, False, True]),
)


@st.composite
def tight_profiles(draw: Any) -> Profile:
    """A profile whose rows, and often whose window, have room for some of a small session only."""
    window = Window(
        size=draw(st.sampled_from([None, None, 150, 300, 500])),
        output_reserve=draw(st.sampled_from([0, 0, 40])),
        buffer=draw(st.sampled_from([0, 0, 40])),
        soft_limit=draw(st.sampled_from([None, None, 100, 250])),
        enforce_soft=draw(st.booleans()),
    )
    rules = draw(st.sampled_from([()] * 5 + [(GatherRule(regex="4711", exclude=True),)]))
    return Profile(
        window=window,
        budget=tuple((row, draw(_LINES)) for row in draw(st.permutations(_TALK))),
        gather=GatherSettings(key_facts=draw(st.sampled_from([False, False, True])), rule=rules),
        select=SelectSettings(
            pairs=draw(st.sampled_from(Pairs)), max_messages=draw(st.sampled_from([None] * 9 + [3]))
        ),
        summarize=SummarizeSettings(
            strategy=draw(st.sampled_from(["extractive", "none"])),
            max_tokens=draw(st.sampled_from([33, 60])),
            max_item_tokens=draw(st.sampled_from([None] * 6 + [40])),
        ),
    )
