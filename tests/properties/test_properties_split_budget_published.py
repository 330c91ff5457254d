"""The published split budget gives the reference's text on any keyword input, and its books balance."""

from __future__ import annotations

from typing import Any

from helpers.check_trace import check_trace
from helpers.split_budget_inputs import broken_inputs, context_inputs
from helpers.split_budget_reference import Figures
from helpers.split_budget_runs import reference, run, text_of
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.model.trace import Trace

#: The published figures, and smaller ones under which short texts overflow, too.
FIGURES = st.sampled_from(
    [
        Figures(),
        Figures(ceiling=2000),
        Figures(ceiling=300, rag=100, generic=60),
        Figures(ceiling=60, rag=40, generic=20),
        Figures(ceiling=9, rag=300),
        Figures(ceiling=1),
    ]
)


def _level(trace: Trace) -> object:
    found = [dict(one.numbers)["level"] for one in trace.diagnostics if one.code == "degraded"]
    return found[0] if found else 0


def _fails(trace: Trace) -> bool:
    return any(one.code == "published_fails" for one in trace.diagnostics)


@settings(max_examples=500)
@given(context_inputs(), FIGURES)
def test_the_text_is_the_published_one(arguments: dict[str, Any], figures: Figures) -> None:
    trace = run(arguments, figures)
    expected = reference(arguments, figures)
    assert text_of(trace) == expected.text
    assert _level(trace) == expected.level
    assert not _fails(trace)
    check_trace(trace, closing=0, valid=False)


@settings(max_examples=200)
@given(broken_inputs(), FIGURES)
def test_what_breaks_the_published_build_is_named_and_breaks_nothing(
    arguments: dict[str, Any], figures: Figures
) -> None:
    trace = run(arguments, figures)
    check_trace(trace, closing=0, valid=False)
    try:
        expected = reference(arguments, figures)
    except (AttributeError, KeyError, TypeError, ValueError):
        assert _fails(trace)
    else:
        assert not _fails(trace)
        assert text_of(trace) == expected.text
