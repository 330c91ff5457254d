"""The shipped split budget, figure by figure, and what it makes of a long talk."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.check_trace import check_trace

from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.profile import Encoding, Layout
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

TABLE = {
    "system_prompt": (1500, "keep", "given", 1, None, None),
    "tool_schemas": (500, "keep", "given", 2, None, None),
    "user_message": (None, "keep", "given", 1, None, None),
    "key_fact": (500, "keep", "given", 1, None, None),
    "recent": (6000, "stop", "newest", 1, None, None),
    "history": (2000, "compress", "newest", 2, None, None),
    "tool_result": (1500, "truncate", "newest", 1, 2, 500),
    "retrieved_doc": (1000, "skip", "relevance", 3, 5, None),
}
HOTEL = {
    "name": "Grand",
    "price_per_night": 120,
    "rating": 4.5,
    "short_description": "x" * 100,
    "phone": "06 1234",
}


def talk(rounds: int, words: int = 60) -> list[dict[str, Any]]:
    """So many rounds; the first states what the user must have."""
    said: list[dict[str, Any]] = [
        {"role": "user", "content": "The hotel must not cost more than 3,000 a night."},
        {"role": "assistant", "content": "I see."},
    ]
    for at in range(1, rounds):
        said += [
            {"role": "user", "content": f"And what about museum {at}? " + "It looks nice. " * (words // 4)},
            {
                "role": "assistant",
                "content": f"Museum {at} is open. " + "People like it a lot. " * (words // 4),
            },
        ]
    return said


def context(**arguments: Any) -> Session:
    given = {"system_prompt": "Plan trips.", "user_input": "Where shall I stay?", **arguments}
    return Session.from_keywords(given, "build_context")


@pytest.fixture(scope="module")
def lab() -> Any:
    made = Lab(store=False)
    yield made
    made.close()


def test_the_table_and_the_window() -> None:
    profile = builtin("split-budget")
    rows = {
        str(row): (line.cap, str(line.overflow), str(line.order), line.tier, line.max_items, line.per_item)
        for row, line in profile.budget
    }
    assert list(rows) == list(TABLE)
    assert rows == TABLE
    assert profile.row(Row.RECENT).rounds == 4
    window = profile.window
    assert (window.size, window.soft_limit, window.enforce_soft) == (128000, 32000, True)
    assert (window.warn_at, window.buffer, window.limit) == (25000, 5000, 27000)
    assert profile.tokens.encoding is Encoding.CL100K
    assert (profile.gather.key_facts, profile.gather.clean_docs) == (True, True)
    assert (profile.construct.layout, profile.construct.doc_heads) == (Layout.SANDWICH, True)
    assert (profile.degrade.levels, profile.degrade.docs, profile.degrade.rounds) == (3, 2, 2)
    assert [(one.tool, one.list, one.rows, one.named) for one in profile.gather.fields] == [
        (
            "search_hotels",
            "hotels",
            10,
            (("name", None), ("price_per_night", None), ("rating", None), ("short_description", 80)),
        ),
        (
            "search_flights",
            "flights",
            5,
            tuple(
                (name, None) for name in ("flight_no", "departure_time", "arrival_time", "price", "airline")
            ),
        ),
    ]


def test_field_lists_of_the_published_tools(lab: Lab) -> None:
    flights = [{"flight_no": f"CA{at}", "price": at, "gate": "B"} for at in range(9)]
    results = [
        {"tool": "search_hotels", "result": {"hotels": [HOTEL] * 3, "total": 3}},
        {"tool": "search_flights", "result": {"flights": flights}},
    ]
    trace = lab.build(context(tool_results=results).at(), "split-budget")
    check_trace(trace)
    hotels, planes = (json.loads(trace.altered[trace.position(name) or 0].text) for name in ("i3", "i4"))
    assert hotels == {
        "hotels": [
            {"name": "Grand", "price_per_night": 120, "rating": 4.5, "short_description": "x" * 79 + "…"}
        ]
        * 3
    }
    assert planes == {
        "flights": [*({"flight_no": f"CA{at}", "price": at} for at in range(5)), "…[4 rows omitted]…"]
    }


def test_long_hotels_are_held_to_500_and_stay_json(lab: Lab) -> None:
    long = {**HOTEL, "name": "Hotel " + "grand " * 60}
    trace = lab.build(
        context(tool_results=[{"tool": "search_hotels", "result": {"hotels": [long] * 10}}]).at(),
        "split-budget",
    )
    check_trace(trace)
    position = trace.position("i3") or 0
    assert trace.tokens_after(position) <= 500
    assert json.loads(trace.altered[position].text)["hotels"][0]["price_per_night"] == 120


def test_the_two_newest_results_and_the_five_best_documents(lab: Lab) -> None:
    results = [{"tool": f"t{at}", "result": f"RESULT {at}"} for at in range(4)]
    docs = [{"content": f"PAGE {at}", "source": "wiki", "score": at / 10} for at in range(8)]
    trace = lab.build(context(tool_results=results, rag_results=docs).at(), "split-budget")
    text = str(trace.messages)
    assert [at for at in range(4) if f"RESULT {at}" in text] == [2, 3]
    assert [at for at in range(8) if f"PAGE {at}" in text] == [3, 4, 5, 6, 7]
    assert "[Source: wiki | relevance: 0.700]" in text


def test_a_demand_of_an_old_round_reaches_the_model(lab: Lab) -> None:
    opened = context(conversation_history=talk(40))
    trace = lab.build(opened.at(), "split-budget")
    check_trace(trace)
    merged = trace.position("i3") or 0
    assert trace.fate(merged).word == "merged"
    assert "must not cost more than 3,000" in str(trace.messages[0]["content"])
    # and without key facts the summary still says it first
    profile = builtin("split-budget").set("gather.key_facts", False)
    trace = lab.build(opened.at(), profile)
    summary = next(one.item.text for one in trace.made if one.item.id.endswith("~summary"))
    assert "must not cost more than 3,000" in summary


def test_a_huge_input_degrades_level_by_level(lab: Lab) -> None:
    docs = [
        {"content": f"PAGE {at} " + "of the guide " * 40, "source": "wiki", "score": at / 10}
        for at in range(8)
    ]
    prompt = "Plan trips.\n\n" + "Be polite. " * 3000
    levels: list[int] = []
    for words, system_prompt in (
        (20_000, "Plan trips."),
        (20_900, "Plan trips."),
        (22_000, "Plan trips."),
        (19_000, prompt),
    ):
        opened = context(
            system_prompt=system_prompt,
            user_input="hotel " * words,
            conversation_history=talk(40, 400),
            rag_results=docs,
        )
        trace = lab.build(opened.at(), "split-budget")
        check_trace(trace)
        assert not trace.totals.over
        assert "must not cost more than 3,000" in str(trace.messages[0]["content"])
        levels.append(trace.degraded)
    assert levels == [0, 1, 2, 3]
