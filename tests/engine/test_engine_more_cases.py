"""More known faults of context builders: counts, windows, contents, summaries."""

from __future__ import annotations

from dataclasses import replace

from helpers.bug_cases import BUGS, contents
from helpers.check_trace import check_trace, texts_of
from helpers.engine import FirstWords, word_engine
from helpers.run_case import dropped, recorded, run_case
from helpers.spec import fates, numbers, profile, run, session

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.lab import Lab
from ctxlab.model.decision import Fate
from ctxlab.model.items import Source
from ctxlab.model.marks import KeyFactMark, Marks
from ctxlab.profiles import builtin
from ctxlab.stages.registry import builtin_strategies
from ctxlab.tokens.cache import CachedCounter


def test_b44_b98_what_may_not_go_is_named_as_over(lab: Lab) -> None:
    for name, limit in (("B44", 200), ("B98", 300)):
        trace = run_case(lab, name, builtin("gssc").set("window.output_reserve", 0).set("window.size", limit))
        assert trace.totals.over == trace.totals.constructed - limit > 0
        assert fates(trace)["i1"] == "kept fits"
        assert [one.code for one in trace.diagnostics if one.severity == "error"] == ["over_limit"]


def test_b45_other_texts_are_counted_anew(lab: Lab) -> None:
    first, second = (
        run_case(lab, "B45_cache_a.json", "window.size=9"),
        run_case(lab, "B45_cache_b.json", "window.size=9"),
    )
    assert second.totals.gathered > first.totals.gathered + 100


def test_b47_no_window_is_guessed(lab: Lab) -> None:
    trace = run_case(lab, "B47", builtin("as-recorded"))
    assert (trace.totals.limit, trace.totals.over) == (None, None)
    assert "window_unknown" in [one.code for one in trace.diagnostics]
    assert not trace.exact


def test_b51_schemas_are_not_conversation(lab: Lab) -> None:
    used = {str(use.row): use.used for use in run_case(lab, "B51", builtin("gssc")).rows}
    assert used["tool_schemas"] > 1000
    assert used["recent"] + used["history"] == 0
    assert used["user_message"] == 4


def test_b54_a_count_is_told_as_a_count(lab: Lab) -> None:
    trace = run_case(lab, "B54", "select.max_messages=19 window.size=100000")
    assert dropped(trace) == ["i1"]
    assert numbers(trace, "i1") == {"limit": 19, "rank": 20}
    assert fates(trace)["i1"] == "dropped over_count"


def test_b55_documents_keep_their_order(lab: Lab) -> None:
    trace = run_case(lab, "B55", builtin("gssc"))
    order = [trace.id(p) for p in trace.stages[3].order if trace.source(p) is Source.RETRIEVED_DOC]
    assert order == ["i2", "i3", "i4", "i5", "i6"]


def test_b61_an_image_is_no_text() -> None:
    table = "i1 user 1\ni2 assistant 2 call:a\ni3 tool 3 result:a image\ni4 user 1"
    trace = run(session(table))
    assert 100 < trace.tokens(2) < 5000
    assert not trace.is_exact(2)


def test_b65_b66_null_contents_run(lab: Lab) -> None:
    trace = run_case(lab, "B65", builtin("as-recorded"))
    assert any(message["content"] is None and message["tool_calls"] for message in trace.messages[1:3])
    trace = run_case(lab, "B66", builtin("as-recorded"))
    assert [m["content"] for m in trace.messages if m["role"] == "tool"] == ["", ""]


def test_b68_special_tokens_are_text(lab: Lab) -> None:
    trace = run_case(lab, "B68", builtin("as-recorded"))
    assert trace.messages[0] == recorded("B68_special_token.json")[0]
    assert trace.tokens(0) > 1


def test_b86_notes_are_counted_and_a_giant_one_crowds_none_out(lab: Lab) -> None:
    trace = run_case(lab, "B86", builtin("gssc").set("budget.agent_note.cap", 300))
    use = next(use for use in trace.rows if use.row == "agent_note")
    assert 0 < use.kept < use.of == 60
    assert len(dropped(trace)) == use.of - use.kept


def test_b87_each_dropped_item_says_why(lab: Lab) -> None:
    trace = run_case(lab, "B87", "system_prompt.tier=1 recent.order=newest window.size=100")
    assert trace.totals.over == 0
    assert {fates(trace)[item] for item in dropped(trace)} == {"dropped over_window"}


def test_b100_a_giant_result_is_brought_down(lab: Lab) -> None:
    chosen = builtin("gssc").set("window.output_reserve", 0).set("window.size", 1000)
    trace = run_case(lab, "B100", chosen.set("budget.tool_result.per_item", 700))
    assert trace.totals.over == 0
    assert trace.fate(3) in (Fate.TRUNCATED, Fate.COMPRESSED)
    assert "Dump the register." in texts_of(trace.messages)


def test_b104_a_last_message_that_is_too_large_is_said(lab: Lab) -> None:
    trace = run_case(lab, "B104", "window.size=5 window.output_reserve=0")
    assert trace.totals.over == trace.totals.constructed - 5


def test_b106_only_what_is_summarised_goes(lab: Lab) -> None:
    opened = lab.open(BUGS / "B106_cut_at_four.json")
    # Two messages of about 20 fit besides the 40 that are set aside.
    chosen = profile(
        "recent.rounds=0 history.order=newest history.overflow=compress history.cap=90 "
        "summarize.max_tokens=40"
    )
    trace = word_engine().run(opened.at(), chosen)
    merged = [item for item, fate in fates(trace).items() if fate == "merged summarised"]
    assert merged == ["i2", "i3", "i4", "i5"]
    texts = contents("B106_cut_at_four.json")
    assert [m["content"] for m in trace.messages if m["role"] != "system"] == texts[5:8]
    check_trace(trace)


def test_b107_the_last_three_and_the_users_question(lab: Lab) -> None:
    trace = run_case(lab, "B107", "select.max_messages=3")
    kept = [trace.id(p) for p in trace.stages[1].order if str(trace.row(p)) in ("recent", "history")]
    assert len(kept) == 3
    heart = [item for item in trace.pool.items if item.injected]
    question = next(p for p in range(len(trace)) if str(trace.row(p)) == "user_message")
    assert heart
    assert trace.item(question) not in heart
    assert trace.fate(question) is Fate.KEPT


def test_b108_marked_facts_go_through_all_rounds(lab: Lab) -> None:
    marks = Marks(key_facts=(KeyFactMark("i2", 0, 200),))
    opened = lab.open(BUGS / "B108_durable_facts.json")
    chosen = profile(
        "recent.rounds=1 history.cap=60 history.overflow=compress history.order=newest "
        "summarize.max_tokens=40"
    )
    engine = word_engine(FirstWords(most=3))
    for request in opened.requests[1:]:
        text = texts_of(engine.run(opened.at(request.index), chosen, marks).messages)
        for fact in ("zone N7", "INC-20447", "14 March 2031", "37.5 t"):
            assert fact in text


def test_b119_chinese_demands_are_facts(lab: Lab) -> None:
    opened = lab.open(BUGS / "B119_zh_constraints.json")
    text = opened.items[0].text
    trace = run(session("i1 user 1\ni2 user 1", texts={"i1": text}), "gather.key_facts=yes")
    facts = "".join(trace.item(p).text for p in range(len(trace)) if trace.source(p) is Source.KEY_FACT)
    for demand in ("不要2号吊车", "禁止A区停车", "必须3人在场", "最多5吨"):
        assert demand in facts
    assert "其他随意" not in facts


def test_b123_documents_of_the_same_text_both_stay(lab: Lab) -> None:
    """No setting asks for merging duplicates, so none is merged."""
    trace = run_case(lab, "B123", builtin("gssc"))
    docs = [p for p in range(len(trace)) if trace.source(p) is Source.RETRIEVED_DOC]
    assert [trace.fate(p) for p in docs] == [Fate.KEPT] * 3


def test_b188_an_emptied_result_is_a_placeholder_and_nothing_is_empty() -> None:
    table = "i1 user 1\ni2 assistant 0\ni3 assistant 2 call:a &\ni4 tool 90 result:a\ni5 user 1"
    opened = session(table, texts={"i2": ""})
    for wire in ("openai-chat", "anthropic"):
        settings = f"tool_result.cap=0 tool_result.overflow=truncate construct.wire={wire} window.size=60"
        trace = run(opened, settings)
        assert fates(trace)["i2"] == "dropped not_rendered"
        assert "[omitted: 90 tokens]" in texts_of(trace.messages)
        check_trace(trace)


def test_b195_names_count(lab: Lab) -> None:
    trace = run_case(lab, "B195", builtin("as-recorded"))
    opened = lab.open(BUGS / "B195_names.json")
    nameless = replace(opened, items=tuple(replace(item, name="") for item in opened.items))
    assert trace.totals.constructed == 2 * (3 + 1 + 1) + 3
    assert lab.build(nameless.at(), builtin("as-recorded")).totals.constructed == 2 * (3 + 1) + 3


def test_b56_each_text_is_counted_once(lab: Lab) -> None:
    table = "\n".join(f"i{n} {'user' if n % 2 else 'assistant'} 40" for n in range(1, 1001))
    counter = _Counting()
    cached = CachedCounter(counter)
    engine = Engine(builtin_strategies(), Tools(lambda _: cached, FirstWords()))
    engine.run(session(table).at(), profile("recent.rounds=0 history.order=newest window.size=16000"))
    assert counter.calls <= 1000 + 20


class _Counting:
    """Counts words, and how many texts it was given."""

    encoding = "o200k_base"
    vocabulary = "counting"

    def __init__(self) -> None:
        self.calls = 0

    def count(self, text: str) -> int:
        self.calls += 1
        return len(text.split())

    def count_all(self, texts: list[str]) -> list[int]:
        return [self.count(text) for text in texts]

    def prefix(self, text: str, limit: int) -> int:
        return len(text)
