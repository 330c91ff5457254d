"""Known faults of context builders: each case runs, and comes out as it should."""

from __future__ import annotations

import pytest
from helpers.bug_cases import BUGS
from helpers.check_trace import check_trace, texts_of
from helpers.engine import FirstWords, word_engine
from helpers.run_case import dropped, recorded, run_case
from helpers.spec import fates, numbers, profile, run

from ctxlab.lab import Lab
from ctxlab.model.decision import Fate
from ctxlab.model.items import Source
from ctxlab.profiles import builtin


def test_b01_a_pair_is_dropped_as_one(lab: Lab) -> None:
    settings = (
        "system_prompt.tier=1 recent.rounds=0 history.order=newest history.cap=100 history.overflow=skip"
    )
    trace = run_case(lab, "B01", f"{settings} window.size=400")
    assert fates(trace)["i3"] == "dropped over_cap"
    assert fates(trace)["i4"] == "dropped pair_broken"
    assert [message["content"] for message in trace.messages[-2:]] == ["Noted.", "What is next?"]
    trace = run_case(lab, "B01", "system_prompt.tier=1 window.size=400")
    assert not {"i3", "i4"} - set(dropped(trace))


@pytest.mark.parametrize("name", ["B02_fits_with_tool_tail.json", "B67_null_kept.json", "B08_count_cut.json"])
def test_b02_as_recorded_gives_the_messages_back(lab: Lab, name: str) -> None:
    trace = run_case(lab, name, builtin("as-recorded"))
    assert trace.messages == recorded(name)[: len(trace.messages)]
    assert set(fates(trace).values()) <= {"kept fits", "kept required"}


def test_b07_the_system_prompt_is_no_message_of_the_count(lab: Lab) -> None:
    trace = run_case(lab, "B07", "select.max_messages=3 recent.rounds=0")
    assert [message["role"] for message in trace.messages] == [
        "system",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    trace = run_case(lab, "B07", builtin("gssc").set("window.output_reserve", 0).set("window.size", 20))
    assert trace.messages[0]["content"].startswith("You are the dock assistant. Never quote prices.")
    assert [one.code for one in trace.diagnostics] == ["over_limit"]
    assert trace.diagnostics[0].severity == "error"


@pytest.mark.parametrize("most", [1, 2, 3])
def test_b08_no_window_starts_on_a_result(lab: Lab, most: int) -> None:
    trace = run_case(lab, "B08", f"select.max_messages={most}")
    assert trace.messages[1]["role"] != "tool"
    if most == 1:
        assert fates(trace)["i4"] == "dropped pair_broken"


def test_b09_no_pair_straddles_a_summary(lab: Lab) -> None:
    opened = lab.open(BUGS / "B09_many_calls.json")
    chosen = profile(
        "recent.rounds=0 history.order=newest history.cap=50 history.overflow=compress "
        "summarize.max_tokens=40 summary.cap=60 user_message.tier=1"
    )
    told = check_trace(word_engine().run(opened.at(), chosen))
    by_id = {item["id"]: item for item in told["items"]}
    for item in told["items"]:
        if item["fate"] == "merged":
            summary = by_id[item["by"]]
            assert item["id"] in summary["derived_from"]


@pytest.mark.parametrize("name", ["B10_no_reduction_needed.json", "B42_additive_parts.json"])
def test_b10_below_every_limit_nothing_changes(lab: Lab, name: str) -> None:
    trace = run_case(lab, name, builtin("gssc").set("gather.key_facts", False))
    assert trace.messages == recorded(name)[: len(trace.messages)]
    assert not dropped(trace)


def test_b11_a_pending_call_stays_last() -> None:
    table = "i1 user 90\ni2 assistant 90\ni3 user 9\ni4 assistant 3 call:a"
    trace = run(table, "recent.rounds=0 history.cap=20 history.overflow=compress window.size=40")
    assert fates(trace)["i4"] == "kept required"
    assert trace.messages[-1]["tool_calls"][0]["id"] == "a"
    assert "i4~placeholder" not in fates(trace)


def test_b14_calls_of_one_message_are_one_unit() -> None:
    table = """
    i1 user 4
    i2 assistant 20 call:a
    i3 assistant 20 call:b &
    i4 tool 20 result:a
    i5 tool 20 result:b
    i6 user 2
    """
    trace = run(table, "recent.cap=30 recent.overflow=stop history.cap=30 history.overflow=stop")
    lost = {item: fate for item, fate in fates(trace).items() if fate.startswith("dropped")}
    assert lost["i4"] == lost["i5"] == "dropped pair_broken"
    assert {"i2", "i3"} <= set(lost)


def test_b16_a_count_that_parts_a_pair_is_told_as_a_pair() -> None:
    trace = run(
        "i1 user 1\ni2 assistant 2 call:a\ni3 tool 9 result:a\ni4 assistant 3\ni5 user 1",
        "select.max_messages=2",
    )
    assert fates(trace)["i2"] == "dropped over_count"
    assert fates(trace)["i3"] == "dropped pair_broken"
    assert numbers(trace, "i3") == {"by": "i2"}


def test_b18_signed_thinking_is_whole_or_not_there() -> None:
    table = "i1 user 4\ni2 assistant 200 signed\ni3 assistant 5 &\ni4 user 2"
    for cap in range(0, 260, 20):
        settings = f"history.cap={cap} history.overflow=truncate recent.rounds=0 construct.wire=anthropic"
        trace = run(table, f"{settings} history.per_item=40")
        fate = trace.fate(1)
        assert fate in (Fate.KEPT, Fate.DROPPED)
        if fate is Fate.KEPT:
            blocks = trace.messages[-2]["content"]
            assert blocks[0] == {"type": "thinking", "thinking": trace.item(1).text, "signature": "sig"}


def test_b22_the_only_request_survives(lab: Lab) -> None:
    whole = run_case(lab, "B22", builtin("as-recorded")).totals.constructed
    chosen = builtin("gssc").set("window.output_reserve", 0).set("window.size", whole * 2 // 5)
    chosen = chosen.set("budget.tool_result.cap", 200)
    trace = run_case(lab, "B22", chosen)
    assert "TASK: list every hatch" in texts_of(trace.messages)
    assert trace.fate(1) is Fate.KEPT
    assert any(fate == "added placeholder" for fate in fates(trace).values())


def test_b23_the_newest_user_message_is_no_part_of_a_summary(lab: Lab) -> None:
    trace = run_case(
        lab,
        "B23",
        builtin("gssc")
        .set("budget.history.cap", 10)
        .set("budget.recent.cap", 10)
        .set("summarize.max_tokens", 10)
        .set("window.size", 5000),
        request=1,
    )
    assert trace.messages[-1]["content"] == recorded("B23_latest_user.json")[0]["content"]
    trace = run_case(lab, "B23", "recent.rounds=0 history.cap=5 history.overflow=compress window.size=200")
    assert trace.messages[-1] == recorded("B23_latest_user.json")[2]


@pytest.mark.parametrize("name", ["B25_empty.json", "B25_empty.jsonl", "B25_only_system.json"])
def test_b25_nothing_to_do_is_done(lab: Lab, name: str) -> None:
    trace = run_case(lab, name, "window.size=1000")
    assert not dropped(trace)
    assert len(trace.messages) == ("system" in name)


def test_b26_constraints_stand_beside_a_summary_word_for_word(lab: Lab) -> None:
    opened = lab.open(BUGS / "B26_rules_lost.json")
    chosen = profile(
        "gather.key_facts=yes recent.rounds=0 history.order=newest history.overflow=compress "
        "history.cap=40 summary.cap=40 summarize.max_tokens=40"
    )
    text = texts_of(word_engine(FirstWords(most=2)).run(opened.at(), chosen).messages)
    for rule in ("Never add a co-author line", "不要使用繁体字"):
        assert rule in text
    assert "Output must be Markdown" in text


def test_b28_sources_without_items_are_rows_of_nothing(lab: Lab) -> None:
    trace = run_case(lab, "B28", "retrieved_doc.cap=9 agent_note.cap=9 window.size=50")
    used = {str(use.row): (use.used, use.kept, use.of) for use in trace.rows}
    assert used["retrieved_doc"] == used["agent_note"] == (0, 0, 0)


def test_b30_schemas_count_and_have_a_row(lab: Lab) -> None:
    trace = run_case(lab, "B30", builtin("gssc").set("window.output_reserve", 0).set("window.size", 700))
    assert next(use.used for use in trace.rows if use.row == "tool_schemas") > 700
    assert trace.totals.over == trace.totals.constructed - 700 > 0


def test_b31_the_total_is_that_of_the_whole_request(lab: Lab) -> None:
    trace = run_case(lab, "B31", builtin("as-recorded"))
    messages = sum(message.tokens for message in trace.context)
    assert trace.totals.constructed == messages + sum(one.tokens for one in trace.outside) + 3
    assert trace.totals.constructed > 1.25 * sum(
        m.tokens for m in trace.context if m.value["role"] != "system"
    )


def test_b34_over_is_a_number_of_its_own(lab: Lab) -> None:
    trace = run_case(lab, "B34", "window.size=100 window.output_reserve=50")
    assert trace.totals.limit == 50
    assert trace.totals.over == trace.totals.constructed - 50
    assert run_case(lab, "B34", "window.size=100 window.unknown.system_prompt=500").totals.limit == 0


def test_b36_small_documents_behind_a_large_one_go_in(lab: Lab) -> None:
    trace = run_case(lab, "B36", builtin("gssc").set("budget.retrieved_doc.cap", 150))
    docs = {trace.id(p): trace.fate(p) for p in range(len(trace)) if trace.source(p) is Source.RETRIEVED_DOC}
    assert list(docs.values()) == [Fate.KEPT, Fate.DROPPED, Fate.KEPT, Fate.KEPT, Fate.KEPT]


def test_b39_the_joined_text_is_held_to_the_limit(lab: Lab) -> None:
    whole = run_case(lab, "B39", builtin("gssc")).totals.constructed
    for less in (1, 2, 3):
        chosen = builtin("gssc").set("window.output_reserve", 0).set("window.size", whole - less)
        trace = run_case(lab, "B39", chosen)
        assert trace.totals.constructed <= whole - less
        assert trace.totals.over == 0


def test_b40_the_marker_counts(lab: Lab) -> None:
    trace = run_case(lab, "B40", "tool_result.per_item=50")
    assert fates(trace)["i4"] == "truncated cut_to_item_limit"
    assert trace.tokens_after(3) <= 50
