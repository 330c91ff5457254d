"""Where in a built context an item stands."""

from __future__ import annotations

import pytest
from helpers.cause_cases import RULE, Case, diagnosed
from helpers.spec import run

from ctxlab.analysis.placing import Place, Places
from ctxlab.model.cause import Cause
from ctxlab.model.trace import Trace


def place(trace: Trace, position: int) -> Place:
    return Places(trace).place(position)


def test_what_stands_before_an_item_and_what_after() -> None:
    """A message bears three tokens, and the context three at its end: 13, 23, 8 and 3."""
    trace = run("i1 user 10\ni2 assistant 20\ni3 user 5", "recent.rounds=5")
    assert [message.tokens for message in trace.context] == [13, 23, 8]
    assert trace.totals.constructed == 47
    # an item's own framing stands before it
    assert place(trace, 0) == (3, 34 / 47, False)
    assert place(trace, 1) == (16, 11 / 47, False)
    assert place(trace, 2) == (39, 3 / 47, False)


def test_items_of_one_message_stand_one_after_the_other() -> None:
    trace = run("i1 system 10 doc\ni2 system 20 doc\ni3 user 5")
    first, second = place(trace, 0), place(trace, 1)
    assert second[0] == first[0] + 10
    assert second[1] < first[1]


def test_tools_and_a_system_part_stand_before_all_messages() -> None:
    trace = run("i1 system 30 schema\ni2 user 5", "construct.wire=anthropic")
    assert trace.outside
    assert place(trace, 0)[0] == 0
    assert place(trace, 1)[0] > 30


@pytest.mark.parametrize("wire", ["openai-chat", "anthropic"])
@pytest.mark.parametrize("layout", ["sandwich", "chronological", "flat"])
def test_the_system_prompt_that_stands_first_is_not_deep(wire: str, layout: str) -> None:
    """Models look at what stands first, however much follows; the same words said by the user are deep."""
    settings = f"construct.wire={wire} construct.layout={layout}"
    table = "i1 {role} 4\ni2 user 10\ni3 assistant 60\ni4 user 3"
    first = diagnosed(Case(Cause.PRESENT, table.format(role="system"), settings, {"i1": RULE}))
    assert first.follows > 0.4
    assert (first.cause, first.opens) == (Cause.PRESENT, True)
    said = diagnosed(Case(Cause.DEEP, table.format(role="user"), settings, {"i1": RULE}))
    assert said.follows > 0.4
    assert (said.cause, said.opens) == (Cause.DEEP, False)


def test_only_the_system_part_opens_a_context() -> None:
    trace = run("i1 user 10\ni2 system 5\ni3 user 5 schema\ni4 user 5", "recent.rounds=5")
    assert [place(trace, position).opens for position in range(4)] == [False, True, True, False]


def test_what_is_not_in_the_context_stands_nowhere() -> None:
    trace = run("i1 user 10 gone\ni2 user 5")
    assert place(trace, 0) == Place()
    places = Places(trace)
    assert places.after(0) == -1
    assert places.after(1) == trace.context[0].tokens
