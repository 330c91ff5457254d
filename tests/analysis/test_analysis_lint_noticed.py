"""What readers and stages noticed, as problems."""

from __future__ import annotations

from helpers.lint_bench import is_cured, only

from ctxlab.analysis.lint import as_problems
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.lint import SNAPSHOT, SPLIT, Severity
from ctxlab.profiles import builtin


def test_alike_notices_are_one_problem_with_the_first_item() -> None:
    noticed = [
        Diagnostic("too_deep", "i8", line=4),
        Diagnostic("too_deep", "i9", line=5),
        Diagnostic("window_unknown", severity="info"),
        Diagnostic("must_keep_broken", numbers=(("id", "m"),), severity="error"),
    ]
    deep, window, broken = as_problems(noticed, request=3)
    assert (deep.item, deep.request, deep.severity, deep.step) == ("i8", 3, Severity.WARNING, SNAPSHOT)
    assert dict(deep.numbers) == {"line": 4, "times": 2}
    assert (window.key, window.severity, window.step) == ("window.size", Severity.NOTE, SPLIT)
    assert (broken.severity, broken.name) == (Severity.ERROR, "must_keep_broken m")


def test_two_unknown_sources_are_two() -> None:
    noticed = [
        Diagnostic("unknown_source", numbers=(("source", one),)) for one in ("system_prompt", "tool_schemas")
    ]
    keys = [one.key for one in as_problems(noticed)]
    assert keys == ["window.unknown.system_prompt", "window.unknown.tool_schemas"]


def test_a_context_over_a_limit_that_is_not_enforced_is_held_to_it() -> None:
    talk = "i1 user 30\ni2 assistant 30\ni3 user 2"
    settings = "window.size=40 window.enforce=no"
    one = only(talk, settings, "over_limit")
    assert (one.severity, one.step) == (Severity.ERROR, SPLIT)
    assert is_cured(talk, settings, one)


def test_published_losses_are_cured_by_the_recommended_strategies() -> None:
    talk = "i1 system 9\ni2 user 2\ni3 assistant 3\ni4 user 2"
    published = builtin("gssc-published-en").set("published.system_prompt_max", 5)
    for code in ("priorities_not_read", "cap_not_enforced"):
        assert is_cured(talk, published, only(talk, published, code))
    wired = builtin("gssc-published-en").set("construct.wire", "anthropic")
    assert is_cured(talk, wired, only(talk, wired, "wire_not_read"))


def test_losses_of_the_split_budget_and_of_hello_agents_are_cured_alike() -> None:
    talk = "i1 system 9\ni2 user 2\ni3 assistant 3\ni4 user 2"
    split = builtin("split-budget-published").set("published.system_prompt", 5)
    for code in ("cap_not_enforced", "input_not_added"):
        assert is_cured(talk, split, only(talk, split, code))
    agents = builtin("hello-agents")
    assert is_cured(talk, agents, only(talk, agents, "history_as_one"))
