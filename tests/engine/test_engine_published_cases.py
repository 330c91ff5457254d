"""Known faults of context builders under the published systems that build one text: shown, never hidden."""

from __future__ import annotations

import json
from time import process_time

import pytest
from helpers.bug_cases import BUGS
from helpers.check_trace import check_trace
from helpers.seen import seen
from helpers.spec import fates, numbers

from ctxlab.lab import Lab
from ctxlab.model.decision import Stage
from ctxlab.model.items import Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin

SPLIT, AGENTS = "split-budget-published", "hello-agents"


def _limited(name: str, limit: int) -> Profile:
    """The built-in profile held to another limit."""
    profile = builtin(name)
    if name == SPLIT:
        return profile.set("window.soft_limit", limit)
    return profile.set("window.output_reserve", 0).set("window.size", limit)


def _run(lab: Lab, case: str, profile: Profile, marks: Marks | None = None) -> Trace:
    trace = lab.build(lab.open(next(BUGS.glob(f"{case}_*"))).at(), profile, marks=marks)
    check_trace(trace, closing=0, valid=False)
    return trace


def _levels(trace: Trace) -> list[object]:
    return [dict(one.numbers)["level"] for one in trace.diagnostics if one.code == "degraded"]


@pytest.mark.parametrize(("case", "limit"), [("B44", 200), ("B98", 300)])
def test_b44_b98_degradation_ends_at_the_last_level_and_says_what_is_over(
    lab: Lab, case: str, limit: int
) -> None:
    start = process_time()
    trace = _run(lab, case, _limited(SPLIT, limit))
    assert process_time() - start < 2
    assert _levels(trace) == [3]
    assert trace.totals.over == max(0, trace.totals.constructed - limit)
    # The prompt that must not be cut is cut, and everything behind it is gone.
    assert fates(trace)["i1"] == "truncated cut_to_window"
    said = {one.code for one in trace.diagnostics if one.severity == "error"}
    assert said == ({"over_limit"} if trace.totals.over else set())


@pytest.mark.parametrize(("case", "limit"), [("B44", 200), ("B98", 300)])
def test_b44_b98_hello_agents_skips_what_does_not_fit_and_says_so(lab: Lab, case: str, limit: int) -> None:
    trace = _run(lab, case, _limited(AGENTS, limit))
    assert fates(trace)["i1"] == "dropped over_window"
    assert "instructions_skipped" in {one.code for one in trace.diagnostics}
    assert trace.totals.over == 0


@pytest.mark.parametrize("profile", [SPLIT, AGENTS])
def test_b30_schemas_are_in_no_total_and_are_told_as_left_out(lab: Lab, profile: str) -> None:
    trace = _run(lab, "B30", _limited(profile, 700))
    schemas = [
        fate for item, fate in fates(trace).items() if trace.source(_at(trace, item)) == "tool_schemas"
    ]
    assert set(schemas) == {"dropped excluded_by_mode"}
    assert _levels(trace) == []


def _at(trace: Trace, item: str) -> int:
    position = trace.position(item)
    assert position is not None
    return position


@pytest.mark.parametrize("limit", [1, 5, 20, 21, 22, 23, 40, 60, 100])
def test_b39_the_text_that_was_built_is_counted(lab: Lab, limit: int) -> None:
    trace = _run(lab, "B39", _limited(SPLIT, limit))
    counted = lab.counter("cl100k_base").count(str(trace.messages[0]["content"]))
    assert trace.totals.constructed == counted
    assert trace.totals.over == max(0, counted - limit)


def test_b68_special_tokens_break_the_published_count(lab: Lab) -> None:
    marks = Marks(sources=(("i1", Source.CONVERSATION),))
    trace = _run(lab, "B68", builtin(SPLIT), marks)
    assert seen(trace).noticed("published_fails", "i1")
    assert "ends a file" not in str(trace.messages[0]["content"])
    # The other system falls back to a quarter of the characters, and keeps the text.
    history = _run(lab, "B68", builtin(AGENTS).set("select.min_relevance", 0), marks)
    assert "[user] The manual says <|endoftext|> ends a file." in str(history.messages[0]["content"])


def test_b82_cut_json_is_no_json_and_is_told_as_cut(lab: Lab) -> None:
    trace = _run(lab, "B82", builtin(SPLIT).set("budget.tool_result.per_item", 120))
    cut = next(item for item, fate in fates(trace).items() if fate == "truncated cut_to_item_limit")
    text = seen(trace).texts[cut]
    assert text.endswith("…[已截断]")
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    assert numbers(trace, cut)["limit"] == 120


@pytest.mark.parametrize("profile", [SPLIT, AGENTS])
def test_b100_one_giant_result_raises_nothing(lab: Lab, profile: str) -> None:
    trace = _run(lab, "B100", _limited(profile, 1000))
    assert fates(trace)["i1"].startswith("kept")
    giant = fates(trace)["i4"]
    assert giant == ("truncated cut_to_item_limit" if profile == SPLIT else "dropped below_relevance")
    assert trace.totals.over == 0


def test_b106_the_middle_is_whole_behind_the_summary(lab: Lab) -> None:
    trace = _run(lab, "B106", builtin(SPLIT).set("budget.recent.rounds", 2))
    told = fates(trace)
    summary = next(item for item in told if item.endswith("~summary"))
    merged = [item for item, fate in told.items() if fate.startswith("merged")]
    assert [item for item in merged if numbers(trace, item, Stage.SUMMARIZE)["by"] == summary] == merged
    assert set(merged) == {"i2", "i3"}
    assert [told[item] for item in ("i4", "i5", "i6", "i7")] == ["kept fits"] * 4
    text = str(trace.messages[0]["content"])
    assert text.index("[历史对话摘要]") < text.index("message 3") < text.index("message 6")
